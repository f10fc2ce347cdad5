// The prompt for what a program wants and may not do unasked. Draws the question and its choices; refuses to know what
// waits for the answer. Everything a program wrote is shown as plain, bounded text.
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Decision } from "../broker/prompts.ts";
import { forDisplay } from "../broker/permissions.ts";
import type { App, Ask, Subject } from "../state/app.ts";

export function AskDialog({ app }: { readonly app: App }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const refuse = useRef<HTMLButtonElement>(null);
  const ask = app.ask.value;

  useLayoutEffect(() => {
    if (ask === null) return dialog.current?.close();
    if (dialog.current?.open === false) dialog.current.showModal();
    // A key pressed by chance must not allow anything, also when the next question takes the place of the last.
    refuse.current?.focus();
  }, [ask]);

  return (
    <dialog
      class="dialog ask-dialog"
      ref={dialog}
      aria-label="Permission"
      onCancel={(event) => {
        // Escape refuses this question; another one may be waiting behind it.
        event.preventDefault();
        ask?.answer("refuse");
      }}
      onClose={() => {
        // A browser closes a dialog at the second Escape whatever the page says. By now another question may be shown.
        if (dialog.current?.open === false) ask?.answer("refuse");
      }}
    >
      {ask !== null && <Question ask={ask} refuse={refuse} />}
    </dialog>
  );
}

interface Words {
  readonly title: string;
  readonly sentence: string;
  readonly list: readonly string[];
  readonly choices: readonly (readonly [Decision, string])[];
}

function Question({ ask, refuse }: { readonly ask: Ask; readonly refuse: RefObject<HTMLButtonElement | null> }) {
  const { title, sentence, list, choices } = wordsOf(ask.subject);
  return (
    <>
      <h2>{title}</h2>
      <p>{sentence}</p>
      {list.length > 0 && (
        <ul class="ask-list">
          {list.map((text) => (
            <li key={text}>
              <code>{text}</code>
            </li>
          ))}
        </ul>
      )}
      <div class="dialog-buttons">
        {choices.map(([decision, label]) => (
          <button
            key={decision}
            type="button"
            class="button"
            ref={decision === "refuse" ? refuse : null}
            // Opening a dialog moves the focus to what says so, else to its first button.
            autofocus={decision === "refuse"}
            onClick={(event) => {
              // The second half of a double click was meant for the question before.
              if (event.detail < 2) ask.answer(decision);
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </>
  );
}

const REQUEST_CHOICES: Words["choices"] = [
  ["once", "Allow once"],
  ["page", "Allow for this page"],
  ["refuse", "Refuse"],
];
const PACKAGE_CHOICES: Words["choices"] = [
  ["once", "Install"],
  ["refuse", "Don't install"],
];

const PLACES = {
  public: "",
  private: " That is an address in your own network.",
  loopback: " That is an address on your own computer.",
} as const;

const MOST_NAMES = 20;

function wordsOf(subject: Subject): Words {
  switch (subject.kind) {
    case "destination":
      return {
        title: "May the program call this address?",
        sentence: `It wants to send a ${forDisplay(subject.method, 20)} request to ${subject.origin}.${PLACES[subject.place]} ${subject.hasKey ? "The key that you keep for it goes along." : "Your key does not go there."}`,
        list: [subject.url],
        choices: REQUEST_CHOICES,
      };
    case "body":
      return {
        title: "May the provider reach out?",
        sentence: `The request to ${subject.origin} asks the provider itself to fetch or run something:`,
        list: subject.what,
        choices: REQUEST_CHOICES,
      };
    case "packages": {
      const names = subject.names.slice(0, MOST_NAMES).map((name) => forDisplay(name, 80));
      const more = subject.names.length - names.length;
      return {
        title: "Install packages?",
        sentence: "This program asks for packages that are not here. They run in the sandbox, as the program does.",
        list: more > 0 ? [...names, `and ${more} more`] : names,
        choices: PACKAGE_CHOICES,
      };
    }
  }
}
