import type { QuestionId } from "#domain/ids";
import type { AgentsReading, InvalidEntry, Invitable, InvitableHealth } from "#domain/invitation";
import type { RedLine } from "#domain/status";
import { sha256, canonicalJson } from "#lib/digest";
import { KeyedQueue } from "#lib/keyed-queue";
import { say } from "#lib/words/words";
import type { HubDeps, Inviting } from "#hub/deps";
import { invitingTexts } from "./texts.ts";
import { defined } from "#lib/defined";

const checkEveryMs = 10 * 60_000;

/** Which agents can be invited at this moment. */
export interface InvitableAgents extends AsyncDisposable {
  /** What stands in the file now is in force; what is added or changed later waits for a yes. */
  start(): Promise<void>;
  entries(): readonly Invitable[];
  invalid(): readonly InvalidEntry[];
  health(name: string): InvitableHealth | undefined;
  redLines(): readonly RedLine[];
  /** The entry that waits under that name is in force from now on; undefined when none does, or when it is another by now. */
  allow(name: string, digest: string): Invitable | undefined;
  /** The question about it is over and has decided nothing: the next time the file is read it is asked again. */
  unanswered(digest: string): void;
}

/** What a yes is good for: everything that decides what runs, and under which name it speaks. */
export function digestOf({ name, displayName, argv, runAs, environment, timeoutSeconds, maxRuntimeSeconds, autoInvite }: Invitable): string {
  return sha256(canonicalJson({ name, displayName, argv, runAs, environment, timeoutSeconds, maxRuntimeSeconds, autoInvite }));
}

/** Agents can write in the workspace, so an edit of the file alone starts nothing. Taking away takes effect at once. */
export function createInvitable(
  deps: Pick<HubDeps, "clock" | "log" | "settings">,
  { file, processes, environment }: Inviting,
  ask: (entry: Invitable, digest: string) => Promise<QuestionId>,
): InvitableAgents {
  const { clock, log, settings } = deps;
  const language = settings.language;
  const steps = new KeyedQueue<"read">();
  const allowed = new Set<string>();
  const told = new Set<string>();
  const asked = new Map<string, QuestionId>();
  const health = new Map<string, InvitableHealth>();
  let reading: AgentsReading = { entries: [], invalid: [] };
  let problem: string | undefined;
  let stopWatching = (): void => {};
  let cancelCheck = (): void => {};
  let isStopped = false;

  const isInForce = (entry: Invitable): boolean => !entry.enabled || allowed.has(digestOf(entry));

  const check = async (): Promise<void> => {
    for (const entry of reading.entries.filter((one) => one.enabled && isInForce(one))) {
      const { ok, says } = await processes.check({
        argv: argvOf(entry),
        cwd: settings.workspace,
        env: environment(entry.environment),
        ...defined({ runAs: entry.runAs }),
      });
      if (health.get(entry.name)?.ok !== ok && !ok) log.warn({ agent: entry.name, says }, "an agent that can be invited could not be started");
      health.set(entry.name, { name: entry.name, ok, says, checkedAt: clock.now() });
    }
    for (const name of health.keys()) if (!reading.entries.some((entry) => entry.name === name)) health.delete(name);
  };

  /** A yes ends with what it was given for: written back, that is asked for anew. */
  const forgetOthers = (): void => {
    const standing = new Set(reading.entries.filter(({ enabled }) => enabled).map(digestOf));
    for (const kept of [allowed, told, asked]) for (const digest of kept.keys()) if (!standing.has(digest)) kept.delete(digest);
  };

  const read = async (isFirst: boolean): Promise<void> => {
    const now = await file.read();
    if (isStopped) return;
    if (now.problem !== problem && now.problem !== undefined) log.warn({ problem: now.problem }, "the file of agents cannot be used; what was in force stays");
    problem = now.problem;
    if (now.problem === undefined) {
      reading = now;
      forgetOthers();
    }
    for (const { name, why } of now.invalid) log.warn({ agent: name, why }, "an entry of the file of agents is not valid");
    if (isFirst) for (const entry of now.entries) if (entry.enabled) allowed.add(digestOf(entry));
    for (const entry of reading.entries.filter((one) => !isInForce(one) && !told.has(digestOf(one)))) {
      told.add(digestOf(entry));
      log.warn({ agent: entry.name, argv: entry.argv }, "an agent was added or changed and waits for a yes");
      putBefore(entry, digestOf(entry)).catch((cause: unknown) => {
        told.delete(digestOf(entry));
        log.error({ cause }, "nobody could be asked about a changed agent");
      });
    }
  };

  const putBefore = async (entry: Invitable, digest: string): Promise<void> => {
    const question = await ask(entry, digest);
    if (told.has(digest)) asked.set(digest, question);
  };

  const readAndCheck = (): Promise<void> =>
    steps.run("read", async () => {
      await read(false);
      await check();
    });

  const quiet = (cause: unknown): void => log.error({ cause }, "the agents that can be invited could not be looked at");

  const checkLater = (): void => {
    cancelCheck = clock.after(checkEveryMs, () => {
      steps.run("read", check).catch(quiet);
      checkLater();
    });
  };

  const waiting = (): readonly InvalidEntry[] =>
    reading.entries
      .filter((entry) => !isInForce(entry))
      .map((entry) => {
        const question = asked.get(digestOf(entry));
        return { name: entry.name, why: say(language, invitingTexts.inviteWaits), waits: entry, ...defined({ question }) };
      });

  return {
    start: async () => {
      stopWatching = file.watch(() => void readAndCheck().catch(quiet));
      await steps.run("read", () => read(true));
      steps.run("read", check).catch(quiet);
      checkLater();
    },
    entries: () => reading.entries.filter(isInForce),
    invalid: () => [...reading.invalid, ...waiting()],
    health: (name) => health.get(name),
    redLines: () => [
      ...(problem === undefined ? [] : [{ what: "agents", why: problem, mend: "" }]),
      ...reading.invalid.map(({ name, why }) => ({ what: `agents.${name}`, why, mend: say(language, invitingTexts.invitableMend, { file: file.path }) })),
      ...waiting().map(({ name, why }) => ({ what: `agents.${name}`, why, mend: say(language, invitingTexts.invitableWaitsMend, { file: file.path }) })),
      ...[...health.values()].filter(({ ok }) => !ok).map(({ name, says }) => ({ what: `agents.${name}`, why: says, mend: "" })),
    ],
    allow: (name, digest) => {
      const entry = reading.entries.find((one) => one.name === name && !isInForce(one));
      if (entry === undefined || digestOf(entry) !== digest) return undefined;
      allowed.add(digest);
      steps.run("read", check).catch(quiet);
      return entry;
    },
    unanswered: (digest) => {
      told.delete(digest);
      asked.delete(digest);
    },
    [Symbol.asyncDispose]: async () => {
      isStopped = true;
      stopWatching();
      cancelCheck();
      await steps.idle();
    },
  };
}

/** The parser lets no entry pass without a command. */
export function argvOf({ argv }: Pick<Invitable, "argv">): readonly [string, ...string[]] {
  const [command = "", ...rest] = argv;
  return [command, ...rest];
}
