// The dialog for the connection: which endpoint answers, and with whose key. Draws a form; refuses to know where a key
// is kept, what an address must look like, and how a connection is tested.
import { useEffect, useRef, useState } from "preact/hooks";
import type { App } from "../state/app.ts";
import { originOf, PRACTICE, type Form } from "../state/connection.ts";
import { Address, Check, KeyField, LimitFields, Model, Provider, WireFormat } from "./connection_fields.tsx";
import { connectionOpen } from "./desk.ts";
import { Examination } from "./doctor.tsx";

export function ConnectionDialog({ app }: { readonly app: App }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Kept when the dialog is closed without saving: what was typed is still there when it is opened again.
  const [form, setForm] = useState<Form | null>(null);
  const open = connectionOpen.value;

  useEffect(() => {
    if (!open) {
      app.doctor.end();
      return dialog.current?.close();
    }
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
  const [listed, setModels] = useState<readonly string[]>([]);
  const testButton = useRef<HTMLButtonElement>(null);
  const report = app.doctor.report.value;
  const models = report !== null && report.models.length > 0 ? report.models : listed;
  const change = (changed: Form) => {
    if (originOf(changed.baseUrl) !== originOf(form.baseUrl)) setModels([]);
    else if (report !== null && report.models.length > 0) setModels(report.models);
    // What was found out is about another connection.
    app.doctor.end();
    say(SILENCE);
    set(changed);
  };
  const mend = (changed: Form) => {
    change(changed);
    // The button that was pressed is gone; the next thing to do is to test again.
    testButton.current?.focus();
  };
  const test = () => {
    say(SILENCE);
    void app.doctor.examine(form);
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
          <WireFormat form={form} change={change} />
        </>
      )}
      <Check label="Stream replies" on={form.stream} set={(stream) => change({ ...form, stream })} />
      <LimitFields form={form} change={change} />
      {report !== null && <Examination report={report} form={form} mend={mend} stopRun={() => app.stop()} />}
      <p class={`finding ${said.tone}`} role="status">
        {said.text}
      </p>
      <div class="dialog-buttons">
        {form.preset !== PRACTICE && (
          <button type="button" class="button" ref={testButton} onClick={test}>
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
