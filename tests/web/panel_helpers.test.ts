// What the panels read out of bodies, tracebacks and the trace, without a page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { editOf } from "../../web/panels/edit.tsx";
import { exportText } from "../../web/panels/export.ts";
import { freshOf, readRequest } from "../../web/panels/requests.ts";
import { pieces } from "../../web/panels/tracebacks.ts";

const user = { role: "user", content: "add 10 and 5" };
const asked = { role: "assistant", content: null, tool_calls: [{ id: "c1", type: "function", function: { name: "add", arguments: '{"a":1}' } }] };
const answered = { role: "tool", tool_call_id: "c1", content: "15" };
const bodyOf = (...messages: readonly object[]) => JSON.stringify({ model: "m", messages, seed: 7 });

test("a request is read into messages, notes, menu and the rest", () => {
  const tools = [{ type: "function", function: { name: "add", description: "Add.", parameters: { type: "object" } } }];
  const request = readRequest(JSON.stringify({ model: "m", messages: [user, asked, answered], tools, seed: 7 }));
  assert.deepEqual(request, {
    messages: [
      { role: "user", content: "add 10 and 5", notes: [], callId: "" },
      { role: "assistant", content: "", notes: [{ id: "c1", name: "add", arguments: '{"a":1}' }], callId: "" },
      { role: "tool", content: "15", notes: [], callId: "c1" },
    ],
    tools: [{ name: "add", description: "Add.", parameters: '{"type":"object"}' }],
    settings: [["model", '"m"'], ["seed", "7"]],
  });
});

test("content that is no string is shown as JSON, and a strange body does not break the reading", () => {
  const parts = [{ type: "text", text: "hi" }];
  assert.equal(readRequest(bodyOf({ role: "user", content: parts }))?.messages[0]?.content, '[{"type": "text", "text": "hi"}]');
  assert.deepEqual(readRequest('{"messages": [3, null, {"role": 4}], "tools": "none"}')?.messages.map((m) => m.role), ["no role", "no role", "no role"]);
  assert.equal(readRequest("[]"), null);
  assert.equal(readRequest("not JSON"), null);
});

test("messages that the request before did not have are new", () => {
  assert.deepEqual(freshOf(bodyOf(user, asked, answered), bodyOf(user)), { flags: [false, true, true], first: false });
  assert.deepEqual(freshOf(bodyOf(user), null), { flags: [true], first: true });
  assert.deepEqual(freshOf(bodyOf(user), bodyOf(user)), { flags: [false], first: false });
  assert.deepEqual(freshOf("not JSON", bodyOf(user)), { flags: [], first: false });
});

test("the same words said again are new, and only white space is no difference", () => {
  assert.deepEqual(freshOf(bodyOf(user, user), bodyOf(user)).flags, [false, true]);
  assert.deepEqual(freshOf(JSON.stringify({ messages: [user] }, null, 2), bodyOf(user)).flags, [false]);
});

test("only lines of the reader's own files become places", () => {
  const text = 'Traceback:\n  File "/home/program/main.py", line 12, in agent\n  File "/lib/json.py", line 3\nKeyError';
  const found = pieces(text, ["main.py"]);
  assert.deepEqual(found.filter((piece) => piece.kind === "place"), [{ kind: "place", text: 'File "/home/program/main.py", line 12', file: "main.py", line: 12 }]);
  assert.equal(found.map((piece) => piece.text).join(""), text);
  assert.deepEqual(pieces("", ["main.py"]), []);
});

test("an export holds what took effect and what it was edited from", () => {
  const before = { kind: "question", text: "a" } as const;
  const event = { kind: "question", text: "b" } as const;
  const data: unknown = JSON.parse(exportText([{ seq: 1, run: 1, at: 0, event, before }, { seq: 2, run: 1, at: 5, event, before: null }]));
  assert.deepEqual(data, { version: 1, events: [{ ...event, edited_from: before }, event] });
});

test("an edit changes one text, keeps the rest, and refuses only a body that no server could read", () => {
  const dispatch = { kind: "dispatch", call: { id: "c", name: "add", arguments: "{}", cut_off: false, extra: "" }, lookup: { outcome: "ready", target: "add", values: "{}", notes: [] } } as const;
  const edit = editOf(dispatch);
  assert.equal(edit?.text, "{}");
  assert.deepEqual(edit?.with("{oops"), { ...dispatch, call: { ...dispatch.call, arguments: "{oops" } });
  assert.equal(edit?.fault("{oops"), "");
  const request = editOf({ kind: "llm-request", round: 1, model: "m", url: "u", headers: [], body: "{}", findings: [], notes: [] });
  assert.match(request?.fault("{oops") ?? "", /not a JSON object/);
  assert.equal(request?.fault('{"a": 1}'), "");
  assert.equal(editOf({ kind: "question", text: "" }), null);
});
