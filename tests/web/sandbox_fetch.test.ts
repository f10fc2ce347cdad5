// The sandbox's way out: the messages of a request, and the `fetch` that programs find.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { FromSandbox } from "../../web/protocol.ts";
import { openFetchChannel } from "../../web/sandbox/fetch_channel.ts";
import { makeGuestFetch, type Door, type GuestResponse } from "../../web/sandbox/guest_fetch.ts";

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const text = (chunk: Uint8Array | null | undefined): string => new TextDecoder().decode(chunk ?? new Uint8Array());

function channel() {
  const sent: FromSandbox[] = [];
  const opened = openFetchChannel((message) => void sent.push(message));
  const chunk = (fetch: number, content: string): void =>
    opened.take({ type: "fetch-chunk", fetch, bytes: bytes(content).slice().buffer });
  return { ...opened, sent, chunk };
}

test("a request leaves as one message; its body is a copy of just those bytes", async () => {
  const { open, sent } = channel();
  const memory = bytes("....body....");
  void open("POST", "https://api.test/v1", [["A", "b"]], memory.subarray(4, 8));
  const [message] = sent;
  assert.ok(message?.type === "fetch");
  assert.deepEqual([message.method, message.url, message.headers], ["POST", "https://api.test/v1", [["A", "b"]]]);
  assert.equal(text(new Uint8Array(message.body ?? new ArrayBuffer(0))), "body");
  assert.equal(memory.byteLength, 12);
});

test("the head opens the response and chunks are read in order, early or late", async () => {
  const { open, take, chunk } = channel();
  const opening = open("GET", "https://api.test/", [], null);
  take({ type: "fetch-head", fetch: 1, status: 206, headers: [["X-A", "1"]] });
  const response = await opening.response;
  assert.equal(response.status, 206);
  assert.deepEqual(JSON.parse(response.headers_json), [["X-A", "1"]]);
  chunk(1, "early");
  assert.equal(text(await response.read()), "early");
  const late = response.read();
  chunk(1, "late");
  assert.equal(text(await late), "late");
  const last = response.read();
  take({ type: "fetch-end", fetch: 1 });
  assert.equal(await last, undefined);
  assert.equal(await response.read(), undefined);
});

test("answers find their own request, and those for none are dropped", async () => {
  const { open, take, chunk } = channel();
  const first = open("GET", "https://a.test/", [], null);
  const second = open("GET", "https://b.test/", [], null);
  take({ type: "fetch-head", fetch: 2, status: 202, headers: [] });
  take({ type: "fetch-head", fetch: 7, status: 500, headers: [] });
  chunk(7, "stray");
  assert.equal((await second.response).status, 202);
  take({ type: "fetch-head", fetch: 1, status: 201, headers: [] });
  assert.equal((await first.response).status, 201);
});

test("a failure says why, before the head and in the middle of a body", async () => {
  const { open, take } = channel();
  const failure = { failure: "refused", what: "No.", advice: "Ask." } as const;
  const refused = open("GET", "https://a.test/", [], null);
  take({ type: "fetch-failed", fetch: 1, ...failure });
  await assert.rejects(refused.response, (error: Error) => assert.deepEqual(JSON.parse(error.message), failure) === undefined);
  const opening = open("GET", "https://a.test/", [], null);
  take({ type: "fetch-head", fetch: 2, status: 200, headers: [] });
  const reading = (await opening.response).read();
  take({ type: "fetch-failed", fetch: 2, ...failure });
  await assert.rejects(reading, /"refused"/);
});

test("cancelling tells the page once, ends the waiting reader and ignores what still comes", async () => {
  const { open, take, chunk, sent } = channel();
  const opening = open("GET", "https://a.test/", [], null);
  take({ type: "fetch-head", fetch: 1, status: 200, headers: [] });
  const response = await opening.response;
  const reading = response.read();
  response.cancel();
  response.cancel();
  await assert.rejects(reading, /"aborted"/);
  chunk(1, "too late");
  await assert.rejects(response.read(), /"aborted"/);
  assert.deepEqual(sent.filter(({ type }) => type === "fetch-abort"), [{ type: "fetch-abort", fetch: 1 }]);
});

test("a request can be taken back before anything came", async () => {
  const { open, take, sent } = channel();
  const opening = open("GET", "https://a.test/", [], null);
  opening.cancel();
  await assert.rejects(opening.response, /"aborted"/);
  take({ type: "fetch-head", fetch: 1, status: 200, headers: [] });
  assert.deepEqual(sent.at(-1), { type: "fetch-abort", fetch: 1 });
});

test("cancelling what has ended tells nobody", async () => {
  const { open, take, sent } = channel();
  const opening = open("GET", "https://a.test/", [], null);
  take({ type: "fetch-head", fetch: 1, status: 200, headers: [] });
  take({ type: "fetch-end", fetch: 1 });
  (await opening.response).cancel();
  assert.ok(!sent.some(({ type }) => type === "fetch-abort"));
});

/** A fetch whose door answers with these chunks; `asked` is what came through it. */
function guest(chunks: readonly string[], options: { status?: number; hangs?: boolean; error?: Error } = {}) {
  const asked: { method: string; url: string; headers: [string, string][]; body: string | null }[] = [];
  const left = [...chunks];
  const closed: string[] = [];
  const response: GuestResponse = {
    status: options.status ?? 200,
    headers: [["content-type", "text/plain"], ["x-two", "a"], ["x-two", "b"]],
    read: async () => {
      const next = left.shift();
      if (next !== undefined) return bytes(next);
      if (options.error) throw options.error;
      return options.hangs ? new Promise<null>(() => undefined) : null;
    },
    close: () => void closed.push("closed"),
  };
  const door: Door = (method, url, headers, body) => {
    asked.push({ method, url, headers: headers.map(([name, value]) => [name, value]), body: body && text(body) });
    return { response: Promise.resolve(response), cancel: () => void closed.push("cancelled") };
  };
  const made = makeGuestFetch(() => null);
  made.open(door);
  return { fetch: made.fetch, asked, closed };
}

test("before Python is up, only its boot files are answered", async () => {
  const made = makeGuestFetch((name) => (name === "python.wasm" ? Promise.resolve(new Response("wasm")) : null));
  assert.equal(await (await made.fetch("https://boot.test/python.wasm")).text(), "wasm");
  await assert.rejects(made.fetch("https://api.test/other"), /still starting/);
  const kept = made.fetch;
  made.open(guest(["through the door"]).fetch as never);
  assert.equal(made.fetch, kept);
});

test("every kind of body arrives as the browser would send it", async () => {
  const url = "https://api.test/v1";
  const form = new FormData();
  form.append("field", "value");
  const bodies: [BodyInit, RegExp, RegExp][] = [
    ["a string ✓", /^a string ✓$/, /^text\/plain/],
    [bytes("view").subarray(1), /^iew$/, /^$/],
    [bytes("buffer").slice().buffer, /^buffer$/, /^$/],
    [new URLSearchParams({ a: "1 2" }), /^a=1\+2$/, /^application\/x-www-form-urlencoded/],
    [new Blob(["blob"], { type: "image/png" }), /^blob$/, /^image\/png$/],
    [form, /name="field"[\s\S]*value/, /^multipart\/form-data; boundary=/],
  ];
  for (const [body, content, type] of bodies) {
    const { fetch, asked } = guest(["ok"]);
    assert.equal(await (await fetch(url, { method: "POST", body })).text(), "ok");
    assert.match(asked[0]?.body ?? "", content);
    assert.match(new Headers(asked[0]?.headers).get("content-type") ?? "", type);
  }
});

test("a Request is taken apart, and what init says comes before it", async () => {
  const { fetch, asked } = guest(["ok"]);
  await fetch(new Request("https://api.test/a", { method: "PUT", body: "one", headers: { authorization: "Bearer x" } }));
  await fetch(new Request("https://api.test/b", { method: "PUT", body: "one" }), { method: "POST", body: "two" });
  await fetch(new URL("https://api.test/c"));
  assert.deepEqual(asked.map(({ method, url, body }) => [method, url, body]), [
    ["PUT", "https://api.test/a", "one"],
    ["POST", "https://api.test/b", "two"],
    ["GET", "https://api.test/c", null],
  ]);
  assert.equal(new Headers(asked[0]?.headers).get("authorization"), "Bearer x");
});

test("the response streams, has its address and keeps repeated headers", async () => {
  const { fetch, closed } = guest(["one", "two"], { status: 201, hangs: true });
  const response = await fetch("https://api.test/v1");
  assert.deepEqual([response.status, response.url, response.headers.get("x-two")], [201, "https://api.test/v1", "a, b"]);
  const reader = response.body?.getReader();
  assert.equal(text((await reader?.read())?.value), "one");
  assert.equal(text((await reader?.read())?.value), "two");
  assert.deepEqual(closed, []);
  await reader?.cancel();
  assert.deepEqual(closed, ["closed"]);
});

test("a status without a body gives none", async () => {
  const { fetch, closed } = guest([], { status: 204 });
  const response = await fetch("https://api.test/v1", { method: "DELETE" });
  assert.deepEqual([response.status, response.body], [204, null]);
  assert.deepEqual(closed, ["closed"]);
});

test("aborting rejects at once while the request is held, takes it back and closes what comes all the same", async () => {
  const said: string[] = [];
  let answer: (response: GuestResponse) => void = () => undefined;
  const made = makeGuestFetch(() => null);
  const response = new Promise<GuestResponse>((resolve) => (answer = resolve));
  made.open(() => ({ response, cancel: () => void said.push("cancelled") }));
  const controller = new AbortController();
  const fetching = made.fetch("https://api.test/v1", { signal: controller.signal });
  setImmediate(() => controller.abort());
  await assert.rejects(fetching, { name: "AbortError" });
  answer({ status: 200, headers: [], read: async () => null, close: () => void said.push("closed") });
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(said, ["cancelled", "closed"]);
});

test("a request that can't even be tried rejects in words", async () => {
  const made = makeGuestFetch(() => null);
  made.open(() => {
    throw new TypeError("No run is under way.");
  });
  await assert.rejects(made.fetch("https://api.test/v1"), /No run is under way/);
});

test("aborting in the middle of a body breaks the reading off and closes it", async () => {
  const { fetch, closed } = guest(["one"], { hangs: true });
  const controller = new AbortController();
  const response = await fetch("https://api.test/v1", { signal: controller.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  const reading = reader?.read();
  controller.abort();
  await assert.rejects(reading ?? Promise.resolve(), { name: "AbortError" });
  assert.deepEqual(closed, ["closed"]);
});

test("a body that fails fails its reader; an aborted signal asks nobody", async () => {
  const { fetch } = guest(["one"], { error: new TypeError("The connection broke off.") });
  await assert.rejects((await fetch("https://api.test/v1")).text(), /broke off/);
  const { fetch: other, asked } = guest(["ok"]);
  await assert.rejects(other("https://api.test/v1", { signal: AbortSignal.abort() }), { name: "AbortError" });
  assert.deepEqual(asked, []);
});
