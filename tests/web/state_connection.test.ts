// Addresses, keys and the dialog's form; and that a key is nowhere but where the reader put it.

import assert from "node:assert/strict";
import { inspect } from "node:util";
import { test } from "node:test";
import { createVault } from "../../web/broker/secrets.ts";
import {
  cleanKey, CUSTOM, formOf, isLocal, normaliseBaseUrl, PRACTICE_SETTINGS, PRESETS, readSettings, settingsOf, withBaseUrl, withKey, withPreset,
  type Form,
} from "../../web/state/connection.ts";
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
    [{ limits: { ...start.limits, rounds: "0" } }, /Rounds per question .* leave it empty/],
    [{ limits: { ...start.limits, repeats: "" } }, /Same call again has to be .* 3 is usual/],
    [{ limits: { ...start.limits, unknown: "x" } }, /Unknown tools in a row/],
    [{ limits: { ...start.limits, retries: "11" } }, /Retries has to be a whole number from 0 to 10; 2 is usual/],
    [{ baseUrl: "" }, /no base URL/],
  ] as const) {
    const checked = settingsOf(form(changes), PAGE);
    assert.ok(!checked.ok);
    assert.match(checked.sentence, words);
  }
});

test("stored settings are read; anything odd is the practice model", () => {
  const limits = { rounds: 4, repeats: 2, unknown: 5, retries: 0 };
  const stored = { preset: CUSTOM, baseUrl: BASE, model: "tiny", stream: false, format: "responses", cap: 7, limits };
  assert.deepEqual(readSettings(JSON.stringify(stored), PAGE), stored);
  assert.equal(readSettings(JSON.stringify({ ...stored, preset: "gone" }), PAGE).preset, CUSTOM);
  const older = readSettings(JSON.stringify({ preset: CUSTOM, baseUrl: BASE, model: "tiny", stream: false, cap: 7 }), PAGE);
  assert.deepEqual(older, { ...stored, format: "chat", limits: PRACTICE_SETTINGS.limits }, "kept by an earlier version of the page");
  assert.deepEqual(readSettings(JSON.stringify({ ...stored, limits: { ...limits, repeats: 0 } }), PAGE).limits, PRACTICE_SETTINGS.limits);
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

test("the wire format and the limits go to Python with each run", () => {
  const { app, python } = page();
  app.connector.save(form({ format: "responses", limits: { rounds: " 4 ", repeats: "2", unknown: "5", retries: "0" } }));
  python.ready();
  app.question.value = "q";
  app.run();
  const [run] = python.all("run");
  assert.equal(run?.connection.format, "responses");
  assert.deepEqual(run?.limits, { rounds: 4, repeats: 2, unknown: 5, retries: 0 });
  assert.equal(withPreset(form({ format: "responses" }), "groq").format, "chat", "another server begins with the usual format");
});

test("the cap on calls comes from the form", () => {
  const { app, broker } = page();
  assert.equal(broker.hooks.cap(), 40);
  app.connector.save({ ...start, cap: " 7 " });
  assert.equal(broker.hooks.cap(), 7);
  assert.deepEqual(app.calls.value, { used: 0, cap: 7 });
});

test("the dialog asks no server for its models before it has a key for it", async () => {
  const calls: string[] = [];
  const fetch = (url: string): Promise<Response> => {
    calls.push(url);
    return Promise.reject(new TypeError("failed"));
  };
  const { connector } = page({ fetch }).app;
  assert.deepEqual(await connector.models(start), []);
  assert.deepEqual(await connector.models(form({ key: "", keyFor: null })), []);
  assert.deepEqual(await connector.models(form({ baseUrl: "https://evil.example/v1" })), []);
  assert.deepEqual(calls, []);
});

test("what Python learned of a server comes back with the next run, for that server, model and format only", () => {
  const local = memoryStore();
  const { app, python } = page({ local });
  const ask = (): string | undefined => {
    app.question.value = "q";
    app.run();
    return python.all("run").at(-1)?.connection.habits;
  };
  app.connector.save(form());
  python.ready();
  assert.equal(ask(), "");
  python.say({ type: "habits", run: 1, habits: '{"dropped":["stream"]}' });
  python.say({ type: "habits", run: 7, habits: "of a dead run" });
  python.say({ type: "done", run: 1 });
  assert.equal(ask(), '{"dropped":["stream"]}');
  python.say({ type: "done", run: 2 });
  for (const [number, changes] of [{ model: "other" }, { format: "responses" }, { baseUrl: `${BASE}/b` }].entries()) {
    app.connector.save(form({ key: "", keyFor: null, ...(changes as Partial<Form>) }));
    assert.equal(ask(), "");
    python.say({ type: "done", run: 3 + number });
  }
  const later = page({ local });
  later.app.connector.save(form());
  later.python.ready();
  later.app.question.value = "q";
  later.app.run();
  assert.equal(later.python.all("run")[0]?.connection.habits, '{"dropped":["stream"]}', "also on the next visit");
});
