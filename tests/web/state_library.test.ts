// Conversations between visits: what is saved and how often, what a reload and a crash leave, listing, removing, files.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation } from "../../web/state/conversation.ts";
import { Library, PATIENCE_MS, SAVE_MS } from "../../web/state/library.ts";
import { CLOSED_ON_LEAVING, CLOSED_WITH_PAGE } from "../../web/state/saved.ts";
import { memoryStore } from "../../web/state/storage.ts";
import { memoryRecords, type Records } from "../../web/storage/records.ts";
import { BEGAN, happen, turn } from "./kept_conversations.ts";
import { answer, dispatch, LESSON, page, question, request, result, ScriptedClock } from "./scripted_python.ts";

/** Records that count how often they are written. */
function counted() {
  const inner = memoryRecords();
  const puts: string[][] = [];
  const records: Records = { ...inner, put: (entries) => (puts.push(entries.map(([key]) => key)), inner.put(entries)) };
  return { inner, puts, records };
}

let ids = 0;

/** A tab: `records` and `session` are what tabs and reloads share. */
function tab(records: Records = memoryRecords(), session = memoryStore()) {
  const clock = new ScriptedClock();
  const state = { busy: false, elsewhere: "nowhere" };
  const newId = () => `id-${(ids += 1)}`;
  const conversation = new Conversation({ newId, lesson: () => "lesson", wall: () => BEGAN + 1000 * ids + clock.now() });
  const library = new Library({
    conversation, records, clock, session, newId,
    scrub: (text) => text.replaceAll("sk-secret", "[key removed]"),
    busy: () => state.busy,
    belongs: ({ lesson }) => lesson !== state.elsewhere,
    show: (saved) => conversation.load(saved),
    startNew: () => conversation.clear(),
  });
  return { clock, conversation, library, records, session, state };
}

/** Lets promises that only wait for each other come to an end. */
const settled = () => new Promise((done) => setImmediate(done));
const titles = ({ library }: Pick<ReturnType<typeof tab>, "library">) => library.list.value.map(({ title }) => title);

async function asked(made: ReturnType<typeof tab>, text: string): Promise<string> {
  made.conversation.clear();
  happen(made.conversation, made.conversation.lastRun + 1, question(text), answer(`${text}!`));
  await made.library.flush();
  return made.conversation.saved.peek().id;
}

test("a burst of events gives few writes, and what comes in the end is written", async () => {
  const { puts, records } = counted();
  const { conversation, clock } = tab(records);
  const id = conversation.saved.peek().id;
  happen(conversation, 1, ...turn());
  for (let n = 0; n < 100; n += 1) conversation.put("count", String(n));
  assert.deepEqual(puts, []);
  clock.pass(SAVE_MS);
  assert.deepEqual(puts, [[`conversation/${id}`, `summary/${id}`]]);
  clock.pass(10 * SAVE_MS);
  assert.equal(puts.length, 1, "nothing has changed");
  conversation.put("count", "last");
  conversation.judge(6, "up");
  clock.pass(SAVE_MS);
  assert.equal(puts.length, 2);
  const again = tab(records);
  await again.library.open(id);
  assert.deepEqual([again.conversation.documents.value, [...again.conversation.feedback.value]], [{ count: "last" }, [[6, "up"]]]);
});

test("a long run is written while it goes on, not only in its pauses", () => {
  const { puts, records } = counted();
  const { conversation, clock } = tab(records);
  happen(conversation, 1, question("q"));
  for (let n = 0; n < 20; n += 1) {
    clock.pass(SAVE_MS / 2);
    happen(conversation, 1, request(n + 1, []));
  }
  assert.equal(puts.length, 10);
});

test("the page's own run is nothing to keep; with a question of the reader's it is", async () => {
  const { puts, records } = counted();
  const made = tab(records);
  const { conversation, clock, session } = made;
  conversation.begins(1, "page");
  happen(conversation, 1, question("add 10 and 5"), answer("15"));
  clock.pass(SAVE_MS);
  await made.library.flush();
  conversation.clear();
  assert.deepEqual([puts.length, titles(made), session.read("conversation")], [0, [], null]);
  conversation.begins(2, "page");
  happen(conversation, 2, question("add 10 and 5"), answer("15"));
  happen(conversation, 3, question("mine"), answer("a"));
  clock.pass(SAVE_MS);
  assert.deepEqual([puts.length, titles(made)], [1, ["mine"]]);
});

test("after a reload the tab shows what it showed, to the digit", async () => {
  const before = tab();
  happen(before.conversation, 1, ...turn());
  await before.library.flush();
  const after = tab(before.records, before.session);
  assert.equal(await after.library.resume(), true);
  assert.deepEqual(after.conversation.saved.peek(), before.conversation.saved.peek());
  assert.equal(after.conversation.history(), before.conversation.history());
});

test("a crash in mid-run: what was written is there, with its end, and goes on from there", async () => {
  const { puts, records } = counted();
  const before = tab(records);
  happen(before.conversation, 1, question("q"), request(1, []));
  before.clock.pass(SAVE_MS);
  happen(before.conversation, 1, dispatch("add"));
  const after = tab(records, before.session);
  assert.equal(await after.library.resume(), true);
  assert.deepEqual(after.conversation.items.value.map(({ event }) => event.kind), ["question", "llm-request", "stopped"]);
  const last = after.conversation.items.value.at(-1)?.event;
  assert.equal(last?.kind === "stopped" && last.message, CLOSED_WITH_PAGE);
  after.clock.pass(SAVE_MS);
  assert.equal(puts.length, 2, "its end is written");
  assert.equal(after.conversation.lastRun, 1);
});

test("nothing is resumed when there is nothing, when it is gone, or when the reader was faster", async () => {
  assert.equal(await tab().library.resume(), false);
  const session = memoryStore();
  session.write("conversation", "gone");
  assert.equal(await tab(memoryRecords(), session).library.resume(), false);
  const before = tab();
  const id = await asked(before, "kept");
  const again = () => tab(before.records, before.session);
  const typing = again();
  const resuming = typing.library.resume();
  happen(typing.conversation, 1, question("faster"));
  assert.equal(await resuming, false);
  before.session.write("conversation", id);
  const running = again();
  running.state.busy = true;
  assert.equal(await running.library.resume(), false);
  running.state.busy = false;
  assert.equal(await running.library.resume(), true);
});

test("a link to another lesson wins over what the tab showed before", async () => {
  const before = tab();
  await asked(before, "kept");
  const after = tab(before.records, before.session);
  after.state.elsewhere = before.conversation.saved.peek().lesson;
  assert.equal(await after.library.resume(), false);
  after.state.elsewhere = "another";
  assert.equal(await after.library.resume(), true);
});

test("a database that never opens holds nothing up", async () => {
  const session = memoryStore();
  session.write("conversation", "kept");
  const made = tab({ ...memoryRecords(), get: () => new Promise(() => undefined) }, session);
  const resuming = made.library.resume();
  made.clock.pass(PATIENCE_MS);
  assert.equal(await resuming, false);
});

test("a new conversation is not resumed into the old one", async () => {
  const before = tab();
  await asked(before, "kept");
  before.conversation.clear();
  assert.equal(await tab(before.records, before.session).library.resume(), false);
});

test("the list is the newest first, with the one on the page as it is now", async () => {
  const made = tab();
  await asked(made, "first");
  await asked(made, "second");
  assert.deepEqual(titles(made), ["second", "first"]);
  made.conversation.clear();
  assert.deepEqual(titles(made), ["second", "first"]);
  happen(made.conversation, 1, question("third"));
  assert.deepEqual(titles(made), ["third", "second", "first"], "before it is written");
  assert.equal(made.library.list.value[0]?.questions, 1);
});

test("another tab's conversations are listed after a refresh, and what is odd in storage is not", async () => {
  const one = tab();
  await asked(one, "of the first tab");
  const two = tab(one.records);
  await two.library.refresh();
  assert.deepEqual(titles(two), ["of the first tab"]);
  await asked(one, "later");
  await one.records.put([["summary/odd", { version: 1, id: "odd" }], ["summary/worse", null], ["summary/newer", { version: 9 }]]);
  assert.deepEqual(titles(two), ["of the first tab"]);
  await two.library.refresh();
  assert.deepEqual(titles(two), ["later", "of the first tab"]);
});

test("what is written while the list is read is not missed", async () => {
  const inner = memoryRecords();
  const waiting: (() => void)[] = [];
  const slow: Records = {
    ...inner,
    all: async (prefix) => {
      const found = await inner.all(prefix);
      await new Promise<void>((done) => waiting.push(done));
      return found;
    },
  };
  const made = tab(slow);
  const reading = made.library.refresh();
  await settled();
  await asked(made, "meanwhile");
  made.conversation.clear();
  waiting.shift()?.();
  await settled();
  waiting.shift()?.();
  await reading;
  assert.deepEqual(titles(made), ["meanwhile"]);
});

test("open shows another, and the one that is left is kept as it was", async () => {
  const made = tab();
  const first = await asked(made, "first");
  made.conversation.clear();
  happen(made.conversation, made.conversation.lastRun + 1, question("second"), request(1, []));
  const second = made.conversation.saved.peek().id;
  assert.deepEqual(await made.library.open(first), { ok: true, value: first });
  assert.equal(made.conversation.saved.peek().id, first);
  assert.equal(made.session.read("conversation"), first);
  await made.library.open(second);
  const last = made.conversation.items.value.at(-1)?.event;
  assert.equal(last?.kind === "stopped" && last.message, CLOSED_ON_LEAVING);
});

test("opening writes nothing: it could undo what another tab has written since", async () => {
  const { puts, records } = counted();
  const one = tab(records);
  const id = await asked(one, "q");
  const two = tab(records);
  await two.library.open(id);
  two.clock.pass(SAVE_MS);
  two.conversation.clear();
  await settled();
  assert.equal(puts.length, 1);
});

test("opening the one that is open leaves its run alone", async () => {
  const made = tab();
  happen(made.conversation, 1, question("q"), request(1, []));
  await made.library.open(made.conversation.saved.peek().id);
  assert.equal(made.conversation.items.value.length, 2);
});

test("what can't be read is said, and taken off the list", async () => {
  const made = tab();
  const id = await asked(made, "damaged");
  await asked(made, "whole");
  await made.records.put([[`conversation/${id}`, { version: 1 }]]);
  const opened = await made.library.open(id);
  assert.match(opened.ok ? "" : opened.sentence, /^This conversation can't be read any more/);
  assert.deepEqual(titles(made), ["whole"]);
  assert.equal((await made.library.exportFile(id)).ok, false);
  assert.deepEqual((await made.library.everything()).length, 1);
});

test("rename the open one and another; an empty name goes back to the question", async () => {
  const made = tab();
  const first = await asked(made, "first");
  const second = await asked(made, "second");
  await made.library.rename(first, " One ");
  await made.library.rename(second, "Two");
  assert.deepEqual(titles(made), ["Two", "One"], "and the order stays");
  const again = tab(made.records);
  await again.library.refresh();
  assert.deepEqual(titles(again), ["Two", "One"]);
  await made.library.rename(first, "");
  await made.library.rename("gone", "x");
  assert.deepEqual(titles(made), ["Two", "first"]);
});

test("remove and undo, one that is not open", async () => {
  const made = tab();
  const first = await asked(made, "first");
  await asked(made, "second");
  const removed = await made.library.remove(first);
  assert.ok(removed);
  assert.deepEqual(titles(made), ["second"]);
  assert.deepEqual([...(await made.records.all(""))].length, 2);
  await made.library.restore(removed);
  assert.deepEqual(titles(made), ["second", "first"]);
  assert.equal((await made.library.open(first)).ok, true);
});

test("remove and undo, the one that is open and runs: nothing of it comes back by itself", async () => {
  const made = tab();
  happen(made.conversation, 1, question("open"), request(1, []));
  const id = made.conversation.saved.peek().id;
  const removed = await made.library.remove(id);
  assert.notEqual(made.conversation.saved.peek().id, id);
  made.clock.pass(SAVE_MS);
  await made.library.flush();
  assert.equal((await made.records.all("")).size, 0);
  assert.ok(removed);
  await made.library.restore(removed);
  assert.equal(made.conversation.saved.peek().id, id, "it is on the page again");
  happen(made.conversation, 2, question("more"), answer("a"));
  await made.library.flush();
  assert.equal(made.library.list.value[0]?.questions, 2);
  const again = tab(made.records);
  await again.library.open(id);
  assert.equal(again.conversation.items.value.length, 5, "and is kept again");
});

test("a file of any conversation has no key in it, and comes back as a conversation of its own", async () => {
  const made = tab();
  const id = await asked(made, "my key is sk-secret");
  const file = await made.library.exportFile(id);
  assert.ok(file.ok);
  assert.equal(file.value.text.includes("sk-secret"), false);
  const copy = await made.library.importText(file.value.text);
  assert.ok(copy.ok);
  assert.notEqual(copy.value, id, "that id is taken");
  assert.deepEqual(titles(made), ["my key is sk-secret", "my key is [key removed]"]);
  const elsewhere = tab();
  assert.deepEqual(await elsewhere.library.importText(file.value.text), { ok: true, value: id });
  const back = await elsewhere.library.exportFile(id);
  assert.equal(back.ok && back.value.text, file.value.text);
  assert.equal((await elsewhere.library.importText("{}")).ok, false);
});

test("everything is every conversation, the open one as it is now", async () => {
  const made = tab();
  await asked(made, "first");
  await asked(made, "second");
  happen(made.conversation, 2, question("and more"));
  const all = await made.library.everything();
  assert.deepEqual(all.map(({ items }) => items.length), [3, 2]);
});

// --- With the rest of the page ----------------------------------------------------------------------------------------

/** A page of a tab that is reloaded: what it keeps is shared by those that come after it. */
function reloadable() {
  const [records, session] = [memoryRecords(), memoryStore()];
  return () => page({ lesson: LESSON, records: () => records, session });
}

test("a page that is reloaded shows its conversation, asks nothing by itself, and goes on from there", async () => {
  const load = reloadable();
  const first = load();
  first.python.ready();
  first.app.question.value = "What is 3 plus 4?";
  first.app.run();
  first.python.say({ type: "done", run: 1 });
  const run = first.python.all("run").at(-1)?.run ?? 0;
  for (const event of [question("What is 3 plus 4?"), dispatch("add"), result("add", "7"), answer("7")]) first.python.event(run, event);
  first.python.say({ type: "done", run });
  await first.app.library.flush();

  const second = load();
  await settled();
  second.python.ready();
  assert.deepEqual(second.app.items.value, first.app.items.value);
  assert.deepEqual(second.python.all("run"), [], "no opening run");
  second.app.question.value = "and 5 more?";
  second.app.run();
  const next = second.python.all("run").at(-1);
  assert.equal(next?.history, first.app.conversation.history());
  assert.equal(next?.run, run + 1, "a number that no kept run has");
});

test("without a conversation of the reader's a reload begins as the first visit did", async () => {
  const load = reloadable();
  const first = load();
  first.python.ready();
  first.python.event(1, question(LESSON.opening));
  first.python.event(1, dispatch("add"), 1);
  await first.app.library.flush();
  const second = load();
  await settled();
  second.python.ready();
  assert.deepEqual(second.python.all("run").map(({ question: text }) => text), [LESSON.opening]);
  assert.deepEqual(second.app.library.list.value, []);
});

test("New conversation keeps the one that is left, and a run of its own leaves nothing more there", async () => {
  const { app, python } = reloadable()();
  python.ready();
  app.question.value = "mine";
  app.run();
  python.say({ type: "done", run: 1 });
  const run = python.all("run").at(-1)?.run ?? 0;
  python.event(run, question("mine"));
  const id = app.conversation.saved.peek().id;
  app.newConversation();
  python.event(run, answer("too late"));
  python.say({ type: "done", run });
  assert.equal(app.items.value.length, 0);
  assert.equal(app.library.list.value.length, 1);
  await app.library.open(id);
  assert.deepEqual(app.items.value.map(({ event }) => event.kind), ["question", "stopped"]);
});
