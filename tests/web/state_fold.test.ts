// The pure parts: the view as a fold, what is new in a request, where a run is held, what counts as an event.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "../../web/generated/events.ts";
import { readEvent } from "../../web/state/events.ts";
import { holds, NO_STOPS, readStops, type Mode, type Stops } from "../../web/state/stepper.ts";
import { newMessages, offeredTools, viewAt, type TraceItem } from "../../web/state/trace.ts";
import { answer, dispatch, log, question, request, response, result, stopped } from "./scripted_python.ts";

const items = (...events: readonly Event[]): readonly TraceItem[] =>
  events.map((event, index) => ({ seq: index + 1, run: 1, at: index, event, before: null }));

const TURN = items(
  question("add 10 and 5"),
  request(1, [{ role: "user", content: "add 10 and 5" }]),
  response(1, "Let me add.", "add", "upper"),
  dispatch("add"),
  result("add", "15"),
  log("printed"),
  dispatch("upper"),
  result("upper", '"A"'),
  request(2, []),
  response(2, "It is 15."),
  answer("It is 15."),
);

test("the conversation grows with the cursor, and going back needs nothing but the items", () => {
  const kinds = TURN.map((_, index) => viewAt(TURN, index + 1).chat.map(({ kind }) => kind).join(" "));
  assert.deepEqual(kinds, [
    "question",
    "question",
    "question remark note note",
    "question remark note note",
    "question remark note note result",
    "question remark note note result",
    "question remark note note result",
    "question remark note note result result",
    "question remark note note result result",
    "question remark note note result result",
    "question remark note note result result answer",
  ]);
});

test("a note goes from asked to dispatched to answered, and the others stay", () => {
  const progress = (cursor: number) => viewAt(TURN, cursor).chat.flatMap((entry) => (entry.kind === "note" ? [entry.progress] : []));
  assert.deepEqual(progress(3), ["asked", "asked"]);
  assert.deepEqual(progress(4), ["dispatched", "asked"]);
  assert.deepEqual(progress(5), ["answered", "asked"]);
  assert.deepEqual(progress(8), ["answered", "answered"]);
});

test("the item at the cursor is the current one; at 0 there is none", () => {
  assert.equal(viewAt(TURN, 0).current, null);
  assert.deepEqual(viewAt(TURN, 0).chat, []);
  assert.equal(viewAt(TURN, 4).current?.seq, 4);
  assert.equal(viewAt(TURN, 99).current?.seq, 11);
});

test("arguments and results keep their digits", () => {
  const chat = viewAt(items(question("q"), result("add", "12345678901234567890.10")), 2).chat;
  const last = chat.at(-1);
  assert.equal(last?.kind === "result" && last.content, "12345678901234567890.10");
});

test("an answer is the practice model's exactly when the last request went to it", () => {
  const live = { ...request(1, []), url: "https://api.example.com/v1/chat/completions" } as Event;
  const practice = (...events: readonly Event[]) => {
    const last = viewAt(items(...events), events.length).chat.at(-1);
    return last?.kind === "answer" && last.practice;
  };
  assert.equal(practice(question("q"), request(1, []), answer("a")), true);
  assert.equal(practice(question("q"), live, answer("a")), false);
  assert.equal(practice(question("q"), request(1, []), answer("a"), question("q"), live, answer("a")), false);
  assert.equal(practice(question("q"), answer("a")), true, "no request: the model's name tells");
});

test("a failed response says nothing in the conversation; the stop does", () => {
  const failure: Event = {
    kind: "llm-response", round: 1, status: 500, headers: [], body: "", first_byte_ms: 0, duration_ms: 0,
    result: { outcome: "failure", what: "It broke.", advice: "Try again.", server_words: "", cause: "unreachable" },
  };
  const { chat } = viewAt(items(question("q"), request(1, []), failure, stopped("program")), 4);
  assert.deepEqual(chat.map(({ kind }) => kind), ["question", "stopped"]);
});

test("an edited result is marked", () => {
  const edited: TraceItem = { seq: 1, run: 1, at: 0, event: result("add", "16"), before: result("add", "15") };
  const last = viewAt([edited], 1).chat.at(-1);
  assert.equal(last?.kind === "result" && last.edited, true);
});

test("new messages are those that the request before did not have", () => {
  const [system, user, note, tool] = [{ role: "system" }, { role: "user", content: "hi" }, { role: "assistant" }, { role: "tool" }];
  const fresh = (...bodies: readonly (readonly unknown[])[]) => {
    const trace = items(...bodies.map((messages, index) => request(index + 1, messages)));
    const last = trace.at(-1);
    return last === undefined ? null : newMessages(trace, last);
  };
  assert.deepEqual(fresh([system, user]), { total: 2, fresh: [0, 1], first: true });
  assert.deepEqual(fresh([system, user], [system, user, note, tool]), { total: 4, fresh: [2, 3], first: false });
  assert.deepEqual(fresh([user], [user, user]), { total: 2, fresh: [1], first: false }, "said twice, sent once before");
  assert.deepEqual(fresh([user, note], [note, user]), { total: 2, fresh: [], first: false });
  assert.deepEqual(fresh([user], [tool], [user]), { total: 1, fresh: [0], first: false }, "only the last request counts");
});

test("bodies that are no request have no new messages and no tools", () => {
  for (const body of ["", "null", "[]", "{}", '{"messages": 3}', "<html>"]) {
    const trace = items({ ...request(1, []), body } as Event);
    const [only] = trace;
    assert.ok(only);
    assert.equal(newMessages(trace, only), null, body);
    assert.deepEqual(offeredTools(trace), [], body);
  }
  const [first] = TURN;
  assert.ok(first);
  assert.equal(newMessages(TURN, first), null, "a question is no request");
});

test("the tools offered are those of the last request, each once", () => {
  assert.deepEqual(offeredTools(items(request(1, [], ["a"]), request(2, [], ["b", "c", "b"]))), ["b", "c"]);
  const odd = { ...request(1, []), body: '{"tools": [null, 3, {"function": {}}, {"name": "flat"}]}' } as Event;
  assert.deepEqual(offeredTools(items(odd)), ["flat"]);
});

test("where a run is held: mode by kind, with no stops", () => {
  const table: Readonly<Record<Mode, readonly string[]>> = {
    run: [],
    step: ["llm-request", "dispatch", "tool-result"],
    opening: ["dispatch"],
  };
  for (const [mode, expected] of Object.entries(table)) {
    const held = TURN.map(({ event }) => event).filter((event) => holds(event, mode as Mode, NO_STOPS));
    assert.deepEqual([...new Set(held.map(({ kind }) => kind))], expected, mode);
  }
});

test("where a run is held: each stop by itself, in mode run", () => {
  const held = (stops: Partial<Stops>) =>
    TURN.filter(({ event }) => holds(event, "run", { ...NO_STOPS, ...stops })).map(({ seq }) => seq);
  assert.deepEqual(held({ request: true }), [2, 9]);
  assert.deepEqual(held({ dispatch: true }), [4, 7]);
  assert.deepEqual(held({ result: true }), [5, 8]);
  assert.deepEqual(held({ tools: { upper: true } }), [7]);
  assert.deepEqual(held({ tools: { upper: false } }), []);
  assert.deepEqual(held({ dispatch: true, tools: { upper: false } }), [4, 7]);
  assert.equal(holds(dispatch("constructor"), "run", NO_STOPS), false, "an inherited name is no stop");
});

test("stored stops are read, and anything else is none", () => {
  assert.deepEqual(readStops('{"request":true,"dispatch":false,"result":1,"tools":{"add":true,"upper":false,"x":"y"}}'), {
    request: true, dispatch: false, result: false, tools: { add: true },
  });
  for (const text of [null, "", "null", "3", "[]", "{", '{"tools": null}']) assert.deepEqual(readStops(text), NO_STOPS, String(text));
});

test("an event is read when it has its whole shape", () => {
  for (const { event } of TURN) assert.deepEqual(readEvent(JSON.stringify(event)), event);
  assert.notEqual(readEvent(JSON.stringify(stopped("reader"))), null);
});

test("what is no event is not read", () => {
  const bad = [
    "", "null", "3", "[]", "{}", '{"kind":"constructor"}', '{"kind":"question"}', '{"kind":"question","text":3}',
    JSON.stringify({ ...request(1, []), headers: [["a"]] }),
    JSON.stringify({ ...dispatch("add"), lookup: { outcome: "toString" } }),
    JSON.stringify({ ...dispatch("add"), call: null }),
    JSON.stringify({ ...response(1, "x", "add"), result: { outcome: "reply", message: { text: "x", calls: [{}] } } }),
    JSON.stringify({ ...result("add", "1"), outcome: "fine" }),
  ];
  for (const text of bad) assert.equal(readEvent(text), null, text);
});
