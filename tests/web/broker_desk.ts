// A broker at a desk: real servers on loopback, a vault with one key, a reader who answers, and what came through the port.

import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { createBroker, type Broker, type Decision, type Question } from "../../web/broker/broker.ts";
import type { FetchMessage } from "../../web/broker/request.ts";
import { createVault, llmBinding, placeholder, type Vault } from "../../web/broker/secrets.ts";
import type { ToSandbox } from "../../web/protocol.ts";

export const KEY = "sk-test-/+1234567890";
export const MARK = "[key removed: llm]";
export const BEARER = ["Authorization", `Bearer ${placeholder("llm")}`] as const;

export interface Server {
  readonly origin: string;
  readonly seen: IncomingMessage[];
  /** The next moment when a request has been received. */
  received(): Promise<void>;
}

export async function serve(context: TestContext, answer: RequestListener): Promise<Server> {
  const seen: IncomingMessage[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    waiting.splice(0).forEach((go) => go());
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => (server.closeAllConnections(), server.close()));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, seen, received: () => new Promise((resolve) => waiting.push(resolve)) };
}

/** What came through the port for one request, and a way to wait for it. */
export class Port {
  readonly messages: ToSandbox[] = [];
  private woken: () => void = () => undefined;

  readonly reply = (message: ToSandbox): void => {
    this.messages.push(message);
    this.woken();
  };

  async until(reached: (port: Port) => boolean): Promise<void> {
    while (!reached(this)) await new Promise<void>((resolve) => (this.woken = resolve));
  }

  over(): Promise<void> {
    return this.until(({ messages }) => messages.some(({ type }) => type === "fetch-end" || type === "fetch-failed"));
  }

  get text(): string {
    return Buffer.concat(this.messages.flatMap((message) => (message.type === "fetch-chunk" ? [Buffer.from(message.bytes)] : []))).toString();
  }

  get head() {
    const head = this.messages.find((message) => message.type === "fetch-head");
    assert.ok(head !== undefined, JSON.stringify(this.messages));
    return head;
  }

  get failure() {
    const failed = this.messages.find((message) => message.type === "fetch-failed");
    assert.ok(failed !== undefined, JSON.stringify(this.messages));
    return failed;
  }
}

export interface Desk {
  readonly broker: Broker;
  readonly vault: Vault;
  readonly questions: Question[];
  readonly warnings: string[];
  start(url: string, changes?: Partial<FetchMessage>): Port & { readonly number: number };
  fetch(url: string, changes?: Partial<FetchMessage>): Promise<Port>;
}

export interface Setting {
  readonly endpoint: string;
  readonly cap?: number;
  readonly own?: string;
  ask?(question: Question, withdrawn: AbortSignal): Promise<Decision>;
}

export function desk(setting: Setting): Desk {
  const vault = createVault();
  vault.set("llm", KEY, llmBinding(`${setting.endpoint}/v1`));
  const questions: Question[] = [];
  const warnings: string[] = [];
  const broker = createBroker({
    vault,
    ask(question, withdrawn) {
      questions.push(question);
      return setting.ask?.(question, withdrawn) ?? Promise.resolve("refuse");
    },
    warn: (text) => void warnings.push(text),
    allowedOrigins: () => [setting.endpoint],
    cap: () => setting.cap ?? 40,
    page: () => ({ origin: setting.own ?? "null", online: true }),
  });
  let last = 0;
  const start: Desk["start"] = (url, changes = {}) => {
    const number = (last += 1);
    const port = Object.assign(new Port(), { number });
    broker.handle({ type: "fetch", fetch: number, method: "GET", url, headers: [], body: null, ...changes }, port.reply);
    return port;
  };
  return {
    broker, vault, questions, warnings, start,
    async fetch(url, changes) {
      const port = start(url, changes);
      await port.over();
      return port;
    },
  };
}

export const post = (body: unknown, ...headers: (readonly [string, string])[]): Partial<FetchMessage> => ({
  method: "POST", headers: [["Content-Type", "application/json"], ...headers],
  body: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)).buffer,
});

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
