// Reads a Chat Completions request body into what a reader looks for: messages, notes, the menu. Knows the wire's names
// and nothing else; whatever it does not recognise is left as exact text.
import { items, member, oneLine, readJson, stringOf, type JsonNode } from "./json_text.ts";

export interface SentNote {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface SentMessage {
  readonly role: string;
  /** Text content; other content as one line of JSON; empty when there is none. */
  readonly content: string;
  readonly notes: readonly SentNote[];
  /** The id a tool message answers; empty for other roles. */
  readonly callId: string;
}

export interface SentTool {
  readonly name: string;
  readonly description: string;
  /** The schema of the arguments, as exact text. */
  readonly parameters: string;
}

export interface SentRequest {
  readonly messages: readonly SentMessage[];
  readonly tools: readonly SentTool[];
  /** Everything else, as `name: JSON` pairs in the order sent. */
  readonly settings: readonly (readonly [string, string])[];
}

/** What a body says; null when it is not a JSON object. */
export function readRequest(body: string): SentRequest | null {
  const node = readJson(body);
  if (node?.type !== "object") return null;
  return {
    messages: items(member(node, "messages")).map((message) => readMessage(body, message)),
    tools: items(member(node, "tools")).map((tool) => readTool(body, tool)),
    settings: node.entries
      .filter((entry) => entry.key !== "messages" && entry.key !== "tools")
      .map((entry) => [entry.key, oneLine(body, entry.value)] as const),
  };
}

function readMessage(body: string, node: JsonNode): SentMessage {
  return {
    role: stringOf(member(node, "role")) ?? "no role",
    content: readContent(body, member(node, "content")),
    notes: items(member(node, "tool_calls")).map((call) => {
      const asked = member(call, "function");
      return {
        id: stringOf(member(call, "id")) ?? "",
        name: stringOf(member(asked, "name")) ?? "?",
        arguments: stringOf(member(asked, "arguments")) ?? "",
      };
    }),
    callId: stringOf(member(node, "tool_call_id")) ?? "",
  };
}

function readContent(body: string, node: JsonNode | null): string {
  if (node === null || (node.type === "word" && body.slice(node.start, node.end) === "null")) return "";
  return stringOf(node) ?? oneLine(body, node);
}

function readTool(body: string, node: JsonNode): SentTool {
  const described = member(node, "function") ?? node;
  const parameters = member(described, "parameters");
  return {
    name: stringOf(member(described, "name")) ?? "?",
    description: stringOf(member(described, "description")) ?? "",
    parameters: parameters === null ? "" : body.slice(parameters.start, parameters.end),
  };
}

/** Which messages of a request the model sees for the first time. */
export interface Fresh {
  /** One flag for each message, in order. */
  readonly flags: readonly boolean[];
  /** There is no earlier request in the conversation, so everything is new. */
  readonly first: boolean;
}

/** Compares the messages of a body with those of the request before it (null: there is none), each by its whole text. */
export function freshOf(body: string, earlier: string | null): Fresh {
  const seen = earlier === null ? [] : exactMessages(earlier);
  const flags = exactMessages(body).map((text) => {
    const index = seen.indexOf(text);
    // One earlier message accounts for one of these: the same words said again are new.
    if (index !== -1) seen.splice(index, 1);
    return index === -1;
  });
  return { flags, first: earlier === null };
}

function exactMessages(body: string): string[] {
  return items(member(readJson(body), "messages")).map((message) => oneLine(body, message));
}
