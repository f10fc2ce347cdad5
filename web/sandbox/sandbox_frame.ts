// One sandbox, from the making of its iframe to its end. Refuses to know snapshots, queues and what a message means:
// what the sandbox says is checked for its form and handed on, until the moment `end` is called and never after.

import type { Boot, FromSandbox, RoomCheck, ToSandbox } from "../protocol.ts";
import { readFromRoom, readFromSandbox } from "./incoming.ts";

export interface SandboxEvents {
  message(message: FromSandbox): void;
  /** The room, its worker or its whole process is lost; `why` is for the developer. */
  lost(why: string): void;
}

export interface SandboxFrame {
  /** Call once; what it needs is sent on when the room is there. */
  boot(message: Boot): void;
  /** Before the worker is there it waits in the port. */
  send(message: ToSandbox, transfer: Transferable[]): void;
  /** Ends it at once, whatever it is doing. */
  end(): void;
}

const PING_MS = 5_000;
const ROOM_MS = 30_000;
/** A process that leaves so many pings in a row unanswered is gone; the browser tells nobody. */
const LOST_PINGS = 3;

/** Calls `lost` when the room stops answering. The room is idle even when Python is busy, so it always can. */
function watch(ask: () => void, lost: () => void): { alive(): void; stop(): void } {
  let unanswered = 0;
  const timer = setInterval(() => {
    // Browsers slow hidden pages down, and their answers too.
    if (document.hidden) return void (unanswered = 0);
    if (unanswered >= LOST_PINGS) return lost();
    unanswered++;
    ask();
  }, PING_MS);
  return { alive: () => void (unanswered = 0), stop: () => clearInterval(timer) };
}

function makeIframe(room: string): HTMLIFrameElement {
  const iframe = document.createElement("iframe");
  iframe.setAttribute("sandbox", "allow-scripts");
  iframe.referrerPolicy = "no-referrer";
  iframe.title = "Python's sandbox";
  iframe.hidden = true;
  iframe.src = room;
  return iframe;
}

export function openFrame(room: string, events: SandboxEvents): SandboxFrame {
  const iframe = makeIframe(room);
  const { port1: port, port2: theirs } = new MessageChannel();
  let over = false;
  let ready = false;
  let boot: Boot | null = null;

  const lost = (why: string): void => {
    if (!over) events.lost(why);
  };
  const ask = (): void => iframe.contentWindow?.postMessage({ type: "room-check" } satisfies RoomCheck, "*");
  let pulse: ReturnType<typeof watch> | null = null;
  const roomTimer = setTimeout(() => lost("its room did not open"), ROOM_MS);

  function start(): void {
    if (!ready || !boot || over) return;
    // The target is "*" because an opaque origin can't be named; the window can only be our own iframe's.
    iframe.contentWindow?.postMessage(boot, "*", [theirs]);
    boot = null;
  }

  function roomIsReady(): void {
    if (ready) return;
    clearTimeout(roomTimer);
    pulse = watch(ask, () => lost("its process ended"));
    ready = true;
    start();
  }

  function onWindowMessage(event: MessageEvent<unknown>): void {
    if (over || event.source === null || event.source !== iframe.contentWindow) return;
    const message = readFromRoom(event.data);
    if (message?.type === "room-ready") roomIsReady();
    else if (message?.type === "room-failed") lost(message.message);
    else if (message?.type === "room-alive") pulse?.alive();
  }

  window.addEventListener("message", onWindowMessage);
  port.onmessage = (event: MessageEvent<unknown>) => {
    const message = over ? null : readFromSandbox(event.data);
    if (message) events.message(message);
  };
  document.body.append(iframe);

  return {
    boot(message) {
      boot = message;
      start();
    },
    send: (message, transfer) => port.postMessage(message, transfer),
    end() {
      over = true;
      clearTimeout(roomTimer);
      pulse?.stop();
      window.removeEventListener("message", onWindowMessage);
      port.onmessage = null;
      port.close();
      iframe.remove();
    },
  };
}
