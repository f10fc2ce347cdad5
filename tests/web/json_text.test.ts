// JSON text is laid out without losing a character, and what is no JSON is told apart.
import assert from "node:assert/strict";
import { test } from "node:test";
import { items, layOut, member, oneLine, readJson, reindent, stringOf } from "../../web/panels/json_text.ts";

const joined = (text: string) => reindent(text, 60);
const tight = (text: string) => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, kept: string | undefined) => kept ?? "");

test("digits that a JavaScript number would lose are kept", () => {
  for (const number of ["9007199254740993", "1.10", "-0", "1e400", "0.1000000000000000055511151231257827", "123456789012345678901234567890"]) {
    assert.equal(joined(`{"n":${number}}`), `{"n": ${number}}`);
  }
});

test("only white space between tokens changes", () => {
  const texts = [
    '{"a":[1,2,{"b":"x, y: {z}"}],"c":null,"d":true}',
    '[ ]',
    '{ }',
    '"a \\"quoted\\" \\u00e9 \\n text"',
    `{"long":"${"word ".repeat(40)}","list":[${Array.from({ length: 50 }, (_, i) => i).join(",")}]}`,
    '{"same":1,"same":2}',
  ];
  for (const text of texts) assert.equal(tight(joined(text)), tight(text));
});

test("short values stay on one line and long ones are opened up", () => {
  assert.equal(joined('{"a":10,"b":5}'), '{"a": 10, "b": 5}');
  const long = JSON.stringify({ name: "add", description: "Add two numbers and give their sum.", parameters: { type: "object" } });
  assert.equal(
    joined(long),
    ['{', '  "name": "add",', '  "description": "Add two numbers and give their sum.",', '  "parameters": {"type": "object"}', '}'].join("\n"),
  );
});

test("laying out twice changes nothing", () => {
  const text = JSON.stringify({ messages: [{ role: "user", content: "add 10 and 5" }, { role: "tool", content: "x".repeat(80) }], n: [[], {}] });
  assert.equal(joined(joined(text)), joined(text));
});

test("pieces say what they are", () => {
  const text = '{"a":"b","n":1,"w":null}';
  const node = readJson(text);
  assert.ok(node);
  const kinds = layOut(text, node).filter((piece) => piece.kind !== "plain").map(({ kind, text: part }) => [kind, part]);
  assert.deepEqual(kinds, [["key", '"a"'], ["string", '"b"'], ["key", '"n"'], ["number", "1"], ["key", '"w"'], ["word", "null"]]);
});

test("what JSON.parse refuses is no JSON here, and the other way round", () => {
  const texts = [
    "", " ", "{", "}", "[1,]", '{"a":1,}', "{'a':1}", "01", "1.", ".5", "+1", "NaN", "tru", '"\n"', '"\\x"', '"open', "1 2", "[1 2]", '{"a" 1}', "{1:2}", '":"',
    "0", "-1.5e-3", "null", '""', "[[],{}]", ' {"a" : [ 1 , 2 ] } \n', '{"":0}', "[1]]", "{,}", "[,1]", '{"a"::1}',
  ];
  for (const text of texts) {
    let parses = true;
    try {
      JSON.parse(text);
    } catch {
      parses = false;
    }
    assert.equal(readJson(text) !== null, parses, JSON.stringify(text));
  }
});

test("text that is no JSON comes back as it was, also when it is nested without end", () => {
  assert.equal(joined("data: not JSON"), "data: not JSON");
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  assert.equal(joined(deep), deep);
});

test("a very long string is read", () => {
  const text = `{"s":"${"a\\n".repeat(300_000)}"}`;
  assert.equal(stringOf(member(readJson(text), "s"))?.length, 600_000);
});

test("members and items are found, and are simply missing elsewhere", () => {
  const text = '{"a":[1,"two"],"b":3,"b":4}';
  const node = readJson(text);
  assert.deepEqual(items(member(node, "a")).map((item) => oneLine(text, item)), ["1", '"two"']);
  assert.equal(oneLine(text, member(node, "b") ?? assert.fail()), "4");
  assert.equal(member(node, "nope"), null);
  assert.equal(member(member(node, "b"), "x"), null);
  assert.deepEqual(items(node), []);
  assert.equal(stringOf(node), null);
});
