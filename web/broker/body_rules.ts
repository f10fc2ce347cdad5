// What in a request's body makes the *provider* reach out: addresses it would fetch, tools it would run, searches.
// Pure; refuses to know origins and keys. Such a request can carry the conversation to a third party.

/** `key` is what the reader's "allow for this page" covers; `text` is shown. */
export interface Reach {
  readonly key: string;
  readonly text: string;
}

/** "unreadable": not JSON as everybody reads it, so nothing can be said about it. */
export type Reading = "unreadable" | readonly Reach[];

/** Content parts that can name something to fetch. Texts are not among them: their addresses are not fetched. */
const MEDIA = new Set(
  ("image_url input_image image input_file file document video_url input_video video audio_url input_audio audio " +
    "container_upload").split(" "),
);

/** Fields by which providers switch on searches, plug-ins and callbacks of their own, wherever they stand. */
const SWITCHES = new Set(
  ("plugins web_search_options web_search search_parameters search_settings enable_search mcp_servers connectors data_sources " +
    "builtin_tools server_tools compound_custom webhook webhook_url callback callback_url").split(" "),
);

/** Models that search the web by themselves. */
const SEARCHING_MODEL = /:online$|-search-|(^|\/)(compound|sonar)|deep-research/i;

/** Tools that the program runs itself. */
const OWN_TOOLS = new Set(["function", "custom"]);

/** Fields that hold JSON Schemas: "url" in there is a name, not an address. */
const SCHEMAS = new Set(["input_schema", "response_format", "format", "functions", "json_schema"]);

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

const off = (value: unknown): boolean =>
  value === null || value === false || value === "" || (Array.isArray(value) && value.length === 0);

function address(text: string): Reach | null {
  if (text === "" || /^\s*data:/i.test(text)) return null;
  const origin = URL.canParse(text) ? new URL(text).origin : text.slice(0, 80);
  return { key: `address ${origin}`, text: `an address to fetch: ${text}` };
}

/** The tools of a request that are not the program's own. */
function serverTools(tools: readonly unknown[]): readonly Reach[] {
  return tools.flatMap((tool) => {
    if (!isObject(tool)) return [{ key: `tool ${String(tool)}`, text: `a tool that the provider runs: ${String(tool)}` }];
    const own = typeof tool["type"] === "string" ? OWN_TOOLS.has(tool["type"]) : "function" in tool || "name" in tool;
    if (own) return [];
    const name = typeof tool["type"] === "string" ? tool["type"] : (Object.keys(tool)[0] ?? "without a name");
    return [{ key: `tool ${name}`, text: `a tool that the provider runs: ${name}` }];
  });
}

/** One field of an object outside schemas. */
function fieldReaches(name: string, value: unknown, owner: Json): readonly Reach[] {
  if (SWITCHES.has(name) && !off(value)) return [{ key: `switch ${name}`, text: `a service of the provider: ${name}` }];
  if (name === "tools" && !off(value)) return serverTools(Array.isArray(value) ? value : [value]);
  if (name === "prompt" && isObject(value) && "id" in value) return [{ key: "prompt", text: "a prompt stored at the provider" }];
  if (typeof value !== "string") return [];
  if (name === "model" && SEARCHING_MODEL.test(value)) return [{ key: `model ${value}`, text: `a model that searches the web: ${value}` }];
  const named = /(^|_)(url|uri)$/i.test(name);
  const inMedia = MEDIA.has(String(owner["type"])) && /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(value);
  const found = named || inMedia ? address(value) : null;
  return found === null ? [] : [found];
}

interface Place {
  readonly value: unknown;
  readonly schema: boolean;
  /** The nearest content part around it. */
  readonly part: Json;
}

/** `parameters` is a schema beside a function's name; elsewhere it can hold switches. */
const isSchema = (name: string, owner: Json): boolean => SCHEMAS.has(name) || (name === "parameters" && "name" in owner);

/** A schema elsewhere, which a server may fetch. */
function schemaReaches(name: string, value: unknown): readonly Reach[] {
  const found = name === "$ref" && typeof value === "string" && !value.startsWith("#") ? address(value) : null;
  return found === null ? [] : [found];
}

/** Reads every field there is, without recursion: a body can be nested deeper than the stack. */
function walk(root: unknown): { readonly reaches: readonly Reach[]; readonly fields: number } {
  const reaches: Reach[] = [];
  const waiting: Place[] = [{ value: root, schema: false, part: {} }];
  let fields = 0;
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value, schema, part } = place;
    if (Array.isArray(value)) {
      for (const item of value) waiting.push({ value: item, schema, part });
    } else if (isObject(value)) {
      const owner = MEDIA.has(String(part["type"])) ? part : value;
      for (const [name, inner] of Object.entries(value)) {
        fields += 1;
        reaches.push(...(schema ? schemaReaches(name, inner) : fieldReaches(name, inner, owner)));
        waiting.push({ value: inner, schema: schema || isSchema(name, value), part: owner });
      }
    }
  }
  return { reaches, fields };
}

/** How many field names a JSON text has. More than its value has fields means that one is written twice. */
function namesIn(json: string): number {
  let names = 0;
  for (let at = json.indexOf('"'); at >= 0; at = json.indexOf('"', at)) {
    at += 1;
    while (json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
    at += 1;
    while (" \t\n\r".includes(json[at] ?? "x")) at += 1;
    if (json[at] === ":") names += 1;
  }
  return names;
}

function parse(body: ArrayBuffer): { readonly text: string; readonly value: unknown } | null {
  try {
    // A byte order mark is kept, and then no JSON: some servers skip it, so the text is not the same to everybody.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    return { text, value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Everything in the body that makes the provider reach out, each kind once. `body` as it will be sent. */
export function reachesOut(body: ArrayBuffer): Reading {
  const parsed = parse(body);
  if (parsed === null) return "unreadable";
  const { reaches, fields } = walk(parsed.value);
  const twice = { key: "twice", text: "a field that is written twice, which each server reads in its own way" };
  const all = namesIn(parsed.text) > fields ? [...reaches, twice] : reaches;
  return [...new Map(all.map((reach) => [`${reach.key} ${reach.text}`, reach])).values()];
}
