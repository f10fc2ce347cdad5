// Reads a request body into the parts that a model pays for: system prompt, menu, messages. Knows both wire formats;
// every value stays the exact text that was sent.
import type { LlmRequest } from "../generated/events.ts";
import { items, member, oneLine, readJson, stringOf, type JsonNode } from "../panels/json_text.ts";

/** One argument on the menu. */
export interface MenuField {
  readonly name: string;
  /** The JSON Schema of the argument, as sent, on one line. */
  readonly schema: string;
  readonly required: boolean;
}

export interface MenuEntry {
  readonly name: string;
  readonly fields: readonly MenuField[];
}

export interface SentMessage {
  readonly role: string;
  /** The whole message as JSON on one line. */
  readonly text: string;
}

export interface BodyParts {
  /** The system prompt: what is sent each time and is no part of the conversation. */
  readonly system: readonly SentMessage[];
  readonly messages: readonly SentMessage[];
  readonly menu: readonly MenuEntry[];
  /** The whole menu as JSON on one line; empty when there is none. */
  readonly menuText: string;
  /** The request says that no tool may be asked for. */
  readonly forbidsTools: boolean;
}

const NOTHING: BodyParts = { system: [], messages: [], menu: [], menuText: "", forbidsTools: false };
const read = new WeakMap<LlmRequest, BodyParts>();

/** The parts of a body; all of them empty when it is no JSON object. Read once for each request. */
export function partsOf(request: LlmRequest): BodyParts {
  const known = read.get(request);
  if (known !== undefined) return known;
  const parts = readParts(request.body);
  read.set(request, parts);
  return parts;
}

function readParts(body: string): BodyParts {
  const root = readJson(body);
  if (root?.type !== "object") return NOTHING;
  const all = messagesOf(body, root);
  const tools = member(root, "tools");
  return {
    system: all.filter(({ role }) => isSystem(role)),
    messages: all.filter(({ role }) => !isSystem(role)),
    menu: items(tools).map((tool) => menuEntry(body, tool)),
    menuText: tools === null || items(tools).length === 0 ? "" : oneLine(body, tools),
    forbidsTools: stringOf(member(root, "tool_choice")) === "none",
  };
}

function isSystem(role: string): boolean {
  return role === "system" || role === "developer";
}

/** Chat Completions says `messages`; the Responses API says `instructions` and `input`, which may be bare text. */
function messagesOf(body: string, root: JsonNode): readonly SentMessage[] {
  const instructions = stringOf(member(root, "instructions"));
  const input = member(root, "messages") ?? member(root, "input");
  const before: readonly SentMessage[] = instructions === null ? [] : [{ role: "system", text: instructions }];
  const bare = stringOf(input);
  if (bare !== null) return [...before, { role: "user", text: bare }];
  const listed = items(input).map((node): SentMessage => {
    const role = stringOf(member(node, "role")) ?? (stringOf(member(node, "type")) === "function_call_output" ? "tool" : "assistant");
    return { role, text: oneLine(body, node) };
  });
  return [...before, ...listed];
}

function menuEntry(body: string, tool: JsonNode): MenuEntry {
  const described = member(tool, "function") ?? tool;
  const parameters = member(described, "parameters");
  const properties = member(parameters, "properties");
  const required = items(member(parameters, "required")).map(stringOf);
  const fields = properties?.type === "object" ? properties.entries : [];
  return {
    name: stringOf(member(described, "name")) ?? "?",
    fields: fields.map(({ key, value }) => ({ name: key, schema: oneLine(body, value), required: required.includes(key) })),
  };
}
