// Draws what was found out about a connection: the address, the checks as they come, what mends them. Refuses to judge.
import { useEffect, useRef, useState } from "preact/hooks";
import { FORMATS, withBaseUrl, type Form } from "../state/connection.ts";
import type { Report } from "../state/doctor.ts";
import { CHECKS, type Check, type Fix } from "../state/facts.ts";

interface Props {
  readonly report: Report;
  readonly form: Form;
  /** Takes the form as a fix has changed it. */
  readonly mend: (form: Form) => void;
  readonly stopRun: () => void;
}

export function Examination({ report, form, mend, stopRun }: Props) {
  const region = useRef<HTMLElement>(null);
  const failed = report.checks.some((check) => check.state === "failed");
  const over = report.conclusion !== "";
  // The dialog is longer than most windows: what was asked for must come into sight, and then what it came to.
  useEffect(() => {
    const place = over ? (region.current?.querySelector("[data-state=failed]") ?? region.current?.querySelector(".finding")) : region.current;
    place?.scrollIntoView({ block: over ? "nearest" : "start" });
  }, [over]);
  return (
    <section class="examination" aria-label="Test of the connection" ref={region}>
      {report.url !== "" && (
        <p class="called">
          Questions go to <code>{report.url}</code>
        </p>
      )}
      <ul class="checks" role="list" aria-label="Checks">
        {report.checks.map((check) => (
          <Line key={check.id} check={check} form={form} mend={mend} />
        ))}
      </ul>
      {report.waitsForRun && (
        <button type="button" class="button small" onClick={stopRun}>
          Stop the run
        </button>
      )}
      <p class={`finding ${report.conclusion === "" ? "plain" : failed ? "bad" : "good"}`} role="status">
        {report.conclusion}
      </p>
      <Made report={report} />
    </section>
  );
}

const GLYPHS: Readonly<Record<Check["state"], string>> = { ok: "✓", failed: "✗", "not reached": "·", checking: "…" };

interface LineProps {
  readonly check: Check;
  readonly form: Form;
  readonly mend: (form: Form) => void;
}

function Line({ check, form, mend }: LineProps) {
  return (
    <li class="check" data-state={check.state}>
      <span class="glyph" aria-hidden="true">
        {GLYPHS[check.state]}
      </span>
      <div class="check-body">
        <p class="check-head">
          <span class="check-title">{CHECKS[check.id]}</span> <span class="check-state">{check.state}</span>
        </p>
        {"sentence" in check && check.sentence !== "" && <p class="check-says">{check.sentence}</p>}
        {check.state === "failed" && <Remedy check={check} form={form} mend={mend} />}
      </div>
    </li>
  );
}

function Remedy({ check, form, mend }: { readonly check: Extract<Check, { state: "ok" | "failed" }> } & Omit<LineProps, "check">) {
  return (
    <>
      {check.words !== "" && (
        <p class="check-says">
          Its own words: <q>{check.words}</q>
        </p>
      )}
      {check.advice !== "" && <p class="check-advice">{check.advice}</p>}
      {check.fixes.length > 0 && (
        <div class="fixes">
          {check.fixes.map((fix) => (
            <FixView key={JSON.stringify(fix)} fix={fix} form={form} mend={mend} />
          ))}
        </div>
      )}
    </>
  );
}

function FixView({ fix, form, mend }: { readonly fix: Fix; readonly form: Form; readonly mend: (form: Form) => void }) {
  switch (fix.do) {
    case "copy":
      return <CopyLine where={fix.where} text={fix.text} />;
    case "base-url":
      return <Mend label={`Use ${fix.value}`} press={() => mend(withBaseUrl(form, fix.value))} />;
    case "model":
      return <Mend label={`Use ${fix.value}`} press={() => mend({ ...form, model: fix.value })} />;
    case "format":
      return <Mend label={`Use the ${FORMATS[fix.value].name}`} press={() => mend({ ...form, format: fix.value })} />;
    case "no-stream":
      return <Mend label="Switch streaming off" press={() => mend({ ...form, stream: false })} />;
  }
}

function Mend({ label, press }: { readonly label: string; readonly press: () => void }) {
  return (
    <button type="button" class="button small" onClick={press}>
      {label}
    </button>
  );
}

function CopyLine({ where, text }: { readonly where: string; readonly text: string }) {
  const line = useRef<HTMLPreElement>(null);
  const [said, say] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say("Copied.");
    } catch {
      // Without leave to write there, the reader's own Ctrl+C still works.
      if (line.current !== null) getSelection()?.selectAllChildren(line.current);
      say("Marked: press Ctrl+C to copy.");
    }
  };
  return (
    <div class="copy-line">
      <p class="hint">{where}</p>
      <div class="copy-box">
        <pre class="code" ref={line} tabIndex={0}>
          {text}
        </pre>
        <button type="button" class="button small" aria-label={`Copy the line for ${where}`} onClick={() => void copy()}>
          Copy
        </button>
      </div>
      <p class="hint" role="status">
        {said}
      </p>
    </div>
  );
}

/** Where requests went, and with what: nothing of a key's way is hidden. */
function Made({ report }: { readonly report: Report }) {
  if (report.made.length === 0) return null;
  return (
    <details class="fold">
      <summary>
        Requests made <span class="says">{report.made.length}</span>
      </summary>
      <ul class="made">
        {report.made.map(({ method, url, withKey }, index) => (
          <li key={index}>
            <span class="method">{method}</span> <code>{url}</code> <span class="says">{withKey ? "with the key" : "without a key"}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
