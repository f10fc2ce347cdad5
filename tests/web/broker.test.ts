// The whole broker with the real fetch against real servers on loopback.

import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createBroker, type Decision } from "../../web/broker/broker.ts";
import { createVault, placeholder } from "../../web/broker/secrets.ts";
import { BEARER, bodyOf, desk, KEY, MARK, Port, post, serve } from "./broker_desk.ts";

const end = (_request: IncomingMessage, response: ServerResponse): void => void response.end("ok");

test("a request goes out as written, with the key in its place only, and the answer comes back", async (context) => {
  const server = await serve(context, async (request, response) => {
    response.writeHead(201, { "X-Mine": "yes", "Set-Cookie": "a=b" }).end(`${request.method} ${await bodyOf(request)}`);
  });
  const { broker, fetch, warnings, questions } = desk({ endpoint: server.origin });
  const content = { messages: [{ role: "user", content: placeholder("llm") }], big: "x" };
  const port = await fetch(`${server.origin}/v1/chat/completions`, post(content, BEARER, ["User-Agent", "me"], ["Cookie", "c=d"]));
  const [request] = server.seen;
  assert.equal(request?.headers.authorization, `Bearer ${KEY}`);
  assert.equal(request?.headers.cookie, undefined);
  assert.notEqual(request?.headers["user-agent"], "me");
  assert.equal(port.head.status, 201);
  assert.equal(new Map(port.head.headers).get("x-mine"), "yes");
  assert.ok(!new Map(port.head.headers).has("set-cookie"));
  // The placeholder in the body is a text like any other.
  assert.equal(port.text, `POST ${JSON.stringify(content)}`);
  assert.deepEqual(port.messages.map(({ type }) => type), ["fetch-head", "fetch-chunk", "fetch-end"]);
  assert.deepEqual([warnings, questions, broker.calls.value], [[], [], 1]);
});

test("chunks come through while the server still has the answer open", async (context) => {
  let more: (text: string) => void = () => undefined;
  const server = await serve(context, (_request, response) => {
    response.write("data: one\n\n");
    more = (text) => (text === "" ? response.end() : response.write(text));
  });
  const port = desk({ endpoint: server.origin }).start(`${server.origin}/v1/models`);
  await port.until(({ text }) => text === "data: one\n\n");
  more(`data: ${KEY.slice(0, 7)}`);
  await port.until(({ text }) => text === "data: one\n\ndata: ");
  more(`${KEY.slice(7)} done`);
  await port.until(({ text }) => text.endsWith(`data: ${MARK} done`));
  assert.ok(!port.messages.some(({ type }) => type === "fetch-end"));
  more("");
  await port.over();
  assert.equal(port.text, `data: one\n\ndata: ${MARK} done`);
});

test("a key that is echoed in headers, text, JSON and Base64, cut at every place, never comes back", async (context) => {
  const encoded = Buffer.from(`user:${KEY}`).toString("base64");
  const whole = Buffer.from(`{"error":"bad key ${KEY}","j":"${KEY.replaceAll("/", "\\/")}","u":"${encodeURIComponent(KEY)}","b":"${encoded}"}`);
  const server = await serve(context, async (request, response) => {
    const cut = Number(request.headers["x-cut"]);
    response.writeHead(401, { "X-Echo": request.headers.authorization ?? "", "X-Basic": encoded });
    response.write(whole.subarray(0, cut));
    await new Promise(setImmediate);
    response.end(whole.subarray(cut));
  });
  const { broker, fetch } = desk({ endpoint: server.origin });
  for (let cut = 1; cut < whole.length; cut += 1) {
    if (cut % 30 === 1) broker.beginRun();
    const port = await fetch(`${server.origin}/v1/models`, { headers: [BEARER, ["X-Cut", String(cut)]] });
    const said = port.text + JSON.stringify(port.head);
    assert.equal(new Map(port.head.headers).get("x-echo"), `Bearer ${MARK}`);
    assert.equal(port.text.split(MARK).length, 5, port.text);
    for (const form of [KEY, KEY.replaceAll("/", "\\/"), encodeURIComponent(KEY), Buffer.from(KEY).toString("base64").slice(0, 12), encoded.slice(8)]) {
      assert.ok(!said.includes(form));
    }
  }
});

test("a key forgotten while its answer comes in is still taken out of it", async (context) => {
  let finish = (): void => undefined;
  const server = await serve(context, (_request, response) => {
    response.flushHeaders();
    finish = () => void response.end(`it was ${KEY}.`);
  });
  const { vault, start } = desk({ endpoint: server.origin });
  const port = start(`${server.origin}/v1/models`, { headers: [BEARER] });
  await port.until(({ messages }) => messages.length > 0);
  vault.forget("llm");
  finish();
  await port.over();
  assert.equal(port.text, `it was ${MARK}.`);
});

test("another origin gets the placeholder, and the reader one warning", async (context) => {
  const own = await serve(context, end);
  const other = await serve(context, end);
  const { fetch, questions, warnings } = desk({ endpoint: own.origin, ask: () => Promise.resolve("page") });
  for (const path of ["/v1/chat/completions", "/v1/chat/completions?again"]) await fetch(other.origin + path, post({}, BEARER));
  assert.deepEqual(other.seen.map(({ headers }) => headers.authorization), [BEARER[1], BEARER[1]]);
  assert.equal(questions.length, 1);
  assert.equal(warnings.length, 1);
  assert.ok(warnings[0]?.includes(other.origin) && warnings[0].includes(own.origin));
});

test("another path of the same origin gets the placeholder", async (context) => {
  const server = await serve(context, end);
  const { fetch, warnings } = desk({ endpoint: server.origin });
  await fetch(`${server.origin}/v1/echo`, post({}, BEARER));
  assert.equal(server.seen[0]?.headers.authorization, BEARER[1]);
  assert.equal(warnings.length, 1);
});

test("no redirect is followed: the other server sees nothing", async (context) => {
  const other = await serve(context, end);
  for (const status of [301, 302, 303, 307, 308]) {
    const server = await serve(context, (_request, response) => void response.writeHead(status, { Location: `${other.origin}/v1/chat/completions` }).end("moved"));
    const port = await desk({ endpoint: server.origin }).fetch(`${server.origin}/v1/chat/completions`, post({ secret: 1 }, BEARER));
    assert.equal(port.failure.failure, "unreachable");
    assert.match(port.failure.what, /redirect/);
    assert.equal(port.messages.length, 1);
  }
  assert.equal(other.seen.length, 0);
});

test("an abort closes the connection, and nothing is said after it", async (context) => {
  let closed: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (closed = resolve));
  const server = await serve(context, (_request, response) => {
    response.write("one");
    response.on("close", closed);
  });
  const { broker, start } = desk({ endpoint: server.origin });
  const port = start(`${server.origin}/v1/models`);
  await port.until(({ text }) => text === "one");
  broker.handle({ type: "fetch-abort", fetch: port.number }, port.reply);
  broker.handle({ type: "fetch-abort", fetch: 99 }, port.reply);
  await gone;
  await new Promise(setImmediate);
  assert.deepEqual(port.messages.map(({ type }) => type), ["fetch-head", "fetch-chunk"]);
});

test("abortAll ends requests before and after their head, each with one last word", async (context) => {
  let closes = 0;
  let closed: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (closed = resolve));
  const server = await serve(context, (request, response) => {
    if (request.url === "/v1/models") response.write("one");
    response.on("close", () => (closes += 1) === 2 && closed());
  });
  const { broker, start } = desk({ endpoint: server.origin });
  const waiting = server.received();
  const ports = [start(`${server.origin}/v1/silent`), start(`${server.origin}/v1/models`)];
  await waiting;
  await ports[1]?.until(({ text }) => text === "one");
  broker.abortAll();
  await gone;
  await new Promise(setImmediate);
  assert.deepEqual(ports.map(({ failure }) => failure.failure), ["aborted", "aborted"]);
  assert.deepEqual(ports.map(({ messages }) => messages.at(-1)?.type), ["fetch-failed", "fetch-failed"]);
});

test("calls are capped: over the cap nothing is sent, and a new run counts anew", async (context) => {
  const server = await serve(context, end);
  const { broker, fetch, start } = desk({ endpoint: server.origin, cap: 3 });
  const ports = Array.from({ length: 5 }, () => start(`${server.origin}/v1/models`));
  await Promise.all(ports.map((port) => port.over()));
  assert.equal(server.seen.length, 3);
  assert.equal(broker.calls.value, 3);
  const failures = ports.slice(3).map(({ failure }) => failure);
  assert.ok(failures.every(({ failure, what, advice }) => failure === "cap" && what.includes("3 network calls") && advice !== ""));
  broker.beginRun();
  assert.equal(broker.calls.value, 0);
  assert.equal((await fetch(`${server.origin}/v1/models`)).text, "ok");
});

test("the reader's answers: once, for the page, refuse", async (context) => {
  const server = await serve(context, end);
  const answers: Decision[] = ["once", "refuse", "page"];
  const { broker, fetch, questions } = desk({ endpoint: "https://api.example.com", ask: () => Promise.resolve(answers.shift() ?? "refuse") });
  assert.equal((await fetch(`${server.origin}/a`)).text, "ok");
  const refused = await fetch(`${server.origin}/b`);
  assert.equal(refused.failure.failure, "refused");
  // Asked again in the same run, the reader is not bothered.
  assert.equal((await fetch(`${server.origin}/c`)).failure.failure, "refused");
  assert.equal(questions.length, 2);
  broker.beginRun();
  assert.equal((await fetch(`${server.origin}/d`)).text, "ok");
  broker.beginRun();
  assert.equal((await fetch(`${server.origin}/e`)).text, "ok");
  assert.equal(questions.length, 3);
  assert.deepEqual(server.seen.map(({ url }) => url), ["/a", "/d", "/e"]);
  assert.deepEqual(questions[0], { kind: "destination", origin: server.origin, place: "loopback", method: "GET", url: `${server.origin}/a`, hasKey: false });
});

test("many requests to one new place are one question when it is allowed for the page", async (context) => {
  const server = await serve(context, end);
  const { questions, start } = desk({ endpoint: "https://api.example.com", ask: () => Promise.resolve("page") });
  const ports = Array.from({ length: 14 }, (_, index) => start(`${server.origin}/${index}`));
  await Promise.all(ports.map((port) => port.over()));
  assert.ok(ports.every(({ text }) => text === "ok"));
  assert.equal(questions.length, 1);
});

test("a program that asks for place after place is stopped from asking", async (context) => {
  const server = await serve(context, end);
  const { fetch, questions } = desk({ endpoint: server.origin });
  for (let index = 0; index < 30; index += 1) await fetch(`https://host${index}.example/`);
  assert.equal(questions.length, 12);
  assert.match((await fetch("https://more.example/")).failure.what, /too much/);
});

test("a question is withdrawn when its request is aborted, the sandbox ends or a new run begins", async () => {
  for (const finish of ["fetch-abort", "abortAll", "beginRun"] as const) {
    let withdrawn: AbortSignal | null = null;
    let asked: () => void = () => undefined;
    const shown = new Promise<void>((resolve) => (asked = resolve));
    const { broker, start } = desk({
      endpoint: "https://api.example.com",
      ask(_question, signal) {
        withdrawn = signal;
        asked();
        return new Promise(() => undefined);
      },
    });
    const port = start("http://127.0.0.1:9/");
    await shown;
    if (finish === "fetch-abort") broker.handle({ type: "fetch-abort", fetch: port.number }, port.reply);
    else broker[finish]();
    assert.equal((withdrawn as AbortSignal | null)?.aborted, true);
    await new Promise(setImmediate);
    assert.deepEqual(port.messages.map((message) => (message.type === "fetch-failed" ? message.failure : message.type)), finish === "fetch-abort" ? [] : ["aborted"]);
    assert.equal(broker.calls.value, 0);
  }
});

test("a body that makes the provider reach out is asked about, and refused as a whole", async (context) => {
  const server = await serve(context, end);
  const answers: Decision[] = ["refuse", "page"];
  const { fetch, questions } = desk({ endpoint: server.origin, ask: () => Promise.resolve(answers.shift() ?? "refuse") });
  const image = (url: string) => post({ messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }] }, BEARER);
  const url = `${server.origin}/v1/chat/completions`;
  assert.equal((await fetch(url, image("https://evil.example/?d=1"))).failure.failure, "refused");
  assert.equal(server.seen.length, 0);
  assert.equal((await fetch(url, image("https://evil.example/?d=2"))).text, "ok");
  assert.equal((await fetch(url, image("https://evil.example/?d=3"))).text, "ok");
  assert.equal((await fetch(url, image("https://other.example/"))).failure.failure, "refused");
  assert.equal((await fetch(url, post("{'not': json}", BEARER))).failure.failure, "refused");
  assert.deepEqual(questions.map((question) => question.kind === "body" && question.what[0]), [
    "an address to fetch: https://evil.example/?d=1", "an address to fetch: https://evil.example/?d=2", "an address to fetch: https://other.example/",
    "a body that is not plain JSON, so that nobody can tell what it asks for",
  ]);
});

test("what the reader is shown and told has no key in it", async (context) => {
  const server = await serve(context, end);
  const { fetch, questions, warnings } = desk({ endpoint: "https://api.example.com", ask: () => Promise.resolve("once") });
  await fetch(`${server.origin}/${KEY}?q=${encodeURIComponent(KEY)}\u202E`, post({ image_url: `https://x.example/${KEY}` }, BEARER));
  const shown = JSON.stringify([questions, warnings]);
  assert.equal(questions.length, 2);
  assert.equal(shown.split(MARK).length, 4);
  assert.ok(!shown.includes(KEY) && !shown.includes(encodeURIComponent(KEY)) && !shown.includes("\u202E"));
});

test("the page's own origin is refused without a question", async (context) => {
  const server = await serve(context, end);
  const { fetch, questions } = desk({ endpoint: "https://api.example.com", own: server.origin });
  assert.equal((await fetch(`${server.origin}/index.html`)).failure.failure, "refused");
  assert.deepEqual([server.seen.length, questions.length], [0, 0]);
});

test("nobody there, and a connection that breaks in the middle", async (context) => {
  const server = await serve(context, (_request, response) => {
    response.write("half\n");
    setImmediate(() => response.destroy());
  });
  const { fetch } = desk({ endpoint: server.origin });
  const broken = await fetch(`${server.origin}/v1/models`);
  assert.equal(broken.failure.failure, "unreachable");
  assert.match(broken.failure.what, /broke while/);

  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
  await new Promise((resolve) => closed.close(resolve));
  const port = await desk({ endpoint: origin }).fetch(`${origin}/v1/models`, { headers: [BEARER] });
  assert.equal(port.failure.failure, "unreachable");
  assert.match(`${port.failure.what} ${port.failure.advice}`, /Nothing that this page can read.*server runs on this port/);
});

test("sixteen requests may be open at once, and a number given twice serves neither", async (context) => {
  const server = await serve(context, () => undefined);
  const { broker, start } = desk({ endpoint: server.origin });
  const ports = Array.from({ length: 17 }, () => start(`${server.origin}/v1/models`));
  assert.equal(ports[16]?.failure.failure, "refused");
  assert.match(ports[16]?.failure.what ?? "", /16 requests open/);
  broker.handle({ type: "fetch", fetch: 1, method: "GET", url: server.origin, headers: [], body: null }, ports[0]?.reply ?? assert.fail);
  assert.equal(ports[0]?.failure.failure, "refused");
  broker.abortAll();
  assert.ok(ports.every(({ messages }) => messages.length === 1));
});

test("an unexpected fault in the page ends the request with a sentence that quotes nothing", async () => {
  const broker = createBroker({
    vault: createVault(), ask: () => Promise.resolve("refuse"), warn: () => undefined, cap: () => 1,
    allowedOrigins: () => {
      throw new Error(`boom ${KEY}`);
    },
  });
  const port = new Port();
  broker.handle({ type: "fetch", fetch: 1, method: "GET", url: "https://a.example/", headers: [], body: null }, port.reply);
  await port.over();
  assert.match(port.failure.what, /fault in Glassloop/);
  assert.ok(!JSON.stringify(port.messages).includes(KEY));
});
