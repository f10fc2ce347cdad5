// Boots Pyodide in the sandbox's worker from buffers, plainly or from a memory snapshot, so that programs can't tell
// which it was. Refuses to know runs, messages and the page.
//
// A snapshot is a copy of WebAssembly's memory; it holds pydantic_core only if that library got the same addresses in
// the boot that restores. So both boots load it at the same moment, before Python starts, and the restoring one first
// grows its memory to the snapshot's size. (Restoring a library loaded in the usual way fails: pyodide issues 6254 and
// 5195. `_makeSnapshot` and `_loadSnapshot` are private: every failure here has a plain boot to fall back on.)

import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import type { PyodideAPI } from "pyodide";
import { FILES } from "./files.ts";
import { storedEntries } from "./unzip.ts";

/** No packages of Pyodide's own: everything that ships is in the site archive. The rest is checked against the build. */
const LOCK = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
  packages: {},
};

const SITE = "/lib/python3.14/site-packages";
const PYDANTIC_CORE = `${SITE}/pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so`;
/** Pyodide wants an address to look for its files at; `fetch` answers by their names. */
const NOWHERE = "https://boot.glassloop.invalid/";

/** Imported before a snapshot is made, so that a restored sandbox has them at once; our own package comes with more. */
const USEFUL = [
  "asyncio", "json", "decimal", "datetime", "re", "inspect", "typing", "dataclasses", "enum", "collections", "fractions",
  "functools", "itertools", "random", "math", "statistics", "string", "textwrap", "traceback", "ast", "csv", "copy",
  "urllib.parse", "uuid", "pathlib", "contextlib", "time", "pyodide.http", "pyodide.code", "pydantic", "glassloop.browser",
] as const;

export interface Booted {
  readonly pyodide: PyodideAPI;
  /** Milliseconds since the worker started, by stage. */
  readonly timings: Readonly<Record<string, number>>;
  /** Made before anything of a reader's ran; null when none was asked for or it could not be made. */
  readonly snapshot: Blob | null;
}

/** What Emscripten's settings become; only what is used here. */
interface EmscriptenModule {
  readonly preRun: ((module: EmscriptenModule) => void)[];
  onRuntimeInitialized?: () => void;
  addRunDependency(name: string): void;
  removeRunDependency(name: string): void;
  readonly FS: PyodideAPI["FS"];
  readonly HEAP8: Int8Array;
  loadDynamicLibrary(path: string, flags: object, scope: object): void;
  _malloc(bytes: number): number;
}

/** Gives a boot file by name, when it has arrived. */
export type Files = (name: string) => Promise<Blob>;
type Mark = (stage: string) => void;

const bytesOf = async (blob: Promise<Blob>): Promise<Uint8Array> => new Uint8Array(await (await blob).arrayBuffer());

/** Allocates until the memory is that large; never freed, because what is restored knows nothing of it. */
function growTo(module: EmscriptenModule, bytes: number): void {
  for (let missing = bytes - module.HEAP8.length; missing > 0; missing = bytes - module.HEAP8.length) {
    if (module._malloc(missing) === 0) throw new RangeError("out of memory before the snapshot fits");
  }
}

/** Pyodide's module with pydantic_core loaded into it before Python starts. */
function withPydanticCore(library: Promise<Uint8Array>, snapshotBytes: number, mark: Mark) {
  return async (settings: EmscriptenModule): Promise<unknown> => {
    settings.preRun.push((module) => {
      module.addRunDependency("pydantic-core");
      void library.then((bytes) => {
        module.FS.mkdirTree(PYDANTIC_CORE.slice(0, PYDANTIC_CORE.lastIndexOf("/")));
        module.FS.writeFile(PYDANTIC_CORE, bytes, { canOwn: true });
        module.removeRunDependency("pydantic-core");
      });
    });
    settings.onRuntimeInitialized = () => {
      mark("compiled");
      settings.loadDynamicLibrary(PYDANTIC_CORE, { global: false, nodelete: true }, {});
      growTo(settings, snapshotBytes);
      mark("linked");
    };
    return (createPyodideModule as (settings: EmscriptenModule) => Promise<unknown>)(settings);
  };
}

/** Puts the packages into the file system. Pyodide's `loadPackage` would leave handles that no snapshot can hold. */
export function unpackIntoSite(pyodide: PyodideAPI, archive: Uint8Array): void {
  const entries = storedEntries(archive);
  if (!entries) return pyodide.unpackArchive(archive, "zip", { extractDir: SITE });
  const folders = new Set<string>();
  for (const { name, bytes } of entries) {
    const path = `${SITE}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) pyodide.FS.mkdirTree(folder);
    folders.add(folder);
    pyodide.FS.writeFile(path, bytes, { canOwn: true });
  }
}

/** Imports a module and calls one of its functions, if any; keeps no proxy. */
function call(pyodide: PyodideAPI, module: string, name?: string): void {
  const imported = pyodide.pyimport(module);
  if (name !== undefined) imported[name]();
  imported.destroy?.();
}

/** Until its snapshot is made, Pyodide gives Python a recording stand-in for the globals. Programs get the real ones. */
function useRealGlobals(pyodide: PyodideAPI): void {
  const sys = pyodide.pyimport("sys");
  sys.modules.pop("js", null);
  sys.destroy();
  pyodide.unregisterJsModule("js");
  pyodide.registerJsModule("js", globalThis);
  call(pyodide, "js");
}

function makeSnapshot(pyodide: PyodideAPI): Blob | null {
  try {
    // importlib.metadata has looked into the standard library's archive and keeps it open. In a restored sandbox that
    // handle leads nowhere, and Python would complain in the middle of some run when it comes to close it.
    forgetListings(pyodide);
    call(pyodide, "gc", "collect");
    return new Blob([pyodide.makeMemorySnapshot() as Uint8Array<ArrayBuffer>]);
  } catch (error) {
    console.debug("No snapshot of this sandbox could be made:", error);
    return null;
  }
}

/** Python remembers what it saw in a folder; files that came since are found only after this. */
export function forgetListings(pyodide: PyodideAPI): void {
  call(pyodide, "importlib", "invalidate_caches");
}

/** Undoes what a second start on the same memory did twice, and what two restored from one snapshot must not share. */
function wake(pyodide: PyodideAPI): void {
  const sys = pyodide.pyimport("sys");
  sys.path.shift();
  sys.destroy();
  call(pyodide, "random", "seed");
}

/** `snapshot` is what to restore, or null. Raises whatever went wrong. */
export async function bootPython(files: Files, snapshot: Blob | null, makesSnapshot: boolean): Promise<Booted> {
  const timings: Record<string, number> = {};
  const mark: Mark = (stage) => {
    timings[stage] = Math.round(performance.now());
  };
  mark("begun");
  const [library, site] = [bytesOf(files(FILES.pydanticCore)), bytesOf(files(FILES.site))];
  const stored = snapshot ? bytesOf(Promise.resolve(snapshot)) : null;
  // Awaited further down; whichever fails first is the one that is told.
  for (const loading of [library, site, stored]) loading?.catch(() => undefined);
  const options = {
    indexURL: NOWHERE,
    packageBaseUrl: NOWHERE,
    stdLibURL: NOWHERE + FILES.stdlib,
    lockFileContents: JSON.stringify(LOCK),
    createPyodideModule: withPydanticCore(library, snapshot?.size ?? 0, mark) as never,
    ...(stored ? { _loadSnapshot: stored } : { _makeSnapshot: makesSnapshot }),
  };
  const pyodide = await loadPyodide(options);
  mark("python");
  unpackIntoSite(pyodide, await site);
  forgetListings(pyodide);
  mark("unpacked");
  if (snapshot) wake(pyodide);
  else for (const module of USEFUL) call(pyodide, module);
  mark("imported");
  const made = makesSnapshot && !snapshot ? makeSnapshot(pyodide) : null;
  if (makesSnapshot && !snapshot) useRealGlobals(pyodide);
  mark("booted");
  return { pyodide, timings, snapshot: made };
}
