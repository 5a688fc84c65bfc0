import type { Step } from "#domain/agent";
import type { TurnId } from "#domain/ids";
import type { ModelUsage, ToolCall } from "#agents/kit/model/model";
import type { TurnSink } from "#agents/kit/one-ending";
import type { Clock } from "#lib/time/clock";
import { keepHead } from "#lib/text/truncate";
import type { TodoItem } from "./todo-list.ts";

const lifeEveryMs = 20_000;
const whatChars = 200;

/** What people see of a task while it runs. A report that cannot be stored is not worth the task: only its ending is. */
export class TaskProgress implements Disposable {
  readonly #clock: Clock;
  readonly #turn: TurnId;
  readonly #sink: TurnSink;
  readonly #running = new Map<string, { readonly step: Step; readonly began: number }>();
  #stage: string;
  #cancel = (): void => {};

  constructor(clock: Clock, turn: TurnId, sink: TurnSink, stage: string) {
    this.#clock = clock;
    this.#turn = turn;
    this.#sink = sink;
    this.#stage = stage;
  }

  get stage(): string {
    return this.#stage;
  }

  /** What it is doing from now on; repeated from time to time as a sign of life. */
  async enter(stage: string, detail?: string): Promise<void> {
    this.#stage = stage;
    await this.#status(detail);
  }

  async retrying(reason: string, waitMs: number): Promise<void> {
    await this.#tell({
      kind: "status",
      turn: this.#turn,
      status: { doing: "retrying", what: keepHead(reason, whatChars).text, until: this.#clock.now() + waitMs },
    });
  }

  async plan(items: readonly TodoItem[]): Promise<void> {
    await this.#tell({ kind: "plan", turn: this.#turn, plan: items.map(({ content, status }) => ({ text: content, state: status })) });
  }

  async used(model: string, usage: ModelUsage): Promise<void> {
    await this.#tell({ kind: "usage", turn: this.#turn, usage: { model, ...usage } });
  }

  async began(call: ToolCall): Promise<void> {
    const step: Step = { id: call.id, verb: call.name, what: describeCall(call), state: "running" };
    this.#running.set(call.id, { step, began: this.#clock.monotonic() });
    await this.#tell({ kind: "step", turn: this.#turn, step });
  }

  async done(call: ToolCall, isError: boolean, detail: string): Promise<void> {
    const known = this.#running.get(call.id);
    this.#running.delete(call.id);
    if (known === undefined) return;
    const step: Step = { ...known.step, state: isError ? "failed" : "done", detail: keepHead(detail, 2_000).text, ms: this.#clock.monotonic() - known.began };
    await this.#tell({ kind: "step", turn: this.#turn, step });
  }

  [Symbol.dispose](): void {
    this.#cancel();
  }

  async #status(detail?: string): Promise<void> {
    this.#cancel();
    this.#cancel = this.#clock.after(lifeEveryMs, () => void this.#status(detail));
    await this.#tell({ kind: "status", turn: this.#turn, status: { doing: "working", what: detail ?? this.#stage } });
  }

  async #tell(event: Parameters<TurnSink["happened"]>[0]): Promise<void> {
    await this.#sink.happened(event).catch(() => {});
  }
}

/** The one argument that says what a call is about. */
function describeCall({ name, input }: ToolCall): string {
  let args: Record<string, unknown> = {};
  try {
    args = JSON.parse(input) as Record<string, unknown>;
  } catch {
    // Shown by its name alone.
  }
  const said = args["command"] ?? args["path"] ?? args["pattern"] ?? args["url"] ?? args["content"] ?? args["action"] ?? args["archive_name"] ?? args["name"];
  return typeof said === "string" ? keepHead(said.replaceAll(/\s+/g, " "), whatChars).text : name;
}
