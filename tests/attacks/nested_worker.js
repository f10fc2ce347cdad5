// What a worker made by a program tries; HTTP, WS and NAME are put in by the program. It says "done" at the end.
const attempt = async (name, work) => {
  try {
    await Promise.race([work(`HTTP/NAME_${name}`), new Promise((resolve) => setTimeout(resolve, 1000))]);
  } catch {
    // Shut: the server at the other end is what counts.
  }
};
const settled = (target) => new Promise((resolve) => (target.onopen = target.onerror = resolve));
(async () => {
  await attempt("fetch", (url) => fetch(url));
  await attempt("no_cors", (url) => fetch(url, { mode: "no-cors", method: "POST", body: "secret", keepalive: true }));
  await attempt("import", (url) => import(url));
  await attempt("import_scripts", (url) => importScripts(url));
  await attempt("websocket", (url) => settled(new WebSocket(url.replace("HTTP", "WS"))));
  await attempt("event_source", (url) => settled(new EventSource(url)));
  await attempt("xhr", (url) => {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    request.send();
  });
  await attempt("worker", (url) => settled(new Worker(url)));
  postMessage("done");
})();
