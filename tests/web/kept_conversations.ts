// Conversations to keep, list and export: with digits that a double loses, an edit, a run of the page's own, a verdict.

import type { Event } from "../../web/generated/events.ts";
import { Conversation } from "../../web/state/conversation.ts";
import { answer, dispatch, question, request, response, result } from "./scripted_python.ts";

export const BEGAN = Date.UTC(2026, 4, 17, 9, 30);

/** Times that move a second a call, ids that count. */
export function numbered() {
  let [ids, seconds] = [0, 0];
  return { newId: () => `id-${(ids += 1)}`, lesson: () => "tools_are_a_dict", wall: () => BEGAN + 1000 * (seconds += 1) };
}

export function happen(conversation: Conversation, run: number, ...events: readonly (Event | string)[]): void {
  events.forEach((event, index) => {
    const text = typeof event === "string" ? event : JSON.stringify(event);
    conversation.append(run, index * 1.5, JSON.parse(text) as Event, text);
  });
}

/** As Python writes it: a whole number of milliseconds with its ".0", which no JavaScript writes. */
export const EXACT_RESULT = '{"call_id":"call-add","name":"add","outcome":"ok","content":"12345678901234567890.10","duration_ms":2.0,"kind":"tool-result"}';

const SYSTEM = { role: "system", content: "Be brief." };
const ASKED = { role: "user", content: "What is 3 plus 4?" };

export function turn(text = "What is 3 plus 4?"): readonly (Event | string)[] {
  return [question(text), request(1, [SYSTEM, ASKED]), response(1, "", "add"), dispatch("add"), EXACT_RESULT, answer("It is 7.")];
}

/** The page's own run, then one of the reader's with everything in it. */
export function rich(): Conversation {
  const conversation = new Conversation(numbered());
  conversation.begins(1, "page");
  happen(conversation, 1, question("add 10 and 5"), answer("15"));
  happen(conversation, 2, ...turn());
  conversation.replace(7, result("add", "8"));
  conversation.judge(8, "down");
  conversation.put("outbox", '[{"at": 1.0}]');
  return conversation;
}
