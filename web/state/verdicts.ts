// One function for each check: facts → what it came to, with words and fixes for the reader; null while it can't be told.
// Pure; refuses to know in which order facts are found.

import { placeOf } from "../broker/places.ts";
import { isJson, isWebPage, modelsIn, serverWords, PATIENCE_MS, type Answer } from "./calls.ts";
import { FORMATS, otherFormat } from "./connection.ts";
import type { CheckId, Facts, Fix, Verdict } from "./facts.ts";
import { isLocalAddress, startLines } from "./local_servers.ts";
import { likeliest } from "./near_names.ts";
import type { Cause, Trial } from "./trial_reading.ts";

const good = (sentence: string): Verdict => ({ ok: true, sentence, advice: "", words: "", fixes: [] });
const bad = (sentence: string, advice: string, fixes: readonly Fix[] = [], words = ""): Verdict => {
  return { ok: false, sentence, advice, words, fixes };
};

export const DECIDE: Readonly<Record<CheckId, (facts: Facts) => Verdict | null>> = {
  address: ({ baseUrl }) => (baseUrl.ok ? good(`${baseUrl.value} can be called.`) : bad(baseUrl.sentence, "")),
  permission,
  server,
  cors,
  path,
  key,
  credit,
  model,
  tools,
  whole,
  streamed,
};

const base = ({ baseUrl }: Facts): string => (baseUrl.ok ? baseUrl.value : "");
const originAt = (facts: Facts): string => new URL(base(facts)).origin;

function lines(facts: Facts): readonly Fix[] {
  const { preset, model, page } = facts;
  // A page from a file has no origin that a server could be told.
  if (!isLocalAddress(base(facts)) || page.origin === "null") return [];
  return startLines({ baseUrl: base(facts), preset, model, origin: page.origin }).map((line) => ({ do: "copy", ...line }));
}

function permission(facts: Facts): Verdict | null {
  const known = facts.permission;
  if (known === null) return null;
  const { protocol, hostname } = new URL(base(facts));
  const place = placeOf(hostname);
  const mixed = facts.page.origin.startsWith("https:") && protocol === "http:";
  if (mixed && place === "loopback" && facts.page.safari) {
    return bad(
      "Safari lets no page that came over https call a server on this computer over http.",
      "Use Chrome or Firefox for this, or open this page from http://localhost.",
    );
  }
  if (mixed && place !== "loopback" && (place === "public" || known === "unknown")) {
    return bad(
      "This page came over https, and this browser then blocks plain http (mixed content).",
      "Use the server's https address, or open this page from http://localhost.",
    );
  }
  if (place === "public" || known === "here") return good("The browser asks for no permission for this address.");
  if (known === "denied") {
    return bad(
      "The browser was told that this page may not reach your computer or your network.",
      "Open the site settings beside the address bar, allow access to devices on your local network, and test again.",
    );
  }
  if (known === "prompt") return good("The browser may ask whether this page may reach your own computer or network: press Allow.");
  return good(known === "granted" ? "This page may reach your own network." : "This browser does not ask before a page calls your own network.");
}

function server(facts: Facts): Verdict | null {
  const { list, knock, whole: trial } = facts;
  if (list?.is === "silent") {
    const asked = isLocalAddress(base(facts)) ? " If the browser asked whether this page may reach your network, press Allow." : "";
    return bad(`Nothing came back within ${PATIENCE_MS / 1000} seconds.`, `Look whether the server is busy or stuck, and test again.${asked}`);
  }
  const cut = list?.is === "blocked" || (trial?.is === "failed" && trial.status === 0);
  if (cut && knock === false) return unreachable(facts);
  if (list?.is === "answer" || knock === true) return good(`Something answers at ${originAt(facts)}.`);
  return null;
}

function unreachable(facts: Facts): Verdict {
  const origin = originAt(facts);
  if (isLocalAddress(base(facts))) {
    const asks = facts.permission === "prompt" ? " If the browser asks, let this page reach your network." : "";
    return bad(`Nothing answers at ${origin}: no server runs there, or it uses another port.`, `Start it so, and test again:${asks}`, lines(facts));
  }
  if (!facts.page.online) return bad("The browser is offline.", "Connect to the network and test again.");
  return bad(
    `Nothing answers at ${origin}.`,
    "Look for a slip in the address; else a VPN, a firewall or a blocker among your extensions may be in the way.",
  );
}

function cors(facts: Facts): Verdict | null {
  const { list, knock, whole: trial } = facts;
  const preflight = trial?.is === "failed" && trial.status === 0;
  if ((list?.is !== "blocked" && !preflight) || knock !== true) return list?.is === "answer" ? good("It lets this page read its answers.") : null;
  const what = `The server is there, but it does not let pages from ${facts.page.origin} ${preflight ? "send it a question" : "read its answers"} (CORS).`;
  if (isLocalAddress(base(facts))) {
    const none = facts.page.origin === "null" ? "Open this page from a web address or http://localhost: a file has no origin to allow." : "";
    return bad(what, none || "Start it so that it allows this page, and test again:", lines(facts));
  }
  return bad(
    what,
    "Use a provider that allows web pages, or a gateway of your own in front. Some servers leave the permission out of error " +
      "answers only, so look at the path and the key as well.",
  );
}

export const isRefusal = (status: number): boolean => status === 401 || status === 402 || status === 403;
export const isMissing = (answer: Answer): boolean => answer.is === "answer" && (answer.status === 404 || answer.status === 405);

/** An answer to /models that no API gives. */
export function isNoApi(answer: Answer): boolean {
  if (answer.is !== "answer") return false;
  return answer.elsewhere || isWebPage(answer.text) || (answer.status === 200 && !isJson(answer.text));
}

const WRONG_PATHS: readonly Cause[] = ["path", "page", "redirect", "not-an-answer", "other-format"];
export const isWrongPath = (trial: Trial): boolean => trial.is === "failed" && trial.round === 1 && WRONG_PATHS.includes(trial.cause);

function path(facts: Facts): Verdict | null {
  const { list, better, whole: trial, format, other } = facts;
  const called = base(facts) + FORMATS[format].path;
  const fixes: readonly Fix[] = (better ?? []).map((value) => ({ do: "base-url", value }));
  const advice = fixes.length > 0 ? "This looks right on the same server:" : "Check the base URL: it usually ends in /v1.";
  if (trial !== null) {
    if (!isWrongPath(trial)) return trial.is === "failed" && trial.status === 0 ? null : good(`${called} is an API.`);
    if (better === null || other === null) return null;
    if (other) {
      const offered = otherFormat(format);
      const there = `There is nothing to talk to at ${called}, but the ${FORMATS[offered].name} works here.`;
      return bad(there, "Choose it as the wire format:", [{ do: "format", value: offered }]);
    }
    return bad(trial.is === "failed" ? trial.what : "", advice, fixes, trial.is === "failed" ? trial.words : "");
  }
  if (list?.is !== "answer") return null;
  if (isNoApi(list)) {
    // With a model to ask for there is a better witness than a list, as long as nothing better is known.
    if (better === null || (better.length === 0 && facts.model !== "" && !list.elsewhere)) return null;
    const what = list.elsewhere ? "The server sends us on to another address, and a page can't follow with a key." : "That address answered with a web page, not an API.";
    return bad(what, advice, fixes);
  }
  if (isMissing(list) && better !== null && better.length > 0) return bad(`There is no ${base(facts)}/models on that server.`, advice, fixes, serverWords(list.text));
  if (isRefusal(list.status)) return good("An API answers there.");
  return modelsIn(list) === null ? null : good(`${base(facts)}/models is an API.`);
}

function key(facts: Facts): Verdict | null {
  const { list, whole: trial, hasKey } = facts;
  if (list?.is === "answer" && (list.status === 401 || list.status === 403)) return keyRefused(facts, list.status, serverWords(list.text));
  if (list?.is === "answer" && list.status === 402) return good("The server accepts the key.");
  const fine = good(hasKey ? "The server accepts the key." : "The server asks for no key.");
  if (trial === null) return list !== null && modelsIn(list) !== null && facts.model === "" ? fine : null;
  if (trial.is === "failed" && (trial.cause === "key" || (trial.cause === "forbidden" && trial.round === 1))) {
    return keyRefused(facts, trial.status, trial.words);
  }
  if (trial.is === "failed" && (trial.cause === "region" || trial.cause === "cors")) return bad(trial.what, trial.advice, [], trial.words);
  return trial.is === "failed" && trial.status === 0 ? null : fine;
}

function keyRefused({ hasKey }: Facts, status: number, words: string): Verdict {
  if (!hasKey) return bad(`The server asks for a key (${status}).`, "Type your API key and test again.", [], words);
  const region = status === 403 ? " Some providers refuse whole regions and VPNs in this way." : "";
  return bad(`The server refused the key (${status}).`, `Copy it again, and check that it belongs to this provider.${region}`, [], words);
}

function credit({ list, whole: trial }: Facts): Verdict | null {
  const empty = "The key works, but its account has no credit left.";
  const advice = "Add credit on the provider's billing page; waiting does not help.";
  if (list?.is === "answer" && list.status === 402) return bad(empty, advice, [], serverWords(list.text));
  if (trial === null || (trial.is === "failed" && trial.status === 0)) return null;
  if (trial.is === "failed" && trial.cause === "quota") return bad(empty, advice, [], trial.words);
  return good("Nothing was refused for want of credit.");
}

function model(facts: Facts): Verdict | null {
  const { list, whole: trial } = facts;
  const models = list === null ? null : modelsIn(list);
  const offered = (names: readonly string[]): readonly Fix[] => names.map((value) => ({ do: "model", value }));
  if (facts.model === "") {
    if (list === null || path(facts)?.ok === false) return null;
    if (models === null || models.length === 0) return bad("There is no model yet, and the server has no list.", "Type a model's name and test again.");
    const found = `The server lists ${models.length} models.`;
    return bad(found, "Choose one in the field Model, and test again.", models.length <= 8 ? offered(models) : []);
  }
  if (trial === null) return null;
  if (trial.is === "failed" && trial.cause === "model") {
    const near = likeliest(facts.model, models ?? []);
    const advice = near.length > 0 ? "Did you mean:" : "Check the name against the server's list; on a server of your own, download or load it first.";
    return bad(`The server has no model “${facts.model}”.`, advice, offered(near), trial.words);
  }
  if (trial.is === "unavailable" || trial.is === "silent" || (trial.is === "failed" && trial.cause !== "no-tools" && trial.round === 1)) return null;
  const unlisted = models !== null && models.length > 0 && !models.includes(facts.model);
  return good(unlisted ? `“${facts.model}” answers, though it is not in the server's list.` : `“${facts.model}” answers.`);
}

function tools(facts: Facts): Verdict | null {
  const trial = facts.whole;
  const choose = "Choose a model that is marked for tools or function calling; a server of your own may have to be started for it.";
  switch (trial?.is) {
    case "proved":
      return good("It wrote a note asking for the tool that it was offered.");
    case "no-note":
      return bad(`“${facts.model}” answered without asking for the tool that it was offered.`, choose, lines(facts), trial.text.slice(0, 200));
    case "bad-note":
      return bad("It asked for a tool in a way that can't be carried out.", choose, lines(facts), trial.sentence);
    case "failed":
      if (trial.cause === "no-tools") return bad("This model, or the way to it, can't use tools.", choose, lines(facts), trial.words);
      return trial.round > 1 ? good("It wrote a note asking for the tool that it was offered.") : null;
    default:
      return null;
  }
}

function whole({ whole: trial }: Facts): Verdict | null {
  return trial === null ? null : conversation(trial, []);
}

function streamed(facts: Facts): Verdict | null {
  if (facts.streamed === null) return null;
  const verdict = conversation(facts.streamed, [{ do: "no-stream" }]);
  return verdict.ok ? verdict : { ...verdict, advice: `${verdict.advice} In one piece it works, so streaming can be left out:`.trim() };
}

/** The whole way: a note, its result, an answer. */
function conversation(trial: Trial, fixes: readonly Fix[]): Verdict {
  switch (trial.is) {
    case "proved":
      return good(`It asked for add, was given the sum, and answered: ${short(trial.answer)}`);
    case "failed": {
      const second = trial.round > 1 ? "The note came, but the request with its result failed. " : "";
      return bad(second + trial.what, trial.advice, fixes, trial.words);
    }
    case "no-note":
      return bad("This time it answered without asking for the tool.", "Test again; if it is not always so, the model is too weak for tools.", fixes, short(trial.text));
    case "bad-note":
      return bad("This time its note for the tool could not be carried out.", "Test again; if it stays so, choose another model.", fixes, trial.sentence);
    case "stopped":
      return bad(trial.sentence, "Test again; if it stays so, choose another model.", fixes);
    case "silent":
      return bad("No whole answer came within two minutes.", "A model that is being loaded may need longer: test again.", fixes);
    case "unavailable":
      return bad(trial.sentence, "");
  }
}

const short = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);
