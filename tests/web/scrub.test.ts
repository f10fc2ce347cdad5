// The scrubber against every split, every spelling and both ways of holding back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createScrubber, patternsOf, scrubText, type Patterns, type Scrubber } from "../../web/broker/scrub.ts";

const KEY = 'sk-proj-A/b+c="d\\e&f%g<h>9';
const OTHER = "sk-proj-A/b+c-longer-than-that";
const MARK = "[key removed: llm]";
const patterns = patternsOf(KEY, MARK);
const both: Patterns = [...patterns, ...patternsOf(OTHER, "[key removed: two]")];

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (chunks: readonly Uint8Array[]): string => Buffer.concat(chunks).toString("utf8");
const through = (scrubber: Scrubber, chunks: readonly Uint8Array[]): string =>
  text([...chunks.map((chunk) => scrubber.push(chunk)), scrubber.end()]);

/** Numbers below `limit`, the same in every run. */
function dice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function split(whole: Uint8Array, roll: (limit: number) => number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < whole.length; ) {
    const size = 1 + roll(12);
    chunks.push(whole.slice(at, at + size));
    at += size;
  }
  return chunks;
}

for (const hold of ["prompt", "steady"] as const) {
  test(`a key is found at every place it can be cut (${hold})`, () => {
    const whole = bytes(`data: {"m":"é${KEY}ß"}\n\n`);
    for (let cut = 0; cut <= whole.length; cut += 1) {
      const out = through(createScrubber(patterns, hold), [whole.slice(0, cut), whole.slice(cut)]);
      assert.equal(out, `data: {"m":"é${MARK}ß"}\n\n`);
    }
  });

  test(`a stream of single bytes is clean (${hold})`, () => {
    const whole = bytes(`x${KEY}${KEY}y ${OTHER} ${KEY.slice(0, -1)} end`);
    const out = through(createScrubber(both, hold), [...whole].map((byte) => Uint8Array.of(byte)));
    assert.equal(out, `x${MARK}${MARK}y [key removed: two] ${KEY.slice(0, -1)} end`);
  });

  test(`random texts in random pieces come out as the replaced whole (${hold})`, () => {
    const roll = dice(7);
    const pieces = [KEY, OTHER, KEY.slice(0, 9), OTHER.slice(3), "sk-", "s", " ", "\n\n", "data: ", "é", "\\", "%", "&", "&#1", "\\u00"];
    for (let round = 0; round < 400; round += 1) {
      const whole = Array.from({ length: roll(14) }, () => pieces[roll(pieces.length)]).join("");
      const wanted = whole.replaceAll(KEY, MARK).replaceAll(OTHER, "[key removed: two]");
      const out = through(createScrubber(both, hold), split(bytes(whole), roll));
      assert.equal(out, wanted, `round ${round}`);
      assert.ok(!out.includes(KEY) && !out.includes(OTHER));
    }
  });
}

test("every usual spelling of a key is taken out", () => {
  const entities = KEY.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  const spelled = [
    JSON.stringify(KEY).slice(1, -1),
    JSON.stringify(KEY).slice(1, -1).replaceAll("/", "\\/"),
    [...KEY].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
    KEY.replaceAll("+", "\\u002B").replaceAll("&", "\\u0026").replaceAll("<", "\\u003c").replaceAll('"', '\\"'),
    encodeURIComponent(KEY),
    encodeURIComponent(KEY).toLowerCase().replace(KEY.slice(0, 9).toLowerCase(), KEY.slice(0, 9)),
    [...KEY].map((sign) => `&#${sign.charCodeAt(0)};`).join(""),
    entities,
  ];
  for (const spelling of spelled) assert.equal(scrubText(`<${spelling}>`, patterns), `<${MARK}>`, spelling);
});

test("Base64 is recognised wherever the key begins in it, in both alphabets", () => {
  for (const before of ["", "u", "u:", "user:", "user1:", "user12:"]) {
    for (const after of ["", "x", "xy"]) {
      const encoded = Buffer.from(before + KEY + after).toString("base64");
      for (const form of [encoded, encoded.replaceAll("+", "-").replaceAll("/", "_"), encoded.replaceAll("/", "\\/")]) {
        const out = scrubText(form, patterns);
        assert.ok(out.includes(MARK), `${before}…${after}`);
        // What stays are the signs that the key shares with its neighbours.
        assert.ok(out.replace(MARK, "").length <= before.length * 2 + after.length * 2 + 6, out);
      }
    }
  }
});

test("nothing is held back that can't be the start of a key", () => {
  const scrubber = createScrubber(patterns, "prompt");
  assert.equal(text([scrubber.push(bytes("hello"))]), "hello");
  assert.equal(text([scrubber.push(bytes("sk-proj-B"))]), "sk-proj-B");
  assert.equal(text([scrubber.push(bytes("ask-pr"))]), "a");
  assert.equal(text([scrubber.push(bytes("etty"))]), "sk-pretty");
});

test("for other origins what is held back tells nothing about the key", () => {
  const held = (guess: string): string => text([createScrubber(patterns, "steady").push(bytes(`ok ${guess}`))]);
  assert.equal(held(KEY.slice(0, 10)), "ok ");
  assert.equal(held("zz-wrong-1"), "ok ");
  // Lines pass at once all the same: a key has no line break.
  const scrubber = createScrubber(patterns, "steady");
  assert.equal(text([scrubber.push(bytes("data: {}\n\n"))]), "data: {}\n\n");
  // And a long word does not pile up without end.
  assert.ok(scrubber.push(bytes("w".repeat(5_000))).length > 4_000);
});

test("short values stay, for they are words", () => {
  assert.deepEqual(patternsOf("ollama", MARK), []);
  assert.equal(scrubText("model ollama", patternsOf("ollama", MARK)), "model ollama");
});

test("bytes that are no text pass unchanged", () => {
  const roll = dice(3);
  const whole = Uint8Array.from({ length: 5_000 }, () => roll(256));
  for (const hold of ["prompt", "steady"] as const) {
    const scrubber = createScrubber(patterns, hold);
    const out = Buffer.concat([...split(whole, roll).map((chunk) => scrubber.push(chunk)), scrubber.end()]);
    assert.deepEqual(new Uint8Array(out), whole);
  }
});
