// Stands in for the page, without its keeper: boots the built room as it is, or another one, and writes down all that
// is heard. Refuses to judge. Its requests are answered with one fixed refusal.

const heard = []; // what came to this window, by whatever way
window.addEventListener("message", (event) => heard.push({ from: sourceOf(event.source), data: event.data }));
const rooms = [];
const sourceOf = (source) => rooms.findIndex((room) => room.contentWindow === source);

const waitFor = async (find) => {
  for (;;) {
    const found = find();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

async function openRoom(address) {
  const room = document.createElement("iframe");
  room.setAttribute("sandbox", "allow-scripts");
  room.src = address;
  rooms.push(room);
  document.body.append(room);
  await waitFor(() => heard.find(({ from, data }) => from === rooms.indexOf(room) && data.type === "room-ready"));
  return room;
}

async function load({ url, gzip }) {
  const response = await fetch(url);
  return gzip ? new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).blob() : response.blob();
}

/** A whole sandbox. `snapshot` is a Blob or null. Resolves when Python is up or could not start. */
async function boot(assets, address, snapshot = null, makeSnapshot = false) {
  const room = await openRoom(address);
  const { port1: port, port2 } = new MessageChannel();
  const sandbox = { room, port, messages: [], runs: 0 };
  port.onmessage = ({ data }) => {
    sandbox.messages.push(data);
    const refusal = { failure: "refused", what: "The harness lets nothing out.", advice: "Nothing." };
    if (data.type === "fetch") port.postMessage({ type: "fetch-failed", fetch: data.fetch, ...refusal });
    if (data.type === "event" && data.gate !== null) port.postMessage({ type: "go", run: data.run, gate: data.gate, event: null });
  };
  room.contentWindow.postMessage({ type: "boot", worker: await load(assets.worker), snapshot, makeSnapshot }, "*", [port2]);
  const files = { "pyodide.asm.wasm": assets.wasm, "python_stdlib.zip": assets.stdlib, "site-packages.zip": assets.site, "pydantic_core.so": assets.pydanticCore };
  for (const [name, asset] of Object.entries(files)) port.postMessage({ type: "file", name, bytes: await load(asset) });
  sandbox.outcome = await waitFor(() => sandbox.messages.find(({ type }) => type === "ready" || type === "boot-failed"));
  return sandbox;
}

function start(sandbox, main, question) {
  const run = ++sandbox.runs;
  const connection = { baseUrl: "https://practice.glassloop.invalid/v1", apiKey: "glassloop-secret-llm", model: "m", stream: true };
  sandbox.port.postMessage({ type: "run", run, program: { "main.py": main }, question, connection, history: "[]" });
  return run;
}

/** Runs a program until a message of this type comes, and gives that. */
function runUntil(type, sandbox, main) {
  start(sandbox, main, "");
  return waitFor(() => sandbox.messages.find((message) => message.type === type));
}

/** Runs a program to its end and gives its answer, or how it stopped. */
async function run(sandbox, main, question) {
  const number = start(sandbox, main, question);
  const mine = () => sandbox.messages.filter(({ run }) => run === number);
  const end = await waitFor(() => mine().find(({ type }) => type === "done" || type === "unloadable"));
  const events = mine().flatMap(({ type, event }) => (type === "event" ? [JSON.parse(event)] : []));
  return events.find(({ kind }) => kind === "answer" || kind === "stopped") ?? end;
}
