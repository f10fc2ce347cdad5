// Shows the outbox of this conversation as a list. Draws only.
import { count } from "../panels/sentences.ts";
import { moment, type Outbox, type Reminder } from "./outbox.ts";
import { Frame } from "./parts.tsx";

/** `cap`: how many reminders a conversation may hold. */
export function OutboxFigure({ outbox, cap }: { readonly outbox: Outbox; readonly cap: number }) {
  if (outbox.kind === "unreadable") {
    return <Frame name="outbox" title="The outbox" caption="What the program put into the outbox is no list of reminders, so it can't be shown. Start a new conversation for an empty one." />;
  }
  const { reminders } = outbox;
  return (
    <Frame name="outbox" title="The outbox" caption={outboxText(reminders, cap)}>
      {reminders.length > 0 && (
        <ol class="cards" aria-label="Reminders">
          {reminders.map(({ place, day, text, written }, index) => (
            <li key={index} class="card">
              <p class="fall-line">
                <strong>{place}</strong>
                <span class="num">{day}</span>
              </p>
              <p>{text}</p>
              {written !== "" && <p class="says">written {moment(written)}</p>}
            </li>
          ))}
        </ol>
      )}
    </Frame>
  );
}

export function outboxText(reminders: readonly Reminder[], cap: number): string {
  if (reminders.length === 0) return `The outbox of this conversation is empty; it takes up to ${count(cap, "reminder")}.`;
  const full = reminders.length >= cap ? " It is full: the tool refuses to write more." : "";
  const different = new Set(reminders.map(({ place, day }) => `${place} ${day}`)).size;
  const again = different < reminders.length ? " One place and day stands here more than once: nothing kept a repeated call from writing again." : "";
  return `${reminders.length} of at most ${count(cap, "reminder")} written in this conversation.${again}${full}`;
}
