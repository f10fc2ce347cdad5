// The dialog for the conversations that are kept: open, rename, delete, export, import. Draws a list; refuses to know
// where they are kept.
import { signal, type Signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Conversation } from "../state/conversation.ts";
import type { Library } from "../state/library.ts";
import { MOST_IN_TITLE, type Summary } from "../state/saved.ts";
import { download } from "./download.ts";
import { count } from "./sentences.ts";
import { Tag } from "./small.tsx";

/** Whether the dialog is open. */
export const conversationsOpen: Signal<boolean> = signal(false);

/** `as`: its classes; where there is little room it looks like a link. */
export function ConversationsButton({ as = "button small" }: { readonly as?: string }) {
  return (
    <button type="button" class={as} aria-haspopup="dialog" onClick={() => (conversationsOpen.value = true)}>
      Conversations
    </button>
  );
}

export interface ConversationsProps {
  readonly library: Pick<Library, "list" | "refresh" | "open" | "rename" | "remove" | "restore" | "exportFile" | "importText">;
  readonly conversation: Pick<Conversation, "saved">;
  readonly lessons: readonly { readonly id: string; readonly title: string }[];
  startNew(): void;
}

export function ConversationsDialog(props: ConversationsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = conversationsOpen.value;

  useEffect(() => {
    if (!open) return dialog.current?.close();
    void props.library.refresh();
    if (dialog.current?.open === false) dialog.current.showModal();
  }, [open]);

  return (
    <dialog class="dialog conversations-dialog" ref={dialog} aria-label="Conversations" onClose={() => (conversationsOpen.value = false)}>
      {open && <Conversations {...props} />}
    </dialog>
  );
}

/** What came of the last thing done, and what can be done about it. */
interface Said {
  readonly tone: "plain" | "bad";
  readonly text: string;
  readonly next: { readonly label: string; readonly act: () => void } | null;
}
const SILENCE: Said = { tone: "plain", text: "", next: null };
const leave = () => void (conversationsOpen.value = false);

function Conversations(props: ConversationsProps) {
  const { library, startNew } = props;
  const [said, say] = useState(SILENCE);
  const list = library.list.value;
  const open = async (id: string) => {
    const opened = await library.open(id);
    if (opened.ok) leave();
    else say({ tone: "bad", text: opened.sentence, next: null });
  };
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const imported = await library.importText(await textOf(file));
    if (!imported.ok) return say({ tone: "bad", text: imported.sentence, next: null });
    const title = library.list.value.find(({ id }) => id === imported.value)?.title ?? file.name;
    say({ tone: "plain", text: `Imported “${title}”.`, next: { label: "Open it", act: () => void open(imported.value) } });
  };
  return (
    <div
      class="conversations"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        // The page would take it for a package.
        event.stopPropagation();
        void take(event.dataTransfer?.files[0]);
      }}
    >
      <h2>Conversations</h2>
      <p class="hint">Kept in this browser, and nowhere else. To keep one for longer, or to pass it on, export it.</p>
      <div class="dialog-buttons">
        <button
          type="button"
          class="button"
          onClick={() => {
            startNew();
            leave();
          }}
        >
          New conversation
        </button>
        <ImportButton take={take} />
      </div>
      <Saying said={said} />
      {list.length === 0 ? (
        <p class="empty">Nothing is kept here: a conversation is listed as soon as you ask something.</p>
      ) : (
        <ul class="kept" aria-label="Kept conversations">
          {list.map((summary) => (
            <Row key={summary.id} {...props} summary={summary} open={open} say={say} />
          ))}
        </ul>
      )}
      <div class="dialog-buttons">
        <span class="spring" />
        <button type="button" class="button" onClick={leave}>
          Close
        </button>
      </div>
    </div>
  );
}

// More than any conversation has; a larger file is not even read.
const LARGEST_FILE = 128_000_000;

async function textOf(file: File): Promise<string> {
  return file.size > LARGEST_FILE ? "" : file.text();
}

function ImportButton({ take }: { readonly take: (file: File | undefined) => Promise<void> }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="button" title="A .json file that Export made. It can also be dropped here." onClick={() => input.current?.click()}>
        Import
      </button>
      <input
        type="file"
        accept=".json,application/json"
        hidden
        ref={input}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          void take(file);
          // So that the same file can be picked again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}

function Saying({ said }: { readonly said: Said }) {
  const button = useRef<HTMLButtonElement>(null);
  // The button that was pressed may be gone, and the focus with it.
  useEffect(() => button.current?.focus(), [said]);
  return (
    <div class={`finding ${said.tone} saying`} role="status">
      {said.text !== "" && <p>{said.text}</p>}
      {said.next !== null && (
        <button type="button" class="button small" ref={button} onClick={said.next.act}>
          {said.next.label}
        </button>
      )}
    </div>
  );
}

interface RowProps extends ConversationsProps {
  readonly summary: Summary;
  readonly open: (id: string) => Promise<void>;
  readonly say: (said: Said) => void;
}

function Row({ library, conversation, lessons, summary, open, say }: RowProps) {
  const [renaming, setRenaming] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const { id, title, lesson, updated, questions } = summary;
  const isOpen = conversation.saved.value.id === id;
  const remove = async () => {
    const removed = await library.remove(id);
    const undo = () => {
      if (removed !== null) void library.restore(removed);
      say({ tone: "plain", text: `“${title}” is back.`, next: null });
    };
    say({ tone: "plain", text: `“${title}” is deleted.`, next: removed === null ? null : { label: "Undo", act: undo } });
  };
  const save = async () => {
    const file = await library.exportFile(id);
    if (file.ok) download(file.value.name, "application/json", file.value.text);
    else say({ tone: "bad", text: file.sentence, next: null });
  };
  const endRenaming = (name: string | null) => {
    if (name !== null) void library.rename(id, name);
    setRenaming(false);
    // The field is gone, and the focus with it.
    requestAnimationFrame(() => renameButton.current?.focus());
  };
  return (
    <li class={isOpen ? "kept-one here" : "kept-one"}>
      <div class="kept-head">
        {renaming ? (
          <Rename title={title} end={endRenaming} />
        ) : (
          <button type="button" class="link kept-title" aria-current={isOpen} onClick={() => void open(id)}>
            {title}
          </button>
        )}
        {isOpen && <Tag tone="new">open</Tag>}
      </div>
      <p class="says">
        {lessons.find((one) => one.id === lesson)?.title ?? lesson} · {count(questions, "question")} · <time dateTime={new Date(updated).toISOString()}>{momentOf(updated)}</time>
      </p>
      <div class="kept-tools">
        <button type="button" class="button small" aria-label={`Rename ${title}`} ref={renameButton} onClick={() => setRenaming(true)}>
          Rename
        </button>
        <button type="button" class="button small" aria-label={`Export ${title}`} onClick={() => void save()}>
          Export
        </button>
        <button type="button" class="button small" aria-label={`Delete ${title}`} onClick={() => void remove()}>
          Delete
        </button>
      </div>
    </li>
  );
}

/** `end` gets the name, or null when there is to be no change. */
function Rename({ title, end }: { readonly title: string; readonly end: (name: string | null) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.select(), []);
  return (
    <form
      class="rename"
      onSubmit={(event) => {
        event.preventDefault();
        end(field.current?.value ?? null);
      }}
    >
      <input
        type="text"
        aria-label="Name"
        defaultValue={title}
        maxLength={MOST_IN_TITLE}
        ref={field}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          // Else it would close the dialog.
          event.preventDefault();
          end(null);
        }}
      />
      <button type="submit" class="button small">
        Save
      </button>
    </form>
  );
}

const MOMENT = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

function momentOf(time: number): string {
  return MOMENT.format(time);
}
