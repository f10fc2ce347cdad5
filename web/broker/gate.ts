// Whether one request may go out: policy first, then the reader. Remembers what was allowed; refuses to know how to send.

import { reachesOut, type Reach } from "./body_rules.ts";
import { refused, type Failure } from "./failures.ts";
import { forDisplay, judge, type Verdict } from "./permissions.ts";
import { placeOf } from "./places.ts";
import { createPrompts, type Ask, type Decision, type Question } from "./prompts.ts";
import type { Outgoing } from "./request.ts";
import type { Vault } from "./secrets.ts";

export interface GateOptions {
  readonly vault: Pick<Vault, "guards" | "scrub">;
  readonly ask: Ask;
  allowedOrigins(): readonly string[];
  /** The page's own origin. */
  ownOrigin(): string;
}

export interface Gate {
  /** Null when it may go. A question still open when `signal` aborts is withdrawn. */
  pass(request: Outgoing, signal: AbortSignal): Promise<Failure | null>;
  /** Forgets what was refused; what was allowed for the page stays. */
  beginRun(): void;
}

/** A question, and how to tell whether it is still one. */
interface Matter {
  readonly question: Question;
  readonly key: string;
  standing(): Decision | null;
  note(decision: Decision): void;
  readonly refusal: Failure;
}

/** Per run: whoever is asked without end says yes in the end. */
const MOST_QUESTIONS = 12;
const MOST_REACHES = 8;

const UNREADABLE: Reach = { key: "unreadable", text: "a body that is not plain JSON, so that nobody can tell what it asks for" };
const FLOOD = refused("The program has asked for too much that needs your leave in this run.", "Run again to be asked again.");

export function createGate({ vault, ask, allowedOrigins, ownOrigin }: GateOptions): Gate {
  const prompts = createPrompts(ask);
  const originsForPage = new Set<string>();
  const reachesForPage = new Set<string>();
  const refusedInRun = new Set<string>();
  let questions = 0;

  function verdictOn(url: URL): Verdict {
    return judge(url, { allowed: allowedOrigins(), forPage: originsForPage, refused: refusedInRun, own: ownOrigin() });
  }

  /** What is in the body that the reader has not allowed yet. */
  function newReaches({ method, url, body }: Outgoing): readonly Reach[] {
    if (body === null) return [];
    const reading = reachesOut(body);
    // Without a key, a body that is not JSON is nobody's business: forms and files go to other places than models.
    const reaches = reading === "unreadable" ? (vault.guards(method, url) ? [UNREADABLE] : []) : reading;
    return reaches.filter(({ key }) => !reachesForPage.has(`${url.origin} ${key}`));
  }

  async function put(matter: Matter, signal: AbortSignal): Promise<Failure | null> {
    let flooded = false;
    const decision = await prompts({
      question: matter.question,
      key: matter.key,
      signal,
      settled() {
        const standing = matter.standing();
        flooded = standing === null && questions >= MOST_QUESTIONS;
        if (standing === null && !flooded) questions += 1;
        return flooded ? "refuse" : standing;
      },
      note: (answer) => matter.note(answer),
    });
    if (decision !== "refuse") return null;
    return flooded ? FLOOD : matter.refusal;
  }

  function destination({ url, method }: Outgoing): Matter {
    const { origin } = url;
    return {
      question: {
        kind: "destination", origin: forDisplay(origin), place: placeOf(url.hostname), method, url: forDisplay(vault.scrub(url.href)),
        hasKey: vault.guards(method, url),
      },
      key: `${method} ${url.href}`,
      standing() {
        const verdict = verdictOn(url);
        if (verdict === "ask") return null;
        return verdict === "allowed" ? "once" : "refuse";
      },
      note(answer) {
        if (answer === "page") originsForPage.add(origin);
        if (answer === "refuse") refusedInRun.add(origin);
      },
      refusal: refused(`You refused the request to ${origin}.`, "Run again and allow it, if the program should reach that place."),
    };
  }

  function body(request: Outgoing, reaches: readonly Reach[]): Matter {
    const { origin } = request.url;
    const shown = reaches.slice(0, MOST_REACHES);
    const more = reaches.length > shown.length ? [`and ${reaches.length - shown.length} more`] : [];
    return {
      question: { kind: "body", origin: forDisplay(origin), what: [...shown.map(({ text }) => forDisplay(vault.scrub(text))), ...more] },
      key: [origin, ...reaches.map(({ key, text }) => `${key} ${text}`)].join("\n"),
      standing: () => (newReaches(request).length === 0 ? "once" : null),
      note(answer) {
        // Only what was shown was allowed.
        if (answer === "page") for (const { key } of shown) reachesForPage.add(`${origin} ${key}`);
      },
      refusal: refused(
        `You refused what the request to ${origin} asks the provider to do.`,
        "Take it out of the request, or run again and allow it.",
      ),
    };
  }

  return {
    async pass(request, signal) {
      const verdict = verdictOn(request.url);
      if (verdict !== "allowed" && verdict !== "ask") return verdict;
      const refusal = verdict === "ask" ? await put(destination(request), signal) : null;
      if (refusal !== null) return refusal;
      const reaches = newReaches(request);
      return reaches.length === 0 ? null : put(body(request, reaches), signal);
    },
    beginRun() {
      refusedInRun.clear();
      questions = 0;
    },
  };
}
