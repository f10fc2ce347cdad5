// Details of a request and of what came back: messages, the menu, headers, tokens. Draws only; the body stays text.
import { useMemo } from "preact/hooks";
import type { LlmRequest, LlmResponse, Reply } from "../generated/events.ts";
import { freshOf, readRequest, type Fresh, type SentMessage, type SentTool } from "./requests.ts";
import { Findings, messageId } from "./findings.tsx";
import { callText, count, duration } from "./sentences.ts";
import { Code, LongText, PutRight, Tag } from "./small.tsx";

// What Python holds in place of a key: the page puts the real one in on the way out.
const PLACEHOLDER = "glassloop-secret";

interface RequestProps {
  readonly event: LlmRequest;
  /** The body of the request before this one; null when this is the conversation's first. */
  readonly earlier: string | null;
}

export function RequestView({ event, earlier }: RequestProps) {
  const request = useMemo(() => readRequest(event.body), [event.body]);
  const fresh = useMemo(() => freshOf(event.body, earlier), [event.body, earlier]);
  return (
    <>
      <p class="request-line">
        <span class="method">POST</span> <code>{event.url}</code>
      </p>
      <Findings findings={event.findings} />
      <PutRight notes={event.notes} title="What was adapted" />
      {request === null ? (
        <>
          <p>The body is not a JSON object, so it is shown as it is.</p>
          <pre class="code">{event.body}</pre>
        </>
      ) : (
        <>
          <h4>
            Messages <span class="says">{freshWords(fresh)}</span>
          </h4>
          <ol class="messages">
            {request.messages.map((message, index) => (
              <Message key={index} id={messageId(index)} message={message} isNew={!fresh.first && fresh.flags[index] === true} />
            ))}
          </ol>
          <Menu tools={request.tools} />
          <dl class="facts">
            {request.settings.map(([name, value]) => (
              <Fact key={name} name={name} value={value} />
            ))}
          </dl>
        </>
      )}
      <Headers headers={event.headers} />
    </>
  );
}

function freshWords({ flags, first }: Fresh): string {
  if (flags.length === 0) return "";
  if (first) return "the first request of this conversation";
  const fresh = flags.filter(Boolean).length;
  return fresh === 0 ? "all sent before" : `${fresh} of ${flags.length} new since the last request`;
}

function Message({ message, isNew, id }: { readonly message: SentMessage; readonly isNew: boolean; readonly id?: string }) {
  return (
    <li class={isNew ? "message is-new" : "message"} id={id} tabIndex={id === undefined ? undefined : -1}>
      <span class="role">
        {message.role}
        {isNew && <Tag tone="new">new</Tag>}
      </span>
      <div class="message-body">
        {message.callId !== "" && <p class="says">tool_call_id {message.callId}: answers that note</p>}
        {message.content !== "" && <LongText text={message.content} />}
        {message.notes.map((note) => (
          <p class="sent-note" key={note.id}>
            <code>{callText(note.name, note.arguments)}</code> <span class="says">{note.id}</span>
          </p>
        ))}
        {message.content === "" && message.notes.length === 0 && <p class="says">no content</p>}
      </div>
    </li>
  );
}

function Menu({ tools }: { readonly tools: readonly SentTool[] }) {
  if (tools.length === 0) return <p class="says">No menu: the model can't ask for a tool.</p>;
  return (
    <details class="fold">
      <summary>
        The menu <span class="says">{count(tools.length, "tool")}: {tools.map((tool) => tool.name).join(", ")}</span>
      </summary>
      <ul class="tools">
        {tools.map((tool, index) => (
          <li key={index}>
            <p>
              <code>{tool.name}</code> {tool.description}
            </p>
            {tool.parameters !== "" && <Code text={tool.parameters} />}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Headers({ headers }: { readonly headers: LlmRequest["headers"] }) {
  const hidden = headers.some(([, value]) => value.includes(PLACEHOLDER));
  return (
    <details class="fold" open={hidden}>
      <summary>
        Headers <span class="says">{headers.length}</span>
      </summary>
      <dl class="facts headers">
        {headers.map(([name, value], index) => (
          <Fact key={index} name={name} value={value} />
        ))}
      </dl>
      {hidden && <p class="hint">Your key is put in by the page, never in Python: the text above is a placeholder.</p>}
    </details>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </>
  );
}

export function ResponseView({ event }: { readonly event: LlmResponse }) {
  const { result } = event;
  const arrived = event.status !== 0;
  return (
    <>
      <dl class="facts">
        <dt>Status</dt>
        <dd>{arrived ? event.status : "none: nothing came back"}</dd>
        {arrived && (
          <>
            <dt>Duration</dt>
            <dd>
              {duration(event.duration_ms)}, first byte after {duration(event.first_byte_ms)}
            </dd>
          </>
        )}
        {result.outcome === "reply" && (
          <>
            <dt>Tokens</dt>
            <dd>{result.usage === null ? "the server did not say" : `${result.usage.input_tokens} in, ${result.usage.output_tokens} out`}</dd>
            <dt>Finish</dt>
            <dd>{result.finish_reason ?? "the server did not say"}</dd>
          </>
        )}
      </dl>
      {result.outcome === "reply" ? (
        <ReplyView reply={result} />
      ) : (
        <div class="trouble">
          <p>{result.what}</p>
          <p>{result.advice}</p>
          {result.server_words !== "" && (
            <>
              <h4>The server's own words</h4>
              <pre class="code">{result.server_words}</pre>
            </>
          )}
        </div>
      )}
      {event.headers.length > 0 && <Headers headers={event.headers} />}
    </>
  );
}

function ReplyView({ reply }: { readonly reply: Reply }) {
  const { text, calls } = reply.message;
  return (
    <>
      <h4>The message</h4>
      <ol class="messages">
        <Message message={{ role: "assistant", content: text, notes: calls, callId: "" }} isNew={false} />
      </ol>
      {reply.reasoning !== "" && (
        <details class="fold">
          <summary>
            Thought aloud <span class="says">no part of the answer</span>
          </summary>
          <p class="prose-text">{reply.reasoning}</p>
        </details>
      )}
      <PutRight notes={reply.notes} />
    </>
  );
}
