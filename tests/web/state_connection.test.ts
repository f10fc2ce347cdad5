// Addresses, keys and the dialog's form; and that a key is nowhere but where the reader put it.

import assert from "node:assert/strict";
import { inspect } from "node:util";
import { test } from "node:test";
import { createVault } from "../../web/broker/secrets.ts";
import {
  cleanKey, CUSTOM, formOf, isLocal, normaliseBaseUrl, PRACTICE_SETTINGS, PRESETS, readSettings, settingsOf, withBaseUrl, withKey, withPreset,
  type Form,
} from "../../web/state/connection.ts";
import { listModels, probe } from "../../web/state/probe.ts";
import { memoryStore, type Store } from "../../web/state/storage.ts";
import { LESSON, page } from "./scripted_python.ts";

const PAGE = "https://page.example";
const KEY = "sk-canary-1234567890";
const BASE = "https://api.example.com/v1";

const start = formOf(PRACTICE_SETTINGS, false);
function form(changes: Partial<Form> = {}): Form {
  const keyed = withKey(withBaseUrl(withPreset(start, CUSTOM), BASE), KEY);
  return { ...keyed, model: "tiny", ...changes };
}

test("a base URL is what people paste, tidied", () => {
  const table: readonly (readonly [string, string])[] = [
    ["https://api.example.com/v1", BASE],
    ["  https://api.example.com/v1/  \n", BASE],
    ["https://api.example.com/v1///", BASE],
    ["https://api.example.com/v1/chat/completions", BASE],
    ["https://api.example.com/v1/chat/completions/", BASE],
    ["https://api.example.com/v1/models", BASE],
    ["https://api.example.com/v1/responses", BASE],
    ["api.example.com/v1", BASE],
    ["\u200bhttps://api.example.com/v1#part", BASE],
    ["HTTPS://API.Example.com:443/v1", BASE],
    ["https://api.example.com", "https://api.example.com"],
    ["https://api.example.com/models/v1", "https://api.example.com/models/v1"],
    ["localhost:11434/v1", "http://localhost:11434/v1"],
    ["127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["http://192.168.1.5:11434/v1", "http://192.168.1.5:11434/v1"],
    ["http://[::1]:8080/v1", "http://[::1]:8080/v1"],
  ];
  for (const [typed, expected] of table) assert.deepEqual(normaliseBaseUrl(typed, PAGE), { ok: true, value: expected }, typed);
  for (const { baseUrl } of PRESETS.filter((preset) => preset.baseUrl !== "")) {
    assert.deepEqual(normaliseBaseUrl(baseUrl, PAGE), { ok: true, value: baseUrl });
  }
});

test("a base URL that can't be one is told apart in words", () => {
  const table: readonly (readonly [string, RegExp])[] = [
    ["", /no base URL yet/],
    ["   ", /no base URL yet/],
    ["not an address", /“not an address” is not an address/],
    ["https://", /not an address/],
    ["/v1", /not an address/],
    ["ftp://api.example.com", /ftp:.*Use https/],
    ["javascript://alert", /Use https/],
    ["https://me:secret@api.example.com/v1", /name or a password/],
    ["https://api.example.com/v1?key=abc", /“\?”/],
    ["http://api.example.com/v1", /http:\/\/.*Use https/],
  ];
  for (const [typed, words] of table) {
    const checked = normaliseBaseUrl(typed, PAGE);
    assert.ok(!checked.ok, typed);
    assert.match(checked.sentence, words);
    assert.ok(!checked.sentence.includes("secret") && !checked.sentence.includes("abc"));
  }
  assert.equal(normaliseBaseUrl("http://page.example/v1", "http://page.example").ok, true, "the page's own server");
});

test("servers of one's own are told from the others", () => {
  assert.deepEqual([BASE, "http://localhost:1/v1", "http://10.0.0.2/v1", "nonsense here"].map(isLocal), [false, true, true, false]);
});

test("a key is cleaned of what comes along when it is copied", () => {
  for (const typed of [
    KEY, ` ${KEY}\n`, `Bearer ${KEY}`, `bearer   ${KEY}`, `Authorization: Bearer ${KEY}`, `"${KEY}"`, `OPENAI_API_KEY=${KEY}`,
    `export OPENAI_API_KEY="${KEY}"`, `\ufeff${KEY}\u200b`, "sk-canary-\n1234567890",
  ]) {
    assert.equal(cleanKey(typed), KEY, JSON.stringify(typed));
  }
  assert.equal(cleanKey("  "), "");
});

test("a key goes to no origin but the one it was typed for", () => {
  const elsewhere = withBaseUrl(form(), "https://evil.example/v1");
  assert.equal(elsewhere.key, "");
  assert.match(elsewhere.note, /https:\/\/api\.example\.com/);
  assert.ok(!elsewhere.note.includes(KEY));
  assert.equal(withPreset(form(), "groq").key, "");
  assert.equal(withBaseUrl(form(), `${BASE}/other`).key, KEY, "the same origin");
  const first = withBaseUrl(withKey({ ...withPreset(start, CUSTOM) }, KEY), BASE);
  assert.equal(first.key, KEY, "typed before any address: it belongs to the first");
  assert.equal(withBaseUrl(first, "https://evil.example").key, "");
});

test("a preset whose address is changed becomes the custom endpoint", () => {
  const openai = withPreset(start, "openai");
  assert.equal(openai.baseUrl, "https://api.openai.com/v1");
  assert.equal(withBaseUrl(openai, "https://api.openai.com/v2").preset, "openai");
  assert.equal(withBaseUrl(openai, "https://proxy.example/v1").preset, CUSTOM);
  assert.equal(withPreset(openai, CUSTOM).baseUrl, openai.baseUrl, "to be changed from there");
});

test("a form that can't be used says why", () => {
  for (const [changes, words] of [
    [{ model: " " }, /no model yet/],
    [{ cap: "0" }, /Calls per run/],
    [{ cap: "many" }, /Calls per run/],
    [{ cap: "" }, /Calls per run/],
    [{ baseUrl: "" }, /no base URL/],
  ] as const) {
    const checked = settingsOf(form(changes), PAGE);
    assert.ok(!checked.ok);
    assert.match(checked.sentence, words);
  }
});

test("stored settings are read; anything odd is the practice model", () => {
  const stored = { preset: CUSTOM, baseUrl: BASE, model: "tiny", stream: false, cap: 7 };
  assert.deepEqual(readSettings(JSON.stringify(stored), PAGE), stored);
  assert.equal(readSettings(JSON.stringify({ ...stored, preset: "gone" }), PAGE).preset, CUSTOM);
  for (const text of [null, "", "null", "{}", "3", '{"preset":"custom","baseUrl":"ftp://a.example","model":"m","cap":1}', "{"]) {
    assert.deepEqual(readSettings(text, PAGE), PRACTICE_SETTINGS, String(text));
  }
});

interface Watched extends Store {
  readonly text: () => string;
}
function watched(): Watched {
  const store = memoryStore();
  const written = new Map<string, string>();
  return {
    read: store.read,
    write: (key, text) => (written.set(key, text), store.write(key, text)),
    remove: (key) => (written.delete(key), store.remove(key)),
    text: () => JSON.stringify([...written]),
  };
}

/** Everything that a panel, an export or a log could reach. */
const visible = (app: unknown) => inspect(app, { depth: 20, showHidden: true, getters: true, maxArrayLength: null }) + JSON.stringify(app);

test("a key is in the vault, and in nothing that can be seen, stored, or sent to Python", () => {
  const [local, session] = [watched(), watched()];
  const vault = createVault();
  const { app, python } = page({ local, session, vault });
  assert.equal(app.connector.save(form()).ok, true);
  assert.equal(app.connection.value.hasKey, true);
  assert.equal(app.connection.value.practice, false);
  python.ready();
  app.question.value = "q";
  app.run();
  assert.ok(!visible(app).includes(KEY));
  assert.ok(!local.text().includes(KEY) && !session.text().includes(KEY));
  assert.ok(!JSON.stringify(python.sent).includes(KEY));
  const url = new URL(`${BASE}/chat/completions`);
  const headers = [["authorization", "Bearer glassloop-secret-llm"]] as const;
  assert.deepEqual(vault.fill({ method: "POST", url, headers }).headers, [["authorization", `Bearer ${KEY}`]]);
});

test("a remembered key is in this tab's storage only, and Forget takes it out of everywhere", () => {
  const [local, session] = [watched(), watched()];
  const { app } = page({ local, session });
  app.connector.save(form({ remember: true }));
  assert.ok(session.text().includes(KEY) && !local.text().includes(KEY));
  const vault = createVault();
  const again = page({ local, session, vault }).app;
  assert.equal(again.connection.value.hasKey, true);
  assert.equal(again.connector.form().key, "", "a key in use is never put back into the form");
  assert.equal(again.connector.form().remember, true);
  again.connector.forget();
  assert.equal(again.connection.value.hasKey, false);
  assert.equal(vault.has("llm"), false);
  assert.ok(!session.text().includes(KEY));
});

test("after a reload without its key, a hosted provider asks for one before anything is sent", () => {
  const local = memoryStore();
  page({ local }).app.connector.save(withKey({ ...withPreset(start, "openai"), model: "m" }, KEY));
  const { app, python } = page({ local, lesson: LESSON });
  python.ready();
  assert.deepEqual(python.all("run"), [], "no opening run on a live connection");
  app.question.value = "q";
  app.run();
  assert.deepEqual(python.all("run"), []);
  assert.match(app.notice.value, /OpenAI needs an API key/);
  assert.equal(app.question.value, "q");
});

test("an opening run that waits is dropped when a live connection is chosen meanwhile", () => {
  const { app, python } = page({ lesson: LESSON });
  app.connector.save(form());
  python.ready();
  assert.deepEqual(python.all("run"), []);
  assert.equal(app.question.value, "");
});

test("an empty key field means the kept key, for the same origin and for no other", () => {
  const vault = createVault();
  const { app } = page({ vault });
  app.connector.save(form());
  app.connector.save(form({ key: "", keyFor: null, model: "other" }));
  assert.equal(app.connection.value.hasKey, true);
  assert.equal(app.connector.keeps(app.connector.form()), true);
  app.connector.save(form({ key: "", keyFor: null, baseUrl: "https://evil.example/v1" }));
  assert.equal(app.connection.value.hasKey, false);
  assert.equal(vault.has("llm"), false);
});

test("a key that was typed for another address is refused at the last moment too", () => {
  const { app } = page();
  const saved = app.connector.save(form({ baseUrl: "https://evil.example/v1" }));
  assert.ok(!saved.ok && /typed for https:\/\/api\.example\.com/.test(saved.sentence) && !saved.sentence.includes(KEY));
  assert.equal(app.connection.value.practice, true, "and nothing has changed");
});

test("with the practice model no key is in reach, and no address is allowed", () => {
  const vault = createVault();
  const { app, broker } = page({ vault });
  app.connector.save(form());
  assert.deepEqual(broker.hooks.allowedOrigins(), ["https://api.example.com"]);
  app.connector.save(withPreset(app.connector.form(), "practice"));
  assert.equal(vault.has("llm"), false);
  assert.deepEqual(broker.hooks.allowedOrigins(), []);
  app.connector.save(form({ key: "", keyFor: null }));
  assert.equal(vault.has("llm"), true, "it is still there when its server is chosen again");
});

test("in a frame a remembered key is not even read", () => {
  const session = memoryStore();
  session.write("key", JSON.stringify({ origin: "https://api.example.com", value: KEY }));
  const { app } = page({ session, framed: true });
  assert.equal(app.connector.framed, true);
  assert.equal(app.connector.keeps(form()), false);
});

test("the cap on calls comes from the form", () => {
  const { app, broker } = page();
  assert.equal(broker.hooks.cap(), 40);
  app.connector.save({ ...start, cap: " 7 " });
  assert.equal(broker.hooks.cap(), 7);
  assert.deepEqual(app.calls.value, { used: 0, cap: 7 });
});

// ---- the test of a connection ---------------------------------------------------------------------------------------

type Call = { readonly url: string; readonly init: RequestInit };

function server(...answers: readonly (readonly [number, string] | null)[]) {
  const calls: Call[] = [];
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    const answer = answers[calls.length] ?? null;
    calls.push({ url, init });
    return answer === null ? Promise.reject(new TypeError("failed")) : Promise.resolve(new Response(answer[1], { status: answer[0] }));
  };
  return { fetch, calls };
}
const ENDPOINT = { baseUrl: BASE, key: KEY, model: "tiny" };

test("a list of models is proof enough, and it is the only call", async () => {
  const { fetch, calls } = server([200, '{"data":[{"id":"tiny"},{"id":"big"},{"id":"big"},{"no":1}]}']);
  assert.deepEqual(await probe(fetch, ENDPOINT), { works: true, sentence: "The server answered and lists 2 models.", models: ["big", "tiny"] });
  assert.deepEqual(calls.map(({ url }) => url), [`${BASE}/models`]);
  const [call] = calls;
  assert.deepEqual(call?.init.headers, { Authorization: `Bearer ${KEY}` });
  assert.equal(call?.init.redirect, "error");
  assert.equal(call?.init.credentials, "omit");
  assert.equal(call?.init.referrerPolicy, "no-referrer");
});

test("without a key no Authorization header is sent", async () => {
  const { fetch, calls } = server([200, '{"data":[{"id":"tiny"}]}']);
  await probe(fetch, { ...ENDPOINT, key: "" });
  assert.deepEqual(calls[0]?.init.headers, {});
});

test("Gemini's names lose their prefix", async () => {
  const { fetch } = server([200, '{"data":[{"id":"models/gemini-pro"}]}']);
  assert.deepEqual(await listModels(fetch, ENDPOINT), ["gemini-pro"]);
});

test("a server without a list is asked one tiny question", async () => {
  const { fetch, calls } = server([404, ""], [200, '{"choices":[{"message":{"content":"ok"}}]}']);
  const finding = await probe(fetch, ENDPOINT);
  assert.equal(finding.works, true);
  assert.deepEqual(calls.map(({ url, init }) => [init.method, url]), [["GET", `${BASE}/models`], ["POST", `${BASE}/chat/completions`]]);
  assert.deepEqual(calls[1]?.init.headers, { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json" });
});

test("whatever else comes back is one sentence that says what to try, without the key", async () => {
  const table: readonly (readonly [readonly (readonly [number, string] | null)[], RegExp])[] = [
    [[null], /Nothing readable came back from https:\/\/api\.example\.com\/v1/],
    [[[401, `{"error":{"message":"Incorrect API key provided: ${KEY}"}}`]], /refused the key \(401\).*Incorrect API key/],
    [[[403, "{}"]], /refused the key \(403\)/],
    [[[402, "{}"]], /no credit/],
    [[[429, "{}"]], /too often/],
    [[[500, "oops"]], /fault of its own \(500\).*oops/],
    [[[200, "<!DOCTYPE html><title>x</title>"], [200, "<html>"]], /web page, not an API.*usually end in \/v1/],
    [[[404, ""], [404, '{"detail":"no such model"}']], /“not found” \(404\).*no such model/],
    [[[404, ""], [400, '[{"error":{"message":"bad field"}}]']], /did not take the request \(400\).*bad field/],
    [[[404, ""], [200, ""]], /not as a chat endpoint/],
    [[[200, ""], null], /Nothing readable/],
    [[[500, `${"x".repeat(190)} ${KEY}`]], /fault of its own/],
  ];
  for (const [answers, words] of table) {
    const { works, sentence, models } = await probe(server(...answers).fetch, ENDPOINT);
    assert.equal(works, false);
    assert.match(sentence, words);
    assert.deepEqual(models, []);
    assert.ok(!sentence.includes("sk-canary"), sentence);
  }
  const { sentence } = await probe(server([401, ""]).fetch, { ...ENDPOINT, key: "" });
  assert.match(sentence, /asks for a key/);
});

test("the dialog asks no server for its models before it has a key for it", async () => {
  const { fetch, calls } = server();
  const { connector } = page({ fetch }).app;
  assert.deepEqual(await connector.models(start), []);
  assert.deepEqual(await connector.models(form({ key: "", keyFor: null })), []);
  assert.deepEqual(await connector.models(form({ baseUrl: "https://evil.example/v1" })), []);
  assert.deepEqual(calls, []);
});
