// The log of calls: which dispatch belongs to which result, what a search finds, and files that no spreadsheet runs.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "../../web/generated/events.ts";
import { callRows, csvText, jsonLinesText, MOST_OF_CONTENT, search, type CallRow } from "../../web/state/call_log.ts";
import { Conversation } from "../../web/state/conversation.ts";
import { BEGAN, happen, numbered, rich } from "./kept_conversations.ts";
import { answer, dispatch, question, result } from "./scripted_python.ts";

function rows(...events: readonly Event[]): readonly CallRow[] {
  const conversation = new Conversation(numbered());
  happen(conversation, 1, question("q"), ...events);
  return callRows(conversation.saved.peek());
}

const withNotes = { ...dispatch("add"), lookup: { outcome: "ready", target: "add", values: "{}", notes: ["Read “10.0” as 10."] } } as Event;

test("a call is a row with all that is known of it", () => {
  const conversation = rich();
  assert.deepEqual(callRows(conversation.saved.peek()), [
    {
      conversation: "id-1", title: "What is 3 plus 4?", lesson: "tools_are_a_dict", run: 2, seq: 6, tool: "add",
      // The run began with the fifth look at the clock; its fourth event came 4.5 ms later.
      when: new Date(BEGAN + 4000 + 5).toISOString(), arguments: '{"a": 10.0, "b": 5}', outcome: "ok", content: "8", duration_ms: 0.5,
      notes: "Changed by the reader.",
    },
  ]);
  assert.equal(rows(withNotes, result("add", "15"))[0]?.notes, "Read “10.0” as 10.");
});

test("each dispatch finds its own result, also when several wait, and one without any is a row too", () => {
  const made = rows(dispatch("add"), dispatch("upper"), result("upper", '"A"'), result("add", "15"), dispatch("later"));
  assert.deepEqual(made.map(({ tool, content, outcome, duration_ms: ms }) => [tool, content, outcome, ms]), [
    ["add", "15", "ok", 0.5], ["upper", '"A"', "ok", 0.5], ["later", "", "no result", null],
  ]);
});

test("an id that a server uses twice: first come, first served; and never over the border of a run", () => {
  assert.deepEqual(rows(dispatch("add"), result("add", "1"), dispatch("add"), result("add", "2")).map(({ content }) => content), ["1", "2"]);
  assert.deepEqual(rows(dispatch("add"), dispatch("add"), result("add", "1"), result("add", "2")).map(({ content }) => content), ["1", "2"]);
  const conversation = new Conversation(numbered());
  happen(conversation, 1, question("q"), dispatch("add"));
  happen(conversation, 2, question("q"), result("add", "of another run"));
  assert.deepEqual(callRows(conversation.saved.peek()).map(({ seq, outcome, arguments: args }) => [seq, outcome, args !== ""]), [
    [2, "no result", true], [4, "ok", false],
  ]);
});

test("a result that was never dispatched, and a conversation without calls", () => {
  assert.deepEqual(rows(result("add", "15")).map(({ tool, seq, arguments: args }) => [tool, seq, args]), [["add", 2, ""]]);
  assert.deepEqual(rows(answer("a")), []);
});

test("of a long result the beginning is kept", () => {
  const [row] = rows(dispatch("add"), result("add", "x".repeat(10_000)));
  assert.equal(row?.content.length, MOST_OF_CONTENT);
  assert.ok(row.content.endsWith("…"));
});

test("a search wants every word, in any column and any case", () => {
  const made = rows(dispatch("add"), result("add", "15"), dispatch("upper"), { ...result("upper", "No such Thing"), outcome: "raised" } as Event);
  const tools = (words: string) => search(made, words).map(({ tool }) => tool);
  assert.deepEqual(tools(""), ["add", "upper"]);
  assert.deepEqual(tools("  "), ["add", "upper"]);
  assert.deepEqual(tools("ADD"), ["add"]);
  assert.deepEqual(tools("thing raised"), ["upper"]);
  assert.deepEqual(tools("raised add"), []);
  assert.deepEqual(tools("2026-05-17"), ["add", "upper"]);
  assert.deepEqual(tools(".*"), [], "words, not patterns");
});

/** A reader of RFC 4180, as simple as the standard. */
function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  for (let line: string[] = [], at = 0; at < text.length; at = field.lastIndex) {
    field.lastIndex = at;
    const match = field.exec(text);
    assert.ok(match, `no field at ${at}: ${JSON.stringify(text.slice(at, at + 20))}`);
    line.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] === ",") continue;
    lines.push(line);
    line = [];
  }
  return lines;
}

const base = rows(dispatch("add"), result("add", "15"))[0];
assert.ok(base);

test("CSV is read back as it was, whatever is in it", () => {
  const nasty = ['say "hi", twice', "two\nlines", "two\r\nlines", ",", '"', "", "ünïcödé 🎲", "plain"];
  const [names, ...lines] = readCsv(csvText(nasty.map((content) => ({ ...base, content }))));
  assert.deepEqual(names, ["when", "conversation", "title", "lesson", "run", "seq", "tool", "arguments", "outcome", "duration_ms", "content", "notes"]);
  assert.deepEqual(lines.map((line) => line[10]), nasty);
  assert.deepEqual(lines.map((line) => [line[4], line[9]]), nasty.map(() => ["1", "0.5"]));
  assert.equal(csvText([]), `${names?.join(",")}\r\n`);
});

test("no cell is a formula to a spreadsheet; a number stays a number", () => {
  const shown = (text: string, column: "content" | "tool" | "title" | "arguments" | "notes" = "content") => {
    const [names, line] = readCsv(csvText([{ ...base, [column]: text }]));
    return line?.[names?.indexOf(column) ?? -1];
  };
  const formulas = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "=cmd|' /C calc'!A0", "\t=1", "\r=1", "\n=1", " =1", "\u00a0=1", "＝1+1", "-", "\ufeff=1"];
  for (const text of formulas) {
    for (const column of ["content", "tool", "title", "arguments", "notes"] as const) assert.equal(shown(text, column), `'${text}`, text);
  }
  for (const text of ["-40", "-4.5", "12", "a=1", "it's", '{"a": "=1"}', "'=1"]) assert.equal(shown(text), text);
});

test("JSON lines hold the same, a call a line", () => {
  const made = rows(dispatch("add"), result("add", "two\nlines"), dispatch("upper"));
  const lines = jsonLinesText(made).split("\n");
  assert.equal(lines.pop(), "");
  assert.deepEqual(lines.map((line) => JSON.parse(line)), made);
  assert.equal(jsonLinesText([]), "");
});
