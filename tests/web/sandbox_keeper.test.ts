// The keeper with scripted sandboxes: queue, restart, snapshots, and what a sandbox may not make it do.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Boot, FromSandbox, ToSandbox } from "../../web/protocol.ts";
import { keepPython, type Python } from "../../web/sandbox/keeper.ts";
import type { SandboxEvents, SandboxFrame } from "../../web/sandbox/sandbox_frame.ts";
import type { Pack } from "../../web/sandbox/snapshots.ts";

const READY: FromSandbox = { type: "ready", restored: false, timings: {} };
const DONE: FromSandbox = { type: "done", run: 1 };
const cancel = (run: number): ToSandbox => ({ type: "cancel", run });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const blob = (text: string): Blob => new Blob([text]);
const PACK: Pack = { worker: blob("kept worker"), files: { a: blob("kept a") }, snapshot: blob("kept snapshot") };

class Frame implements SandboxFrame {
  booted: Boot | null = null;
  readonly sent: ToSandbox[] = [];
  ended = false;
  constructor(readonly events: SandboxEvents) {}
  boot(message: Boot): void {
    this.booted = message;
  }
  send(message: ToSandbox): void {
    this.sent.push(message);
  }
  end(): void {
    this.ended = true;
  }
  /** Without the files, which every boot gets. */
  get said(): ToSandbox[] {
    return this.sent.filter(({ type }) => type !== "file");
  }
}

interface Desk {
  readonly python: Python;
  readonly heard: FromSandbox[];
  readonly frames: Frame[];
  readonly storage: string[];
  /** The frame that is there now. */
  frame(): Frame;
}

interface Circumstances {
  readonly pack?: Pack;
  readonly missing?: string;
  readonly load?: () => Promise<Blob>;
}

async function desk({ pack, missing, load = async () => blob("built") }: Circumstances = {}): Promise<Desk> {
  const frames: Frame[] = [];
  const storage: string[] = [];
  const python = keepPython({
    loader: {
      buildId: "one",
      room: "room.html",
      load: () => ({ worker: load(), files: { a: load() } }),
      archive: async (name) => blob(name),
    },
    snapshots: {
      read: async () => pack ?? null,
      keep: async (kept) => void storage.push(`keep ${await kept.snapshot.text()}`),
      forget: async () => void storage.push("forget"),
    },
    openFrame: (_room, events) => {
      const frame = new Frame(events);
      frames.push(frame);
      return frame;
    },
    missingFeature: () => missing ?? null,
    whenIdle: (work) => setImmediate(work),
  });
  const heard: FromSandbox[] = [];
  python.listen((message) => void heard.push(message));
  await turn();
  const frame = (): Frame => frames.at(-1) ?? assert.fail("no sandbox was made");
  return { python, heard, frames, storage, frame };
}

test("what is said too early is sent in order once Python is ready", async () => {
  const { python, frame } = await desk();
  python.send(cancel(1));
  python.send(cancel(2));
  assert.deepEqual(frame().said, []);
  assert.equal(python.state.value, "booting");
  frame().events.message(READY);
  python.send(cancel(3));
  assert.deepEqual(frame().said, [cancel(1), cancel(2), cancel(3)]);
  assert.equal(python.state.value, "ready");
});

test("a first boot is plain, gets the built files and its snapshot is kept", async () => {
  const { frame, storage, python } = await desk();
  assert.deepEqual([frame().booted?.snapshot, frame().booted?.makeSnapshot], [null, true]);
  assert.deepEqual(frame().sent.map((message) => message.type === "file" && message.name), ["a"]);
  frame().events.message({ type: "snapshot", bytes: blob("fresh") });
  frame().events.message(READY);
  await turn();
  await turn();
  assert.deepEqual(storage, ["keep fresh"]);
  python.restart();
  await turn();
  assert.equal(await frame().booted?.snapshot?.text(), "fresh");
  assert.equal(frame().booted?.makeSnapshot, false);
});

test("a return visit restores what was kept and loads nothing", async () => {
  const { frame, python } = await desk({ pack: PACK, load: () => assert.fail("loaded") });
  assert.equal(await frame().booted?.snapshot?.text(), "kept snapshot");
  assert.equal(await frame().booted?.worker.text(), "kept worker");
  frame().events.message({ ...READY, restored: true });
  assert.equal(python.state.value, "ready");
});

test("a snapshot that a program sends, or that nobody asked for, is dropped", async () => {
  const late = await desk();
  late.frame().events.message(READY);
  late.frame().events.message({ type: "snapshot", bytes: blob("planted") });
  const unasked = await desk({ pack: PACK });
  unasked.frame().events.message({ type: "snapshot", bytes: blob("planted") });
  const twice = await desk();
  twice.frame().events.message({ type: "snapshot", bytes: blob("first") });
  twice.frame().events.message({ type: "snapshot", bytes: blob("second") });
  await turn();
  await turn();
  assert.deepEqual([late.storage, unasked.storage, twice.storage], [[], [], ["keep first"]]);
  for (const { heard } of [late, unasked, twice]) assert.deepEqual(heard, []);
});

test("a restore that fails is forgotten and followed by a plain boot; nobody notices", async () => {
  const { frame, frames, storage, python } = await desk({ pack: PACK });
  python.send(cancel(1));
  frame().events.message({ type: "boot-failed", message: "RangeError: offset is out of bounds", restored: true });
  await turn();
  assert.equal(frames.length, 2);
  assert.ok(frames[0]?.ended);
  assert.deepEqual([python.state.value, storage, frame().booted?.snapshot], ["booting", ["forget"], null]);
  frame().events.message(READY);
  assert.deepEqual(frame().said, [cancel(1)]);
});

test("a plain boot that fails says so, and can be tried again", async () => {
  const { frame, frames, python, heard } = await desk();
  frame().events.message({ type: "boot-failed", message: "Error: no", restored: false });
  assert.equal(python.state.value, "failed");
  assert.match(python.failure.value, /could not start/);
  python.send(cancel(1));
  python.restart();
  await turn();
  assert.deepEqual([python.state.value, python.failure.value, frames.length, heard], ["booting", "", 2, []]);
  frame().events.message(READY);
  assert.deepEqual(frame().said, []);
});

test("files that can't be loaded fail the boot; restarting loads them again", async () => {
  let online = false;
  const load = (): Promise<Blob> => (online ? Promise.resolve(blob("x")) : Promise.reject(new TypeError("Failed to fetch")));
  const { python, frame } = await desk({ load });
  assert.match(python.failure.value, /Check the connection/);
  online = true;
  python.restart();
  await turn();
  assert.notEqual(frame().booted, null);
});

test("restarting ends the sandbox at once and drops what it had not been sent", async () => {
  const { python, frames, frame } = await desk();
  python.send(cancel(1));
  const first = frame();
  python.restart();
  assert.ok(first.ended);
  await turn();
  frame().events.message(READY);
  assert.deepEqual([frames.length, frame().said], [2, []]);
});

test("a Python that breaks is reported, and one made from a snapshot takes that along", async () => {
  const plain = await desk();
  plain.frame().events.message(READY);
  plain.frame().events.message({ type: "died", message: "RuntimeError: memory access out of bounds" });
  assert.match(plain.python.failure.value, /memory/);
  assert.deepEqual(plain.storage, []);
  const restored = await desk({ pack: PACK });
  restored.frame().events.message(READY);
  restored.frame().events.lost("its process ended");
  assert.equal(restored.python.state.value, "failed");
  assert.deepEqual(restored.storage, ["forget"]);
});

test("a browser that lacks something is told so, and no sandbox is made", async () => {
  const { python, frames } = await desk({ missing: "This browser has no WebAssembly." });
  assert.deepEqual([python.state.value, python.failure.value, frames.length], ["failed", "This browser has no WebAssembly.", 0]);
});

test("listeners hear runs, not the sandbox's own affairs; who stops listening hears no more", async () => {
  const { python, frame, heard } = await desk();
  frame().events.message(DONE);
  frame().events.message(READY);
  frame().events.message({ type: "archive-wanted", name: "micropip" });
  const more: FromSandbox[] = [];
  const stop = python.listen((message) => void more.push(message));
  frame().events.message(DONE);
  stop();
  frame().events.message(DONE);
  await turn();
  assert.deepEqual([heard, more], [[DONE, DONE], [DONE]]);
  const answer = frame().said.at(-1);
  assert.equal(answer?.type === "archive" && (await answer.bytes?.text()), "micropip");
});
