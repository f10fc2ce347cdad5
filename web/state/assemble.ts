// Makes the one object that panels read and call out of Python, the broker and the stores it is handed.
// Joins the parts; refuses to know where they come from, and to draw.

import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Vault } from "../broker/secrets.ts";
import type { Lesson } from "../generated/lessons.ts";
import type { Records } from "../storage/records.ts";
import type { Program } from "../protocol.ts";
import { Asks } from "./asks.ts";
import type { Fetch } from "./calls.ts";
import { Connector } from "./connector.ts";
import { controlsOf, WILL_HOLD } from "./controls.ts";
import { Conversation } from "./conversation.ts";
import { Doctor, type Browser } from "./doctor.ts";
import type { App, Subject } from "./face.ts";
import { Habits } from "./habits.ts";
import { LessonKeys } from "./lesson_keys.ts";
import { Lessons } from "./lessons.ts";
import { Library } from "./library.ts";
import { Navigator } from "./navigator.ts";
import { htmlState, type Asked } from "./phase.ts";
import type { Broker, BrokerHooks, Clock, Python } from "./ports.ts";
import { ProgramState } from "./program.ts";
import { Runner } from "./runner.ts";
import type { Start } from "./runner_needs.ts";
import { LessonShelf } from "./shelf.ts";
import { readStops } from "./stepper.ts";
import type { Store } from "./storage.ts";
import { offeredTools, viewAt, type ChatEntry, type TraceItem, type View } from "./trace.ts";
import { lent, Trials } from "./trial.ts";
import { Wheels } from "./wheels.ts";

export type { App, Ask, Subject } from "./face.ts";
export type { BrokerHooks } from "./ports.ts";

export interface Needs {
  readonly python: Python;
  readonly vault: Vault;
  broker(hooks: BrokerHooks): Broker;
  readonly lessons: readonly Lesson[];
  /** The one that the page begins with; the first, when it is none of them. */
  readonly lessonId: string | null;
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly browser: Omit<Browser, "origin">;
  /** Kept between visits. */
  readonly local: Store;
  /** Kept while this tab is open. */
  readonly session: Store;
  /** Where conversations are kept; told how to say that it can't. */
  records(say: (sentence: string) => void): Records;
  newId(): string;
  /** Milliseconds, as `Date.now()` has them. */
  wall(): number;
  readonly pageOrigin: string;
  readonly framed: boolean;
}

export function assemble(needs: Needs): App {
  const parts = partsOf(needs);
  const pending = computed(() => pendingOf(parts.runner, parts.conversation));
  keep(needs, parts, pending);
  void resume(parts);
  return faceOf(needs, parts, pending);
}

type Pieces = ReturnType<typeof piecesOf>;
type Parts = ReturnType<typeof partsOf>;

/** What the tab showed before a reload; otherwise the lesson from its beginning. */
async function resume({ library, navigator, runner, conversation }: Parts): Promise<void> {
  if (!library.canResume) return navigator.openLesson();
  const shown = await library.resume();
  // A reader who was quicker has begun something of their own.
  const untouched = runner.phase.peek().is === "idle" && conversation.items.peek().length === 0;
  if (!shown && untouched) navigator.openLesson();
}

function partsOf(needs: Needs) {
  const pieces = piecesOf(needs);
  return { ...pieces, doctor: doctorOf(needs, pieces) };
}

function piecesOf(needs: Needs) {
  const { python, vault, clock, local, session, newId, wall } = needs;
  const notice = signal("");
  const say = (sentence: string) => void (notice.value = sentence);
  const question = signal(session.read("question") ?? "");
  const stops = signal(readStops(local.read("stops")));
  const asks = new Asks<Subject>();
  const connector = new Connector(needs);
  const lessons = new Lessons(needs.lessons, needs.lessonId, local);
  const conversation = new Conversation({ newId, wall, lesson: () => lessons.current.peek().id });
  const lesson = lessons.current.peek();
  const secrets = lessons.all.flatMap(({ settings }) => settings.filter((setting) => setting.kind === "secret"));
  const lessonKeys = new LessonKeys(needs, secrets);
  const lessonShelf = new LessonShelf(lesson.id, local);
  const program = new ProgramState({ lesson, store: local, clock, check: (check, files) => sendCheck(python, check, files) });
  const broker = needs.broker({
    vault,
    ask: (subject, withdrawn) => asks.ask(subject, withdrawn),
    warn: say,
    allowedOrigins: () => [...connector.allowedOrigins(), ...lessons.origins()],
    cap: () => connector.cap(),
  });
  const habits = new Habits(local);
  const trials = new Trials({ python, clock, habits, broker: needs.broker });
  const runner = new Runner({
    python: lent(python, trials.busy),
    broker,
    clock,
    conversation,
    say,
    scrub: (text) => vault.scrub(text),
    stops: () => stops.peek(),
    start: (asked) => startOf(asked, { connector, program, habits, lessons, lessonShelf, conversation }),
    shelved: (scope, name, text) => (scope === "lesson" ? lessonShelf : conversation).put(name, text),
    learned: (connection, learned) => habits.learn(connection, learned),
    giveBack: ({ question: text, mode }, sentence) => {
      // The opening question is the page's own: nobody typed it.
      if (mode !== "opening" && question.peek().trim() === "") question.value = text;
      say(sentence);
    },
    checked: (check, diagnostics) => program.checked(check, diagnostics),
    unloadable: (diagnostics) => program.unloadable(diagnostics),
    allowPackages: async (names) => (await asks.ask({ kind: "packages", names })) !== "refuse",
    over: () => asks.refuseAll(),
  });
  const wheels = new Wheels(python);
  const navigator = new Navigator({ connector, conversation, lessons, lessonShelf, program, runner });
  const library = new Library({
    conversation, clock, session, newId,
    records: needs.records(say),
    scrub: (text) => vault.scrub(text),
    busy: () => runner.phase.peek().is !== "idle",
    belongs: ({ lesson: id }) => id === lessons.current.peek().id || lessons.all.every((one) => one.id !== id),
    show: (saved) => navigator.show(saved),
    startNew: () => navigator.startNew(),
  });
  return { notice, say, question, stops, asks, conversation, connector, lessons, lessonKeys, lessonShelf, library, navigator, program, broker, runner, trials, wheels };
}

function doctorOf(needs: Needs, pieces: Pieces): Doctor {
  const { connector, navigator, runner, trials, conversation } = pieces;
  const { python, fetch, browser, pageOrigin } = needs;
  let aside = false;
  return new Doctor({
    fetch,
    trials,
    browser: { ...browser, origin: pageOrigin },
    running: computed(() => runner.phase.value.is !== "idle"),
    python: python.state,
    endpoint: (form) => connector.endpointOf(form),
    stepAside: () => {
      aside = runner.withdrawOpening() || aside;
    },
    giveBack: () => {
      const untouched = conversation.items.peek().length === 0 && runner.phase.peek().is === "idle";
      if (aside && untouched) navigator.openLesson();
      aside = false;
    },
  });
}

/** What is kept over a reload, and what is done again when Python is there. */
function keep({ python, local, session }: Needs, parts: Parts, pending: ReadonlySignal<Pending | null>): void {
  const { program, question, stops, notice, runner, lessons } = parts;
  effect(() => {
    if (runner.phase.value.is !== "running" && notice.peek() === WILL_HOLD) notice.value = "";
  });
  effect(() => {
    if (python.state.value === "ready" && program.edited.peek()) program.recheck();
  });
  // Also what was accepted and has not begun: a reload must not lose it. The page asks the opening question anyway.
  effect(() => {
    const begins = pending.value?.text ?? "";
    session.write("question", question.value || (begins === lessons.current.value.opening ? "" : begins));
  });
  effect(() => local.write("stops", JSON.stringify(stops.value)));
}

function faceOf({ python }: Needs, parts: Parts, pending: ReadonlySignal<Pending | null>): App {
  const { conversation, runner, program, connector, broker, asks, wheels, say, lessons, lessonShelf, navigator } = parts;
  const { items, cursor } = conversation;
  return {
    state: computed(() => htmlState(runner.phase.value, python.state.value)),
    items,
    cursor,
    view: computed(() => viewWith(pending.value, items.value, cursor.value)),
    streaming: runner.streaming,
    held: computed(() => {
      const phase = runner.phase.value;
      return phase.is === "held" ? (items.value[phase.seq - 1] ?? null) : null;
    }),
    stops: parts.stops,
    toolNames: computed(() => offeredTools(items.value)),
    question: parts.question,
    notice: parts.notice,
    lessons: lessons.all,
    lesson: lessons.current,
    settings: lessons.settings,
    chooseLesson: (id) => afresh(say, () => navigator.chooseLesson(id)),
    runExperiment: (id) => afresh(say, () => navigator.runExperiment(id)),
    newConversation: () => afresh(say, () => navigator.startNew()),
    conversation,
    library: parts.library,
    setSetting: (id, value) => lessons.set(id, value),
    settingsChanged: lessons.changed,
    resetSettings: () => lessons.reset(),
    lessonKeys: parts.lessonKeys,
    shelves: computed(() => ({ lesson: lessonShelf.documents.value, conversation: conversation.documents.value })),
    files: program.files,
    edited: program.edited,
    diagnostics: program.diagnostics,
    canGoBack: program.canGoBack,
    setFile: (name, text) => program.setFile(name, text),
    resetProgram: () => program.reset(),
    goBackToWorking: () => program.goBack(),
    dropWheel: async (file) => say(await wheels.drop(file)),
    connection: connector.connection,
    connector,
    calls: computed(() => ({ used: broker.calls.value, cap: connector.connection.value.cap })),
    ask: asks.current,
    doctor: parts.doctor,
    wait: runner.wait,
    endWait: (again) => runner.endWait(again),
    ...controlsOf(runner, parts.question, say, () => program.files.peek()),
  };
}

/** What was said before is about what was here before. */
function afresh(say: (sentence: string) => void, action: () => void): void {
  say("");
  action();
}

function sendCheck(python: Python, check: number, program: Program): boolean {
  if (python.state.peek() !== "ready") return false;
  python.send({ type: "check", check, program });
  return true;
}

type Starting = Pick<Pieces, "connector" | "program" | "lessons" | "lessonShelf" | "conversation"> & { readonly habits: Habits };

function startOf(asked: Asked, { connector, program, habits, lessons, lessonShelf, conversation }: Starting): Start {
  const isOpening = asked.mode === "opening";
  if (isOpening && !connector.connection.peek().practice) return { ok: false, sentence: "" };
  const problem = connector.problem();
  if (problem !== null) return { ok: false, sentence: problem };
  return {
    ok: true,
    program: program.files.peek(),
    connection: habits.known(connector.forPython()),
    limits: connector.limits(),
    settings: lessons.settings.peek(),
    shelves: { lesson: lessonShelf.documents.peek(), conversation: conversation.documents.peek() },
  };
}

/** A question that was accepted and that the trace does not have yet. `waits`: its run has not begun. */
interface Pending {
  readonly text: string;
  readonly waits: boolean;
}

function pendingOf(runner: Runner, conversation: Conversation): Pending | null {
  const phase = runner.phase.value;
  switch (phase.is) {
    case "idle":
      return null;
    case "waiting":
      return { text: phase.asked.question, waits: true };
    case "stopping":
      return phase.next === null ? null : { text: phase.next.question, waits: true };
    case "held":
    case "running": {
      const { number, question } = phase.run;
      const begun = conversation.items.value.some((item) => item.run === number && item.event.kind === "question");
      return begun ? null : { text: question, waits: false };
    }
  }
}

function viewWith(pending: Pending | null, items: readonly TraceItem[], cursor: number): View {
  const view = viewAt(items, cursor);
  if (pending === null || cursor < items.length) return view;
  const entry: ChatEntry = { kind: "question", seq: items.length + 1, text: pending.text, pending: pending.waits };
  return { ...view, chat: [...view.chat, entry] };
}
