// Why no answer came, in words for the reader. Pure; refuses to know fetch, and never repeats a browser's own error text
// (it says nothing, differs by browser, and may quote a header: "Failed to fetch", "Load failed").

import type { FetchFailure } from "../protocol.ts";
import { placeOf } from "./places.ts";

/** One sentence that says what happened, one that says what to try. */
export interface Failure {
  readonly failure: FetchFailure;
  readonly what: string;
  readonly advice: string;
}

/** What the page knows of itself. */
export interface PageFacts {
  /** As `location.origin` has it; "null" for a page opened from a file. */
  readonly origin: string;
  readonly online: boolean;
}

export const refused = (what: string, advice: string): Failure => ({ failure: "refused", what, advice });

const unreachable = (what: string, advice: string): Failure => ({ failure: "unreachable", what, advice });

export const aborted: Failure = {
  failure: "aborted",
  what: "The request was broken off, because the run it belongs to is over.",
  advice: "Run again to send a new one.",
};

export const ourFault: Failure = unreachable(
  "The page itself stumbled over this request; that is a fault in Glassloop.",
  "Reload the page and try again.",
);

export function overCap(cap: number): Failure {
  return {
    failure: "cap",
    what: `This run has used up its ${cap} network calls, so nothing was sent.`,
    advice: "Look in the trace for a loop that does not end, or raise the limit of calls.",
  };
}

export function redirected(url: URL): Failure {
  return unreachable(
    `${url.origin} answered with a redirect, and the page follows none: it could lead anywhere.`,
    "Use the final address, often the same with https or with another path.",
  );
}

export function brokenOff(url: URL): Failure {
  return unreachable(
    `The connection to ${url.origin} broke while the answer was coming in.`,
    "Run again; if it breaks at the same place, the server or something on the way ends long answers.",
  );
}

export function tooLarge(url: URL, megabytes: number): Failure {
  return refused(`The answer of ${url.origin} is larger than ${megabytes} MB and was cut off.`, "Ask for less at once.");
}

/** How well-known local servers are told to let a page read their answers. Only settings that their documentation names. */
function localAdvice(url: URL, page: PageFacts): string {
  const origin = page.origin === "null" ? "the address of this page" : page.origin;
  if (url.port === "11434") return `Start Ollama with OLLAMA_ORIGINS=${origin} in its environment, then try again.`;
  if (url.port === "1234") return "Start the server in LM Studio with its CORS switch on, then try again.";
  return `Check that the server runs on this port and lets web pages from ${origin} read its answers (CORS).`;
}

const LOCAL_ACCESS = " If the browser asks whether this page may reach your local network, press Allow.";

/** fetch failed before an answer, and a browser does not say why: name what can be known, and both of what can't. */
export function noAnswer(url: URL, page: PageFacts): Failure {
  const place = placeOf(url.hostname);
  const mixed = page.origin.startsWith("https:") && url.protocol === "http:";
  if (place === "loopback") {
    const safari = mixed ? " Safari never lets an https page do this: use another browser there." : "";
    return unreachable(`Nothing that this page can read answers at ${url.origin}.`, localAdvice(url, page) + LOCAL_ACCESS + safari);
  }
  if (!page.online) {
    return unreachable(`${url.origin} can't be reached: the browser is offline.`, "Connect to the network and run again.");
  }
  if (mixed) {
    return unreachable(
      `${url.origin} can't be reached: this page came over https, and browsers then block plain http.`,
      "Use the server's https address, or open Glassloop from http://localhost.",
    );
  }
  if (place === "private") {
    return unreachable(`Nothing that this page can read answers at ${url.origin}.`, localAdvice(url, page) + LOCAL_ACCESS);
  }
  return unreachable(
    `${url.origin} can't be reached, or it does not let web pages read its answers (CORS); browsers don't say which.`,
    "Check the address, and whether a VPN, a firewall or an extension blocks it; if the provider forbids web pages, use another one.",
  );
}
