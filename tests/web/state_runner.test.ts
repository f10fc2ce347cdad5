// One run at a time, driven against a scripted Python: holding, going on, stopping, and who may speak when.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE_MS } from "../../web/state/runner.ts";
import { answer, dispatch, LESSON, log, page, question, request, response, result, stopped } from "./scripted_python.ts";

type Page = ReturnType<typeof page>;

function asked(text: string, how: "run" | "step" = "run", changes: Parameters<typeof page>[0] = {}): Page {
  const made = page(changes);
  made.python.ready();
  made.app.question.value = text;
  made.app[how]();
  return made;
}

/** Up to the first dispatch, which comes at gate 2. */
function untilDispatch({ python }: Page, run = 1): void {
  python.event(run, question("add 10 and 5"));
  python.event(run, request(1, []), 1);
  python.event(run, response(1, "", "add"));
  python.event(run, dispatch("add"), 2);
}

const heldAt = ({ app }: Pick<Page, "app">) => app.held.value?.event.kind;
const kinds = ({ app }: Page) => app.items.value.map(({ event }) => event.kind).join(" ");
const chat = ({ app }: Page) => app.view.value.chat.map(({ kind }) => kind).join(" ");

test("Run takes the question, sends what is in the editor, and goes through every gate", () => {
  const made = asked("add 10 and 5");
  const { app, python, broker } = made;
  const [run] = python.all("run");
  assert.equal(app.question.value, "");
  assert.equal(run?.question, "add 10 and 5");
  assert.equal(run?.history, "[]");
  assert.deepEqual(run?.program, LESSON.program);
  assert.equal(run?.connection.apiKey, "glassloop-secret-llm");
  assert.equal(broker.runs, 1);
  assert.equal(app.state.value, "running");
  untilDispatch(made);
  python.event(1, result("add", "15"), 3);
  python.event(1, answer("15"));
  python.say({ type: "done", run: 1 });
  assert.deepEqual(python.gates(), [[1, null], [2, null], [3, null]]);
  assert.equal(app.state.value, "ready");
  assert.equal(kinds(made), "question llm-request llm-response dispatch tool-result answer");
});

test("the question is in the conversation at once, marked while it waits, and only once when Python repeats it", () => {
  const { app, python } = page();
  const marks = () => app.view.value.chat.map((entry) => entry.kind === "question" && entry.pending);
  app.question.value = "add 10 and 5";
  app.run();
  assert.deepEqual(marks(), [true]);
  python.ready();
  assert.deepEqual(marks(), [false]);
  python.event(1, question("add 10 and 5"));
  assert.deepEqual(marks(), [false]);
});

test("Run without a question says so and starts nothing", () => {
  const { app, python } = asked("   ");
  assert.equal(app.notice.value, "Type a question first, or pick one below.");
  assert.deepEqual(python.all("run"), []);
  assert.equal(app.state.value, "ready");
});

test("Step holds at every stop point, and each Step lets one through", () => {
  const { app, python } = asked("add 10 and 5", "step");
  python.event(1, question("add 10 and 5"));
  python.event(1, request(1, []), 1);
  assert.equal(heldAt({ app }), "llm-request", "held before the request");
  assert.equal(app.state.value, "held");
  assert.deepEqual(python.gates(), [], "so nothing was let go");
  app.step();
  assert.deepEqual(python.gates(), [[1, null]]);
  python.event(1, dispatch("add"), 3);
  assert.equal(heldAt({ app }), "dispatch");
  app.step();
  python.event(1, result("add", "15"), 4);
  assert.equal(heldAt({ app }), "tool-result");
});

test("Continue goes on to the end, and only the reader's stops hold", () => {
  const made = asked("add 10 and 5", "step");
  const { app, python } = made;
  python.event(1, request(1, []), 1);
  app.stops.value = { ...app.stops.value, tools: { upper: true } };
  app.continueRun();
  python.event(1, dispatch("add"), 2);
  assert.equal(app.state.value, "running");
  python.event(1, dispatch("upper"), 3);
  assert.equal(app.state.value, "held");
  assert.deepEqual(python.gates(), [[1, null], [2, null]]);
});

test("a program that does several things at once is held at each of its gates", () => {
  const { app, python } = asked("add 10 and 5", "step");
  python.event(1, dispatch("add"), 1);
  python.event(1, dispatch("upper"), 2);
  assert.equal(app.held.value?.seq, 1);
  app.step();
  assert.deepEqual(python.gates(), [[1, null]]);
  assert.equal(app.held.value?.seq, 2);
  python.event(1, dispatch("third"), 3);
  app.continueRun();
  assert.deepEqual(python.gates(), [[1, null], [2, null], [3, null]]);
  assert.equal(app.state.value, "running");
});

test("Pause holds a running run at the next stop point", () => {
  const { app, python } = asked("add 10 and 5");
  python.event(1, request(1, []), 1);
  app.pause();
  assert.equal(app.state.value, "running");
  assert.match(app.notice.value, /at the next stop point/);
  python.event(1, dispatch("add"), 2);
  assert.equal(app.state.value, "held");
  assert.equal(app.notice.value, "");
});

test("an edit replaces the held event, stays held, and goes to Python with the next go", () => {
  const { app, python } = asked("add 10 and 5", "step");
  python.event(1, request(1, []), 1);
  app.step();
  python.event(1, result("add", "15"), 2);
  app.replaceHeld(result("add", "16"));
  app.replaceHeld(result("add", "17"));
  assert.equal(app.state.value, "held");
  assert.deepEqual(app.held.value?.before, result("add", "15"));
  app.step();
  assert.deepEqual(python.gates().at(-1), [2, JSON.stringify(result("add", "17"))]);
});

test("an edit that is taken back is none", () => {
  const { app, python } = asked("add 10 and 5", "step");
  python.event(1, result("add", "15"), 1);
  app.replaceHeld(result("add", "16"));
  app.replaceHeld(result("add", "15"));
  assert.equal(app.held.value?.before, null);
  app.continueRun();
  assert.deepEqual(python.gates(), [[1, null]]);
});

test("the next turn is told what took effect, in Python's own text", () => {
  const made = asked("first", "step");
  const { app, python } = made;
  const stopped = '{"kind":"stopped","reason":"program","message":"1.0e0 and 12345678901234567890","detail":""}';
  python.event(1, question("first"));
  python.event(1, result("add", "15"), 1);
  app.replaceHeld(result("add", "16"));
  app.continueRun();
  python.say({ type: "event", run: 1, event: stopped, gate: null });
  python.say({ type: "done", run: 1 });
  app.question.value = "second";
  app.run();
  const history = python.all("run").at(-1)?.history;
  // Requests and answers change nothing in Python's transcript, so they are not sent.
  assert.equal(history, `[${JSON.stringify(question("first"))},${JSON.stringify(result("add", "16"))},${stopped}]`);
});

test("Stop cancels, and the trace ends as Python ends it", () => {
  const made = asked("add 10 and 5");
  const { app, python, clock } = made;
  python.event(1, question("add 10 and 5"));
  app.stop();
  app.stop();
  assert.equal(python.all("cancel").length, 1);
  assert.equal(app.state.value, "running", "not stopped until Python says so");
  python.event(1, result("add", "interrupted"), 1);
  python.event(1, stopped("reader"));
  python.say({ type: "done", run: 1 });
  assert.deepEqual(python.gates(), [[1, null]], "a run that ends is held nowhere");
  assert.equal(app.state.value, "stopped");
  assert.equal(kinds(made), "question tool-result stopped");
  clock.pass(10_000);
  assert.equal(python.restarts, 0);
});

test("when Python ends a cancelled run without a word, the page says that the reader stopped it", () => {
  const made = asked("add 10 and 5");
  made.app.stop();
  made.python.say({ type: "done", run: 1 });
  const last = made.app.items.value.at(-1)?.event;
  assert.equal(last?.kind === "stopped" && last.reason, "reader");
});

test("a Python that does not answer is started again, and the conversation stays", () => {
  const made = asked("add 10 and 5");
  const { app, python, clock, broker } = made;
  untilDispatch(made);
  app.stop();
  clock.pass(PATIENCE_MS - 1);
  assert.equal(python.restarts, 0);
  clock.pass(1);
  assert.equal(python.restarts, 1);
  assert.ok(PATIENCE_MS < 1000);
  assert.equal(broker.aborts, 1);
  assert.equal(app.state.value, "stopped");
  const last = app.items.value.at(-1)?.event;
  assert.match(last?.kind === "stopped" ? last.message : "", /did not answer.*conversation is intact/);
  app.question.value = "again";
  app.run();
  python.ready();
  const history = JSON.parse(python.all("run").at(-1)?.history ?? "") as { kind: string }[];
  assert.deepEqual(history.map(({ kind }) => kind), ["question", "llm-response", "stopped"]);
});

test("a held run stops at once: nothing was going on", () => {
  const { app, python } = asked("add 10 and 5", "step");
  python.event(1, request(1, []), 1);
  app.stop();
  assert.equal(app.state.value, "stopped");
  assert.equal(app.held.value, null);
  assert.deepEqual(python.gates(), [], "and the request was never let go");
});

test("late words of a dead run change nothing", () => {
  const made = asked("first");
  const { app, python } = made;
  app.stop();
  python.say({ type: "done", run: 1 });
  app.question.value = "second";
  app.run();
  const before = app.items.value;
  python.event(1, answer("late"), 9);
  python.say({ type: "delta", run: 1, text: "late" });
  python.say({ type: "done", run: 1 });
  assert.equal(app.items.value, before);
  assert.equal(app.streaming.value, "");
  assert.equal(app.state.value, "running");
  assert.deepEqual(python.gates(), []);
});

test("a new question ends the run there is, and starts when that is over", () => {
  const made = asked("first", "step");
  const { app, python } = made;
  python.event(1, question("first"));
  python.event(1, request(1, []), 1);
  app.question.value = "second";
  app.run();
  assert.equal(app.question.value, "");
  assert.equal(python.all("run").length, 1, "not while the first is not over");
  python.say({ type: "done", run: 1 });
  assert.equal(python.all("run").at(-1)?.question, "second");
  assert.equal(kinds(made), "question llm-request stopped");
  assert.equal(chat(made), "question stopped question");
});

test("Run with an empty box, or the same question, lets a held run go on", () => {
  for (const text of ["", "add 10 and 5"]) {
    const { app, python } = asked("add 10 and 5", "step");
    python.event(1, request(1, []), 1);
    app.question.value = text;
    app.run();
    assert.deepEqual(python.gates(), [[1, null]]);
    assert.equal(app.question.value, "");
    assert.equal(python.all("run").length, 1);
  }
});

test("Run with an empty box asks again when the program has changed since", () => {
  const { app, python } = asked("add 10 and 5", "step");
  python.event(1, request(1, []), 1);
  app.setFile("main.py", "better = 1\n");
  app.run();
  python.say({ type: "done", run: 1 });
  const last = python.all("run").at(-1);
  assert.equal(last?.question, "add 10 and 5");
  assert.deepEqual(last?.program, { "main.py": "better = 1\n" });
});

test("what is asked before Python is ready runs as soon as it is", () => {
  const made = page();
  const { app, python } = made;
  app.question.value = "early";
  app.run();
  assert.equal(app.state.value, "booting");
  assert.equal(chat(made), "question");
  assert.match(app.notice.value, /as soon as it is ready/);
  app.question.value = "another";
  app.run();
  assert.equal(app.question.value, "another", "a second one waits in the box");
  python.ready();
  assert.deepEqual(python.all("run").map((run) => run.question), ["early"]);
  assert.equal(app.notice.value, "");
  assert.equal(app.state.value, "running");
});

test("Step before Python is ready starts in step mode", () => {
  const { app, python } = page();
  app.question.value = "early";
  app.step();
  python.ready();
  python.event(1, request(1, []), 1);
  assert.equal(app.state.value, "held");
});

test("when Python can't start, the question comes back and Run tries again", () => {
  const { app, python } = page();
  app.question.value = "early";
  app.run();
  python.fail("This browser is too old.");
  assert.equal(app.state.value, "failed");
  assert.equal(app.question.value, "early");
  assert.equal(app.notice.value, "This browser is too old.");
  app.run();
  assert.equal(python.restarts, 1);
  python.ready();
  assert.equal(python.all("run")[0]?.question, "early");
});

test("a Python that dies in a run is started again, and the turn says so", () => {
  const made = asked("add 10 and 5");
  made.python.event(1, question("add 10 and 5"));
  made.python.fail("It ran out of memory.");
  assert.equal(made.python.restarts, 1);
  assert.equal(kinds(made), "question stopped");
  const last = made.app.items.value.at(-1)?.event;
  assert.equal(last?.kind === "stopped" && last.reason, "crashed");
  assert.equal(made.app.state.value, "stopped");
});

test("the opening run holds at the first dispatch, and Step goes on from there", () => {
  const made = page({ lesson: LESSON });
  const { app, python } = made;
  assert.equal(app.state.value, "booting");
  python.ready();
  untilDispatch(made);
  assert.equal(heldAt({ app }), "dispatch");
  assert.deepEqual(python.gates(), [[1, null]], "the practice model was asked, and no tool was called");
  app.step();
  python.event(1, result("add", "15"), 3);
  assert.equal(heldAt({ app }), "tool-result", "a step goes one step");
});

test("an opening run that nobody touched makes way for the reader's own question", () => {
  const made = page({ lesson: LESSON });
  made.python.ready();
  untilDispatch(made);
  made.app.question.value = "mine";
  made.app.run();
  assert.equal(chat(made), "question");
  made.python.event(1, stopped("reader"));
  made.python.say({ type: "done", run: 1 });
  assert.equal(kinds(made), "");
  assert.deepEqual(made.python.all("run").map(({ question: text, history }) => [text, history]), [["add 10 and 5", "[]"], ["mine", "[]"]]);
});

test("an opening run that was stepped stays in the conversation", () => {
  const made = page({ lesson: LESSON });
  made.python.ready();
  untilDispatch(made);
  made.app.step();
  made.app.question.value = "mine";
  made.app.run();
  made.python.say({ type: "done", run: 1 });
  assert.equal(kinds(made), "question llm-request llm-response dispatch stopped");
});

test("an own question before Python is ready takes the opening's place", () => {
  const { app, python } = page({ lesson: LESSON });
  app.question.value = "mine";
  app.run();
  python.ready();
  assert.deepEqual(python.all("run").map((run) => run.question), ["mine"]);
});

test("a program that can't be loaded gives the question back and leaves no trace", () => {
  const made = asked("add 10 and 5");
  const { app, python } = made;
  const diagnostics = [{ file: "main.py", line: 3, column: 1, message: "invalid syntax" }];
  python.say({ type: "unloadable", run: 1, diagnostics });
  assert.equal(app.question.value, "add 10 and 5");
  assert.deepEqual(app.diagnostics.value, diagnostics);
  assert.match(app.notice.value, /main\.py, line 3: invalid syntax/);
  assert.equal(kinds(made), "");
  assert.equal(app.state.value, "ready");
  python.say({ type: "done", run: 1 });
  assert.equal(app.state.value, "ready");
});

test("a new conversation forgets a run that is under way", () => {
  const made = asked("first");
  const { app, python } = made;
  python.event(1, question("first"));
  app.newConversation();
  assert.equal(kinds(made), "");
  python.event(1, stopped("reader"));
  python.say({ type: "done", run: 1 });
  assert.equal(kinds(made), "");
  assert.equal(app.state.value, "ready");
});

test("what a run puts on a shelf is kept, but not once another conversation has taken its place", () => {
  const { app, python } = asked("first");
  python.event(1, question("first"));
  python.say({ type: "shelf", run: 1, scope: "conversation", name: "outbox", text: "[1]" });
  python.say({ type: "shelf", run: 1, scope: "lesson", name: "cache", text: "{}" });
  assert.deepEqual(app.shelves.value, { lesson: { cache: "{}" }, conversation: { outbox: "[1]" } });
  app.newConversation();
  python.say({ type: "shelf", run: 1, scope: "conversation", name: "outbox", text: "[1, 2]" });
  python.say({ type: "shelf", run: 1, scope: "lesson", name: "cache", text: "late" });
  assert.deepEqual(app.shelves.value, { lesson: { cache: "{}" }, conversation: {} });
});

test("a run that is stopped has still put what it put", () => {
  const { app, python } = asked("first");
  app.stop();
  python.say({ type: "shelf", run: 1, scope: "conversation", name: "outbox", text: "[1]" });
  assert.deepEqual(app.shelves.value.conversation, { outbox: "[1]" });
});

test("a reply is shown while it arrives, and is gone when it is there", () => {
  const { app, python } = asked("add 10 and 5");
  python.say({ type: "delta", run: 1, text: "It " });
  python.say({ type: "delta", run: 1, text: "is" });
  assert.equal(app.streaming.value, "It is");
  python.event(1, log("a print"));
  assert.equal(app.streaming.value, "It is");
  python.event(1, response(1, "It is 15."));
  assert.equal(app.streaming.value, "");
});

test("the cursor follows the end only while it is there, and looking back changes no run", () => {
  const made = asked("add 10 and 5", "step");
  const { app, python } = made;
  python.event(1, question("add 10 and 5"));
  python.event(1, request(1, []), 1);
  assert.equal(app.cursor.value, 2);
  app.cursor.value = 1;
  python.event(1, log("a print"));
  assert.equal(app.cursor.value, 1);
  assert.equal(app.state.value, "held");
  assert.deepEqual(python.gates(), []);
  app.step();
  assert.equal(app.cursor.value, 3, "to go on is to look at the end");
});

test("words that are no event are dropped, and hold nothing up", () => {
  const made = asked("add 10 and 5", "step");
  made.python.say({ type: "event", run: 1, event: '{"kind":"answer"}', gate: 5 });
  made.python.say({ type: "event", run: 1, event: "{", gate: null });
  assert.equal(kinds(made), "");
  assert.deepEqual(made.python.gates(), [[5, null]]);
});

test("an answer to a dead worker's request does not reach the next worker", () => {
  const { app, python, broker, clock } = asked("add 10 and 5");
  const fetch = { type: "fetch", fetch: 1, method: "GET", url: "https://a.example", headers: [], body: null } as const;
  python.say(fetch);
  broker.replies[0]?.({ type: "fetch-end", fetch: 1 });
  assert.equal(python.all("fetch-end").length, 1);
  app.stop();
  clock.pass(PATIENCE_MS);
  broker.replies[0]?.({ type: "fetch-end", fetch: 1 });
  assert.equal(python.all("fetch-end").length, 1);
});

test("packages are installed only when the reader says so", async () => {
  const { app, python } = asked("add 10 and 5");
  python.say({ type: "packages", run: 1, names: ["humanize"] });
  assert.deepEqual(app.ask.value?.subject, { kind: "packages", names: ["humanize"] });
  app.ask.value?.answer("once");
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(python.all("packages-allowed"), [{ type: "packages-allowed", run: 1, allowed: true }]);
  python.say({ type: "packages", run: 1, names: ["other"] });
  app.stop();
  assert.equal(app.ask.value, null, "a stopped run asks for nothing");
});

test("a prompt of the broker's waits its turn, and is taken off when it is withdrawn", async () => {
  const { app, broker } = page();
  const body = (origin: string) => ({ kind: "body", origin, what: ["an image"] }) as const;
  const withdrawn = new AbortController();
  const first = broker.hooks.ask(body("https://a.example"), withdrawn.signal);
  const second = broker.hooks.ask(body("https://b.example"), new AbortController().signal);
  assert.deepEqual(app.ask.value?.subject, body("https://a.example"));
  withdrawn.abort();
  assert.equal(await first, "refuse");
  assert.deepEqual(app.ask.value?.subject, body("https://b.example"));
  app.ask.value?.answer("page");
  assert.equal(await second, "page");
  assert.equal(app.ask.value, null);
});

test("a dropped wheel goes to this Python and to the next", async () => {
  const { app, python } = page();
  python.ready();
  await app.dropWheel(new File(["bytes"], "thing-1-py3-none-any.whl"));
  await app.dropWheel(new File(["bytes"], "notes.txt"));
  assert.match(app.notice.value, /notes\.txt is not a wheel/);
  assert.deepEqual(python.all("wheel").map(({ name, bytes }) => [name, bytes.byteLength]), [["thing-1-py3-none-any.whl", 5]]);
  python.restart();
  python.ready();
  assert.equal(python.all("wheel").length, 2);
});

// ---- waiting before a request is sent again ------------------------------------------------------------------------

function waiting(): Page {
  const made = asked("add 10 and 5");
  made.python.event(1, request(1, []), 1);
  made.python.say({ type: "waiting", run: 1, seconds: 2.4, reason: "The server asked us to wait (try 2 of 3)" });
  return made;
}
const left = ({ app }: Page) => app.wait.value?.seconds ?? null;

test("a wait is counted down and changes nothing else: Python's own time runs out", () => {
  const made = waiting();
  const { app, python, clock } = made;
  assert.deepEqual(app.wait.value, { reason: "The server asked us to wait (try 2 of 3)", seconds: 3 });
  assert.equal(app.state.value, "running");
  clock.pass(1000);
  assert.equal(left(made), 2);
  for (const _ of [1, 2, 3]) clock.pass(1000);
  assert.equal(left(made), 0);
  assert.deepEqual(python.all("wait-over"), []);
  python.event(1, response(1, "fifteen"));
  assert.equal(app.wait.value, null);
});

test("Send now and Cancel end a wait, once", () => {
  for (const again of [true, false]) {
    const { app, python } = waiting();
    app.endWait(again);
    app.endWait(again);
    assert.deepEqual(python.all("wait-over"), [{ type: "wait-over", run: 1, again }]);
    assert.equal(app.wait.value, null);
  }
});

test("Stop ends a wait with the run, and a second wait takes the first one's place", () => {
  const made = waiting();
  made.python.say({ type: "waiting", run: 1, seconds: 9, reason: "Again" });
  made.clock.pass(1000);
  assert.equal(left(made), 8, "the first one no longer ticks");
  made.app.stop();
  assert.equal(made.app.wait.value, null);
  made.python.say({ type: "waiting", run: 1, seconds: 9, reason: "Late" });
  assert.equal(made.app.wait.value, null);
});
