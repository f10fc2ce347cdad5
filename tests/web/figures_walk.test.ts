// The figures about one question, as plain values: its stages, one class in both directions, who won.
import assert from "node:assert/strict";
import { test } from "node:test";
import { callFields, callsOf } from "../../web/figures/fields.ts";
import { fieldsText } from "../../web/figures/fields.tsx";
import { declarationOf, shape } from "../../web/figures/python_source.ts";
import { walkOf } from "../../web/figures/stages.ts";
import { choicesOf, verdictOf, whyWon } from "../../web/figures/winner.ts";
import type { Event } from "../../web/generated/events.ts";
import { answered, asked, call, dispatched, gave, golden, replied, request, traceOf } from "./figure_traces.ts";

test("the stages of a turn with one note speak of its own events", () => {
  const items = golden("agent-follow-up").slice(0, 8);
  const walk = walkOf(items, items.length);
  assert.deepEqual(walk?.stages.map(({ name, seq }) => [name, seq]), [
    ["transcript", 1],
    ["menu", 2],
    ["note", 3],
    ["dispatch", 4],
    ["choosing", 5],
    ["back", 6],
  ]);
  const says = walk.stages.map((stage) => stage.says);
  assert.equal(says[0], "2 messages went out with request 1: the system prompt and your question.");
  assert.match(says[1]!, /^2 tools on the menu, ≈\d+ tokens: add and upper\.$/);
  assert.equal(says[2], "The model wrote add(a=10, b=5): text, nothing has run.");
  assert.equal(says[3], "Looked up and checked: add(a=10, b=5) is ready to be called.");
  assert.equal(says[4], "add ran for 1 ms and gave 15");
  assert.equal(says[5], "4 messages went out with request 2, the result among them.");
});

test("the stage of the cursor is the current one, wherever the cursor stands", () => {
  const items = golden("agent-follow-up");
  const current = items.map((_, index) => walkOf(items, index + 1)?.stages.find((stage) => stage.current)?.name);
  const turn = ["transcript", "menu", "note", "dispatch", "choosing", "back", "back", "back"];
  assert.deepEqual(current, [...turn, ...turn]);
  assert.deepEqual(items.map((_, index) => walkOf(items, index + 1)?.turn), [...Array(8).fill(1), ...Array(8).fill(2)]);
});

test("a follow-up's transcript counts what the earlier turns left", () => {
  const items = golden("agent-follow-up");
  assert.match(walkOf(traceOf([0, asked("?")], [0, asked("and now?")], [0, request(1, { messages: [{ role: "user", content: "and now?" }] })]), 3)!.stages[0]!.says, /^1 message went out with request 1: your question\. Nothing of the earlier turns went along/);
  assert.equal(walkOf(items, 16)?.stages[0]?.says, "6 messages went out with request 1: the system prompt, 4 from earlier turns and your question. The model remembers none of them by itself.");
});

test("what lies beyond the cursor has happened and can be gone to; what has not happened can't", () => {
  const items = golden("agent-follow-up").slice(0, 8);
  assert.deepEqual(walkOf(items, 1)?.stages.map(({ seq }) => seq), [1, 2, 3, 4, 5, 6]);
  const held = walkOf(items.slice(0, 4), 4);
  assert.deepEqual(held?.stages.map(({ seq }) => seq), [1, 2, 3, 4, null, null]);
  assert.equal(held.stages[4]?.says, "Not reached yet.");
  assert.equal(walkOf([], 0), null);
  assert.equal(walkOf(items, 0), null);
});

test("several rounds: the stages follow the cursor from note to note, and from call to call", () => {
  const items = golden("agent-wrong-notes");
  const notes = (cursor: number) => walkOf(items, cursor)!.stages.map(({ seq }) => seq);
  const responses = items.filter(({ event }) => event.kind === "llm-response").map(({ seq }) => seq);
  const dispatches = items.filter(({ event }) => event.kind === "dispatch").map(({ seq }) => seq);
  assert.deepEqual([notes(dispatches[1]!)[2], notes(dispatches[1]!)[3]], [responses[0], dispatches[1]]);
  assert.equal(notes(dispatches[3]!)[2], responses[1]);
  const refused = walkOf(items, dispatches[0]!)!;
  assert.deepEqual([refused.stages[4]!.title, refused.stages[4]!.says.slice(0, 48)], ["No tool runs", "ad: no such tool. The model will read: No tool '"]);
  assert.match(refused.stages[3]!.says, /^ad was refused, so nothing runs: No tool 'ad'/);
  assert.deepEqual([refused.round, refused.rounds], [1, 3]);
  const end = walkOf(items, items.length)!;
  assert.match(end.stages[5]!.says, /^The turn stopped here: The model still wanted a tool after 3 rounds/);
});

test("a turn without a note, one whose request failed, and one whose program broke say so", () => {
  const says = (name: string) => walkOf(golden(name), Infinity)!.stages.map((stage) => stage.says);
  const noNote = says("lesson-1-no-note");
  assert.equal(noNote[2], "The model wrote no note: it answered in words.");
  assert.equal(noNote[3], "There was no note, so there is nothing to dispatch.");
  assert.match(noNote[5]!, /^Nothing had to go back, the model answered at once: Python is/);
  assert.match(says("agent-no-server")[2]!, /^No note came: Nothing answered there/);
  assert.equal(says("agent-no-server")[3], "The turn ended before there was anything to dispatch.");
  assert.equal(says("program-raises")[1], "Not reached yet.");
});

test("every golden trace can be walked at every cursor, each stage led to an event of the same turn", () => {
  for (const name of ["agent-follow-up", "agent-streamed", "agent-wrong-notes", "lesson-1-two-notes", "lesson-1-unknown-tool", "program-raises"]) {
    const items = golden(name);
    for (let cursor = 1; cursor <= items.length; cursor += 1) {
      const walk = walkOf(items, cursor)!;
      assert.equal(walk.stages.length, 6);
      const questions = (seq: number) => items.filter(({ seq: other, event }) => other <= seq && event.kind === "question").length;
      for (const { seq, says } of walk.stages) {
        assert.ok(says.length > 0);
        if (seq !== null) assert.equal(questions(seq), walk.turn, `${name} at ${cursor}`);
      }
    }
  }
});

const ARGS = `from pydantic import BaseModel, Field

class SumArgs(BaseModel):
    """One sum: a docstring, with a colon."""

    model_config = ConfigDict(extra="forbid")

    a: Number = Field(
        description="First number (as written), e.g. 4.7, # no comment "
        "and 'quoted', too",  # a comment, with a comma
    )
    operation: Operation = Field(description="What to do")

    def shown(self) -> str:
        inner: int = 3
        return str(inner)


class SolveArgs(SumArgs):
    technique: str | None = None  # only when asked for
    options: dict[str, int] = {"a": 1}

agent: Agent = Agent(tools=[tool_from_model(SolveArgs, solve, description="x")])
`;

test("a class is read with its fields on one line each, those it builds on first", () => {
  const found = declarationOf({ "main.py": "", "args.py": ARGS }, "solve", "solve(SolveArgs)");
  assert.deepEqual(found, {
    kind: "class",
    file: "args.py",
    name: "SolveArgs",
    fields: [
      { name: "a", from: "SumArgs", text: `a: Number = Field(description="First number (as written), e.g. 4.7, # no comment " "and 'quoted', too")` },
      { name: "operation", from: "SumArgs", text: `operation: Operation = Field(description="What to do")` },
      { name: "technique", from: "SolveArgs", text: "technique: str | None = None" },
      { name: "options", from: "SolveArgs", text: `options: dict[str, int] = {"a": 1}` },
    ],
  });
});

test("a function and a lambda have parameters; where there is neither, there is nothing", () => {
  const source = 'async def get(\n    place: str, days: Annotated[int, Field(ge=1, le=5)] = 3,  # at most 5, )\n    *, units="a, b"\n):\n    pass\ntools = {"add": lambda a, b=2: a + b}\n';
  const texts = (tool: string, target = tool) => declarationOf({ "main.py": source }, tool, target)?.fields.map(({ text }) => text);
  assert.deepEqual(texts("get", "get(place, days, units)"), ["place: str", "days: Annotated[int, Field(ge=1, le=5)] = 3", 'units="a, b"']);
  assert.deepEqual(texts("add"), ["a", "b=2"]);
  assert.deepEqual(texts("add", "add(a)"), ["a", "b=2"]);
  assert.equal(texts("teleport"), undefined);
  assert.equal(declarationOf({ "main.py": "def broken(a, b" }, "broken", "broken"), null);
  assert.equal(declarationOf({ "main.py": "class A(B):\n  x: int\nclass B(A):\n  y: int\n" }, "f", "f(A)")?.fields.length, 2);
});

test("the shape of a declaration keeps short strings, and cuts long ones, however many pieces they have", () => {
  assert.equal(shape('{"type": "string", "enum": ["+", "-"]}'), '{"type": "string", "enum": ["+", "-"]}');
  assert.equal(shape(`a = Field(description="The first number, exactly as written " 'in the question')`), 'a = Field(description="The first number…")');
  assert.equal(shape(`{"pattern": "^(today|tomorrow|in the next few days)$"}`), `{"pattern": "^(today|tomorrow|…"}`);
});

const schema = { type: "object", required: ["a", "operation"], properties: { a: { type: "number" }, operation: { enum: ["+", "*"] }, technique: { type: "string" } } };
const body = { messages: [], tools: [{ type: "function", function: { name: "solve", parameters: schema } }] };

function oneCall(args: string, lookup: Extract<Event, { kind: "dispatch" }>["lookup"]) {
  const made = call("solve", args);
  const items = traceOf([0, asked("?")], [0, request(1, body)], [0, replied({ calls: [made] })], [0, { kind: "dispatch", call: made, lookup }]);
  return callFields(items, callsOf(items)[0]!, { "args.py": ARGS });
}

test("one class, both directions: digits and quotes as written, what was left out, what came of it", () => {
  const fields = oneCall('{"a": "4.70", "operation":"*", "detail": 12345678901234567890}', {
    outcome: "ready", target: "solve(SolveArgs)", values: '{"a":"4.7","operation":"*","technique":null,"options":{"a":1}}', notes: ["a: the text \"4.70\" was read as the number 4.70."],
  });
  assert.equal(fields.declaration?.name, "SolveArgs");
  assert.deepEqual(fields.rows.map(({ name, raw, schema: seen, required }) => [name, raw, seen, required]), [
    ["a", '"4.70"', '{"type": "number"}', true],
    ["operation", '"*"', '{"enum": ["+", "*"]}', true],
    ["technique", null, '{"type": "string"}', false],
    ["detail", "12345678901234567890", null, false],
  ]);
  assert.deepEqual(fields.rows.map(({ checked }) => checked), [
    { kind: "value", text: '"4.7"', remark: 'an exact decimal; the text "4.70" was read as the number 4.70.' },
    { kind: "value", text: '"*"', remark: "" },
    { kind: "value", text: "null", remark: "" },
    { kind: "none", why: "not passed on" },
  ]);
  assert.equal(fields.rows[2]?.python?.text, "technique: str | None = None");
  assert.match(fieldsText(fields), /^The class SolveArgs makes the schema and checks what comes back\. 4 arguments, 1 left out\.$/);
});

test("a refusal stands at the argument it is about; the rest of it stands below", () => {
  const message = "a: \"many\" is not a number\noperation[0].x: wrong\nThis is about the whole.";
  const fields = oneCall('{"a": "many", "operation": ["?"]}', { outcome: "refused", error: "invalid_arguments", message });
  assert.deepEqual(fields.rows.map(({ checked }) => (checked.kind === "refused" ? checked.said : checked.kind)), ['"many" is not a number', "wrong", "none"]);
  assert.equal(fields.refusal, "This is about the whole.");
  // Refused before it had a target: the class is found where the tool is made.
  assert.equal(fields.declaration?.name, "SolveArgs");
  assert.match(fieldsText(fields), / 2 refused\.$/);
});

test("a note that is no JSON is shown as a whole", () => {
  const fields = oneCall('{"a": 1, "b', { outcome: "refused", error: "unparsable_arguments", message: "Your arguments are not valid JSON." });
  assert.equal(fields.unreadable, '{"a": 1, "b');
  assert.ok(fields.rows.every(({ raw, checked }) => raw === null && checked.kind === "none"));
  assert.equal(fields.refusal, "Your arguments are not valid JSON.");
});

test("golden: wrong notes, an unknown tool and a lambda", () => {
  const wrong = golden("agent-wrong-notes");
  const [unknown, , many, large] = callsOf(wrong).map((dispatch) => callFields(wrong, dispatch, {}));
  assert.deepEqual(unknown!.rows.map(({ name, schema: seen }) => [name, seen]), [["a", null], ["b", null]]);
  assert.match(unknown!.refusal, /^No tool 'ad'/);
  assert.deepEqual(many!.rows.map(({ checked }) => checked.kind), ["refused", "refused"]);
  assert.equal(large!.rows[0]?.raw, "12345678901234567890");
  assert.deepEqual(large!.rows[0]?.checked, { kind: "value", text: "12345678901234567890", remark: "" });
  const lesson = golden("lesson-1-one-note");
  const add = callFields(lesson, callsOf(lesson)[0]!, { "main.py": 'tools = {\n    "add": lambda a, b: a + b,\n}' });
  assert.deepEqual(add.rows.map(({ python }) => python?.text), ["a", "b"]);
});

test("an edited note has no verdict before its result, and then that of the result", () => {
  const made = call("solve", { a: 1 });
  const fields = (...result: readonly Event[]) => {
    const told = traceOf([0, asked("?")], [0, request(1, body)], [0, dispatched(made)], ...result.map((event) => [0, event] as const));
    const items = told.map((item) => (item.event.kind === "dispatch" ? { ...item, before: item.event } : item));
    return callFields(items, callsOf(items)[0]!, {});
  };
  assert.ok(fields().edited);
  assert.ok(fields().rows.every(({ checked }) => checked.kind === "none" && /when the run goes on/.test(checked.why)));
  assert.ok(fields(gave(made, "1")).rows.every(({ checked }) => checked.kind === "none" && /accepted/.test(checked.why)));
  const content = JSON.stringify({ ok: false, error: "invalid_arguments", message: "operation: this argument is missing\nNothing ran." });
  const refused = fields({ kind: "tool-result", call_id: made.id, name: made.name, outcome: "invalid_arguments", content, duration_ms: 1 });
  assert.deepEqual(refused.rows.map(({ name, checked }) => [name, checked.kind]), [["a", "none"], ["operation", "refused"], ["technique", "none"]]);
  assert.equal(refused.refusal, "Nothing ran.");
});

const step = (say: string, expr: string, result: number | string) => ({ say, expr, result });
const solved = {
  found: true,
  solution: {
    technique: "add_nines", title: "Adding 9, 99, 999, …", problem: "129 + 99", rule: "…", priority: 10,
    steps: [step("first add 100", "129 + 100", 229), step("then take 1 away", "229 − 1", 228)], answer: 228, shown: "228", verified: true,
  },
  other_applicable_shortcuts: [
    { name: "round_and_compensate", title: "Round up", priority: 6 },
    { name: "add_in_parts", title: "In parts", priority: 1 },
  ],
};

test("who won: the contenders as they competed, and why", () => {
  const verdict = verdictOf(JSON.stringify(solved));
  assert.ok(verdict?.kind === "won");
  assert.deepEqual(verdict.contenders.map(({ name, priority }) => [name, priority]), [["add_nines", 10], ["round_and_compensate", 6], ["add_in_parts", 1]]);
  assert.equal(verdict.why, "add_nines won: priority 10 beats 6 and 1.");
  assert.deepEqual(verdict.steps.map(({ expr, result }) => `${expr} = ${result}`), ["129 + 100 = 229", "229 − 1 = 228"]);
  assert.ok(verdict.verified);
});

test("why: alone, a tie, and asked for by name", () => {
  const contender = (name: string, priority: number) => ({ name, title: "", priority });
  assert.equal(whyWon(contender("a", 3), []), "a won: no other shortcut applied.");
  assert.equal(whyWon(contender("a", 6), [contender("b", 6), contender("c", 2)]), "a won: b had priority 6 too, but a stands first in the list. 1 other had less.");
  assert.equal(whyWon(contender("a", 1), [contender("b", 9)]), "a won although b has the higher priority (9 against 1): it was asked for by name.");
});

test("no shortcut and an error have their own sentence, and digits are kept", () => {
  const none = verdictOf('{"found": false, "problem": "37 ÷ 43", "answer": 12345678901234567890, "message": "…"}');
  assert.deepEqual(none, { kind: "none", problem: "37 ÷ 43", answer: "12345678901234567890", why: "No shortcut applied to 37 ÷ 43, so none won. Plain arithmetic gave 12345678901234567890." });
  assert.deepEqual(verdictOf('{"ok": false, "error": "raised", "message": "Cannot divide by zero."}'), { kind: "error", why: "Nothing was chosen: Cannot divide by zero." });
});

test("what is no such result is none, however it looks", () => {
  const solution = solved.solution;
  const wrong: readonly unknown[] = [
    3, [], {}, { found: "true" }, { found: true }, { found: true, solution: 3 }, { found: true, solution: { ...solution, technique: 1 } },
    { found: true, solution: { ...solution, priority: "10" } }, { ...solved, other_applicable_shortcuts: [{ name: "x" }] }, { ok: false },
  ];
  for (const document of wrong) assert.equal(verdictOf(JSON.stringify(document)), null, JSON.stringify(document).slice(0, 60));
  assert.equal(verdictOf("not JSON"), null);
});

test("the choices are those of the last turn, and another tool's error is none of them", () => {
  const [one, two] = [call("solve_with_shortcut", {}, "c1"), call("get_forecast", {}, "c2")];
  const failed = { ok: false, error: "raised", message: "no" };
  const turn = [[0, asked("?")], [0, dispatched(one)], [0, gave(one, solved)], [0, dispatched(two)], [0, gave(two, failed)], [0, answered("228")]] as const;
  assert.deepEqual(choicesOf(traceOf(...turn)).map(({ item }) => item.seq), [3]);
  assert.deepEqual(choicesOf(traceOf(...turn, [0, asked("again")])), []);
  const held = (made: typeof one) => walkOf(traceOf([0, asked("?")], [0, request(1, body)], [0, replied({ calls: [made] })], [0, dispatched(made)]), 4);
  assert.deepEqual([held(one), held(two)].map((walk) => walk?.stages[4]?.title), ["Choosing", "The tool runs"]);
  assert.deepEqual(choicesOf(traceOf([0, asked("?")], [0, gave(one, failed)])).map(({ verdict }) => verdict.kind), ["error"]);
  const walk = walkOf(traceOf([0, asked("?")], [0, request(1, body)], [0, replied({ calls: [one] })], ...turn.slice(1)), 5);
  assert.equal(walk?.stages[4]?.title, "Choosing");
  assert.match(walk.stages[4].says, /^add_nines won: priority 10 beats 6 and 1\. Its answer: 228, checked against plain arithmetic\.$/);
});
