// Two switches under an answer: was it good or bad? Draws and passes on; refuses to know where a verdict is kept.
import type { Conversation } from "../state/conversation.ts";
import type { Verdict } from "../state/saved.ts";
import { Icon } from "./icons.tsx";

const NAMES: readonly (readonly [Verdict, string])[] = [
  ["up", "Good answer"],
  ["down", "Bad answer"],
];

interface ThumbsProps {
  /** Of the answer in the trace. */
  readonly seq: number;
  readonly conversation: Pick<Conversation, "feedback" | "judge">;
}

export function Thumbs({ seq, conversation }: ThumbsProps) {
  const given = conversation.feedback.value.get(seq);
  return (
    <span class="thumbs">
      {NAMES.map(([verdict, name]) => (
        <button
          key={verdict}
          type="button"
          class={`button bare thumb ${verdict}`}
          aria-label={name}
          aria-pressed={given === verdict}
          title={`${name}. Kept with the conversation, and in its export.`}
          onClick={() => conversation.judge(seq, given === verdict ? null : verdict)}
        >
          <Icon name="thumb" />
        </button>
      ))}
    </span>
  );
}
