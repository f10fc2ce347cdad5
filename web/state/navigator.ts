// Changes what the page is about: another lesson, another conversation, an experiment. Each ends the run that there is.
// Refuses to know where conversations are kept, and what a run does.

import type { Connector } from "./connector.ts";
import type { Conversation } from "./conversation.ts";
import type { Lessons } from "./lessons.ts";
import { MAIN } from "./phase.ts";
import type { ProgramState } from "./program.ts";
import type { Runner } from "./runner.ts";
import type { Saved } from "./saved.ts";
import type { LessonShelf } from "./shelf.ts";

export interface NavigatorNeeds {
  readonly connector: Connector;
  readonly conversation: Conversation;
  readonly lessons: Lessons;
  readonly lessonShelf: LessonShelf;
  readonly program: ProgramState;
  readonly runner: Runner;
}

export class Navigator {
  constructor(private readonly needs: NavigatorNeeds) {}

  /** Asks the lesson's first question. A run of the page's own never costs anything, and never asks anything: an edited program may want packages. */
  openLesson(): void {
    const { connector, lessons, program, runner } = this.needs;
    const { opening } = lessons.current.peek();
    const asks = program.edited.peek() && /^# \/\/\/ script\s*$/m.test(program.files.peek()[MAIN] ?? "");
    if (connector.connection.peek().practice && opening !== "" && !asks) runner.open(opening);
  }

  chooseLesson(id: string): void {
    const { lessons, runner } = this.needs;
    if (id === lessons.current.peek().id || lessons.all.every((lesson) => lesson.id !== id)) return;
    runner.clear();
    this.turnTo(id);
    this.openLesson();
  }

  startNew(): void {
    this.needs.runner.clear();
  }

  /** A conversation of a lesson that this page does not have is shown beside the lesson that is here. */
  show(saved: Saved): void {
    this.needs.runner.clear();
    this.turnTo(saved.lesson);
    this.needs.conversation.load(saved);
  }

  runExperiment(id: string): void {
    const { lessons, runner } = this.needs;
    const experiment = lessons.current.peek().experiments.find((one) => one.id === id);
    if (experiment === undefined) return;
    runner.clear();
    runner.ask({ question: experiment.question, mode: "run", main: experiment.main });
  }

  private turnTo(id: string): void {
    const { lessons, lessonShelf, program } = this.needs;
    if (!lessons.choose(id)) return;
    lessonShelf.choose(id);
    program.choose(lessons.current.peek());
  }
}
