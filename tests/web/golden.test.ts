// The page's fold over the golden traces that Python writes: the same files, read by the other side.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readEvent } from "../../web/state/events.ts";
import { viewAt, type TraceItem } from "../../web/state/trace.ts";
import { summaryOf, wordsOf } from "../../web/panels/sentences.ts";

const FOLDER = join(process.cwd(), "tests", "traces");
const names = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"));

function items(name: string): TraceItem[] {
  const lines = readFileSync(join(FOLDER, name), "utf8").trimEnd().split("\n");
  return lines.map((line, index) => {
    const event = readEvent(line);
    assert.ok(event, `${name}:${index + 1} is an event the page takes`);
    return { seq: index + 1, run: 1, at: index, event, before: null };
  });
}

test("there are golden traces", () => assert.ok(names.length > 5));

for (const name of names) {
  test(`${name}: going back is folding fewer events`, () => {
    const all = items(name);
    for (let cursor = 0; cursor <= all.length; cursor += 1) {
      assert.deepEqual(viewAt(all, cursor), viewAt(all.slice(0, cursor), cursor));
      assert.equal(viewAt(all, cursor).current?.seq, all[cursor - 1]?.seq);
    }
  });

  test(`${name}: every event has its words`, () => {
    for (const { event } of items(name)) {
      assert.ok(summaryOf(event).length > 0, event.kind);
      assert.ok(wordsOf(event).done.length > 0, event.kind);
    }
  });

  test(`${name}: every note that was dispatched ends as answered`, () => {
    const notes = viewAt(items(name), Infinity).chat.filter((entry) => entry.kind === "note");
    const results = new Set(items(name).flatMap(({ event }) => (event.kind === "tool-result" ? [event.call_id] : [])));
    for (const note of notes) assert.equal(note.progress === "answered", results.has(note.callId), note.callId);
  });
}

test("a turn with one note reads as a conversation", () => {
  const { chat } = viewAt(items("lesson-1-one-note.jsonl"), Infinity);
  assert.deepEqual(
    chat.map((entry) => entry.kind),
    ["question", "note", "result", "answer"],
  );
});

test("digits that no double holds are kept", () => {
  const { chat } = viewAt(items("agent-wrong-notes.jsonl"), Infinity);
  assert.ok(chat.some((entry) => entry.kind === "result" && entry.content === "12345678901234567891"));
});
