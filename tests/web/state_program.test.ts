// The reader's program: kept over reloads, checked when typing rests, and always with a way back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileNameProblem } from "../../web/state/program.ts";
import { browserStore, memoryStore } from "../../web/state/storage.ts";
import { NO_OPENING, page } from "./scripted_python.ts";

const QUIET_MS = 350;
const PROBLEM = { file: "main.py", line: 1, column: 1, message: "invalid syntax" };

test("edits survive a reload, and Reset brings the lesson's own files back", () => {
  const local = memoryStore();
  const { app } = page({ local });
  assert.equal(app.edited.value, false);
  app.setFile("main.py", "mine = 1\n");
  assert.equal(app.edited.value, true);
  const again = page({ local }).app;
  assert.deepEqual(again.files.value, { "main.py": "mine = 1\n" });
  again.resetProgram();
  assert.deepEqual(again.files.value, NO_OPENING.program);
  assert.equal(page({ local }).app.edited.value, false);
});

test("a new file needs a name that can be imported, and that no other has", () => {
  const names = ["main.py", "tools/adding.py"];
  for (const name of ["mine.py", "tools/mine.py", "_a/b/c1.py"]) assert.equal(fileNameProblem(name, names), null, name);
  for (const name of ["", "mine", "mine.txt", "1.py", "a b.py", "../main.py", "/main.py", "tools/", "a//b.py", `${"a".repeat(80)}.py`]) {
    assert.match(fileNameProblem(name, names) ?? "", /such as mine\.py/, name);
  }
  assert.match(fileNameProblem("tools/adding.py", names) ?? "", /already/);
});

test("each lesson has its own edits, and files that a lesson gained are there", () => {
  const local = memoryStore();
  page({ local }).app.setFile("main.py", "mine = 1\n");
  assert.equal(page({ local, lesson: { ...NO_OPENING, id: "weather" } }).app.edited.value, false);
  const grown = page({ local, lesson: { ...NO_OPENING, program: { "main.py": "", "tools.py": "t\n" } } }).app;
  assert.deepEqual(grown.files.value, { "main.py": "mine = 1\n", "tools.py": "t\n" });
});

test("what is stored and is no program counts for nothing", () => {
  for (const text of ["", "null", "3", "{", '{"files": {"main.py": 3}}', '{"files": null}']) {
    const local = memoryStore();
    local.write(`program:${NO_OPENING.id}`, text);
    assert.deepEqual(page({ local }).app.files.value, NO_OPENING.program, text);
  }
});

test("a check is asked for once typing rests, and only the latest answer counts", () => {
  const { app, python, clock } = page();
  python.ready();
  app.setFile("main.py", "a");
  clock.pass(QUIET_MS - 1);
  app.setFile("main.py", "ab(");
  clock.pass(QUIET_MS - 1);
  assert.deepEqual(python.all("check"), []);
  clock.pass(1);
  assert.deepEqual(python.all("check").map(({ check, program }) => [check, program["main.py"]]), [[1, "ab("]]);
  app.setFile("main.py", "abc");
  clock.pass(QUIET_MS);
  python.say({ type: "checked", check: 1, diagnostics: [PROBLEM] });
  assert.deepEqual(app.diagnostics.value, []);
  python.say({ type: "checked", check: 2, diagnostics: [PROBLEM] });
  assert.deepEqual(app.diagnostics.value, [PROBLEM]);
});

test("an edited program is checked when Python gets ready", () => {
  const { app, python, clock } = page();
  app.setFile("main.py", "a(");
  clock.pass(QUIET_MS);
  assert.deepEqual(python.all("check"), []);
  python.ready();
  assert.equal(python.all("check").at(-1)?.program["main.py"], "a(");
});

test("the last version without errors is kept, also over a reload", () => {
  const local = memoryStore();
  const { app, python, clock } = page({ local });
  python.ready();
  const check = (text: string, ...diagnostics: readonly (typeof PROBLEM)[]) => {
    app.setFile("main.py", text);
    clock.pass(QUIET_MS);
    python.say({ type: "checked", check: python.all("check").at(-1)?.check ?? 0, diagnostics });
  };
  check("works = 1\n");
  assert.equal(app.canGoBack.value, false);
  check("broken(\n", PROBLEM);
  assert.equal(app.canGoBack.value, true);
  const again = page({ local });
  again.python.ready();
  again.python.say({ type: "checked", check: 1, diagnostics: [PROBLEM] });
  again.app.goBackToWorking();
  assert.deepEqual(again.app.files.value, { "main.py": "works = 1\n" });
});

test("the draft of a question and the stops survive a reload; an accepted question too, until it has begun", () => {
  const [local, session] = [memoryStore(), memoryStore()];
  const { app, python } = page({ local, session });
  app.question.value = "half a ques";
  app.stops.value = { ...app.stops.value, result: true, tools: { add: true } };
  const again = page({ local, session });
  assert.equal(again.app.question.value, "half a ques");
  assert.deepEqual(again.app.stops.value, { request: false, dispatch: false, result: true, tools: { add: true } });
  app.question.value = "early";
  app.run();
  assert.equal(page({ local, session }).app.question.value, "early");
  python.ready();
  python.event(1, { kind: "question", text: "early" });
  assert.equal(page({ local, session }).app.question.value, "");
});

test("a storage that refuses everything is no trouble, and this visit keeps what it wrote", () => {
  const refusing = browserStore(() => {
    throw new DOMException("denied", "SecurityError");
  });
  refusing.write("a", "1");
  assert.equal(refusing.read("a"), "1");
  refusing.remove("a");
  assert.equal(refusing.read("a"), null);
});

test("what could not be written hides the older text, until it can be", () => {
  const kept = new Map([["glassloop:a", "old"]]);
  let full = true;
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (full) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, text);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
  const store = browserStore(() => storage as Storage);
  assert.equal(store.read("a"), "old");
  store.write("a", "new");
  assert.equal(store.read("a"), "new");
  full = false;
  store.write("a", "newer");
  assert.equal(kept.get("glassloop:a"), "newer");
  assert.equal(store.read("a"), "newer");
});
