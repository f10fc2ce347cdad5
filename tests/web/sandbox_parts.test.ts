// What the page believes of a sandbox, what it keeps between visits, and how it reads an archive.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { missingFeature, sentenceFor } from "../../web/sandbox/failures.ts";
import { readFromRoom, readFromSandbox } from "../../web/sandbox/incoming.ts";
import { openSnapshots, type Pack } from "../../web/sandbox/snapshots.ts";
import { storedEntries } from "../../web/sandbox/unzip.ts";

test("messages of the protocol are read", () => {
  for (const message of [
    { type: "ready", restored: true, timings: { booted: 12.5 } },
    { type: "event", run: 1, event: "{}", gate: null },
    { type: "event", run: 1, event: "{}", gate: 3 },
    { type: "checked", check: 1, diagnostics: [{ file: "main.py", line: 1, column: 1, message: "no" }] },
    { type: "fetch", fetch: 1, method: "GET", url: "https://a.test", headers: [["a", "b"]], body: null },
    { type: "snapshot", bytes: new Blob(["x"]) },
  ]) {
    assert.equal(readFromSandbox(message), message);
  }
  assert.deepEqual(readFromRoom({ type: "room-ready" }), { type: "room-ready" });
});

test("anything else is dropped", () => {
  for (const forged of [
    null,
    "ready",
    [],
    { type: "constructor" },
    { type: "__proto__" },
    { type: "ready", restored: "yes", timings: {} },
    { type: "ready", restored: true, timings: { a: "b" } },
    { type: "event", run: -1, event: "{}", gate: null },
    { type: "event", run: 1, event: { kind: "answer" }, gate: null },
    { type: "event", run: 1.5, event: "{}", gate: null },
    { type: "event", run: 1, event: "{}" },
    { type: "fetch", fetch: 1, method: "GET", url: { toString: () => "x" }, headers: [], body: null },
    { type: "fetch", fetch: 1, method: "GET", url: "x", headers: [["a"]], body: null },
    { type: "fetch", fetch: 1, method: "GET", url: "x", headers: [], body: "text" },
    { type: "snapshot", bytes: new ArrayBuffer(8) },
    { type: "archive-wanted", name: "../index.html" },
    { type: "packages", run: 1, names: [1] },
    Object.create({ type: "done", run: 1 }) as unknown,
  ]) {
    assert.equal(readFromSandbox(forged), null, JSON.stringify(forged));
  }
  assert.equal(readFromRoom({ type: "ready", restored: false, timings: {} }), null);
});

/** As much of Cache Storage as is used; `room` is how many entries fit. */
class Storage {
  readonly caches = new Map<string, Map<string, Response>>();
  constructor(private readonly room = Infinity) {}
  async open(name: string) {
    const entries = this.caches.get(name) ?? new Map<string, Response>();
    this.caches.set(name, entries);
    const room = this.room;
    return {
      match: async (key: string) => entries.get(key)?.clone(),
      async put(key: string, response: Response) {
        if (entries.size >= room) throw new DOMException("full", "QuotaExceededError");
        entries.set(key, new Response(await response.blob()));
      },
    };
  }
  async delete(name: string) {
    return this.caches.delete(name);
  }
}

const PACK: Pack = { worker: new Blob(["w"]), files: { a: new Blob(["1"]), b: new Blob(["22"]) }, snapshot: new Blob(["s"]) };
const kept = (storage: unknown, build = "one", browser = "B/1") =>
  openSnapshots(build, ["a", "b"], { storage: () => storage as CacheStorage, place: "/here/", browser });

test("what was kept comes back whole", async () => {
  const storage = new Storage();
  assert.equal(await kept(storage).read(), null);
  await kept(storage).keep(PACK);
  const pack = await kept(storage).read();
  assert.deepEqual(Object.keys(pack?.files ?? {}), ["a", "b"]);
  assert.deepEqual([await pack?.worker.text(), await pack?.files["b"]?.text(), await pack?.snapshot.text()], ["w", "22", "s"]);
});

test("another build or browser finds nothing, and replaces it", async () => {
  const storage = new Storage();
  await kept(storage).keep(PACK);
  assert.equal(await kept(storage, "two").read(), null);
  assert.equal(await kept(storage, "one", "B/2").read(), null);
  await kept(storage, "two").keep(PACK);
  assert.equal(await kept(storage, "one").read(), null);
  assert.notEqual(await kept(storage, "two").read(), null);
});

test("half of it is nothing, and a full disk keeps nothing", async () => {
  const storage = new Storage(2);
  await kept(storage).keep(PACK);
  assert.equal(await kept(storage).read(), null);
  assert.equal(storage.caches.get("glassloop-snapshot:/here/")?.size ?? 0, 0);
});

test("without storage everything is quietly nothing", async () => {
  const denied = { open: () => Promise.reject(new DOMException("no", "SecurityError")), delete: () => Promise.reject(new Error()) };
  for (const storage of [undefined, denied]) {
    const snapshots = kept(storage);
    await snapshots.keep(PACK);
    await snapshots.forget();
    assert.equal(await snapshots.read(), null);
  }
});

test("what is forgotten is gone", async () => {
  const storage = new Storage();
  await kept(storage).keep(PACK);
  await kept(storage).forget();
  assert.equal(await kept(storage).read(), null);
});

/** A stored zip with the two odd things a reader must mind: a longer local header and a comment at the end. */
function zip(method: number): Uint8Array {
  const name = Buffer.from("pkg/a.pyc");
  const content = Buffer.from("code");
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  local.writeUInt16LE(5, 28);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(method, 10);
  central.writeUInt32LE(content.length, 24);
  central.writeUInt16LE(name.length, 28);
  const body = Buffer.concat([local, name, Buffer.alloc(5), content]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(body.length, 16);
  return new Uint8Array(Buffer.concat([body, central, name, end, Buffer.from("a comment")]));
}

test("a stored archive is read without a copy, a compressed one is left to others", () => {
  const archive = zip(0);
  const [entry] = storedEntries(archive) ?? [];
  assert.equal(entry?.name, "pkg/a.pyc");
  assert.equal(Buffer.from(entry?.bytes ?? []).toString(), "code");
  assert.equal(entry?.bytes.buffer, archive.buffer);
  assert.equal(storedEntries(zip(8)), null);
  assert.equal(storedEntries(new Uint8Array(10)), null);
});

test("each failure is what happened and what to try", () => {
  for (const [phase, why, says] of [
    ["loading", "TypeError: Failed to fetch", /could not be loaded\. Check the connection/],
    ["booting", "RangeError: WebAssembly.Memory(): could not allocate memory", /memory.*Close other tabs/],
    ["booting", "CompileError: bad opcode", /Update it/],
    ["booting", "Error: strange\nat line 3", /\(Error: strange\)\. Reload/],
    ["running", "RuntimeError: unreachable", /broke off/],
  ] as const) {
    assert.match(sentenceFor(phase, why), says);
  }
  assert.match(missingFeature([["WebAssembly", () => false], ["workers", () => true]]) ?? "", /no WebAssembly.*Use a current/);
  assert.equal(missingFeature([["WebAssembly", () => true]]), null);
});

test("the room's policy lets nothing out", () => {
  const policy = /content="(default-src[^"]*)"/.exec(readFileSync("web/sandbox/room.html", "utf8"))?.[1] ?? "";
  const rules = new Map(policy.split(";").map((rule): [string, string] => [rule.trim().split(" ")[0] ?? "", rule.trim()]));
  assert.equal(rules.get("default-src"), "default-src 'none'");
  assert.equal(rules.get("connect-src"), "connect-src 'none'");
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|'self'|https?:|data:|\*/);
});
