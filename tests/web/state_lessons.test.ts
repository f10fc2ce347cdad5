// Which lesson is on the page, what is chosen in it, its own keys, and what programs keep.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createVault } from "../../web/broker/secrets.ts";
import type { Lesson, Secret, Setting } from "../../web/generated/lessons.ts";
import { LessonKeys } from "../../web/state/lesson_keys.ts";
import { groupsOf, isAsked, Lessons } from "../../web/state/lessons.ts";
import { LessonShelf, put, readDocuments } from "../../web/state/shelf.ts";
import { memoryStore } from "../../web/state/storage.ts";
import { NO_OPENING } from "./scripted_python.ts";

const base = { hint: "", when: null };
const SOURCE: Setting = {
  ...base, kind: "choice", id: "source", label: "Source", group: "Data", default: "sample",
  options: [
    { value: "sample", label: "Sample", hint: "", origins: [] },
    { value: "live", label: "Live", hint: "", origins: ["https://api.example.com"] },
  ],
};
const CACHE: Setting = { ...base, kind: "switch", id: "cache", label: "Cache", group: "Rules", default: true, ask: "" };
const ADDRESS: Setting = { ...base, kind: "text", id: "address", label: "Address", group: "Data", default: "https://api.example.com", when: { id: "source", value: "live" } };
const KEY: Secret = { ...base, kind: "secret", id: "key", label: "Key", group: "Data", name: "weather", query: "appid", address: "address" };
const WEATHER: Lesson = { ...NO_OPENING, id: "weather", settings: [SOURCE, CACHE, ADDRESS, KEY] };

test("a lesson's settings have a value each, are kept, and stay with their lesson", () => {
  const store = memoryStore();
  const lessons = new Lessons([NO_OPENING, WEATHER], "weather", store);
  assert.deepEqual(lessons.settings.value, { source: "sample", cache: true, address: "https://api.example.com" });
  lessons.set("cache", false);
  lessons.set("source", "live");
  assert.equal(lessons.choose(NO_OPENING.id), true);
  assert.deepEqual(lessons.settings.value, {});
  const again = new Lessons([NO_OPENING, WEATHER], "weather", store);
  assert.deepEqual(again.settings.value, { source: "live", cache: false, address: "https://api.example.com" });
});

test("settings can be had back as the lesson has them", () => {
  const store = memoryStore();
  const lessons = new Lessons([NO_OPENING, WEATHER], "weather", store);
  assert.equal(lessons.changed.value, false);
  lessons.set("cache", false);
  assert.equal(lessons.changed.value, true);
  lessons.choose(NO_OPENING.id);
  assert.equal(lessons.changed.value, false);
  lessons.choose("weather");
  lessons.reset();
  assert.equal(lessons.changed.value, false);
  assert.equal(lessons.settings.value["cache"], true);
  assert.equal(new Lessons([WEATHER], null, store).changed.value, false);
});

test("what a setting can't be is not taken, from anyone", () => {
  const store = memoryStore();
  store.write("settings:weather", JSON.stringify({ source: "elsewhere", cache: "no", address: 7, other: true, __proto__: 1 }));
  const lessons = new Lessons([WEATHER], null, store);
  assert.deepEqual(lessons.settings.value, { source: "sample", cache: true, address: "https://api.example.com" });
  lessons.set("source", "elsewhere");
  lessons.set("key", "secret");
  lessons.set("address", "x".repeat(10_000));
  assert.deepEqual(lessons.settings.value, { source: "sample", cache: true, address: "https://api.example.com" });
});

test("an unknown lesson is the first one, and choosing it changes nothing", () => {
  const lessons = new Lessons([NO_OPENING, WEATHER], "no-such-lesson", memoryStore());
  assert.equal(lessons.current.value, NO_OPENING);
  assert.equal(lessons.choose("no-such-lesson"), false);
  assert.equal(lessons.choose(NO_OPENING.id), false);
});

test("only the chosen option's hosts may be reached unasked", () => {
  const lessons = new Lessons([WEATHER], null, memoryStore());
  assert.deepEqual(lessons.origins(), []);
  lessons.set("source", "live");
  assert.deepEqual(lessons.origins(), ["https://api.example.com"]);
});

test("settings stand under their headings, and some only while another has its value", () => {
  assert.deepEqual([...groupsOf(WEATHER.settings)].map(([name, all]) => [name, all.length]), [["Data", 3], ["Rules", 1]]);
  assert.equal(isAsked(ADDRESS, { source: "sample" }), false);
  assert.equal(isAsked(ADDRESS, { source: "live" }), true);
});

function keys(session = memoryStore(), framed = false) {
  const vault = createVault();
  return { vault, session, keys: new LessonKeys({ vault, session, pageOrigin: "https://page.example", framed }, [KEY]) };
}
const sent = (vault: ReturnType<typeof createVault>, address: string, method = "GET"): string =>
  vault.fill({ method, url: new URL(address), headers: [] }).url;
const PLACEHOLDER = "appid=glassloop-secret-weather";

test("a lesson's key goes into its own parameter at its own server, and nowhere else", () => {
  const { vault, keys: kept } = keys();
  const saved = kept.save(KEY, "  canary-0123456789 ", "https://api.example.com/data/", false);
  assert.deepEqual(saved, { ok: true, value: "https://api.example.com" });
  assert.deepEqual(kept.kept.value, { weather: "https://api.example.com" });
  assert.match(sent(vault, `https://api.example.com/now?q=Leeds&${PLACEHOLDER}`), /appid=canary-0123456789$/);
  assert.doesNotMatch(sent(vault, `https://evil.example/now?${PLACEHOLDER}`), /canary/);
  assert.doesNotMatch(sent(vault, "https://api.example.com/now?other=glassloop-secret-weather"), /canary/);
  assert.doesNotMatch(sent(vault, `https://api.example.com/now?${PLACEHOLDER}`, "POST"), /canary/);
  assert.equal(vault.scrub("it was canary-0123456789"), "it was [key removed: weather]");
});

test("a bad key or address is one sentence, and changes nothing", () => {
  const { keys: kept } = keys();
  for (const [typed, address] of [["", "https://a.example"], ["clé-0123456789", "https://a.example"], ["canary-0123456789", "http://weather.example"], ["canary-0123456789", ""]] as const) {
    const saved = kept.save(KEY, typed, address, true);
    assert.equal(saved.ok, false);
    assert.deepEqual(kept.kept.value, {});
  }
});

test("a key is remembered in the tab only when asked for, forgotten everywhere, and never taken in a frame", () => {
  const { keys: kept, session } = keys();
  kept.save(KEY, "canary-0123456789", "https://api.example.com", false);
  assert.equal(session.read("key:weather"), null);
  kept.save(KEY, "canary-0123456789", "https://api.example.com", true);
  assert.deepEqual(keys(session).keys.kept.value, { weather: "https://api.example.com" });
  assert.deepEqual(keys(session, true).keys.kept.value, {});
  assert.equal(keys(memoryStore(), true).keys.save(KEY, "canary-0123456789", "https://api.example.com", false).ok, false);
  kept.forget("weather");
  assert.deepEqual(kept.kept.value, {});
  assert.deepEqual(keys(session).keys.kept.value, {});
});

test("a remembered key that was tampered with is no key", () => {
  for (const text of ["", "{", "7", '{"origin": "https://a.example/path", "query": "appid", "value": "canary-0123456789"}', '{"origin": "https://a.example", "query": "token", "value": "canary-0123456789"}']) {
    const session = memoryStore();
    session.write("key:weather", text);
    assert.deepEqual(keys(session).keys.kept.value, {}, text);
  }
});

test("a shelf is kept for each lesson, within bounds", () => {
  const store = memoryStore();
  const shelf = new LessonShelf("weather", store);
  shelf.put("cache", "{}");
  shelf.choose("other");
  assert.deepEqual(shelf.documents.value, {});
  assert.deepEqual(new LessonShelf("weather", store).documents.value, { cache: "{}" });
  assert.deepEqual(put({}, "long", "x".repeat(200_001)), {});
  assert.deepEqual(put({}, "n".repeat(101), ""), {});
  const full = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`n${index}`, ""]));
  assert.equal(put(full, "one more", ""), full);
  assert.equal(put(full, "n0", "changed")["n0"], "changed");
});

test("documents out of anything", () => {
  assert.deepEqual(readDocuments(null), {});
  assert.deepEqual(readDocuments([1, "two"]), { 1: "two" });
  const odd = readDocuments(JSON.parse('{"__proto__": "text", "n": 7, "a": "1"}'));
  assert.equal(Object.getPrototypeOf(odd), Object.prototype);
  assert.equal(odd["a"], "1");
});
