// What is known of a connection → the list of checks, and what to find out next. Pure: facts in, values out; refuses to
// know how a fact is found and how a check is drawn.
//
// A check is decided by the first fact that decides it, in the order of `CHECKS`; what comes after a failed one was not
// reached. So the list is a function of the facts, and grows as they come in.

import { FORMATS, otherFormat } from "./connection.ts";
import { CHECKS, type Check, type CheckId, type Facts, type Verdict } from "./facts.ts";
import type { Trial } from "./trial_reading.ts";
import { DECIDE, isMissing, isNoApi, isRefusal, isWrongPath } from "./verdicts.ts";

export type Step = "permission" | "list" | "knock" | "better" | "whole" | "streamed" | "other is there" | "other works";

/** What to find out next; null when there is nothing more to be found. */
export function nextStep(facts: Facts): Step | null {
  if (!facts.baseUrl.ok) return null;
  if (facts.permission === null) return "permission";
  if (DECIDE.permission(facts)?.ok === false) return null;
  if (facts.list === null) return "list";
  if (facts.list.is === "blocked") return facts.knock === null ? "knock" : null;
  if (facts.list.is === "silent" || isRefusal(facts.list.status)) return null;
  const strange = isNoApi(facts.list) || (facts.model === "" && isMissing(facts.list));
  if (strange && facts.better === null) return "better";
  if (DECIDE.path(facts)?.ok === false && facts.whole === null) return null;
  if (facts.model === "") return null;
  if (facts.whole === null) return "whole";
  return afterTrial(facts, facts.whole);
}

function afterTrial(facts: Facts, whole: Trial): Step | null {
  if (whole.is === "failed" && whole.status === 0 && facts.knock === null) return "knock";
  if (isWrongPath(whole)) return facts.better === null ? "better" : facts.other === null ? "other works" : null;
  if (whole.is !== "proved") return null;
  if (facts.streamed === null) return "streamed";
  return facts.streamed.is === "proved" && facts.other === null ? "other is there" : null;
}

/** The list as far as it is known. `holdup` is what the step under way waits for; empty when for nothing but its answer. */
export function diagnose(facts: Facts, holdup = ""): readonly Check[] {
  const checks: Check[] = [];
  const finished = nextStep(facts) === null;
  let failed = false;
  let checking = false;
  for (const id of Object.keys(CHECKS) as CheckId[]) {
    const verdict: Verdict | null = failed ? null : DECIDE[id](facts);
    if (verdict !== null) {
      checks.push({ id, state: verdict.ok ? "ok" : "failed", ...verdict });
      failed ||= !verdict.ok;
    } else if (finished || failed) {
      checks.push({ id, state: "not reached" });
    } else if (!checking) {
      checking = true;
      checks.push({ id, state: "checking", sentence: holdup });
    }
  }
  return checks;
}

/** One sentence at the end; empty before. */
export function conclusion(facts: Facts): string {
  if (nextStep(facts) !== null) return "";
  const failed = diagnose(facts).find((check) => check.state === "failed");
  if (failed !== undefined) return failed.id === "streamed" ? "It works for tools, but not streamed." : `It stops at: ${CHECKS[failed.id]}.`;
  const both = facts.other === true ? ` It has the ${FORMATS[otherFormat(facts.format)].name} too; what you chose is fine.` : "";
  return `It works for tools, in one piece and streamed.${both}`;
}
