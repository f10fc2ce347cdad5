// The names under which page and worker mean the same boot file. Knows nothing else.

/** Keys of `Boot.files`. */
export const FILES = {
  wasm: "pyodide.asm.wasm",
  stdlib: "python_stdlib.zip",
  site: "site-packages.zip",
  pydanticCore: "pydantic_core.so",
} as const;
