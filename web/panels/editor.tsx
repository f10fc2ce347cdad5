// The Program panel: files as tabs, the editor, what is wrong with the program, and back to the lesson's. Refuses to know CodeMirror.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Editor } from "../editor/setup.ts";
import type { App } from "../state/app.ts";
import type { Program } from "../protocol.ts";
import { fileNameProblem } from "../state/program.ts";
import { isShown, showLine, spotlight } from "./desk.ts";
import { Icon } from "./icons.tsx";

export function ProgramPanel({ app }: { readonly app: App }) {
  const [file, setFile] = useState("main.py");
  const names = Object.keys(app.files.value).sort((a, b) => Number(b === "main.py") - Number(a === "main.py"));
  const shown = names.includes(file) ? file : "main.py";

  const wanted = spotlight.value?.file;
  useEffect(() => {
    if (wanted !== undefined) setFile(wanted);
  }, [spotlight.value]);

  return (
    <div class="program">
      <header class="program-head">
        <Files names={names} shown={shown} marked={app.diagnostics.value.map((found) => found.file)} show={setFile} />
        <NewFile
          names={names}
          create={(name) => {
            app.setFile(name, "");
            setFile(name);
          }}
        />
        <Reset app={app} />
      </header>
      <Source app={app} file={shown} />
      <Problems app={app} />
    </div>
  );
}

// More names than this would scroll out of sight as tabs.
const MOST_TABS = 4;

interface FilesProps {
  readonly names: readonly string[];
  readonly shown: string;
  /** Files with a problem. */
  readonly marked: readonly string[];
  readonly show: (name: string) => void;
}

function Files({ names, shown, marked, show }: FilesProps) {
  if (names.length === 1) return <p class="file">{shown}</p>;
  if (names.length > MOST_TABS) {
    return (
      <span class="select file-select">
        <select aria-label="File" value={shown} onChange={({ currentTarget }) => show(currentTarget.value)}>
          {names.map((name) => (
            <option key={name} value={name}>
              {marked.includes(name) ? `! ${name}` : name}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
    );
  }
  return (
    <div class="files" role="group" aria-label="Files">
      {names.map((name) => (
        <button type="button" key={name} aria-pressed={name === shown} onClick={() => show(name)}>
          {name}
        </button>
      ))}
    </div>
  );
}

interface NewFileProps {
  readonly names: readonly string[];
  readonly create: (name: string) => void;
}

function NewFile({ names, create }: NewFileProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const asking = typed !== null;
  useEffect(() => box.current?.focus(), [asking]);
  if (typed === null) {
    return (
      <button type="button" class="button small" onClick={() => setTyped("")}>
        New file
      </button>
    );
  }
  const problem = fileNameProblem(typed.trim(), names);
  return (
    <form
      class="new-file"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem !== null) return;
        create(typed.trim());
        setTyped(null);
      }}
    >
      <input
        ref={box}
        type="text"
        aria-label="Name of the new file"
        aria-describedby="new-file-problem"
        placeholder="tools/mine.py"
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === "Escape") setTyped(null);
        }}
      />
      <button type="submit" class="button small" aria-disabled={problem !== null}>
        Create
      </button>
      <span id="new-file-problem" class="says" role="status">
        {typed.trim() === "" ? "" : problem}
      </span>
    </form>
  );
}

/** Back to the lesson's program, and back again: an undo instead of a question. */
function Reset({ app }: { readonly app: App }) {
  const [earlier, setEarlier] = useState<Program | null>(null);
  const edited = app.edited.value;
  if (edited && earlier !== null) setEarlier(null);
  return (
    <div class="panel-tools">
      {earlier !== null && (
        <span class="undo" role="status">
          Reset.{" "}
          <button
            type="button"
            class="link"
            onClick={() => {
              for (const [name, text] of Object.entries(earlier)) app.setFile(name, text);
            }}
          >
            Undo
          </button>
        </span>
      )}
      {edited && <span class="says">edited</span>}
      <button
        type="button"
        class="button small"
        aria-disabled={!edited}
        onClick={() => {
          if (!edited) return;
          const kept = app.files.value;
          app.resetProgram();
          setEarlier(kept);
        }}
      >
        Reset
      </button>
    </div>
  );
}

/** The source of one file: plain text at once, the editor as soon as it is loaded. */
function Source({ app, file }: { readonly app: App; readonly file: string }) {
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const text = app.files.value[file] ?? "";
  const places = app.diagnostics.value;
  const booting = app.state.value === "booting";
  const shown = isShown("program");
  const latest = useRef({ file, text });
  latest.current = { file, text };

  // The editor waits until it is wanted or Python is up: nothing may hold Python's start back.
  const wanted = useRef(false);
  wanted.current ||= shown || !booting;
  const due = wanted.current;
  useEffect(() => {
    if (!due || host.current === null) return undefined;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    let made: Editor | null = null;
    let gone = false;
    void import("../editor/setup.ts").then(({ createEditor }) => {
      if (gone) return;
      made = createEditor(root, (name, changed) => app.setFile(name, changed));
      made.show(latest.current.file, latest.current.text);
      setEditor(made);
    });
    return () => {
      gone = true;
      made?.destroy();
    };
  }, [app, due]);

  useEffect(() => editor?.show(file, text), [editor, file, text]);
  useEffect(() => editor?.mark(places), [editor, file, places]);
  useEffect(() => {
    if (editor !== null && spotlight.value?.file === file) editor.reveal(spotlight.value.line);
  }, [editor, file, spotlight.value]);

  return (
    <div class="source">
      {editor === null && <pre class="source-plain" tabIndex={0}>{text}</pre>}
      <div class="source-editor" ref={host} />
    </div>
  );
}

function Problems({ app }: { readonly app: App }) {
  const places = app.diagnostics.value;
  return (
    <div class="problems" role="status" hidden={places.length === 0}>
      <ul>
        {places.map(({ file, line, message }) => (
          <li key={`${file}:${line}:${message}`}>
            <a
              href="#program"
              onClick={(event) => {
                event.preventDefault();
                showLine(file, line);
              }}
            >
              {file}, line {line}
            </a>
            {": "}
            {message}
          </li>
        ))}
      </ul>
      {app.canGoBack.value && (
        <button type="button" class="button small" onClick={() => app.goBackToWorking()}>
          Back to the last good version
        </button>
      )}
    </div>
  );
}
