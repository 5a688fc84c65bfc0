import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SeatSpec, SeatWork } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import type { TurnId } from "#domain/ids";
import { SandboxGone, type Sandbox, type SandboxEngine } from "#domain/sandbox";
import type { TaskRequest } from "#domain/task";
import type { Ending } from "#domain/turn";
import { runLoop, type LoopEnd } from "#agents/kit/loop/agent-loop";
import { TurnProgress } from "#agents/kit/loop/turn-progress";
import { costOf, type ModelPrices } from "#agents/kit/model/model-cost";
import { BudgetSpent, ModelFailed } from "#agents/kit/model/model-failed";
import { modelTexts } from "#agents/kit/model/texts";
import type { Model, ModelMessage } from "#agents/kit/model/model";
import type { TurnSink } from "#agents/kit/one-ending";
import { defined } from "#lib/defined";
import type { Log } from "#lib/log";
import { redactText } from "#lib/redact/redact";
import type { Clock } from "#lib/time/clock";
import { formatDuration } from "#lib/time/format-duration";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import type { DeliverySettings } from "#agents/delivery/delivery-settings";
import { continuePrompt, notEndedPrompt, systemPrompt, taskPrompt } from "#agents/delivery/prompt";
import { deliveryTexts } from "#agents/delivery/texts";
import { unpack } from "#agents/delivery/tools/checkpoint";
import { succeeded } from "#agents/delivery/tools/in-container";
import { deliveryTools } from "#agents/delivery/tools/tools";
import { runCli, type WorkerSettings } from "#agents/delivery/worker/run-cli";
import { workspaceFiles } from "#agents/delivery/workspace/workspace-files";
import { endingOf } from "./delivery-ending.ts";
import { getSource } from "./get-source.ts";
import { showWork } from "./show-work.ts";
import type { DeliveryResult, TaskContext } from "./task-context.ts";
import { makeTaskFolder, removeTaskFolder, taskFolder, workerUser, type TaskFolder } from "./task-folder.ts";
import { TodoList } from "./todo-list.ts";

export interface TaskParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly language: TextLanguage;
  readonly settings: DeliverySettings;
  /** In place of the model, where a coding CLI does the work. */
  readonly worker?: WorkerSettings;
  /** Undefined when none is configured. */
  readonly model: () => Promise<Model | undefined>;
  readonly prices?: ModelPrices;
  readonly engine: SandboxEngine;
  readonly taskRoot: string;
  /** Archives that could not be sent go below it. */
  readonly keptRoot: string;
  readonly installation: string;
  /** Values of this installation that must not be delivered. */
  readonly secrets: readonly string[];
}

export interface TaskTurn {
  readonly id: TurnId;
  readonly text: string;
  readonly sink: TurnSink;
  /** The last delivery of this session, to go on from. */
  readonly continues: string | undefined;
  /** Called once there is something to look at. */
  began(work: (signal: AbortSignal) => Promise<SeatWork>): void;
}

/** A task's ending, and what must still be cleaned up after it. */
export interface TaskEnd {
  readonly ending: Ending;
  /** Never throws: a clean-up that fails is logged and hides nothing. */
  cleanUp(): Promise<void>;
}

const contextChars = 400_000;
const resultChars = 60_000;
/** How often an agent that stops without delivering is asked to go on. */
const mostReminders = 3;

class OutOfTime extends Error {}

/** One code delivery from an empty folder to the archive in the chat. */
export async function runTask(parts: TaskParts, spec: SeatSpec, request: TaskRequest, turn: TaskTurn, stop: AbortSignal): Promise<TaskEnd> {
  const { clock, language, settings } = parts;
  const folder = taskFolder(parts.taskRoot, request.task);
  const late = new AbortController();
  const cancel = clock.after(settings.taskTimeoutMs, () => late.abort(new OutOfTime()));
  const signal = AbortSignal.any([stop, late.signal]);
  using progress = new TurnProgress({ clock, turn: turn.id, sink: turn.sink, stop, stage: say(language, deliveryTexts.stagePreparing) });
  const opened: { sandbox?: Sandbox } = {};
  const ending = await work(parts, { spec, request, turn, folder, progress, opened, signal }).catch((cause: unknown) => {
    if (stop.aborted) return { how: "stopped" as const, reason: stop.reason instanceof Error ? stop.reason.message : say(language, deliveryTexts.stopped) };
    const why: unknown = late.signal.aborted ? late.signal.reason : cause;
    const isQuiet = why instanceof ModelFailed && !settings.tellsModelFailure;
    return { how: "failed" as const, reason: failureReason(parts, request, progress.stage, why), ...(isQuiet && { isQuiet }) };
  });
  cancel();
  return { ending, cleanUp: () => cleanUp(parts, folder, opened.sandbox) };
}

interface Work {
  readonly spec: SeatSpec;
  readonly request: TaskRequest;
  readonly turn: TaskTurn;
  readonly folder: TaskFolder;
  readonly progress: TurnProgress;
  readonly opened: { sandbox?: Sandbox };
  readonly signal: AbortSignal;
}

async function work(parts: TaskParts, { spec, request, turn, folder, progress, opened, signal }: Work): Promise<Ending> {
  const { clock, language, settings } = parts;
  await progress.enter(progress.stage);
  const model = await parts.model();
  if (model === undefined && parts.worker === undefined) return { how: "failed", reason: say(language, deliveryTexts.noModel) };
  if (request.source.type === "git" && turn.continues === undefined && !settings.network)
    return { how: "failed", reason: say(language, deliveryTexts.noNetworkForGit, { url: redactText(request.source.url) }) };
  const user = workerUser({ uid: process.getuid?.() ?? 1000, gid: process.getgid?.() ?? 1000 });
  await makeTaskFolder(folder, { installation: parts.installation, at: clock.now() }, user);
  await spec.record({ did: "task started", task: request.task, source: request.source, image: settings.image });
  const { image, limits, network, packages } = settings;
  const place = { workspace: folder.workspace, tmpfs: folder.tmpfs };
  const tell = (what: string): void => void progress.enter(progress.stage, { detail: what });
  const sandbox = await parts.engine.open({ task: request.task, image, folders: place, user, limits, network, packages }, tell, signal);
  opened.sandbox = sandbox;

  await progress.enter(say(language, deliveryTexts.stageSource));
  if (turn.continues !== undefined) succeeded(await unpack({ folder, sandbox, settings }, turn.continues, archiveFile(turn.continues), signal), "unpacking");
  const startedFrom = turn.continues === undefined ? await getSource(sandbox, request.source, language, signal) : undefined;

  const finished: { result?: DeliveryResult } = {};
  const context: TaskContext = {
    request,
    settings,
    folder,
    files: workspaceFiles(folder.workspace),
    sandbox,
    todo: new TodoList(folder.todo, (items) => progress.plan(items.map(({ content, status }) => ({ text: content, state: status })))),
    clock,
    startedFrom,
    isContinued: turn.continues !== undefined,
    secrets: parts.secrets,
    keptDir: join(parts.keptRoot, request.task),
    record: (data) => spec.record({ task: request.task, ...data }),
    keep: async (key, file) => {
      await progress.enter(say(language, deliveryTexts.stagePacking));
      const heard = await turn.sink.happened({ kind: "made", turn: turn.id, key: `${turn.id}/${key}`, file });
      return heard.how === "kept" ? heard.artifact : undefined;
    },
    deliver: (artifact, ending) => spec.deliver(artifact, request.target, ending),
    ended: async (result) => {
      finished.result = result;
      await keepForLater(spec, result.kept ?? join(folder.artifacts, result.name));
    },
  };
  turn.began((looking) => showWork(context, AbortSignal.any([signal, looking])));
  await progress.enter(say(language, deliveryTexts.stageWorking));
  const first = turn.continues === undefined ? taskPrompt(request, turn.text) : continuePrompt(request, turn.text);
  const end = await workOn(parts, { model, context, progress, first, signal, isOver: () => finished.result !== undefined });
  if (finished.result !== undefined) return endingOf(language, finished.result);
  if (end.how === "steps") return { how: "failed", reason: say(language, deliveryTexts.usedAllSteps, { task: request.task, steps: settings.maxSteps }) };
  return { how: "failed", reason: say(language, deliveryTexts.neverEnded, { text: end.text.slice(0, 500) || "-" }) };
}

interface Job extends Omit<Talk, "model"> {
  readonly model: Model | undefined;
}

async function workOn(parts: TaskParts, { model, ...job }: Job): Promise<Pick<LoopEnd, "how" | "text">> {
  const { worker, language } = parts;
  if (worker !== undefined) return runCli({ worker, language, prompt: `${systemPrompt}\n\n${job.first}`, ...job });
  return model === undefined ? { how: "said", text: "" } : converse(parts, { model, ...job });
}

interface Talk {
  readonly model: Model;
  readonly context: TaskContext;
  readonly progress: TurnProgress;
  readonly first: string;
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
}

/** An agent that stops without delivering is reminded a few times. */
async function converse({ settings, prices }: TaskParts, { model, context, progress, first, signal, isOver }: Talk): Promise<LoopEnd> {
  const tools = deliveryTools(context);
  let messages: readonly ModelMessage[] = [{ role: "user", text: first }];
  let steps = 0;
  let before = { inputTokens: 0, outputTokens: 0 };
  for (let reminders = 0; ; reminders++) {
    const end = await runLoop({
      model,
      system: systemPrompt,
      tools,
      messages,
      maxSteps: settings.maxSteps - steps,
      contextChars,
      resultChars: Math.max(resultChars, 3 * settings.outputChars),
      signal,
      on: {
        asking: () => void (steps += 1),
        calling: (call) => progress.began(call),
        returned: (call, { isError = false, text }) => progress.done(call, isError, text),
        used: (usage) => {
          const used = { inputTokens: before.inputTokens + usage.inputTokens, outputTokens: before.outputTokens + usage.outputTokens };
          return progress.used({ model: model.name, ...used, ...defined({ cost: costOf(prices, used) }) });
        },
        retrying: ({ reason, waitMs }) => {
          // It would be seen in the chat.
          if (settings.tellsModelFailure) void progress.retrying(reason, waitMs);
        },
      },
    });
    if (isOver() || end.how === "steps" || reminders >= mostReminders) return end;
    before = { inputTokens: before.inputTokens + end.usage.inputTokens, outputTokens: before.outputTokens + end.usage.outputTokens };
    messages = [...end.messages, { role: "user", text: notEndedPrompt }];
  }
}

function archiveFile(path: string): string {
  return path.endsWith(".zip") ? "delivery.zip" : "delivery.tar.gz";
}

/** The session's own copy, from which it can be continued. */
async function keepForLater(spec: SeatSpec, archive: string): Promise<void> {
  const path = join(spec.folder, archiveFile(archive));
  for (const older of ["delivery.zip", "delivery.tar.gz"]) await rm(join(spec.folder, older), { force: true });
  await copyFile(archive, path);
  await spec.memory.set({ delivered: path });
}

function failureReason({ language, log, settings }: TaskParts, { task }: TaskRequest, stage: string, cause: unknown): string {
  if (cause instanceof BudgetSpent) return say(language, modelTexts.budgetSpent, cause.about);
  if (cause instanceof ModelFailed) {
    log.warn({ task, stage, attempts: cause.attempts, status: cause.status, reason: cause.message }, "the model of a delivery failed");
    const values = { task, stage, summary: cause.message, attempts: cause.attempts };
    return say(language, cause.mayPass ? deliveryTexts.modelFailed : deliveryTexts.modelRefused, values);
  }
  if (cause instanceof OutOfTime) return say(language, deliveryTexts.tookTooLong, { task, stage, span: formatDuration(language, settings.taskTimeoutMs) });
  if (cause instanceof SandboxGone) return say(language, deliveryTexts.sandboxGone, { task, stage, reason: cause.message });
  if (cause instanceof ParleyError) return cause.message;
  log.error({ cause, task, stage }, "a delivery failed");
  return say(language, deliveryTexts.unexpected, { task, stage, reason: cause instanceof Error ? cause.message : String(cause) });
}

async function cleanUp({ log, settings }: TaskParts, folder: TaskFolder, sandbox: Sandbox | undefined): Promise<void> {
  if (!settings.cleansAtEnd) {
    await sandbox?.close().catch((cause: unknown) => log.warn({ cause, container: sandbox.name }, "failed to end what runs in a task's container"));
    return;
  }
  await sandbox
    ?.remove()
    .catch((cause: unknown) => log.warn({ cause, container: sandbox.name }, "failed to remove a task's container; the next start tries again"));
  await removeTaskFolder(folder).catch((cause: unknown) =>
    log.warn({ cause, folder: folder.root }, "failed to remove a task's folder; the next start tries again"),
  );
}
