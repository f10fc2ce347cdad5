// Reads what a sandbox says, as a stranger's words: anything that is not exactly a message of the protocol is dropped.
// Refuses to know what a message leads to.
//
// Whatever runs in the sandbox can reach our Python, and so can post in its name.

import type { FromRoom, FromSandbox } from "../protocol.ts";

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === "string";
const flag: Check = (value) => typeof value === "boolean";
const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const buffer: Check = (value) => value instanceof ArrayBuffer;
const blob: Check = (value) => value instanceof Blob;
const orNull = (check: Check): Check => (value) => value === null || check(value);
const listOf = (check: Check): Check => (value) => Array.isArray(value) && value.every(check);
const header: Check = (value) => Array.isArray(value) && value.length === 2 && value.every(text);
const timings: Check = (value) => isFields(value) && Object.values(value).every((one) => typeof one === "number");
const diagnostic: Check = (value) =>
  isFields(value) && text(value["file"]) && count(value["line"]) && count(value["column"]) && text(value["message"]);

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const MESSAGES: { readonly [Type in FromSandbox["type"]]: Readonly<Record<string, Check>> } = {
  ready: { restored: flag, timings },
  snapshot: { bytes: blob },
  "boot-failed": { message: text, restored: flag },
  died: { message: text },
  event: { run: count, event: text, gate: orNull(count) },
  delta: { run: count, text },
  waiting: { run: count, seconds: (value) => typeof value === "number" && value >= 0, reason: text },
  done: { run: count },
  checked: { check: count, diagnostics: listOf(diagnostic) },
  unloadable: { run: count, diagnostics: listOf(diagnostic) },
  fetch: { fetch: count, method: text, url: text, headers: listOf(header), body: orNull(buffer) },
  "fetch-abort": { fetch: count },
  "archive-wanted": { name: (value) => value === "micropip" },
  habits: { run: count, habits: text },
  shelf: { run: count, scope: (value) => value === "lesson" || value === "conversation", name: text, text },
  packages: { run: count, names: listOf(text) },
};

const ROOM_MESSAGES: { readonly [Type in FromRoom["type"]]: Readonly<Record<string, Check>> } = {
  "room-ready": {},
  "room-alive": {},
  "room-failed": { message: text },
};

function read<Message>(value: unknown, messages: Readonly<Record<string, Readonly<Record<string, Check>>>>): Message | null {
  if (!isFields(value)) return null;
  const type = value["type"];
  // `hasOwn`, because a sender may call its message "constructor".
  const checks = typeof type === "string" && Object.hasOwn(messages, type) ? messages[type] : undefined;
  if (!checks) return null;
  const sound = Object.entries(checks).every(([name, check]) => Object.hasOwn(value, name) && check(value[name]));
  return sound ? (value as Message) : null;
}

/** The message, or null when it is none. */
export function readFromSandbox(value: unknown): FromSandbox | null {
  return read<FromSandbox>(value, MESSAGES);
}

export function readFromRoom(value: unknown): FromRoom | null {
  return read<FromRoom>(value, ROOM_MESSAGES);
}
