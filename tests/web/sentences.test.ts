// Every event has one plain line, and what has not happened yet is said where a run can be held.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Dispatch, Event, LlmRequest, LlmResponse, ToolCall, ToolResult } from "../../web/generated/events.ts";
import { STOP_KINDS } from "../../web/generated/events.ts";
import { matches } from "../../web/panels/filters.ts";
import { badgeOf, brief, callText, count, duration, heldAt, meterOf, summaryOf, wordsOf } from "../../web/panels/sentences.ts";

const request: LlmRequest = {
  kind: "llm-request", round: 2, model: "practice-model", url: "https://practice.glassloop.invalid/v1/chat/completions", headers: [],
  body: '{"model":"practice-model","messages":[{"role":"user","content":"hi"}],"tools":[{"function":{"name":"add"}},{"function":{"name":"upper"}}]}',
  findings: [], notes: [],
};
const reply = (text: string, calls: readonly ToolCall[]): LlmResponse => ({
  kind: "llm-response", round: 1, status: 200, headers: [], body: "", first_byte_ms: 41, duration_ms: 1240,
  result: { outcome: "reply", message: { text, calls, extra: "", source: "" }, finish_reason: "stop", usage: { input_tokens: 98, output_tokens: 1800 }, notes: [], reasoning: "" },
});
const failure: LlmResponse = {
  kind: "llm-response", round: 1, status: 0, headers: [], body: "", first_byte_ms: 0, duration_ms: 0,
  result: { outcome: "failure", what: "Nothing answered.", advice: "Check the address.", server_words: "", cause: "unreachable" },
};
const note = { id: "call_1", name: "add", arguments: '{"a":10,"b":[1, 2]}', cut_off: false, extra: "" };
const dispatch: Dispatch = { kind: "dispatch", call: note, lookup: { outcome: "ready", target: "add", values: '{"a": 10, "b": 9007199254740993}', notes: [] } };
const refused: Dispatch = { kind: "dispatch", call: { ...note, name: "nope" }, lookup: { outcome: "refused", error: "unknown_tool", message: "No tool." } };
const result: ToolResult = { kind: "tool-result", call_id: "call_1", name: "add", outcome: "ok", content: '{"sum": 15}', duration_ms: 0.4 };
const all: readonly Event[] = [
  { kind: "question", text: "add 10\nand 5" }, request, reply("", [note]), reply("Fifteen.", []), failure, dispatch, refused, result,
  { ...result, outcome: "raised", content: "ZeroDivisionError" }, { kind: "answer", text: "Fifteen.", model: "m" },
  { kind: "stopped", reason: "reader", message: "You stopped this run.", detail: "" }, { kind: "log", source: "stdout", text: "15\n", duration_ms: 0 },
];

test("the line of each event", () => {
  assert.deepEqual(all.map((event) => summaryOf(event)), [
    "add 10 and 5", "1 message, 2 tools", "note: add(a=10, b=[1, 2])", "text: Fifteen.", "Nothing answered.",
    "add → callable → a=10, b=9007199254740993", "nope → no such tool", 'add gave {"sum": 15}', "the tool raised an error: ZeroDivisionError",
    "Fifteen.", "You stopped this run.", "stdout: 15",
  ]);
});

test("no line is longer than a line", () => {
  const long = "x ".repeat(5000);
  for (const event of [{ ...result, content: long }, { kind: "log", source: "stdout", text: long, duration_ms: 0 }, { kind: "question", text: long }] satisfies Event[]) {
    assert.ok(summaryOf(event).length <= 120);
    assert.ok(!summaryOf(event).includes("\n"));
  }
});

test("a run can be held at the stop points and nowhere else, and each says what has not happened", () => {
  const stops: readonly string[] = STOP_KINDS;
  for (const event of all) {
    const isStop = stops.includes(event.kind);
    assert.equal(heldAt(event) !== null, isStop, event.kind);
    if (isStop) assert.match(wordsOf(event).notYet, /^[A-Z].*(yet|will run).*\.$/);
    assert.match(wordsOf(event).done, /^[a-zA-Z].*\.$/);
  }
  assert.equal(heldAt(dispatch), "held before dispatch");
  assert.equal(wordsOf(dispatch).notYet, "Nothing has run yet: add is looked up, not called.");
  assert.match(wordsOf(request).notYet, /^Nothing has been sent yet/);
});

test("arguments that are no JSON object are shown as they are", () => {
  assert.equal(callText("add", '{"a": 1'), 'add({"a": 1)');
  assert.equal(callText("add", ""), "add()");
  assert.equal(callText("add", "{}"), "add()");
});

test("numbers of the right-hand columns", () => {
  assert.deepEqual([0.4, 1, 812.4, 999.4, 1240, 65_000].map(duration), ["<1 ms", "1 ms", "812 ms", "999 ms", "1.24 s", "65.00 s"]);
  assert.deepEqual(meterOf(reply("", [])), { tokens: "1,800 tok", time: "1.24 s" });
  assert.deepEqual(meterOf(failure), { tokens: "", time: "" });
  assert.match(meterOf(request).tokens, /^≈\d+ tok$/);
  assert.equal(count(1, "message"), "1 message");
  assert.equal(count(2, "reply", "replies"), "2 replies");
});

test("the line of an edited dispatch shows the reader's arguments, not what was validated before", () => {
  assert.equal(summaryOf({ ...dispatch, call: { ...note, arguments: '{"a": 1}' } }, true), "add → your arguments → a=1");
});

test("a body that is no JSON still has a line", () => {
  assert.equal(summaryOf({ ...request, body: "oops" }), "A body that is not JSON, for practice-model");
});

test("brief keeps short text and cuts long text with a sign", () => {
  assert.equal(brief(" a\n b "), "a b");
  assert.equal(brief("abcdef", 4), "abc…");
});

test("the filter for errors finds what went wrong, and the others their kinds", () => {
  assert.deepEqual(all.filter((event) => matches(event, "errors")), [failure, refused, all[8]]);
  assert.deepEqual(new Set(all.filter((event) => matches(event, "model")).map((event) => event.kind)), new Set(["llm-request", "llm-response"]));
  assert.deepEqual(new Set(all.filter((event) => matches(event, "tools")).map((event) => event.kind)), new Set(["dispatch", "tool-result"]));
  assert.deepEqual(all.filter((event) => matches(event, "logs")).length, 1);
  assert.equal(all.filter((event) => matches(event, "all")).length, all.length);
});

test("a request that breaks rules carries a badge, and nothing else does", () => {
  const finding = { rule: "orphan-result", severity: "error", index: 2, where: "messages[2]", problem: "p", repair: "", strict_error: "e", server: "OpenAI" } as const;
  const warning = { ...finding, severity: "warning" } as const;
  assert.equal(badgeOf(request), null);
  assert.deepEqual(badgeOf({ ...request, notes: ["2 messages were left out"] }), { text: "adapted", bad: false });
  assert.deepEqual(badgeOf({ ...request, findings: [finding, warning, finding] }), { text: "2 rules broken", bad: true });
  assert.deepEqual(badgeOf({ ...request, findings: [finding] }), { text: "1 rule broken", bad: true });
  assert.deepEqual(badgeOf({ ...request, findings: [warning] }), { text: "1 warning", bad: false });
  for (const event of all) assert.equal(badgeOf(event), null);
});
