// A conversation as a file: everything comes back, what a person reads in it is what happened, and no stranger's file
// does harm.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation } from "../../web/state/conversation.ts";
import { fileName, fileText, LARGEST, readFile } from "../../web/state/conversation_file.ts";
import { elementsOf, membersOf } from "../../web/state/json_slices.ts";
import type { Saved } from "../../web/state/saved.ts";
import { viewAt } from "../../web/state/trace.ts";
import { EXACT_RESULT, happen, numbered, rich, turn } from "./kept_conversations.ts";
import { answer, question, request, stopped } from "./scripted_python.ts";

function read(text: string): Saved {
  const found = readFile(text);
  assert.ok(found.ok, found.ok ? "" : found.sentence);
  return found.value;
}

function sentence(text: string): string {
  const found = readFile(text);
  assert.equal(found.ok, false);
  return found.ok ? "" : found.sentence;
}

const exported = (conversation: Conversation) => fileText(conversation.saved.peek());

test("export, import, export: the same conversation, the same history, the same file", () => {
  const before = rich();
  const text = exported(before);
  const saved = read(text);
  assert.deepEqual(saved, before.saved.peek());
  assert.equal(fileText(saved), text);
  const after = new Conversation(numbered());
  after.load(saved);
  assert.equal(after.history(), before.history());
  assert.deepEqual(viewAt(after.items.value, 99), viewAt(before.items.value, 99));
});

test("the file holds what a person looks for", () => {
  const file = JSON.parse(exported(rich()));
  assert.deepEqual(Object.keys(file), [
    "glassloop", "version", "id", "lesson", "title", "created", "updated", "messages", "feedback", "shelf", "events", "edited", "steps", "runs",
  ]);
  assert.deepEqual([file.glassloop, file.version, file.lesson, file.title], ["conversation", 1, "tools_are_a_dict", "What is 3 plus 4?"]);
  assert.equal(new Date(file.created).toISOString(), file.created);
  assert.deepEqual(file.messages, [
    { role: "system", content: "Be brief." },
    { role: "user", content: "What is 3 plus 4?" },
    { role: "assistant", content: "It is 7." },
  ]);
  assert.deepEqual(file.feedback, [{ seq: 8, answer: "It is 7.", verdict: "down" }]);
  assert.deepEqual(file.shelf, { outbox: [{ at: 1 }] });
  assert.equal(file.events.length, 8);
  assert.equal(file.events[6].content, "8");
  assert.equal(file.edited[7].content, "12345678901234567890.10");
  assert.deepEqual(file.runs.map(({ run, by }: { run: number; by: string }) => [run, by]), [[1, "page"], [2, "reader"]]);
});

test("digits are in the file as Python and the model wrote them", () => {
  const conversation = new Conversation(numbered());
  const body = '{"messages": [{"role": "user", "content": "q", "n": 1.50}, {"x": 12345678901234567890}]}';
  happen(conversation, 1, question("q"), { ...request(1, []), body } as Parameters<typeof happen>[2], EXACT_RESULT, answer("a"));
  const text = exported(conversation);
  assert.ok(text.includes(EXACT_RESULT));
  assert.ok(text.includes('{"role": "user", "content": "q", "n": 1.50},\n{"x": 12345678901234567890}'));
});

test("the messages are those of the last request, in either API, with an answer only when one came", () => {
  const messages = (...events: Parameters<typeof happen>[2][]) => {
    const conversation = new Conversation(numbered());
    happen(conversation, 1, question("q"), ...events);
    return JSON.parse(exported(conversation)).messages;
  };
  const sends = (body: object | string) => ({ ...request(1, []), body: typeof body === "string" ? body : JSON.stringify(body) }) as Parameters<typeof happen>[2];
  assert.deepEqual(messages(sends({ messages: [1] }), sends({ messages: [1, 2] })), [1, 2]);
  assert.deepEqual(messages(sends({ messages: null, input: [1], instructions: "Be brief." }), answer("a")), [
    { role: "system", content: "Be brief." }, 1, { role: "assistant", content: "a" },
  ]);
  assert.deepEqual(messages(answer("early"), sends({ messages: [1] }), stopped("program")), [1]);
  assert.deepEqual(messages(answer("no model was asked")), [{ role: "assistant", content: "no model was asked" }]);
  for (const body of ["", "<html>", "[]", "3", '{"messages": "none"}', '{"input": 1}']) assert.deepEqual(messages(sends(body)), [], body);
});

test("the name is the title's, with nothing that a file system minds", () => {
  const named = (name: string) => {
    const conversation = rich();
    conversation.rename(name);
    return fileName(conversation.saved.peek());
  };
  assert.equal(named(""), "what-is-3-plus-4.json");
  assert.equal(named("../../etc/passwd\u0000"), "etc-passwd.json");
  assert.equal(named("Größe, 2 × 3 → 6?"), "größe-2-3-6.json");
  assert.equal(named("???"), "conversation.json");
});

test("a name of the reader's own survives; one that follows the question goes on following it", () => {
  const conversation = rich();
  assert.equal(read(exported(conversation)).name, null);
  conversation.rename("Mine");
  assert.equal(read(exported(conversation)).name, "Mine");
});

test("what is no export is refused in one sentence", () => {
  const good = JSON.parse(exported(rich()));
  for (const text of ["", "null", "3", "[]", "{}", "hello", '{"version": 1, "events": []}', '{"glassloop": "trace"}', "[".repeat(1_000_000), `{"glassloop": ${"9".repeat(1_000_000)}}`]) {
    assert.match(sentence(text), /^This is no conversation that Glassloop exported\./, text.slice(0, 40));
  }
  assert.match(sentence(" ".repeat(LARGEST + 1)), /too large/);
  assert.match(sentence(JSON.stringify({ ...good, version: 2 })), /newer Glassloop/);
  const without = (name: string) => JSON.stringify({ ...good, [name]: undefined });
  for (const name of ["id", "lesson", "title", "created", "updated", "events", "edited", "steps", "runs", "feedback", "shelf"]) {
    assert.match(sentence(without(name)), /^Part of this file/, name);
  }
  const odd: readonly object[] = [
    { version: 0 }, { id: 3 }, { id: "a/b" }, { created: "yesterday" }, { updated: 17 }, { events: [{}, ...good.events.slice(1)] },
    { events: [[], ...good.events.slice(1)] }, { steps: [] }, { steps: good.steps.map(() => null) }, { runs: [null] }, { runs: [] },
    { edited: { 7: {} } }, { edited: [] }, { shelf: [] },
  ];
  for (const fields of odd) assert.match(sentence(JSON.stringify({ ...good, ...fields })), /^Part of this file/, JSON.stringify(fields));
  assert.match(sentence(JSON.stringify({ ...good, events: [], steps: [], runs: [], edited: {} })), /^Nothing was asked/);
});

test("a hostile file does no harm", () => {
  const text = exported(rich());
  const into = (from: string, to: string) => {
    assert.ok(text.includes(from), from);
    return text.replace(from, () => to);
  };
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  assert.match(sentence(into('"kind":"question"', `"kind":"question","more":${deep}`)), /^Part of this file/, "nothing of it reaches Python");
  assert.match(sentence(into('"duration_ms":0.5', `"duration_ms":${"9".repeat(1_000_000)}`)), /^Part of this file/);
  assert.equal(Object.keys(read(into('"outbox": [{"at": 1.0}]', `"outbox": ${deep}`)).documents).length, 1, "kept as text, never walked");
  const proto = read(into('"shelf": {', '"__proto__": {"polluted": 1}, "constructor": 3, "shelf": {\n"__proto__": {"polluted": 2},'));
  assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
  assert.deepEqual(Object.keys(proto.documents).filter((name) => name !== "__proto__"), ["outbox"]);
  assert.equal(read(into('"title": "', `"title": "${"x".repeat(1_000_000)}`)).name?.length, 80);
  const inEvent = read(into('"kind":"question"', '"kind":"question","__proto__":{"kind":"answer"}'));
  assert.equal(inEvent.items[0]?.event.kind, "question");
});

test("parts are cut out of JSON as they were written", () => {
  assert.deepEqual(elementsOf(' [ 1.0 , "a,]\\"" , {"b": [2, 3]} , [] ] '), ["1.0", '"a,]\\""', '{"b": [2, 3]}', "[]"]);
  assert.deepEqual(elementsOf("[]"), []);
  assert.deepEqual([...membersOf('{"a\\"": {"x": 1.50}, "b" : ":,", "a\\"": 2.0}')], [['a"', "2.0"], ["b", '":,"']]);
  assert.deepEqual([...membersOf("{ }")], []);
  const events = turn().map((event) => (typeof event === "string" ? event : JSON.stringify(event)));
  assert.deepEqual(elementsOf(`[${events.join(" , ")}]`), events);
});
