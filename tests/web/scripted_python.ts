// A Python that says only what a test has it say, a broker that counts, a clock that a test moves. Speaks the real
// protocol from the other end; runs no program.

import { signal } from "@preact/signals";
import { createVault } from "../../web/broker/secrets.ts";
import type { Event } from "../../web/generated/events.ts";
import type { Lesson } from "../../web/generated/lessons.ts";
import type { FromSandbox, ToSandbox } from "../../web/protocol.ts";
import { assemble, type BrokerHooks, type Needs } from "../../web/state/assemble.ts";
import type { Broker, Clock, FetchMessage, Python } from "../../web/state/ports.ts";
import { memoryRecords } from "../../web/storage/records.ts";
import { memoryStore } from "../../web/state/storage.ts";

export class ScriptedPython implements Python {
  readonly state = signal<"booting" | "ready" | "failed">("booting");
  readonly failure = signal("");
  readonly sent: ToSandbox[] = [];
  restarts = 0;
  private readonly listeners = new Set<(message: FromSandbox) => void>();

  send(message: ToSandbox): void {
    this.sent.push(message);
  }

  listen(listener: (message: FromSandbox) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  restart(): void {
    this.restarts += 1;
    this.failure.value = "";
    this.state.value = "booting";
  }

  ready(): void {
    this.state.value = "ready";
  }

  fail(sentence: string): void {
    this.failure.value = sentence;
    this.state.value = "failed";
  }

  say(message: FromSandbox): void {
    for (const listener of this.listeners) listener(message);
  }

  event(run: number, event: Event, gate: number | null = null): void {
    this.say({ type: "event", run, event: JSON.stringify(event), gate });
  }

  /** Everything of one type that was sent, in order. */
  all<Type extends ToSandbox["type"]>(type: Type): Extract<ToSandbox, { type: Type }>[] {
    return this.sent.filter((message): message is Extract<ToSandbox, { type: Type }> => message.type === type);
  }

  /** What the page answered at the gates, in order. */
  gates(): (readonly [number, string | null])[] {
    return this.all("go").map(({ gate, event }) => [gate, event] as const);
  }
}

export class ScriptedClock implements Clock {
  private time = 0;
  private readonly timers = new Set<{ readonly due: number; readonly action: () => void }>();

  now(): number {
    return this.time;
  }

  after(ms: number, action: () => void): () => void {
    const timer = { due: this.time + ms, action };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  }

  pass(ms: number): void {
    this.time += ms;
    for (const timer of [...this.timers].filter(({ due }) => due <= this.time)) {
      this.timers.delete(timer);
      timer.action();
    }
  }
}

export class CountingBroker implements Broker {
  readonly calls = signal(0);
  readonly handled: FetchMessage[] = [];
  readonly replies: ((message: ToSandbox) => void)[] = [];
  runs = 0;
  aborts = 0;

  constructor(readonly hooks: BrokerHooks) {}

  handle(message: FetchMessage, reply: (message: ToSandbox) => void): void {
    this.handled.push(message);
    this.replies.push(reply);
  }

  beginRun(): void {
    this.runs += 1;
  }

  abortAll(): void {
    this.aborts += 1;
  }
}

export const LESSON: Lesson = {
  id: "tools_are_a_dict",
  title: "Tools are a dict",
  order: 1,
  opening: "add 10 and 5",
  suggestions: ["add 10 and 5"],
  settings: [],
  experiments: [],
  figures: [],
  text: "",
  program: { "main.py": "good = 1\n" },
};

export const NO_OPENING: Lesson = { ...LESSON, opening: "" };

let ids = 0;

/** A page with nothing real behind it. Python boots only when the test says `python.ready()`. */
export function page({ lesson = NO_OPENING, ...changes }: Partial<Needs> & { readonly lesson?: Lesson } = {}) {
  const python = new ScriptedPython();
  const clock = new ScriptedClock();
  const brokers: CountingBroker[] = [];
  const needs: Needs = {
    python,
    clock,
    vault: createVault(),
    broker: (hooks) => {
      const broker = new CountingBroker(hooks);
      brokers.push(broker);
      return broker;
    },
    lessons: [lesson],
    lessonId: null,
    fetch: () => Promise.reject(new TypeError("no network in this test")),
    browser: { safari: false, online: () => true, permission: () => Promise.resolve(null) },
    local: memoryStore(),
    session: memoryStore(),
    records: () => memoryRecords(),
    newId: () => `conversation-${(ids += 1)}`,
    wall: () => 1_800_000_000_000 + clock.now(),
    pageOrigin: "https://page.example",
    framed: false,
    ...changes,
  };
  const app = assemble(needs);
  const broker = brokers[0];
  if (broker === undefined) throw new Error("assemble made no broker");
  return { app, python, clock, broker, brokers, needs };
}

const ARGUMENTS = '{"a": 10.0, "b": 5}';

// One turn's events, as Python would send them.
export const question = (text: string): Event => ({ kind: "question", text });
export const request = (round: number, messages: readonly unknown[], tools: readonly string[] = ["add", "upper"]): Event => ({
  kind: "llm-request",
  round,
  model: "practice-model",
  url: "https://practice.glassloop.invalid/v1/chat/completions",
  headers: [["authorization", "Bearer glassloop-secret-llm"]],
  body: JSON.stringify({ model: "m", messages, tools: tools.map((name) => ({ type: "function", function: { name } })) }),
  findings: [],
  notes: [],
});
export const response = (round: number, text: string, ...calls: readonly string[]): Event => ({
  kind: "llm-response",
  round,
  status: 200,
  headers: [],
  body: "{}",
  first_byte_ms: 1,
  duration_ms: 2,
  result: {
    outcome: "reply",
    message: { text, calls: calls.map((name) => ({ id: `call-${name}`, name, arguments: ARGUMENTS, cut_off: false, extra: "" })), extra: "", source: "" },
    finish_reason: null,
    usage: null,
    notes: [],
    reasoning: "",
  },
});
export const dispatch = (name: string): Event => ({
  kind: "dispatch",
  call: { id: `call-${name}`, name, arguments: ARGUMENTS, cut_off: false, extra: "" },
  lookup: { outcome: "ready", target: name, values: ARGUMENTS, notes: [] },
});
export const result = (name: string, content: string): Event => ({
  kind: "tool-result",
  call_id: `call-${name}`,
  name,
  outcome: "ok",
  content,
  duration_ms: 0.5,
});
export const answer = (text: string): Event => ({ kind: "answer", text, model: "practice-model" });
export const stopped = (reason: "reader" | "program"): Event => ({ kind: "stopped", reason, message: "It ended.", detail: "" });
export const log = (text: string): Event => ({ kind: "log", source: "stdout", text, duration_ms: 0 });
