// Boots Pyodide in Node and lets precompile.py work on files of this machine. Knows no more than their names.
//
// node precompile.mjs (FOLDER PREFIX)…: FOLDER/sources.zip → FOLDER/compiled.zip, shown under PREFIX in tracebacks
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

// Without column positions: a library frame has no source line to put a caret under, and a fifth of the size is saved.
const pyodide = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
pyodide.runPython(readFileSync(new URL("precompile.py", import.meta.url), "utf8"));
const compileArchive = pyodide.globals.get("compile_archive");
const jobs = process.argv.slice(2);
for (let at = 0; at < jobs.length; at += 2) {
  const place = `/job${at}`;
  pyodide.mountNodeFS(place, jobs[at]);
  compileArchive(`${place}/sources.zip`, `${place}/compiled.zip`, jobs[at + 1]);
}
