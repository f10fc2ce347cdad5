// Boots the Python that the page ships, lays the tests out and runs pytest. Knows no test by name.
//
// build.py serves this folder together with the archives; `data-exit` on <html> is pytest's exit code in the end.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const SITE = "/lib/python3.14/site-packages";
const bytes = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());

/** Whole lines to the console: pytest flushes after every dot. */
function byLines() {
  const decoder = new TextDecoder();
  let line = "";
  const write = (buffer) => {
    const parts = (line + decoder.decode(buffer, { stream: true })).split("\n");
    line = parts.pop();
    for (const part of parts) console.log(part);
    return buffer.length;
  };
  return { write };
}

async function run() {
  const { wheels, arguments: options } = await (await fetch("job.json")).json();
  const pyodide = await loadPyodide({ stdLibURL: new URL("stdlib.zip", location.href).href });
  pyodide.setStdout(byLines());
  pyodide.setStderr(byLines());
  pyodide.FS.mkdirTree(`${SITE}/pydantic_core`);
  pyodide.FS.writeFile(`${SITE}/pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so`, await bytes("pydantic_core.so"));
  pyodide.unpackArchive(await bytes("site.zip"), "zip", { extractDir: SITE });
  for (const wheel of wheels) pyodide.unpackArchive(await bytes(wheel), "wheel", { extractDir: SITE });
  pyodide.unpackArchive(await bytes("project.zip"), "zip", { extractDir: "/project" });
  pyodide.runPython(await (await fetch("run_pytest.py")).text());
  const main = pyodide.globals.get("main");
  // Called so that asyncio.run inside a test may wait for promises (JSPI).
  return main.callPromising(options);
}

try {
  document.documentElement.dataset.exit = String(await run());
} catch (error) {
  console.log(String(error?.stack ?? error));
  document.documentElement.dataset.exit = "crashed";
}
