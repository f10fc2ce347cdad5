// A conversation as a value: what it keeps, what it is called, how it is closed, and what storage may say of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation } from "../../web/state/conversation.ts";
import { readKeptEvent } from "../../web/state/kept_event.ts";
import { closed, CLOSED_WITH_PAGE, ownQuestions, readRecord, readSummary, recordOf, summaryOf, summaryRecordOf, titleOf } from "../../web/state/saved.ts";
import { viewAt } from "../../web/state/trace.ts";
import { BEGAN, EXACT_RESULT, happen, numbered, rich, turn } from "./kept_conversations.ts";
import { answer, dispatch, log, question, request, result, stopped } from "./scripted_python.ts";

const stored = (conversation: Conversation) => structuredClone(recordOf(conversation.saved.peek()));

test("what storage gives back is the same conversation, to the digit", () => {
  const before = rich();
  const saved = readRecord(stored(before));
  assert.deepEqual(saved, before.saved.peek());
  assert.ok(saved);
  const after = new Conversation(numbered());
  after.load(saved);
  assert.equal(after.history(), before.history());
  assert.match(after.history(), /"content":"8"/, "the edit is what took effect");
  assert.deepEqual(viewAt(after.items.value, 99), viewAt(before.items.value, 99));
  assert.equal(after.cursor.value, 8);
});

test("the text of an event stays as Python wrote it, and an edit that is taken back leaves nothing", () => {
  const conversation = new Conversation(numbered());
  happen(conversation, 1, question("q"), EXACT_RESULT);
  const before = conversation.history();
  assert.ok(before.includes('"duration_ms":2.0'));
  conversation.replace(2, result("add", "16"));
  assert.equal(conversation.items.value[1]?.before?.kind, "tool-result");
  conversation.replace(2, JSON.parse(EXACT_RESULT));
  assert.equal(conversation.items.value[1]?.before, null);
  assert.equal(conversation.history(), before);
});

test("it is called after the reader's first question, shortened, until it is renamed", () => {
  const conversation = rich();
  const title = () => titleOf(conversation.saved.peek());
  assert.equal(title(), "What is 3 plus 4?", "not after what the page asked");
  assert.deepEqual(ownQuestions(conversation.saved.peek()), ["What is 3 plus 4?"]);
  conversation.rename("  Sums\n of mine ");
  assert.equal(title(), "Sums of mine");
  conversation.rename(" ");
  assert.equal(title(), "What is 3 plus 4?");
  const long = new Conversation(numbered());
  happen(long, 1, question("𝟘".repeat(5000)));
  assert.equal([...titleOf(long.saved.peek())].length, 80);
  assert.doesNotMatch(titleOf(long.saved.peek()), /\p{Surrogate}/u, "no half of a character");
});

test("times are those of what happened; a verdict and a name are no happening", () => {
  const conversation = new Conversation(numbered());
  assert.deepEqual([conversation.saved.peek().created, conversation.saved.peek().updated], [0, 0]);
  happen(conversation, 1, question("q"), answer("a"));
  const { created, updated, runs } = conversation.saved.peek();
  assert.ok(created > BEGAN && updated > created);
  assert.equal(runs.length, 1);
  conversation.judge(2, "up");
  conversation.rename("n");
  assert.equal(conversation.saved.peek().updated, updated);
});

test("a verdict is given, changed and taken back", () => {
  const conversation = rich();
  assert.deepEqual([...conversation.feedback.value], [[8, "down"]]);
  conversation.judge(8, "up");
  assert.equal(conversation.feedback.value.get(8), "up");
  conversation.judge(8, null);
  assert.equal(conversation.feedback.value.size, 0);
});

test("a run that was under way is closed when its conversation is shown again; one that ended is as it was", () => {
  const crashed = new Conversation(numbered());
  happen(crashed, 1, question("first"), answer("a"));
  happen(crashed, 2, question("second"), request(1, []), dispatch("add"), log("in between"));
  const saved = readRecord(stored(crashed));
  assert.ok(saved);
  const again = new Conversation(numbered());
  again.load(saved);
  const last = again.items.value.at(-1);
  assert.deepEqual([last?.seq, last?.run], [7, 2]);
  assert.deepEqual(last?.event, { kind: "stopped", reason: "reader", message: CLOSED_WITH_PAGE, detail: "" });
  assert.equal(again.cursor.value, 7);
  for (const end of [answer("a"), stopped("program")]) {
    const over = new Conversation(numbered());
    happen(over, 1, question("q"), end, log("printed late"));
    assert.equal(closed(over.saved.peek(), "x"), over.saved.peek());
  }
});

test("a new run has a number above those that were kept", () => {
  const saved = rich().saved.peek();
  const again = new Conversation(numbered());
  assert.equal(again.lastRun, 0);
  again.load(saved);
  assert.equal(again.lastRun, 2);
});

test("the lesson is the one in which it began", () => {
  let lesson = "first";
  const conversation = new Conversation({ ...numbered(), lesson: () => lesson });
  lesson = "second";
  happen(conversation, 1, question("q"));
  lesson = "third";
  happen(conversation, 1, answer("a"));
  assert.equal(conversation.saved.peek().lesson, "second");
});

test("who is left is told to whoever wants to know, before it is gone", () => {
  const conversation = rich();
  const left: string[] = [];
  conversation.leaving = (last) => left.push(`${last.id} ${last.items.length} ${conversation.items.peek().length}`);
  conversation.clear();
  conversation.clear();
  assert.deepEqual(left, ["id-1 8 8", "id-2 0 0"]);
  assert.equal(conversation.saved.peek().id, "id-3");
});

test("a summary is what a list shows, and survives storage", () => {
  const saved = rich().saved.peek();
  const summary = summaryOf(saved);
  assert.deepEqual([summary.title, summary.lesson, summary.questions], ["What is 3 plus 4?", "tools_are_a_dict", 1]);
  assert.deepEqual(readSummary(structuredClone(summaryRecordOf(saved))), summary);
});

test("what is odd in storage is no conversation and no summary", () => {
  const good = stored(rich()) as Record<string, unknown>;
  const events = good["events"] as Record<string, unknown>[];
  const changed = (index: number, fields: object) => ({ ...good, events: events.map((one, at) => (at === index ? { ...one, ...fields } : one)) });
  const odd: readonly unknown[] = [
    undefined, null, 3, "x", [], {}, { ...good, version: 2 }, { ...good, version: "1" }, { ...good, id: "../x" },
    { ...good, id: 3 }, { ...good, lesson: null }, { ...good, created: -1 }, { ...good, updated: 1e300 },
    { ...good, created: Number.NaN }, { ...good, name: 3 }, { ...good, runs: null }, { ...good, runs: [{ run: 1, by: "nobody", began: 1 }] },
    { ...good, runs: [{ run: 2, by: "page", began: 1 }, { run: 1, by: "page", began: 1 }] }, { ...good, events: {} },
    { ...good, events: [null] }, changed(0, { text: "{}" }), changed(0, { text: 3 }), changed(0, { run: 9 }),
    changed(0, { run: 2 }), changed(0, { at: "now" }), changed(0, { at: Infinity }), changed(6, { before: "{}" }),
    changed(6, { before: JSON.stringify(question("of another kind")) }), changed(6, { before: undefined }),
  ];
  odd.forEach((value, index) => assert.equal(readRecord(value), null, `number ${index}`));
  for (const value of [null, [], {}, { ...good }, { version: 1, id: "a", lesson: "l", title: "t", created: 0, updated: 0, questions: -1 }]) {
    assert.equal(readSummary(value), null);
  }
});

test("of feedback and documents only what is odd is left out", () => {
  const good = stored(rich()) as Record<string, unknown>;
  const feedback = [[8, "up"], [1, "up"], [99, "up"], [8.5, "up"], [2, "sideways"], null, "up", [2, "down"]];
  const read = readRecord({ ...good, feedback, documents: { outbox: "[]", odd: 3 } });
  assert.deepEqual([...(read?.feedback ?? [])], [[8, "up"], [2, "down"]]);
  assert.deepEqual(read?.documents, { outbox: "[]" });
  assert.equal(readRecord({ ...good, feedback: "all", documents: null })?.feedback.size, 0);
});

test("a kept event is one that Python can read again", () => {
  for (const event of turn()) assert.ok(readKeptEvent(typeof event === "string" ? event : JSON.stringify(event)));
  const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
  const bad = [
    "", "null", '{"kind":"question"}',
    `{"kind":"question","text":"q","more":${deep}}`,
    '{"kind":"question","text":"\\ud800"}',
    `{"kind":"log","source":"stdout","text":"","duration_ms":${"9".repeat(5000)}}`,
    '{"kind":"log","source":"elsewhere","text":"","duration_ms":0}',
    '{"kind":"stopped","reason":"bored","message":"","detail":""}',
    JSON.stringify({ ...request(1, []), round: 1.5 }),
  ];
  for (const text of bad) assert.equal(readKeptEvent(text), null, text.slice(0, 80));
});
