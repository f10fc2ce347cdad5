// Where a key may go, and that it shows nowhere else.

import assert from "node:assert/strict";
import { inspect } from "node:util";
import { test } from "node:test";
import { createVault, keyNote, keyProblem, llmBinding, placeholder, type Vault } from "../../web/broker/secrets.ts";

const KEY = "sk-test-1234567890";
const APP = "0123456789abcdef";
const BASE = "https://api.example.com/v1";
const PLACE = placeholder("llm");

function vault(): Vault {
  const made = createVault();
  made.set("llm", KEY, llmBinding(BASE));
  made.set("weather", APP, { origin: "https://weather.example", use: { query: "appid" }, allows: (method) => method === "GET" });
  return made;
}

function sent(url: string, headers: Record<string, string>, method = "POST") {
  return vault().fill({ method, url: new URL(url), headers: Object.entries(headers) });
}

test("the key goes into its header at its three addresses", () => {
  for (const [method, path] of [["POST", "/chat/completions"], ["POST", "/responses"], ["GET", "/models"]] as const) {
    const { headers, warnings } = sent(BASE + path, { AUTHORIZATION: `Bearer ${PLACE}`, Accept: "*/*" }, method);
    assert.deepEqual(headers, [["AUTHORIZATION", `Bearer ${KEY}`], ["Accept", "*/*"]]);
    assert.deepEqual(warnings, []);
  }
});

test("a base URL with a slash, a query or no path works too", () => {
  const fits = (base: string, url: string): boolean => llmBinding(base).allows("POST", new URL(url));
  assert.ok(fits("https://a.example/v1/", "https://a.example/v1/chat/completions"));
  assert.ok(fits("https://a.example", "https://a.example/chat/completions?api-version=1"));
  assert.ok(!fits("https://a.example/v1", "https://a.example/v1/chat%2Fcompletions"));
  assert.ok(!fits("https://a.example/v1", "https://a.example/v1/chat/completions/../../files"));
});

const wrong: readonly (readonly [string, string, Record<string, string>, string, RegExp])[] = [
  ["another host", "https://evil.example/v1/chat/completions", { Authorization: `Bearer ${PLACE}` }, "POST", /for https:\/\/api\.example\.com and stayed here/],
  ["a host that begins alike", "https://api.example.com.evil.example/v1/chat/completions", { Authorization: PLACE }, "POST", /stayed here/],
  ["another port", "https://api.example.com:8443/v1/chat/completions", { Authorization: PLACE }, "POST", /stayed here/],
  ["http in place of https", "http://api.example.com/v1/chat/completions", { Authorization: PLACE }, "POST", /stayed here/],
  ["another path", "https://api.example.com/v1/files", { Authorization: PLACE }, "POST", /not for/],
  ["another method", "https://api.example.com/v1/models", { Authorization: PLACE }, "DELETE", /not for/],
  ["another header", `${BASE}/chat/completions`, { "X-Echo": PLACE }, "POST", /header “authorization”/],
  ["a query", `${BASE}/chat/completions?k=${PLACE}`, {}, "POST", /where no key goes/],
  ["text around it", `${BASE}/chat/completions`, { Authorization: `Bearer AAAA ${PLACE}` }, "POST", /nothing around it/],
  ["text glued to it", `${BASE}/chat/completions`, { Authorization: `Bearer x${PLACE}` }, "POST", /nothing around it/],
  ["twice in one header", `${BASE}/chat/completions`, { Authorization: `${PLACE} ${PLACE}` }, "POST", /nothing around it/],
  ["the same header twice", `${BASE}/chat/completions`, { Authorization: PLACE, authorization: PLACE }, "POST", /once/],
];

for (const [name, url, headers, method, why] of wrong) {
  test(`the placeholder stays with ${name}, and the reader is told`, () => {
    const filled = sent(url, headers, method);
    assert.ok(!JSON.stringify(filled).includes(KEY));
    assert.deepEqual(filled.headers, Object.entries(headers));
    assert.equal(filled.warnings.length, 1);
    assert.match(filled.warnings[0] ?? "", why);
  });
}

test("a placeholder in the right header and also elsewhere fills one and warns of the other", () => {
  const filled = sent(`${BASE}/chat/completions?k=${PLACE}`, { Authorization: `Bearer ${PLACE}` });
  assert.deepEqual(filled.headers, [["Authorization", `Bearer ${KEY}`]]);
  assert.ok(filled.url.endsWith(`?k=${PLACE}`));
  assert.equal(filled.warnings.length, 1);
});

test("spellings of the placeholder that are not it do nothing", () => {
  for (const odd of ["GLASSLOOP-SECRET-LLM", "glassloop%2Dsecret-llm", `${PLACE}-2`, `${PLACE}x`, "glassloop-secret-nobody"]) {
    const filled = sent(`${BASE}/chat/completions`, { Authorization: `Bearer ${odd}` });
    assert.deepEqual(filled, { url: `${BASE}/chat/completions`, headers: [["Authorization", `Bearer ${odd}`]], warnings: [] });
  }
});

test("a query key goes into its parameter, and the rest of the query stays as written", () => {
  const own = placeholder("weather");
  const filled = sent(`https://weather.example/now?q=S%C3%A3o+Paulo%20x&appid=${own}&a=?`, {}, "GET");
  assert.equal(filled.url, `https://weather.example/now?q=S%C3%A3o+Paulo%20x&appid=${APP}&a=?`);
  for (const query of [`other=${own}`, `appid=${own}&appid=${own}`, `appid=x${own}`]) {
    const kept = sent(`https://weather.example/now?${query}`, {}, "GET");
    assert.equal(kept.url, `https://weather.example/now?${query}`);
    assert.equal(kept.warnings.length, 1);
  }
});

test("nothing that prints, copies or lists the vault shows a key", () => {
  const made = vault();
  const shown = [
    String(made), JSON.stringify(made), JSON.stringify({ made }), inspect(made, { depth: 9, showHidden: true, getters: true }),
    Object.values(made).map(String).join(), Reflect.ownKeys(made).join(),
  ].join("\n");
  assert.ok(!shown.includes(KEY) && !shown.includes(APP));
  assert.throws(() => structuredClone(made));
  assert.throws(() => Object.assign(made, { fill: () => null }));
});

test("forgetting is forgetting, and replacing binds anew", () => {
  const made = vault();
  made.set("llm", "sk-second-key-0001", llmBinding("https://b.example/v1"));
  const request = (url: string) => made.fill({ method: "POST", url: new URL(url), headers: [["Authorization", PLACE]] });
  assert.deepEqual(request(`${BASE}/chat/completions`).headers, [["Authorization", PLACE]]);
  assert.deepEqual(request("https://b.example/v1/chat/completions").headers, [["Authorization", "sk-second-key-0001"]]);
  made.forget("llm");
  assert.equal(made.has("llm"), false);
  assert.deepEqual(request("https://b.example/v1/chat/completions").headers, [["Authorization", PLACE]]);
  assert.equal(made.scrub("sk-second-key-0001"), "sk-second-key-0001");
});

test("what can't be a key is refused in words that do not repeat it", () => {
  for (const bad of ["", "  ", "sk test", "sk-\ntest", "sk-é-1234567", `x${PLACE}`]) {
    const problem = keyProblem(bad);
    assert.ok(problem !== null && (bad.trim() === "" || !problem.includes(bad)));
    assert.throws(() => createVault().set("llm", bad, llmBinding(BASE)), { message: problem });
  }
  assert.equal(keyProblem(` ${KEY}\n`), null);
  assert.throws(() => createVault().set("LLM key", KEY, llmBinding(BASE)), TypeError);
  assert.throws(() => createVault().set("llm", KEY, { ...llmBinding(BASE), origin: "https://api.example.com/" }), TypeError);
});

test("a short key works and is noted", () => {
  assert.match(keyNote("ollama") ?? "", /fewer than 8/);
  assert.equal(keyNote(KEY), null);
});
