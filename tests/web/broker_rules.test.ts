// The pure rules: places, addresses, headers, bodies, and questions one at a time.

import assert from "node:assert/strict";
import { test } from "node:test";
import { reachesOut } from "../../web/broker/body_rules.ts";
import { noAnswer } from "../../web/broker/failures.ts";
import { forDisplay, judge, readAddress, type Policy } from "../../web/broker/permissions.ts";
import { placeOf } from "../../web/broker/places.ts";
import { createPrompts, type Asked, type Decision } from "../../web/broker/prompts.ts";
import { readRequest, type FetchMessage } from "../../web/broker/request.ts";

test("hosts are told apart", () => {
  const places = {
    loopback: ["http://localhost:1", "http://a.localhost", "http://127.9.9.9", "http://[::1]:8", "http://0.0.0.0", "http://2130706433", "http://[::ffff:127.0.0.1]", "http://localhost."],
    private: ["http://10.0.0.1", "http://172.16.0.1", "http://192.168.1.1", "http://169.254.169.254", "http://100.64.0.1", "http://[fe80::1]", "http://[fd00::1]", "http://printer", "http://nas.local", "http://[::ffff:10.0.0.1]"],
    public: ["https://example.com", "http://172.32.0.1", "http://100.128.0.1", "http://[2001:db8::1]", "https://127.0.0.1.example.com", "http://8.8.8.8"],
  } as const;
  for (const [place, urls] of Object.entries(places)) for (const url of urls) assert.equal(placeOf(new URL(url).hostname), place, url);
});

test("addresses that can't be fetched give one sentence and an advice", () => {
  for (const bad of ["", "data.csv", "//host/x", "ftp://host/x", "file:///etc/passwd", "data:text/plain,x", "blob:https://a/1", "javascript:1", "https://me:secret@host/", "http://"]) {
    const read = readAddress(bad);
    assert.ok("failure" in read && read.failure === "refused" && read.advice !== "", bad);
    assert.ok(!read.what.includes("secret"));
  }
});

const policy: Policy = {
  allowed: ["https://api.example.com"], forPage: new Set(["https://page.example"]), refused: new Set(["https://no.example"]), own: "https://own.example",
};

test("a request goes to the endpoint, is asked for elsewhere, and never goes to the page's own origin", () => {
  const verdict = (url: string, from = policy) => {
    const judged = judge(new URL(url), from);
    return typeof judged === "string" ? judged : judged.failure;
  };
  assert.equal(verdict("https://api.example.com/x"), "allowed");
  assert.equal(verdict("https://page.example/x"), "allowed");
  assert.equal(verdict("https://no.example/x"), "refused");
  assert.equal(verdict("https://own.example/x"), "refused");
  for (const url of ["http://api.example.com/", "https://api.example.com:8443/", "https://api.example.com.evil/", "https://api.example.com./", "http://127.0.0.1:11434/", "http://192.168.0.1/"]) {
    assert.equal(verdict(url), "ask", url);
  }
  // A model server that also serves this page: the reader chose it.
  assert.equal(verdict("https://own.example/v1", { ...policy, allowed: ["https://own.example"] }), "allowed");
});

test("what is shown is one bounded line in which nothing hides", () => {
  assert.equal(forDisplay("a\u202Eb\nc\u200Bd\u2066"), "a�b�c�d�");
  const long = forDisplay(`https://host/${"x".repeat(5_000)}END`);
  assert.ok(long.length <= 300 && long.startsWith("https://host/") && long.endsWith("END"));
});

test("no answer is explained by what can be known", () => {
  const say = (url: string, origin: string, online = true) => {
    const { what, advice } = noAnswer(new URL(url), { origin, online });
    return `${what} ${advice}`;
  };
  assert.match(say("https://api.example.com/v1", "https://page.example", false), /offline/);
  assert.match(say("http://api.example.com/v1", "https://page.example"), /blocks? plain http/);
  assert.match(say("https://api.example.com/v1", "https://page.example"), /CORS.*Check the address/);
  assert.match(say("http://localhost:11434/v1", "https://page.example"), /OLLAMA_ORIGINS=https:\/\/page\.example.*Safari/);
  assert.match(say("http://localhost:1234/v1", "http://localhost:8000"), /LM Studio/);
  assert.match(say("http://localhost:9999/v1", "http://localhost:8000", false), /runs on this port/);
  assert.match(say("http://192.168.0.7:8000/v1", "http://localhost:8000"), /local network/);
});

const message = (changes: object): FetchMessage => ({
  type: "fetch", fetch: 1, method: "POST", url: "https://api.example.com/x", headers: [], body: null, ...changes,
});

test("only sendable headers are left", () => {
  const read = readRequest(message({
    headers: [["Cookie", "a"], ["HOST", "b"], ["Origin", "c"], ["Sec-Fetch-Mode", "d"], ["Proxy-Authorization", "e"], ["User-Agent", "f"],
      ["X-Stainless-OS", "g"], ["Content-Length", "9"], ["Referer", "h"], ["Authorization", "Bearer x"], ["Content-Type", "application/json"], ["X-Mine", " y "]],
  }));
  assert.ok(!("failure" in read));
  assert.deepEqual(read.headers, [["Authorization", "Bearer x"], ["Content-Type", "application/json"], ["X-Mine", "y"]]);
});

test("Anthropic alone gets the header that it wants from web pages", () => {
  const names = (url: string): readonly string[] => {
    const read = readRequest(message({ url }));
    return "failure" in read ? ["failed"] : read.headers.map(([name]) => name);
  };
  assert.deepEqual(names("https://api.anthropic.com/v1/chat/completions"), ["anthropic-dangerous-direct-browser-access"]);
  assert.deepEqual(names("https://api.anthropic.com.evil.example/v1"), []);
});

test("a message can hold anything and does no harm", () => {
  const hostile: readonly object[] = [
    { method: "TRACE" }, { method: "connect" }, { method: 7 }, { method: "GET\r\nX: y" }, { url: 7 }, { url: null }, { url: {} },
    { headers: null }, { headers: "x" }, { headers: [["a"]] }, { headers: [["a", 1]] }, { headers: [{ 0: "a", 1: "b", length: 2 }] },
    { headers: [["a\n", "b"]] }, { headers: [["a", "b\r\nc: d"]] }, { headers: [["a", "☃"]] }, { headers: [["", "b"]] },
    { headers: Array.from({ length: 65 }, () => ["a", "b"]) }, { headers: [["a", "b".repeat(40_000)]] },
    { body: "text" }, { body: {} }, { body: new ArrayBuffer(32_000_001) }, { method: "GET", body: new ArrayBuffer(1) },
  ];
  for (const changes of hostile) {
    const read = readRequest(message(changes));
    assert.ok("failure" in read && read.failure === "refused" && read.what !== "" && read.advice !== "", JSON.stringify(changes).slice(0, 80));
  }
  const read = readRequest(message({ method: "get", body: new ArrayBuffer(0) }));
  assert.ok(!("failure" in read) && read.method === "GET" && read.body === null);
});

const body = (value: unknown): ArrayBuffer => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value)).buffer;
const keys = (value: unknown): readonly string[] => {
  const read = reachesOut(body(value));
  return read === "unreadable" ? ["unreadable"] : read.map(({ key }) => key);
};
const withPart = (part: unknown) => ({ model: "m", messages: [{ role: "user", content: [{ type: "text", text: "hi" }, part] }] });

test("a usual request reaches nowhere", () => {
  const parameters = { type: "object", properties: { image_url: { type: "string", default: "https://x.example/" }, plugins: { type: "array", items: {} } } };
  const usual = {
    model: "gpt-5-mini", stream: true, stream_options: { include_usage: true }, tool_choice: "auto",
    tools: [{ type: "function", function: { name: "add", description: "see https://x.example", parameters } }, { type: "function", name: "flat", parameters }],
    messages: [
      { role: "user", content: "fetch https://x.example/ for me" },
      { role: "user", content: [{ type: "text", text: "https://x.example/" }, { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }] },
      { role: "assistant", tool_calls: [{ id: "1", type: "function", function: { name: "add", arguments: '{"url":"https://x.example"}' } }] },
      { role: "tool", tool_call_id: "1", content: '{"image_url":"https://x.example"}' },
    ],
    response_format: { type: "json_schema", json_schema: { name: "x", schema: parameters } }, plugins: [], web_search_options: null,
  };
  assert.deepEqual(keys(usual), []);
});

test("whatever makes the provider reach out is named", () => {
  assert.deepEqual(keys(withPart({ type: "image_url", image_url: { url: "https://evil.example/?d=1" } })), ["address https://evil.example"]);
  assert.deepEqual(keys(withPart({ type: "input_image", image_url: "https://evil.example/a" })), ["address https://evil.example"]);
  assert.deepEqual(keys(withPart({ type: "input_file", file_url: "http://evil.example/a" })), ["address http://evil.example"]);
  assert.deepEqual(keys(withPart({ type: "file", file: { filename: "a", file_data: "https://evil.example/a.pdf" } })), ["address https://evil.example"]);
  assert.deepEqual(keys(withPart({ type: "image", source: { type: "url", url: "https://evil.example/a" } })), ["address https://evil.example"]);
  assert.deepEqual(keys({ input: [{ type: "function_call_output", output: [{ type: "input_image", image_url: "https://evil.example/" }] }] }), ["address https://evil.example"]);
  assert.deepEqual(keys({ tools: [{ type: "web_search" }, { type: "mcp", server_url: "https://evil.example" }, { google_search: {} }, "odd"] }).toSorted(),
    ["address https://evil.example", "tool google_search", "tool mcp", "tool odd", "tool web_search"]);
  assert.deepEqual(keys({ plugins: [{ id: "web" }] }), ["switch plugins"]);
  assert.deepEqual(keys({ web_search_options: {} }), ["switch web_search_options"]);
  assert.deepEqual(keys({ parameters: { enable_search: true } }), ["switch enable_search"]);
  assert.deepEqual(keys({ extra_body: { mcp_servers: [{}] } }), ["switch mcp_servers"]);
  assert.deepEqual(keys({ model: "x/y:online" }), ["model x/y:online"]);
  assert.deepEqual(keys({ prompt: { id: "pmpt_1" } }), ["prompt"]);
  assert.deepEqual(keys({ tools: [{ type: "function", function: { name: "a", parameters: { $ref: "https://evil.example/s.json" } } }] }), ["address https://evil.example"]);
});

test("a field written twice can't hide behind its twin", () => {
  assert.deepEqual(keys('{"plugins":[{"id":"web"}],"plugins":[]}'), ["twice"]);
  assert.deepEqual(keys('{"a":{"x":1,"\\u0078":2}}'), ["twice"]);
  assert.deepEqual(keys('{"a":"\\"b\\":", "c": ["d", "e:"]}'), []);
});

test("what is not plain JSON is called unreadable, and depth does no harm", () => {
  for (const odd of ["", "{'a':1}", '{"a":NaN}', '\uFEFF{"a":1}', '{"a":1}x']) assert.deepEqual(keys(odd), ["unreadable"], odd);
  assert.equal(reachesOut(Uint8Array.of(0x22, 0xff, 0x22).buffer), "unreadable");
  assert.deepEqual(keys(`${"[".repeat(5_000)}${"]".repeat(5_000)}`), []);
});

function asked(key: string, changes: Partial<Asked> = {}): Asked {
  return {
    question: { kind: "destination", origin: key, place: "public", method: "GET", url: key, hasKey: false }, key,
    signal: new AbortController().signal, settled: () => null, note: () => undefined, ...changes,
  };
}

test("questions are put one at a time; those that are alike share an answer", async () => {
  const answers: ((decision: Decision) => void)[] = [];
  const shown: string[] = [];
  const prompts = createPrompts((question) => {
    shown.push(question.origin);
    return new Promise((resolve) => answers.push(resolve));
  });
  const all = Promise.all([prompts(asked("a")), prompts(asked("a")), prompts(asked("b"))]);
  await Promise.resolve();
  assert.deepEqual(shown, ["a"]);
  answers[0]?.("once");
  while (answers.length < 2) await new Promise(setImmediate);
  assert.deepEqual(shown, ["a", "b"]);
  answers[1]?.("page");
  assert.deepEqual(await all, ["once", "once", "page"]);
});

test("an answer is noted before the next question is looked at", async () => {
  let allowed = false;
  let put = 0;
  const prompts = createPrompts(() => Promise.resolve(((put += 1), "page" as const)));
  const changes = { settled: () => (allowed ? ("once" as const) : null), note: () => void (allowed = true) };
  assert.deepEqual(await Promise.all([prompts(asked("a", changes)), prompts(asked("b", changes))]), ["page", "once"]);
  assert.equal(put, 1);
});

test("a withdrawn question is refused, taken off the screen, and answers for nobody else", async () => {
  const first = new AbortController();
  const signals: AbortSignal[] = [];
  const notes: Decision[] = [];
  const prompts = createPrompts((_question, withdrawn) => {
    signals.push(withdrawn);
    return signals.length === 1 ? new Promise(() => undefined) : Promise.resolve("once");
  });
  const all = Promise.all([prompts(asked("a", { signal: first.signal, note: (decision) => void notes.push(decision) })), prompts(asked("a"))]);
  await Promise.resolve();
  first.abort();
  assert.deepEqual(await all, ["refuse", "once"]);
  assert.deepEqual(signals.map(({ aborted }) => aborted), [true, false]);
  assert.deepEqual(notes, []);
});

test("a question that fails, or is answered with nonsense, is refused", async () => {
  const failing = createPrompts(() => {
    throw new Error("no dialog");
  });
  assert.equal(await failing(asked("a")), "refuse");
  assert.equal(await createPrompts(() => Promise.resolve("yes" as Decision))(asked("a")), "refuse");
});
