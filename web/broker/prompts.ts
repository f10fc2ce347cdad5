// Puts questions to the reader, one at a time, each no longer than it is needed. Refuses to know what the answers mean.

import type { Place } from "./places.ts";

/** Text is ready to be shown as plain text: one line, bounded, without signs that turn or hide text, no key in it. */
export type Question =
  | { readonly kind: "destination"; readonly origin: string; readonly place: Place; readonly method: string; readonly url: string; readonly hasKey: boolean }
  | { readonly kind: "body"; readonly origin: string; readonly what: readonly string[] };

export type Decision = "once" | "page" | "refuse";

/** Shows a question. When `withdrawn` aborts, take it off the screen; the answer no longer counts. */
export type Ask = (question: Question, withdrawn: AbortSignal) => Promise<Decision>;

export interface Asked {
  readonly question: Question;
  /** Waiting requests that are the same for the reader share one answer. */
  readonly key: string;
  readonly signal: AbortSignal;
  /** Called when it is this one's turn: the answer to another question may have settled it. */
  settled(): Decision | null;
  /** Told of the reader's answer before the next question is looked at. Not told when the question was withdrawn. */
  note(decision: Decision): void;
}

interface Waiting {
  readonly asked: Asked;
  answer(decision: Decision): void;
}

export type Prompts = (asked: Asked) => Promise<Decision>;

const known = (decision: unknown): Decision => (decision === "once" || decision === "page" ? decision : "refuse");

/** One answer; a question that can't be shown, or is withdrawn, is refused. */
function answerOf(ask: Ask, { question, signal }: Asked): Promise<Decision> {
  // A signal of its own: that of the request also aborts when the request is long done, and the screen shows another question.
  const withdrawn = new AbortController();
  return new Promise((resolve) => {
    const withdraw = (): void => {
      resolve("refuse");
      withdrawn.abort();
    };
    signal.addEventListener("abort", withdraw, { once: true });
    Promise.resolve()
      .then(() => ask(question, withdrawn.signal))
      .then(known, () => "refuse" as const)
      .then((decision) => {
        signal.removeEventListener("abort", withdraw);
        resolve(decision);
      });
  });
}

export function createPrompts(ask: Ask): Prompts {
  const queue: Waiting[] = [];
  let busy = false;

  function answerAlike(key: string, decision: Decision): void {
    for (const waiting of queue.filter((other) => other.asked.key === key)) {
      queue.splice(queue.indexOf(waiting), 1);
      waiting.answer(decision);
    }
  }

  async function work(): Promise<void> {
    for (let head = queue.shift(); head !== undefined; head = queue.shift()) {
      const { asked, answer } = head;
      const settled = asked.signal.aborted ? "refuse" : asked.settled();
      const decision = settled ?? (await answerOf(ask, asked));
      // A withdrawn question was not answered: the others like it are still open.
      if (settled === null && !asked.signal.aborted) {
        asked.note(decision);
        answerAlike(asked.key, decision);
      }
      answer(decision);
    }
    busy = false;
  }

  return (asked) =>
    new Promise((resolve) => {
      queue.push({ asked, answer: resolve });
      if (busy) return;
      busy = true;
      void work();
    });
}
