// Sorts what Python says: network to the broker, checks to the program, the rest to the run it belongs to. Drops the
// words of dead runs and keeps answers from the workers after the one that asked. Refuses to decide anything.

import type { Diagnostic, FromSandbox, Shelves, ToSandbox } from "../protocol.ts";
import { unreachable, type Broker, type FetchMessage, type Python } from "./ports.ts";

export interface InboxNeeds {
  readonly python: Python;
  readonly broker: Broker;
  /** The number of the run that is alive; null when none is. */
  aliveRun(): number | null;
  happened(event: string, gate: number | null): void;
  arrived(text: string): void;
  waits(seconds: number, reason: string): void;
  learned(habits: string): void;
  shelved(scope: keyof Shelves, name: string, text: string): void;
  done(): void;
  unloadable(diagnostics: readonly Diagnostic[]): void;
  packages(names: readonly string[]): void;
  checked(check: number, diagnostics: readonly Diagnostic[]): void;
}

export class Inbox {
  private worker = 0;

  constructor(private readonly needs: InboxNeeds) {
    needs.python.listen((message) => this.receive(message));
  }

  /** The worker is gone: nothing that is still on its way for it may reach its successor. */
  workerIsGone(): void {
    this.worker += 1;
    this.needs.broker.abortAll();
  }

  private receive(message: FromSandbox): void {
    if ("run" in message && message.run !== this.needs.aliveRun()) return;
    switch (message.type) {
      case "event":
        return this.needs.happened(message.event, message.gate);
      case "delta":
        return this.needs.arrived(message.text);
      case "waiting":
        return this.needs.waits(message.seconds, message.reason);
      case "habits":
        return this.needs.learned(message.habits);
      case "shelf":
        return this.needs.shelved(message.scope, message.name, message.text);
      case "done":
        return this.needs.done();
      case "unloadable":
        return this.needs.unloadable(message.diagnostics);
      case "packages":
        return this.needs.packages(message.names);
      case "checked":
        return this.needs.checked(message.check, message.diagnostics);
      case "fetch":
      case "fetch-abort":
        return this.forward(message);
      case "ready":
      case "snapshot":
      case "boot-failed":
      case "died":
      case "archive-wanted":
        // These are for the keeper of the sandbox, who tells us by `python.state`.
        return;
      default:
        return unreachable(message);
    }
  }

  private forward(message: FetchMessage): void {
    const asking = this.worker;
    this.needs.broker.handle(message, (reply: ToSandbox, transfer?: Transferable[]) => {
      if (asking === this.worker) this.needs.python.send(reply, transfer);
    });
  }
}
