// One hidden run of the program that is built in to try a connection: the real loop, against the real server, with a
// broker and a vault of its own, so that the key under test is in no other hands. What happens in it is no part of the
// conversation; its runs have numbers that no other run has. Refuses to know the dialog, and what a failure means for the reader.

import { effect, signal, untracked, type ReadonlySignal } from "@preact/signals";
import { createVault, llmBinding, placeholder } from "../broker/secrets.ts";
import type { Event } from "../generated/events.ts";
import type { FromSandbox, Program, PythonConnection, ToSandbox } from "../protocol.ts";
import type { Endpoint } from "./calls.ts";
import type { Format } from "./connection.ts";
import { readEvent } from "./events.ts";
import type { Habits } from "./habits.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import type { Broker, BrokerHooks, Clock, Python } from "./ports.ts";
import { readTrial, type Trial } from "./trial_reading.ts";

/** A model that has to be loaded first takes its time. */
export const TRIAL_MS = 120_000;
/** Cancelled, Python has this long to say so before its worker is ended. */
const PATIENCE_MS = 2_000;
const MOST_CALLS = 8;
/** No reader asks so many questions. */
const FIRST_NUMBER = 1_000_000_000;
const NO_PROGRAM: Program = {};

export interface TrialNeeds {
  readonly python: Python;
  readonly clock: Clock;
  readonly habits: Habits;
  broker(hooks: BrokerHooks): Broker;
}

export interface Manner {
  readonly format: Format;
  readonly stream: boolean;
}

export class Trials {
  /** Whether one is under way: Python is then nobody else's. */
  readonly busy: ReadonlySignal<boolean>;
  private readonly at = signal(false);
  private count = 0;

  constructor(private readonly needs: TrialNeeds) {
    this.busy = this.at;
  }

  /** Python must be ready and free. Resolves when it is free again, never rejects; `ended` ends the trial early. */
  async run(endpoint: Endpoint, manner: Manner, ended: AbortSignal): Promise<Trial> {
    this.count += 1;
    this.at.value = true;
    try {
      return await this.conduct(FIRST_NUMBER + this.count, endpoint, manner, ended);
    } finally {
      this.at.value = false;
    }
  }

  private conduct(run: number, endpoint: Endpoint, manner: Manner, ended: AbortSignal): Promise<Trial> {
    const { python, clock, habits } = this.needs;
    const { baseUrl, model } = endpoint;
    const connection: PythonConnection = { baseUrl, model, apiKey: placeholder("llm"), ...manner };
    const broker = this.brokerFor(endpoint);
    const events: Event[] = [];
    return new Promise((resolve) => {
      let cancelled: Trial | null = null;
      let callOff = clock.after(TRIAL_MS, () => cancel({ is: "silent" }));
      const deaf = python.listen((message) => hear(message));
      const watch = effect(() => {
        if (python.state.value !== "ready") untracked(() => over({ is: "unavailable", sentence: "Python ended during the test. Test again." }));
      });

      function over(outcome: Trial): void {
        callOff();
        deaf();
        watch();
        ended.removeEventListener("abort", stop);
        broker.abortAll();
        resolve(cancelled ?? outcome);
      }
      function cancel(outcome: Trial): void {
        if (cancelled !== null) return;
        cancelled = outcome;
        callOff();
        python.send({ type: "cancel", run });
        // Restarting changes Python's state, which ends the trial.
        callOff = clock.after(PATIENCE_MS, () => python.restart());
      }
      const stop = (): void => cancel({ is: "unavailable", sentence: "The test was ended." });
      function hear(message: FromSandbox): void {
        if ("run" in message && message.run !== run) return;
        switch (message.type) {
          case "event": {
            const event = readEvent(message.event);
            if (event !== null) events.push(event);
            if (message.gate !== null) python.send({ type: "go", run, gate: message.gate, event: null });
            return;
          }
          case "fetch":
          case "fetch-abort":
            return broker.handle(message, (reply: ToSandbox, transfer?: Transferable[]) => python.send(reply, transfer));
          case "habits":
            return habits.learn(connection, message.habits);
          case "waiting":
            return python.send({ type: "wait-over", run, again: false });
          case "packages":
            return python.send({ type: "packages-allowed", run, allowed: false });
          case "done":
          case "unloadable":
            return over(readTrial(events));
          default:
            return;
        }
      }

      ended.addEventListener("abort", stop, { once: true });
      broker.beginRun();
      python.send({
        type: "run",
        run,
        checkup: true,
        program: NO_PROGRAM,
        question: "",
        history: "[]",
        connection: habits.known(connection),
        limits: { ...DEFAULT_LIMITS, retries: 0 },
      });
    });
  }

  /** Lets requests to this one server out, and no others; nobody is asked for more. */
  private brokerFor({ baseUrl, key }: Endpoint): Broker {
    const vault = createVault();
    if (key !== "") vault.set("llm", key, llmBinding(baseUrl));
    return this.needs.broker({
      vault,
      ask: () => Promise.resolve("refuse"),
      warn: () => undefined,
      allowedOrigins: () => [new URL(baseUrl).origin],
      cap: () => MOST_CALLS,
    });
  }
}

/** Python as everybody else sees it: while a trial has it, it is not ready, and nothing that it says is for them. */
export function lent(python: Python, busy: ReadonlySignal<boolean>): Python {
  const state = signal(python.state.peek());
  effect(() => {
    const now = python.state.value;
    state.value = busy.value && now === "ready" ? "booting" : now;
  });
  return {
    state,
    failure: python.failure,
    send: (message, transfer) => python.send(message, transfer),
    listen: (listener) => python.listen((message) => (busy.peek() && message.type !== "checked" ? undefined : listener(message))),
    restart: () => python.restart(),
  };
}
