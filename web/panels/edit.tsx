// Lets the reader change what a held run goes on with: arguments, a result, a body. Refuses to send anything itself.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Event } from "../generated/events.ts";
import { readJson } from "./json_text.ts";

interface Editable {
  readonly label: string;
  readonly text: string;
  /** The event with another text in its place. */
  readonly with: (text: string) => Event;
  /** One sentence when the text can't be used; empty when it can. */
  readonly fault: (text: string) => string;
}

const anything = () => "";

/** What of an event can be changed; null for those that are no stop point. */
export function editOf(event: Event): Editable | null {
  switch (event.kind) {
    case "llm-request":
      return { label: "Body", text: event.body, with: (body) => ({ ...event, body }), fault: bodyFault };
    case "dispatch": {
      const { call } = event;
      // Arguments may be anything, also no JSON: to see what happens then is a good reason to edit them.
      return { label: "Arguments", text: call.arguments, with: (text) => ({ ...event, call: { ...call, arguments: text, cut_off: false } }), fault: anything };
    }
    case "tool-result":
      return { label: "Result", text: event.content, with: (content) => ({ ...event, content }), fault: anything };
    case "question":
    case "llm-response":
    case "answer":
    case "stopped":
    case "log":
      return null;
  }
}

function bodyFault(text: string): string {
  return readJson(text)?.type === "object" ? "" : "This is not a JSON object, so no server could read it: mend it, or leave it as it was.";
}

interface EditProps {
  readonly event: Event;
  readonly apply: (event: Event) => void;
  readonly leave: () => void;
}

export function Edit({ event, apply, leave }: EditProps) {
  const edit = editOf(event);
  const [text, setText] = useState(edit?.text ?? "");
  const [fault, setFault] = useState("");
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  if (edit === null) return null;
  return (
    <form
      class="edit"
      onSubmit={(submit) => {
        submit.preventDefault();
        const wrong = edit.fault(text);
        setFault(wrong);
        if (wrong === "") apply(edit.with(text));
      }}
    >
      <label for="edit-text">{edit.label}</label>
      <textarea
        id="edit-text"
        class="code"
        spellcheck={false}
        rows={Math.min(14, Math.max(3, Math.ceil(text.length / 48)))}
        value={text}
        aria-invalid={fault !== ""}
        aria-describedby={fault === "" ? undefined : "edit-fault"}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        ref={box}
      />
      {fault !== "" && (
        <p id="edit-fault" class="fault" role="alert">
          {fault}
        </p>
      )}
      <div class="edit-buttons">
        <button type="submit" class="button small primary">
          Apply
        </button>
        <button type="button" class="button small" onClick={leave}>
          Cancel
        </button>
        <span class="hint">The run stays held and goes on with this.</span>
      </div>
    </form>
  );
}
