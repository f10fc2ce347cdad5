// The doctor: what each failure of a scripted server and a scripted Python comes to, what it says to do, and that the key
// goes nowhere but to the address that is shown.

import assert from "node:assert/strict";
import { inspect } from "node:util";
import { test } from "node:test";
import type { Event, Failure } from "../../web/generated/events.ts";
import { conclusion, diagnose, nextStep } from "../../web/state/checks.ts";
import { CUSTOM, formOf, PRACTICE_SETTINGS, withBaseUrl, withKey, withPreset, type Form } from "../../web/state/connection.ts";
import { guesses } from "../../web/state/doctor.ts";
import type { Check, CheckId, Facts, Permission } from "../../web/state/facts.ts";
import { startLines } from "../../web/state/local_servers.ts";
import { likeliest } from "../../web/state/near_names.ts";
import { readTrial, type Trial } from "../../web/state/trial_reading.ts";
import { answer, dispatch, LESSON, page, question, request, response, result, stopped } from "./scripted_python.ts";

const KEY = "sk-canary-1234567890";
const BASE = "https://api.example.com/v1";
const LOCAL = "http://localhost:11434/v1";
const LIST = '{"data":[{"id":"tiny"},{"id":"big"}]}';

function form(changes: Partial<Form> = {}): Form {
  const custom = withPreset(formOf(PRACTICE_SETTINGS, false), CUSTOM);
  return { ...withKey(withBaseUrl(custom, changes.baseUrl ?? BASE), KEY), model: "tiny", ...changes };
}

// ---- the reading of facts -------------------------------------------------------------------------------------------

const PROVED: Trial = { is: "proved", answer: "110493" };
const failed = (cause: Failure["cause"], changes: Partial<Extract<Trial, { is: "failed" }>> = {}): Trial => {
  return { is: "failed", cause, status: 400, round: 1, what: "It failed.", advice: "Try.", words: "no", ...changes };
};
const answered = (status: number, text: string) => ({ is: "answer", status, text, elsewhere: false }) as const;

const ALL_WELL: Facts = {
  page: { origin: "https://page.example", online: true, safari: false },
  preset: CUSTOM, baseUrl: { ok: true, value: BASE }, hasKey: true, model: "tiny", format: "chat",
  permission: "here", list: answered(200, LIST), knock: null, better: null, whole: PROVED, streamed: PROVED, other: false,
};
const facts = (changes: Partial<Facts>): Facts => ({ ...ALL_WELL, ...changes });
const at = (url: string): Partial<Facts> => ({ baseUrl: { ok: true, value: url } });
const NOT_TRIED = { whole: null, streamed: null, other: null };

function failing(given: Facts): Extract<Check, { state: "failed" | "ok" }> {
  const found = diagnose(given).find((check) => check.state === "failed");
  assert.ok(found?.state === "failed", inspect(diagnose(given)));
  return found;
}

test("when all is well every check is ok, in order, and nothing is left to find out", () => {
  assert.deepEqual(new Set(diagnose(ALL_WELL).map(({ state }) => state)), new Set(["ok"]));
  assert.equal(diagnose(ALL_WELL).length, 11);
  assert.equal(nextStep(ALL_WELL), null);
  assert.equal(conclusion(ALL_WELL), "It works for tools, in one piece and streamed.");
  assert.match(conclusion(facts({ other: true })), /has the Responses API too/);
});

test("each cause fails at its own check, and nothing after it counts as reached", () => {
  const page = ALL_WELL.page;
  const table: readonly (readonly [string, Partial<Facts>, CheckId, RegExp])[] = [
    ["bad address", { baseUrl: { ok: false, sentence: "“x y” is not an address." } }, "address", /not an address/],
    ["mixed content", { ...at("http://192.168.1.5:8000/v1"), permission: "unknown" }, "permission", /mixed content/],
    ["Safari", { ...at(LOCAL), page: { ...page, safari: true }, permission: "unknown" }, "permission", /Safari/],
    ["permission denied", { ...at(LOCAL), permission: "denied" }, "permission", /may not reach your computer/],
    ["refused, public", { list: { is: "blocked" }, knock: false, ...NOT_TRIED }, "server", /Nothing answers at https:\/\/api\.example\.com/],
    ["refused, local", { ...at(LOCAL), list: { is: "blocked" }, knock: false, ...NOT_TRIED }, "server", /no server runs there/],
    ["offline", { page: { ...page, online: false }, list: { is: "blocked" }, knock: false, ...NOT_TRIED }, "server", /offline/],
    ["silent", { list: { is: "silent" }, ...NOT_TRIED }, "server", /within 20 seconds/],
    ["CORS, public", { list: { is: "blocked" }, knock: true, ...NOT_TRIED }, "cors", /https:\/\/page\.example read its answers \(CORS\)/],
    ["CORS, local", { ...at(LOCAL), list: { is: "blocked" }, knock: true, ...NOT_TRIED }, "cors", /CORS/],
    ["CORS, only for questions", { whole: failed("unreachable", { status: 0 }), knock: true, streamed: null, other: null }, "cors", /send it a question/],
    ["gone in between", { whole: failed("unreachable", { status: 0 }), knock: false, streamed: null, other: null }, "server", /Nothing answers/],
    ["a web page", { list: answered(404, "<!DOCTYPE html>"), better: [`${BASE}/v1`], ...NOT_TRIED }, "path", /web page/],
    ["a redirect", { list: { is: "answer", status: 0, text: "", elsewhere: true }, better: [], ...NOT_TRIED }, "path", /sends us on/],
    ["no such path", { whole: failed("path", { status: 404, what: "No such address." }), better: [], other: false, streamed: null }, "path", /No such address/],
    ["no chat, but responses", { whole: failed("path"), better: [], other: true, streamed: null }, "path", /Responses API works here/],
    ["no key", { hasKey: false, list: answered(401, "{}"), ...NOT_TRIED }, "key", /asks for a key \(401\)/],
    ["bad key", { list: answered(401, "{}"), ...NOT_TRIED }, "key", /refused the key \(401\)/],
    ["a region", { list: answered(403, "Forbidden"), ...NOT_TRIED }, "key", /refused the key \(403\)/],
    ["bad key, found late", { whole: failed("key", { status: 401 }), streamed: null, other: null }, "key", /refused the key \(401\)/],
    ["no credit in the list", { list: answered(402, "{}"), ...NOT_TRIED }, "credit", /no credit/],
    ["no credit", { whole: failed("quota", { status: 429 }), streamed: null, other: null }, "credit", /no credit/],
    ["no model typed", { model: "", ...NOT_TRIED }, "model", /lists 2 models/],
    ["no list", { model: "", list: answered(404, "{}"), better: [], ...NOT_TRIED }, "model", /no list/],
    ["no such model", { model: "tyni", whole: failed("model"), streamed: null, other: null }, "model", /no model “tyni”/],
    ["no tools", { whole: failed("no-tools"), streamed: null, other: null }, "tools", /can't use tools/],
    ["no note", { whole: { is: "no-note", text: "42" }, streamed: null, other: null }, "tools", /without asking for the tool/],
    ["a bad note", { whole: { is: "bad-note", sentence: "No b." }, streamed: null, other: null }, "tools", /can't be carried out/],
    ["too often", { whole: failed("rate"), streamed: null, other: null }, "whole", /It failed/],
    ["result refused", { whole: failed("bad-request", { round: 2 }), streamed: null, other: null }, "whole", /request with its result failed/],
    ["never an end", { whole: { is: "silent" }, streamed: null, other: null }, "whole", /two minutes/],
    ["stream broken", { streamed: failed("broken"), other: null }, "streamed", /It failed/],
    ["stream without a note", { streamed: { is: "no-note", text: "" }, other: null }, "streamed", /without asking/],
  ];
  for (const [name, changes, id, words] of table) {
    const given = facts(changes);
    const found = failing(given);
    assert.equal(found.id, id, name);
    assert.match(found.sentence, words, name);
    assert.ok(id === "address" || found.advice !== "", `${name}: there is something to try`);
    assert.equal(nextStep(given), null, name);
    const states = diagnose(given).map(({ state }) => state);
    assert.ok(states.slice(states.indexOf("failed") + 1).every((state) => state === "not reached"), name);
    assert.equal(states.length, 11, name);
    assert.notEqual(conclusion(given), "", name);
  }
});

test("the fixes are what the sentence promises", () => {
  const copied = (given: Facts) => failing(given).fixes.flatMap((fix) => (fix.do === "copy" ? [fix.text] : []));
  assert.deepEqual(copied(facts({ ...at(LOCAL), list: { is: "blocked" }, knock: true, ...NOT_TRIED })), [
    "OLLAMA_ORIGINS=https://page.example ollama serve",
    'launchctl setenv OLLAMA_ORIGINS "https://page.example"',
    'setx OLLAMA_ORIGINS "https://page.example"',
    '[Service]\nEnvironment="OLLAMA_ORIGINS=https://page.example"',
  ]);
  const fromFile = facts({ ...at(LOCAL), page: { ...ALL_WELL.page, origin: "null" }, list: { is: "blocked" }, knock: true, ...NOT_TRIED });
  assert.deepEqual(copied(fromFile), []);
  assert.match(failing(fromFile).advice, /Open this page from/);
  assert.deepEqual(failing(facts({ model: "tyni", whole: failed("model"), streamed: null })).fixes, [{ do: "model", value: "tiny" }]);
  assert.deepEqual(failing(facts({ whole: failed("path"), better: [], other: true, streamed: null })).fixes, [{ do: "format", value: "responses" }]);
  assert.deepEqual(failing(facts({ streamed: failed("broken") })).fixes, [{ do: "no-stream" }]);
  assert.deepEqual(failing(facts({ list: answered(200, "<html>"), better: [`${BASE}/v1`], ...NOT_TRIED })).fixes, [{ do: "base-url", value: `${BASE}/v1` }]);
});

test("the lines for servers of one's own name this page and the port", () => {
  const text = (baseUrl: string, preset = CUSTOM, model = "org/m") => startLines({ baseUrl, preset, model, origin: "https://p.example" }).map((line) => line.text);
  assert.deepEqual(text("http://localhost:1234/v1"), ["lms server start --cors"]);
  assert.deepEqual(text("http://localhost:4000/v1", "lmstudio"), ["lms server start --cors --port 4000"]);
  assert.deepEqual(text("http://localhost:8080/v1"), ["llama-server --jinja -m MODEL.gguf"]);
  assert.deepEqual(text("http://localhost:8000/v1"), [
    `vllm serve org/m --allowed-origins '["https://p.example"]' --enable-auto-tool-choice --tool-call-parser hermes`,
  ]);
  assert.equal(text("http://localhost:9999/v1").length, 4, "one for each that it could be");
  assert.ok(text("http://localhost:8000/v1", CUSTOM, "a; rm -rf ~")[0]?.startsWith("vllm serve MODEL "), "no model's name becomes a command");
});

test("near names, and where else an API may be", () => {
  assert.deepEqual(likeliest("gpt-4o-mni", ["gpt-4o", "gpt-4o-mini", "whisper"]), ["gpt-4o-mini"]);
  assert.deepEqual(likeliest("llama3.1", ["meta/llama3.1:latest", "qwen"]), ["meta/llama3.1:latest"]);
  assert.deepEqual(likeliest("entirely-else", ["tiny"]), []);
  assert.deepEqual(guesses("https://a.example", CUSTOM), ["https://a.example/v1", "https://a.example/api/v1"]);
  assert.deepEqual(guesses("https://openrouter.ai", "openrouter")[0], "https://openrouter.ai/api/v1");
  assert.deepEqual(guesses("https://a.example/wrong", CUSTOM), ["https://a.example/wrong/v1", "https://a.example/v1", "https://a.example/api/v1"]);
  assert.ok(!guesses("https://a.example/v1", CUSTOM).includes("https://a.example/v1/v1"));
});

// ---- the reading of a trial -----------------------------------------------------------------------------------------

const refusal = (cause: Failure["cause"], status = 400, round = 1): Event => ({
  kind: "llm-response", round, status, headers: [], body: "", first_byte_ms: 0, duration_ms: 0,
  result: { outcome: "failure", what: "It failed.", advice: "Try.", server_words: "no", cause },
});
const WELL: readonly Event[] = [
  question("q"), request(1, []), response(1, "", "add"), dispatch("add"), result("add", "110493"), request(2, []), response(2, "110493"), answer("110493"),
];

test("a trial is proved by a note, its result and an answer, and by nothing less", () => {
  assert.deepEqual(readTrial(WELL), PROVED);
  assert.deepEqual(readTrial([question("q"), request(1, []), response(1, "110493"), answer("110493")]), { is: "no-note", text: "110493" });
  assert.deepEqual(readTrial([question("q"), refusal("no-tools"), stopped("program")]), failed("no-tools"));
  assert.deepEqual(readTrial([...WELL.slice(0, 6), refusal("bad-request", 400, 2)]), failed("bad-request", { round: 2 }));
  const note = dispatch("add");
  const unusable = { ...note, lookup: { outcome: "refused", error: "invalid_arguments", message: "b is missing" } } as Event;
  assert.deepEqual(readTrial([unusable, stopped("program")]), { is: "bad-note", sentence: "b is missing" });
  assert.deepEqual(readTrial([stopped("program")]), { is: "stopped", sentence: "It ended." });
  assert.equal(readTrial([]).is, "stopped");
});

// ---- an examination -------------------------------------------------------------------------------------------------

type Call = { readonly url: string; readonly init: RequestInit };
type Served = readonly [number, string];

/** A server by paths: what is not there can't be reached. */
function server(paths: Readonly<Record<string, Served>>) {
  const calls: Call[] = [];
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    calls.push({ url, init });
    const served = paths[url];
    return served === undefined ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve(new Response(served[1], { status: served[0] }));
  };
  return { fetch, calls, urls: () => calls.map(({ url, init }) => `${init.method} ${url}`) };
}

type Made = ReturnType<typeof page>;
const soon = () => new Promise<void>((resolve) => setImmediate(resolve));
const states = ({ app }: Made) => Object.fromEntries((app.doctor.report.value?.checks ?? []).map((check) => [check.id, check.state]));

/** Python plays one trial. Returns the number of its run. */
function play({ python }: Made, events: readonly Event[] = WELL): number {
  const run = python.all("run").at(-1)?.run ?? 0;
  events.forEach((event, index) => python.event(run, event, ["llm-request", "dispatch", "tool-result"].includes(event.kind) ? index : null));
  python.say({ type: "done", run });
  return run;
}

test("a whole examination: the list, two trials through Python, and nothing of it in the conversation", async () => {
  const there = server({ [`${BASE}/models`]: [200, LIST], [`${BASE}/responses`]: [404, "{}"] });
  const made = page({ fetch: there.fetch });
  const { app, python } = made;
  python.ready();
  const over = app.doctor.examine(form());
  await soon();
  assert.equal(app.doctor.report.value?.url, `${BASE}/chat/completions`);
  assert.equal(states(made)["key"], "checking", "what only a real request can tell is not guessed");
  const [first] = python.all("run");
  assert.equal(first?.checkup, true);
  assert.deepEqual(first?.connection, { baseUrl: BASE, model: "tiny", apiKey: "glassloop-secret-llm", format: "chat", stream: false, habits: "" });
  assert.equal(first?.limits?.retries, 0);
  play(made);
  assert.deepEqual(python.gates().map(([, event]) => event), [null, null, null, null], "every gate is answered at once");
  await soon();
  assert.equal(python.all("run").length, 2);
  assert.equal(python.all("run")[1]?.connection.stream, true);
  play(made);
  await over;
  assert.deepEqual(new Set(Object.values(states(made))), new Set(["ok"]));
  assert.equal(app.doctor.report.value?.conclusion, "It works for tools, in one piece and streamed.");
  assert.deepEqual(app.items.value, []);
  assert.equal(app.state.value, "ready");
  assert.deepEqual(there.urls(), [`GET ${BASE}/models`, `POST ${BASE}/responses`]);
  assert.deepEqual(app.doctor.report.value?.models, ["big", "tiny"]);
});

test("the doctor's own requests are plain, carry the key where it is shown, and follow nothing", async () => {
  const there = server({ [`${BASE}/models`]: [401, `{"error":{"message":"Incorrect API key provided: ${KEY}"}}`] });
  const { app } = page({ fetch: there.fetch });
  await app.doctor.examine(form());
  const [call] = there.calls;
  assert.deepEqual(call?.init.headers, { Authorization: `Bearer ${KEY}` });
  assert.equal(call?.init.redirect, "manual");
  assert.equal(call?.init.credentials, "omit");
  assert.equal(call?.init.referrerPolicy, "no-referrer");
  const said = JSON.stringify(app.doctor.report.value);
  assert.match(said, /Incorrect API key provided: \(your key\)/);
  assert.ok(!said.includes("sk-canary"));
  assert.ok(!inspect(app, { depth: 20, showHidden: true, getters: true }).includes(KEY), "nor is it to be had from the page's parts");
  assert.deepEqual(app.doctor.report.value?.made, [{ method: "GET", url: `${BASE}/models`, withKey: true }]);
});

test("guesses and knocks go out without the key", async () => {
  const there = server({
    "https://api.example.com/models": [200, "<!doctype html>"], "https://api.example.com/v1/models": [401, "{}"], "https://api.example.com/": [200, ""],
  });
  const { app } = page({ fetch: there.fetch });
  await app.doctor.examine(form({ baseUrl: "https://api.example.com" }));
  assert.deepEqual(app.doctor.report.value?.checks.find(({ state }) => state === "failed")?.id, "path");
  for (const { url, init } of there.calls.slice(1)) assert.deepEqual(init.headers, {}, url);
  assert.ok(there.calls.length > 1);
  const closed = server({ "https://api.example.com/": [200, ""] });
  const other = page({ fetch: closed.fetch });
  await other.app.doctor.examine(form());
  assert.equal(closed.calls[1]?.init.mode, "no-cors");
  assert.equal(closed.calls[1]?.init.headers, undefined);
  assert.equal(states(other)["cors"], "failed");
});

test("a key typed for another server is never used", async () => {
  const there = server({});
  const { app } = page({ fetch: there.fetch });
  await app.doctor.examine(form({ baseUrl: "https://evil.example/v1", keyFor: "https://api.example.com" }));
  assert.deepEqual(there.calls, []);
  assert.equal(app.doctor.report.value?.checks[0]?.state, "failed");
});

test("a trial has a broker of its own: one server, no questions, and the saved connection stays as it is", async () => {
  const there = server({ [`${BASE}/models`]: [200, LIST] });
  const made = page({ fetch: there.fetch });
  made.python.ready();
  void made.app.doctor.examine(form());
  await soon();
  const [readers, own] = made.brokers.map(({ hooks }) => hooks);
  assert.deepEqual(own?.allowedOrigins(), ["https://api.example.com"]);
  assert.equal(await own?.ask({ kind: "body", origin: "https://api.example.com", what: [] }, new AbortController().signal), "refuse");
  assert.equal(own?.vault.has("llm"), true);
  assert.equal(readers?.vault.has("llm"), false, "the key under test is not the reader's own");
  assert.deepEqual(readers?.allowedOrigins(), []);
  assert.equal(made.app.connection.value.practice, true);
});

test("while the reader's run is under way the trial waits, and says so", async () => {
  const there = server({ [`${BASE}/models`]: [200, LIST], [`${BASE}/responses`]: [404, "{}"] });
  const made = page({ fetch: there.fetch });
  const { app, python } = made;
  python.ready();
  app.question.value = "q";
  app.step();
  python.event(1, request(1, []), 1);
  const over = app.doctor.examine(form());
  await soon();
  assert.equal(python.all("run").length, 1);
  assert.equal(app.doctor.report.value?.waitsForRun, true);
  assert.ok(app.doctor.report.value.checks.some((check) => check.state === "checking" && /A run is under way/.test(check.sentence)));
  app.stop();
  python.say({ type: "done", run: 1 });
  await soon();
  assert.equal(python.all("run").length, 2);
  assert.equal(app.doctor.report.value.waitsForRun, false);
  // A question that is asked meanwhile begins when the trials are over.
  app.question.value = "next";
  app.run();
  assert.equal(python.all("run").length, 2);
  play(made);
  await soon();
  const order = python.all("run").map((run) => run.checkup === true);
  assert.deepEqual(order.slice(0, 3), [false, true, false], "the reader's question goes before the second trial");
  const { run } = python.all("run")[2] ?? { run: 0 };
  python.event(run, answer("done"));
  python.say({ type: "done", run });
  await soon();
  play(made);
  await over;
  assert.equal(app.doctor.report.value.conclusion, "It works for tools, in one piece and streamed.");
  assert.deepEqual(app.items.value.map(({ event }) => event.kind), ["llm-request", "stopped", "answer"]);
});

test("the opening run steps aside for a trial and comes back after it", async () => {
  const there = server({ [`${BASE}/models`]: [200, LIST] });
  const made = page({ fetch: there.fetch, lesson: LESSON });
  const { app, python } = made;
  python.ready();
  python.event(1, dispatch("add"), 1);
  assert.equal(app.state.value, "held");
  const over = app.doctor.examine(form());
  await soon();
  assert.deepEqual(python.all("cancel"), [{ type: "cancel", run: 1 }]);
  python.say({ type: "done", run: 1 });
  await soon();
  assert.equal(python.all("run")[1]?.checkup, true);
  play(made, [question("q"), refusal("no-tools")]);
  await over;
  assert.equal(states(made)["tools"], "failed");
  assert.equal(python.all("run")[2]?.question, LESSON.opening);
});

test("ending an examination cancels its trial; a Python that does not answer is started again", async () => {
  const there = server({ [`${BASE}/models`]: [200, LIST] });
  const { app, python, clock } = page({ fetch: there.fetch });
  python.ready();
  const over = app.doctor.examine(form());
  await soon();
  const run = python.all("run")[0]?.run ?? 0;
  app.doctor.end();
  assert.equal(app.doctor.report.value, null);
  assert.deepEqual(python.all("cancel"), [{ type: "cancel", run }]);
  clock.pass(2000);
  assert.equal(python.restarts, 1);
  await over;
  python.ready();
  app.question.value = "q";
  app.run();
  assert.equal(python.all("run").at(-1)?.question, "q");
});

test("a trial that never ends is given up", async () => {
  const there = server({ [`${BASE}/models`]: [200, LIST] });
  const made = page({ fetch: there.fetch });
  made.python.ready();
  const over = made.app.doctor.examine(form());
  await soon();
  made.clock.pass(120_000);
  made.python.say({ type: "done", run: made.python.all("run")[0]?.run ?? 0 });
  await over;
  assert.equal(states(made)["whole"], "failed");
});

test("a wait that Python proposes in a trial is declined", async () => {
  const there = server({ [`${BASE}/models`]: [200, LIST] });
  const made = page({ fetch: there.fetch });
  made.python.ready();
  void made.app.doctor.examine(form());
  await soon();
  const run = made.python.all("run")[0]?.run ?? 0;
  made.python.say({ type: "waiting", run, seconds: 60, reason: "The server asked us to wait" });
  assert.deepEqual(made.python.all("wait-over"), [{ type: "wait-over", run, again: false }]);
  assert.equal(made.app.wait.value, null);
});

test("the only model of a server is taken without asking", async () => {
  const there = server({ [`${BASE}/models`]: [200, '{"data":[{"id":"only"}]}'] });
  const made = page({ fetch: there.fetch });
  made.python.ready();
  void made.app.doctor.examine(form({ model: "" }));
  await soon();
  assert.equal(made.python.all("run")[0]?.connection.model, "only");
});

test("the browser's permission is asked for by its newer name first, and only where it matters", async () => {
  const asked: string[] = [];
  const permission = (answer: Permission | null) => (name: string) => {
    asked.push(name);
    return Promise.resolve(answer === "denied" && name === "local-network-access" ? ("denied" as const) : null);
  };
  const browser = { safari: false, online: () => true, permission: permission("denied") };
  const made = page({ browser, fetch: server({}).fetch });
  await made.app.doctor.examine(form({ baseUrl: LOCAL, key: "", keyFor: null }));
  assert.deepEqual(asked, ["loopback-network", "local-network-access"]);
  assert.equal(states(made)["permission"], "failed");
  const near = page({ browser, fetch: server({}).fetch, pageOrigin: "http://127.0.0.1:8000" });
  await near.app.doctor.examine(form({ baseUrl: LOCAL, key: "", keyFor: null }));
  assert.equal(asked.length, 2, "a page from this machine asks nobody");
  assert.equal(states(near)["permission"], "ok");
});
