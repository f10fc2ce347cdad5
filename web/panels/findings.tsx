// The rules of the format that a request breaks: what, where, what is done about it, and what a strict server would say.
// Draws only; refuses to know the rules.
import type { Finding } from "../generated/events.ts";
import { count } from "./sentences.ts";

/** The list item of a message in Details. */
export const messageId = (index: number): string => `message-${index}`;

export function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  const worstFirst = [...findings.filter(({ severity }) => severity === "error"), ...findings.filter(({ severity }) => severity === "warning")];
  const broken = findings.filter(({ severity }) => severity === "error").length;
  return (
    <section class="findings" aria-label="Rules of the format">
      <h4>
        Rules of the format <span class="says">{broken > 0 ? `${count(broken, "rule")} broken` : "nothing broken, but not every server takes this"}</span>
      </h4>
      <ul>
        {worstFirst.map((finding, index) => (
          <One key={index} finding={finding} />
        ))}
      </ul>
    </section>
  );
}

function One({ finding }: { readonly finding: Finding }) {
  const { severity, index, where, problem, repair, strict_error: refusal, server } = finding;
  const bad = severity === "error";
  return (
    <li class={bad ? "one-finding bad" : "one-finding"}>
      <p>
        <span class="glyph" aria-hidden="true">
          {bad ? "✗" : "!"}
        </span>{" "}
        <strong>{bad ? "broken" : "warning"}</strong> {problem} <Where index={index} where={where} />
      </p>
      {repair !== "" && <p class="says">Repair: {repair}</p>}
      {refusal !== "" && (
        <details class="fold">
          <summary>What a strict provider would answer</summary>
          <pre class="code" tabIndex={0}>{`400 (${server}): ${refusal}`}</pre>
        </details>
      )}
    </li>
  );
}

function Where({ index, where }: Pick<Finding, "index" | "where">) {
  if (index === null) return where === "" ? null : <code>{where}</code>;
  return (
    <a
      href={`#${messageId(index)}`}
      onClick={(event) => {
        event.preventDefault();
        const message = document.getElementById(messageId(index));
        message?.scrollIntoView({ block: "nearest" });
        message?.focus({ preventScroll: true });
      }}
    >
      {where === "" ? `message ${index + 1}` : where}
    </a>
  );
}
