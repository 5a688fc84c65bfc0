import { PROTOCOL_VERSION, RequestError } from "@agentclientprotocol/sdk";
import { z } from "zod";
import { ParleyError } from "#domain/errors";
import { defined } from "#lib/defined";
import { pause, type Clock } from "#lib/time/clock";
import { say } from "#lib/words/words";
import { AgentConnection, type AgentHandlers } from "./agent-connection.ts";
import { startCommand, type StartParts } from "./start-command.ts";
import { acpTexts } from "./texts.ts";

/** An agent that takes prompts. */
export interface OpenAgent {
  readonly connection: AgentConnection;
  readonly title: string;
  readonly session: string;
  readonly canSee: boolean;
  readonly canList: boolean;
  readonly model?: string;
  /** An earlier conversation was wanted, and could not be had. */
  readonly isForgetful: boolean;
}

export interface OpenParts extends StartParts {
  readonly clock: Clock;
  readonly version: string;
}

const readyWithinMs = 120_000;
const resumedWithinMs = 30_000;
const authRequired = -32_000;

const introduced = z.looseObject({
  protocolVersion: z.number(),
  agentInfo: z.looseObject({ name: z.string(), title: z.string().nullish() }).nullish().catch(undefined),
  authMethods: z.array(z.looseObject({ name: z.string() })).catch([]),
  agentCapabilities: z
    .looseObject({
      loadSession: z.boolean().catch(false),
      promptCapabilities: z.looseObject({ image: z.boolean().catch(false) }).catch({ image: false }),
      sessionCapabilities: z.looseObject({ resume: z.unknown().optional(), list: z.unknown().optional() }).catch({}),
    })
    .catch({ loadSession: false, promptCapabilities: { image: false }, sessionCapabilities: {} }),
});
const opened = z.looseObject({
  sessionId: z.string().optional(),
  modes: z
    .looseObject({ currentModeId: z.string(), availableModes: z.array(z.looseObject({ id: z.string() })) })
    .nullish()
    .catch(undefined),
  models: z.looseObject({ currentModelId: z.string() }).nullish().catch(undefined),
  configOptions: z
    .array(z.looseObject({ id: z.string(), category: z.string().nullish(), currentValue: z.unknown() }))
    .nullish()
    .catch(undefined),
});

type Introduced = z.output<typeof introduced>;
type Opened = z.output<typeof opened>;

/** Starts the agent and opens the conversation, or a new one if there is none or it is gone. Throws with a sentence. */
export async function openAgent(parts: OpenParts, handlers: AgentHandlers, conversation: string | undefined, signal: AbortSignal): Promise<OpenAgent> {
  const command = await startCommand(parts);
  const { clock, language, spec, cli } = parts;
  const connection = await AgentConnection.start(command, spec.workDir, handlers, clock).catch((cause: unknown) => {
    throw new ParleyError("BadConfig", cause instanceof Error ? cause.message : String(cause), { cause });
  });
  const enough = new AbortController();
  const late = pause(clock, readyWithinMs, AbortSignal.any([enough.signal, signal])).then(() => {
    throw new ParleyError("Timeout", say(language, acpTexts.notReady, { agent: cli.title, seconds: readyWithinMs / 1_000 }));
  });
  const exited = connection.gone.then((words) => {
    throw new ParleyError("BadConfig", exitReason(cli.title, words, parts));
  });
  const work = converse(connection, parts, conversation);
  for (const one of [late, exited, work]) one.catch(() => {});
  try {
    return await Promise.race([work, exited, late]);
  } catch (cause) {
    await connection.end();
    throw cause;
  } finally {
    enough.abort();
  }
}

/** Why an agent is gone. */
export function exitReason(agent: string, words: string, { language }: Pick<OpenParts, "language">): string {
  return words === "" ? say(language, acpTexts.exited, { agent }) : say(language, acpTexts.exitedSaying, { agent, words });
}

async function converse(connection: AgentConnection, parts: OpenParts, conversation: string | undefined): Promise<OpenAgent> {
  const { language, cli, version, spec } = parts;
  const { agent } = connection;
  // No file system and no terminal of ours: whatever the agent touches, it touches itself, and asks before.
  const hello = { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {}, clientInfo: { name: "parley", title: "Parley", version } };
  const info = introduced.parse(await agent.request<unknown>("initialize", hello));
  const title = spec.cliType === "acp" ? (info.agentInfo?.title ?? info.agentInfo?.name ?? cli.title) : cli.title;
  if (info.protocolVersion !== PROTOCOL_VERSION)
    throw new ParleyError("NotSupported", say(language, acpTexts.wrongVersion, { agent: title, version: info.protocolVersion }));
  const { session, state } = await openSession(connection, parts, info, conversation).catch((cause: unknown) => {
    if (!(cause instanceof RequestError) || cause.code !== authRequired) throw cause;
    const methods = info.authMethods.map(({ name }) => name).join(", ");
    throw new ParleyError("BadConfig", say(language, acpTexts.notLoggedIn, { agent: title, methods: methods === "" ? cause.message : methods }), { cause });
  });
  await askAlways(connection, parts, session, state);
  const { promptCapabilities, sessionCapabilities } = info.agentCapabilities;
  return {
    connection,
    title,
    session,
    canSee: promptCapabilities.image,
    canList: sessionCapabilities.list !== undefined && sessionCapabilities.list !== null,
    isForgetful: conversation !== undefined && session !== conversation,
    ...defined({ model: modelOf(state) }),
  };
}

async function openSession(
  { agent }: AgentConnection,
  { spec, clock }: OpenParts,
  { agentCapabilities: can }: Introduced,
  conversation: string | undefined,
): Promise<{ readonly session: string; readonly state: Opened }> {
  const place = { cwd: spec.workDir, mcpServers: [] };
  const { resume } = can.sessionCapabilities;
  // Resuming is loading without the whole conversation being told again.
  const method = resume !== undefined && resume !== null ? "session/resume" : can.loadSession ? "session/load" : undefined;
  if (conversation !== undefined && method !== undefined) {
    const resumed = await resumeWithin(agent.request<unknown>(method, { sessionId: conversation, ...place }), clock);
    if (resumed !== undefined) return { session: conversation, state: resumed };
  }
  const state = opened.parse(await agent.request<unknown>("session/new", place));
  if (state.sessionId === undefined) throw new Error("the agent gave its session no id");
  return { session: state.sessionId, state };
}

/** Undefined when the agent refuses, or does not answer: then a new conversation begins. */
async function resumeWithin(request: Promise<unknown>, clock: Clock): Promise<Opened | undefined> {
  const enough = new AbortController();
  try {
    const late = pause(clock, resumedWithinMs, enough.signal).then(() => undefined);
    const answer = await Promise.race([request.then((state) => ({ state })), late]);
    return answer === undefined ? undefined : opened.parse(answer.state ?? {});
  } catch (cause) {
    if (!(cause instanceof RequestError)) throw cause;
    return undefined;
  } finally {
    enough.abort();
    request.catch(() => {});
  }
}

/** An agent that would decide by itself is put into a mode in which it asks. Which modes ask is known of CLIs that were tried. */
async function askAlways({ agent }: AgentConnection, { cli, language }: OpenParts, sessionId: string, { modes }: Opened): Promise<void> {
  const asking = cli.askingModes;
  if (asking === undefined || modes === undefined || modes === null || asking.includes(modes.currentModeId)) return;
  const modeId = asking.find((mode) => modes.availableModes.some(({ id }) => id === mode));
  if (modeId === undefined) throw new ParleyError("NotSupported", say(language, acpTexts.noAskingMode, { agent: cli.title, mode: modes.currentModeId }));
  await agent.request<unknown>("session/set_mode", { sessionId, modeId });
}

function modelOf({ models, configOptions }: Opened): string | undefined {
  const chosen = configOptions?.find(({ id, category }) => category === "model" || id === "model")?.currentValue;
  return typeof chosen === "string" ? chosen : models?.currentModelId;
}
