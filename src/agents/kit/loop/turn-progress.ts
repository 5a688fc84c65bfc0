import type { Step, TurnEvent } from "#domain/agent";
import type { TurnId } from "#domain/ids";
import type { ToolCall } from "#agents/kit/model/model";
import type { TurnSink } from "#agents/kit/one-ending";
import type { TurnUsage, WorkPlan, WorkStatus } from "#domain/work";
import { keepHead } from "#lib/text/truncate";
import type { Clock } from "#lib/time/clock";

const whatChars = 200;
const lifeEveryMs = 20_000;
/** Arguments that say what a call is about, the most telling first. */
const telling = ["command", "path", "pattern", "url", "session", "question", "agent_name", "content", "action", "archive_name", "name", "prompt"];

export interface TurnProgressParts {
  readonly clock: Clock;
  readonly turn: TurnId;
  readonly sink: TurnSink;
  /** Nothing but what was used is told after it. */
  readonly stop: AbortSignal;
  readonly stage?: string;
}

/** What people see of a turn of our own agents while it runs. A report that cannot be stored is not worth the turn: only its ending is. */
export class TurnProgress implements Disposable {
  readonly #clock: Clock;
  readonly #turn: TurnId;
  readonly #sink: TurnSink;
  readonly #stop: AbortSignal;
  readonly #running = new Map<string, { readonly step: Step; readonly began: number }>();
  #stage: string;
  #unsaid = "";
  #saying: Promise<void> | undefined;
  #cancel = (): void => {};

  constructor({ clock, turn, sink, stop, stage = "" }: TurnProgressParts) {
    this.#clock = clock;
    this.#turn = turn;
    this.#sink = sink;
    this.#stop = stop;
    this.#stage = stage;
  }

  get stage(): string {
    return this.#stage;
  }

  /** Deltas that come faster than the hub takes them go together. */
  say(text: string): void {
    this.#unsaid += text;
    this.#saying ??= this.#sayAll();
  }

  /** Resolves when everything that was said has been reported. */
  async said(): Promise<void> {
    await this.#saying;
  }

  /** What it does from now on, with `detail` shown in its place; repeated from time to time as a sign of life. */
  async enter(stage: string, how: { readonly doing?: WorkStatus["doing"]; readonly detail?: string } = {}): Promise<void> {
    this.#stage = stage;
    this.#cancel();
    this.#cancel = this.#clock.after(lifeEveryMs, () => void this.enter(stage, how));
    await this.#tell({ kind: "status", turn: this.#turn, status: { doing: how.doing ?? "working", what: how.detail ?? stage } });
  }

  async retrying(reason: string, waitMs: number): Promise<void> {
    const status = { doing: "retrying" as const, what: keepHead(reason, whatChars).text, until: this.#clock.now() + waitMs };
    await this.#tell({ kind: "status", turn: this.#turn, status });
  }

  async plan(plan: WorkPlan): Promise<void> {
    await this.#tell({ kind: "plan", turn: this.#turn, plan });
  }

  /** Also of a turn that was stopped: it was used. */
  async used(usage: TurnUsage): Promise<void> {
    await this.#sink.happened({ kind: "usage", turn: this.#turn, usage }).catch(() => {});
  }

  async began(call: ToolCall): Promise<void> {
    await this.said();
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
    this.#cancel = () => {};
    this.#unsaid = "";
  }

  async #sayAll(): Promise<void> {
    while (this.#unsaid !== "" && !this.#stop.aborted) {
      const text = this.#unsaid;
      this.#unsaid = "";
      await this.#tell({ kind: "delta", turn: this.#turn, text });
    }
    this.#saying = undefined;
  }

  async #tell(event: TurnEvent): Promise<void> {
    if (!this.#stop.aborted) await this.#sink.happened(event).catch(() => {});
  }
}

/** The one argument that says what a call is about. */
function describeCall({ name, input }: ToolCall): string {
  let args: unknown;
  try {
    args = JSON.parse(input);
  } catch {
    // Shown by its name alone.
  }
  // A model may write any JSON; what is no object is rejected when the tool is run.
  const given = new Map(typeof args === "object" && args !== null ? Object.entries(args) : []);
  const said = telling.map((key): unknown => given.get(key)).find((one) => typeof one === "string");
  return typeof said === "string" ? keepHead(said.replaceAll(/\s+/g, " "), whatChars).text : name;
}
