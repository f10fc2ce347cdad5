// Where a request may go: pure policy on addresses. Refuses to know keys, bodies and who answers the question.

import { refused, type Failure } from "./failures.ts";

/** "ask" is for the reader; a Failure is final. */
export type Verdict = "allowed" | "ask" | Failure;

export interface Policy {
  /** The saved endpoint's origin and the lesson's own hosts. */
  readonly allowed: readonly string[];
  /** Origins that the reader allowed for as long as this page is open. */
  readonly forPage: ReadonlySet<string>;
  /** Origins that the reader refused in this run: a program can't wear the reader down by asking again. */
  readonly refused: ReadonlySet<string>;
  /** The page's own origin. */
  readonly own: string;
}

/** The address of a request, or why it can't be one. Never repeats what follows the host: it may hold anything. */
export function readAddress(text: string): URL | Failure {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) {
    return refused("The program asked for something that is not a full web address.", "Write it whole: https://host/path.");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return refused(`The program asked for a “${url.protocol.slice(0, 20)}” address.`, "Only http and https can be reached from here.");
  }
  if (url.username !== "" || url.password !== "") {
    return refused(
      `The address at ${url.host} has a user name or password in it.`,
      "Take them out, and send them in a header if the server wants them.",
    );
  }
  return url;
}

export function judge(url: URL, policy: Policy): Verdict {
  if (policy.allowed.includes(url.origin)) return "allowed";
  // For another origin, the server itself (CORS) says whether a page may read its answer. On the page's own origin nobody does:
  // on shared hosts that is every page beside this one, on an intranet whatever the page's server shows only to insiders.
  if (url.origin === policy.own) {
    return refused(
      "The program asked for an address of this page's own server.",
      "A program can't read there; put the data into the program.",
    );
  }
  if (policy.refused.has(url.origin)) {
    return refused(`You refused requests to ${url.origin} in this run.`, "Run again to be asked again.");
  }
  return policy.forPage.has(url.origin) ? "allowed" : "ask";
}

/** Any text for a question to the reader: one line, of bounded length, without signs that turn or hide text. */
export function forDisplay(text: string, limit = 300): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, "�");
  return plain.length <= limit ? plain : `${plain.slice(0, limit - 21)} … ${plain.slice(-18)}`;
}
