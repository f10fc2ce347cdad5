// The dialog for the connection: which endpoint answers, and with whose key. Draws a form; refuses to know where a key
// is kept and what an address must look like.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { keyNote } from "../broker/secrets.ts";
import type { App } from "../state/app.ts";
import { cleanKey, originOf, PRACTICE, PRESETS, withBaseUrl, withKey, withPreset, type Form } from "../state/connection.ts";
import { connectionOpen } from "./desk.ts";

export function ConnectionDialog({ app }: { readonly app: App }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Kept when the dialog is closed without saving: what was typed is still there when it is opened again.
  const [form, setForm] = useState<Form | null>(null);
  const open = connectionOpen.value;

  useEffect(() => {
    if (!open) return dialog.current?.close();
    setForm((kept) => kept ?? app.connector.form());
    if (dialog.current?.open === false) dialog.current.showModal();
  }, [open]);

  return (
    <dialog class="dialog connection-dialog" ref={dialog} aria-label="Connection" onClose={() => (connectionOpen.value = false)}>
      {open && form !== null && <ConnectionForm app={app} form={form} set={setForm} />}
    </dialog>
  );
}

interface FormProps {
  readonly app: App;
  readonly form: Form;
  readonly set: (form: Form | null) => void;
}

type Said = { readonly tone: "plain" | "good" | "bad"; readonly text: string };
const SILENCE: Said = { tone: "plain", text: "" };

function ConnectionForm({ app, form, set }: FormProps) {
  const [said, say] = useState(SILENCE);
  const [models, setModels] = useState<readonly string[]>([]);
  // The form as it is when an answer arrives, not as it was when the question was asked.
  const latest = useRef(form);
  latest.current = form;
  const change = (changed: Form) => {
    if (originOf(changed.baseUrl) !== originOf(form.baseUrl)) setModels([]);
    say(SILENCE);
    set(changed);
  };

  const test = async () => {
    say({ tone: "plain", text: "Asking the server …" });
    const asked = form;
    const finding = await app.connector.test(asked);
    if (latest.current.baseUrl !== asked.baseUrl || latest.current.key !== asked.key) return;
    setModels(finding.models);
    say({ tone: finding.works ? "good" : "bad", text: finding.sentence });
    const [only, ...others] = finding.models;
    if (only !== undefined && others.length === 0 && latest.current.model === "") set({ ...latest.current, model: only });
  };
  const save = () => {
    if (form.note !== "") {
      // The click that left the address field may have been the one on Save: the reader must see what became of the key.
      say({ tone: "bad", text: `${form.note} Type the key for this server, or press Save again to go without one.` });
      return set({ ...form, note: "" });
    }
    const saved = app.connector.save(form);
    if (!saved.ok) return say({ tone: "bad", text: saved.sentence });
    set(null);
    const { preset, model, baseUrl } = saved.value;
    const who = preset === PRACTICE ? "The practice model" : `${model} at ${new URL(baseUrl).host}`;
    app.notice.value = `${who} answers from the next question on.`;
    connectionOpen.value = false;
  };
  const forget = () => {
    app.connector.forget();
    set({ ...form, key: "", keyFor: null, remember: false });
    say({ tone: "plain", text: "The key is forgotten." });
  };

  return (
    <form
      class="connection-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <h2>Connection</h2>
      <Provider form={form} change={change} />
      {form.preset === PRACTICE ? (
        <p class="hint">A rule-based model inside this page answers. It needs no key, costs nothing, and nothing leaves your browser.</p>
      ) : (
        <>
          <Address form={form} change={change} />
          <KeyField app={app} form={form} change={change} forget={forget} />
          <Model app={app} form={form} change={change} models={models} setModels={setModels} />
        </>
      )}
      <Check label="Stream replies" on={form.stream} set={(stream) => change({ ...form, stream })} />
      <Cap form={form} change={change} />
      <p class={`finding ${said.tone}`} role="status">
        {said.text}
      </p>
      <div class="dialog-buttons">
        {form.preset !== PRACTICE && (
          <button type="button" class="button" onClick={() => void test()}>
            Test connection
          </button>
        )}
        <span class="spring" />
        <button type="button" class="button" onClick={() => (connectionOpen.value = false)}>
          Close
        </button>
        <button type="submit" class="button primary">
          Save
        </button>
      </div>
    </form>
  );
}

interface PartProps {
  readonly form: Form;
  readonly change: (form: Form) => void;
}

function Provider({ form, change }: PartProps) {
  return (
    <Field label="Provider">
      {(id) => (
        <select id={id} value={form.preset} onChange={({ currentTarget }) => change(withPreset(form, currentTarget.value))}>
          {PRESETS.map((preset) => (
            <option key={preset.id} value={preset.id}>
              {preset.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Address({ form, change }: PartProps) {
  return (
    <Field label="Base URL" hint="The address that /chat/completions is put behind. It usually ends in /v1.">
      {(id, hint) => (
        <input
          id={id}
          aria-describedby={hint}
          type="text"
          inputMode="url"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder="https://api.example.com/v1"
          value={form.baseUrl}
          onInput={({ currentTarget }) => change({ ...form, baseUrl: currentTarget.value })}
          onChange={({ currentTarget }) => change(withBaseUrl(form, currentTarget.value))}
        />
      )}
    </Field>
  );
}

interface KeyProps extends PartProps {
  readonly app: App;
  readonly forget: () => void;
}

function KeyField({ app, form, change, forget }: KeyProps) {
  if (app.connector.framed) {
    return <p class="hint">This page is shown inside another one, which could watch you type a key. Open it on its own to use one.</p>;
  }
  const kept = app.connector.keeps(form);
  const note = form.note !== "" ? form.note : form.key === "" ? "" : (keyNote(cleanKey(form.key)) ?? "");
  return (
    <>
      <Field label="API key" hint="It stays in this page and goes only to the address above. A server of your own may need none.">
        {(id, hint) => (
          <input
            id={id}
            aria-describedby={hint}
            type="password"
            autocomplete="off"
            spellcheck={false}
            placeholder={kept ? "kept; type to replace it" : ""}
            value={form.key}
            onInput={({ currentTarget }) => change(withKey(form, currentTarget.value))}
          />
        )}
      </Field>
      <p class="note" role="status">
        {note}
      </p>
      <div class="key-choices">
        <Check label="Remember in this tab" on={form.remember} set={(remember) => change({ ...form, remember })} />
        <button type="button" class="button small" onClick={forget}>
          Forget key
        </button>
      </div>
    </>
  );
}

interface ModelProps extends PartProps {
  readonly app: App;
  readonly models: readonly string[];
  readonly setModels: (models: readonly string[]) => void;
}

function Model({ app, form, change, models, setModels }: ModelProps) {
  const list = useId();
  const offer = async () => {
    if (models.length === 0) setModels(await app.connector.models(form));
  };
  return (
    <Field label="Model">
      {(id) => (
        <>
          <input
            id={id}
            type="text"
            list={list}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            value={form.model}
            onFocus={() => void offer()}
            onInput={({ currentTarget }) => change({ ...form, model: currentTarget.value })}
          />
          <datalist id={list}>
            {models.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

function Cap({ form, change }: PartProps) {
  return (
    <Field label="Calls per run" hint="A run that has made this many calls is ended, so that no program can spend more.">
      {(id, hint) => (
        <input
          id={id}
          aria-describedby={hint}
          class="short"
          type="text"
          inputMode="numeric"
          autocomplete="off"
          value={form.cap}
          onInput={({ currentTarget }) => change({ ...form, cap: currentTarget.value })}
        />
      )}
    </Field>
  );
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly children: (id: string, hint: string | undefined) => ComponentChildren;
}

function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id, hintId)}
      {hint !== undefined && (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface CheckProps {
  readonly label: string;
  readonly on: boolean;
  readonly set: (on: boolean) => void;
}

function Check({ label, on, set }: CheckProps) {
  return (
    <label class="choice">
      <input type="checkbox" checked={on} onChange={({ currentTarget }) => set(currentTarget.checked)} />
      {label}
    </label>
  );
}
