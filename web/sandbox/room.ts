// The room: an empty document with an opaque origin that starts one worker, once. Refuses to know what the worker is
// for: it passes the page's boot message and port on, and has no way of its own to Python or to the page's data.
//
// The worker is a *classic* one made from a blob, because a blob worker inherits this document's policy (one loaded
// from an address would not) and Chromium can't start a module worker from a blob in an opaque origin.

import type { Boot, FromRoom, RoomCheck } from "../protocol.ts";

const page = window.parent;
let booted = false;

/** The target is "*" because the room can't know the page's origin; nothing it says is worth keeping from anyone. */
function tell(message: FromRoom): void {
  page.postMessage(message, "*");
}

function start(boot: Boot, port: MessagePort): void {
  const source = URL.createObjectURL(new Blob([boot.worker], { type: "text/javascript" }));
  const worker = new Worker(source);
  let up = false;
  worker.onmessage = () => {
    // The only thing the worker says here is that its script has been read; from then on it speaks for itself.
    up = true;
    URL.revokeObjectURL(source);
    worker.onmessage = null;
  };
  worker.onerror = (event) => {
    event.preventDefault();
    if (!up) tell({ type: "room-failed", message: event.message || "the worker did not start" });
  };
  worker.onmessageerror = () => tell({ type: "room-failed", message: "a message could not be read" });
  worker.postMessage(boot, [port]);
}

window.addEventListener("message", (event: MessageEvent<Boot | RoomCheck>) => {
  if (event.source !== page || window === page) return;
  const message = event.data;
  if (message.type === "room-check") return tell({ type: "room-alive" });
  const port = event.ports[0];
  if (message.type !== "boot" || booted || !port) return;
  booted = true;
  start(message, port);
});

if (window !== page) tell({ type: "room-ready" });
