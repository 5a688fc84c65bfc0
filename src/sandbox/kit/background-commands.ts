import type { BackgroundCommand, CommandCut, SandboxCommand } from "#domain/sandbox";
import { defined } from "#lib/defined";
import { TailBytes } from "#lib/text/tail-bytes";
import type { OutputListener, RunningCommand } from "./run-bounded.ts";

interface Background<Running extends RunningCommand> {
  readonly command: string;
  readonly startedAt: number;
  readonly tail: TailBytes;
  readonly running: Running;
  exitCode?: number;
  cut?: CommandCut;
  isOver: boolean;
}

const keptBytes = 32 * 1024;
const mostListed = 20;

/** The commands of one sandbox that run in the background, and the last ones that did. */
export class BackgroundCommands<Running extends RunningCommand> {
  readonly #all = new Map<string, Background<Running>>();
  #count = 0;

  async start(
    { command }: SandboxCommand,
    startedAt: number,
    start: (id: string, out: OutputListener, err: OutputListener) => Promise<Running>,
  ): Promise<string> {
    for (const [id, { isOver }] of this.#all) if (isOver && this.#all.size >= mostListed) this.#all.delete(id);
    const id = `bg${++this.#count}`;
    const tail = new TailBytes(keptBytes);
    const keep: OutputListener = (chunk) => tail.push(chunk);
    const running = await start(id, keep, keep);
    const one: Background<Running> = { command, startedAt, tail, running, isOver: false };
    this.#all.set(id, one);
    running.ended.then(
      (code) => {
        if (!one.isOver && one.cut === undefined) one.exitCode = code;
        one.isOver = true;
      },
      () => Object.assign(one, { isOver: true }),
    );
    return id;
  }

  list(): readonly BackgroundCommand[] {
    return [...this.#all].map(([id, { command, startedAt, tail, exitCode, cut, isOver }]) => ({
      id,
      command,
      startedAt,
      isRunning: !isOver,
      output: tail.text(),
      ...defined({ exitCode, cut }),
    }));
  }

  /** By id, those that are not over. */
  running(): ReadonlyMap<string, Running> {
    return new Map([...this.#all].flatMap(([id, { isOver, running }]) => (isOver ? [] : [[id, running] as const])));
  }

  /** Why those that are not over are about to be killed. */
  cutAll(cut: CommandCut): void {
    for (const one of this.#all.values()) if (!one.isOver) one.cut = cut;
  }

  over(id: string): void {
    const one = this.#all.get(id);
    if (one === undefined) return;
    one.isOver = true;
    one.running.letGo();
  }

  allOver(): void {
    for (const id of this.#all.keys()) this.over(id);
  }
}
