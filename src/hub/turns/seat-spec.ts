import { pageBytes } from "#domain/page";
import type { HistoryLine, SeatSpec, SecretValue } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import { everyone } from "#domain/people";
import type { Session } from "#domain/session";
import { defined } from "#lib/defined";
import { quoteWords } from "#lib/text/quote-words";
import { say } from "#lib/words/words";
import { commonTexts } from "#lib/words/common";
import type { HubDeps } from "#hub/deps";
import type { CommandTerminal } from "#hub/terminal/terminal";
import type { DeliverFile } from "./deliver-file.ts";
import { callWords } from "#hub/terminal/call-words";
import { sessionFolder } from "./session-folder.ts";

const memoryBytes = 64 * 1024;
const historyChars = 256 * 1024;
const maxHistory = 1_000;

/** What the configuration gives a session's seat. Held in memory only: it may hold secrets. */
export interface SeatConfig {
  readonly env: Readonly<Record<string, SecretValue>>;
  readonly secrets: Readonly<Record<string, SecretValue>>;
  readonly startCommand?: string;
  readonly runAs?: string;
  /** Whether the agent is started with the hub; true unless it is given. */
  readonly autoStart?: boolean;
  /** From the last sign of life of a turn; the hub's own unless it is given. */
  readonly timeoutMs?: number;
}

export interface SeatSpecParts {
  readonly terminal: () => Pick<CommandTerminal, "exec" | "tools">;
  readonly deliver: DeliverFile;
}

/** What a driver is handed when a session's seat is opened. */
export function seatSpec(
  deps: Pick<HubDeps, "store" | "clock" | "settings" | "terminalCommands" | "secretLinks">,
  parts: SeatSpecParts,
  session: Session,
  config: SeatConfig | undefined,
): Omit<SeatSpec, "openTurn"> {
  const { store, settings, secretLinks } = deps;
  const { id, name, cliType, workDir, thread } = session;
  const by = { kind: "session", id, name, thread } as const;
  return {
    session: id,
    name,
    cliType,
    workDir,
    settings: session.settings,
    secret: (key) => (config !== undefined && Object.hasOwn(config.secrets, key) ? config.secrets[key] : undefined),
    ...(secretLinks !== undefined && { secretLink: (take: (secret: SecretValue) => Promise<boolean>) => secretLinks.open(name, take) }),
    env: config?.env ?? {},
    ...defined({ startCommand: config?.startCommand, runAs: config?.runAs }),
    autoStart: config?.autoStart ?? true,
    folder: sessionFolder(deps, session),
    memory: {
      get: () => store.sessionMemory(id),
      set: async (value) => {
        const bytes = Buffer.byteLength(JSON.stringify(value));
        if (bytes > memoryBytes) {
          const sizes = { size: `${Math.ceil(bytes / 1024)} KB`, max: `${memoryBytes / 1024} KB` };
          throw new ParleyError("TooLarge", say(settings.language, commonTexts.tooLarge, sizes));
        }
        await store.setSessionMemory(id, value);
      },
    },
    history: (limit) => historyOf(store, session, limit),
    exec: (line, how) => parts.terminal().exec({ by, surface: "hub", line, ...how }),
    call: (command, args, how) => {
      const words = callWords(deps.terminalCommands.find(command.split(" "))?.command, command, args);
      return parts.terminal().exec({ by, surface: "hub", line: quoteWords(words), words, ...how });
    },
    tools: () =>
      parts
        .terminal()
        .tools()
        .map(({ command, description, schema, isReading }) => ({ name: command.name, description, schema, isReading })),
    use: (name, args, how) => {
      const tool = parts
        .terminal()
        .tools()
        .find(({ command }) => command.name === name);
      const { words, stdin } = tool?.call(args) ?? { words: [name] };
      return parts.terminal().exec({ by, surface: "hub", line: words.join(" "), words, isTool: true, ...defined({ stdin }), ...how });
    },
    record: (data) => store.record([{ at: deps.clock.now(), kind: "task", who: id, data: { session: name, ...data } }]),
    deliver: (artifact, to, signal) => parts.deliver(session, artifact, to, signal),
  };
}

async function historyOf(store: HubDeps["store"], session: Session, limit: number): Promise<readonly HistoryLine[]> {
  const page = { beforeSeq: Number.MAX_SAFE_INTEGER, limit: Math.min(Math.max(limit, 1), maxHistory), mostBytes: pageBytes };
  const messages = await store.messages(everyone, session.thread, page);
  const lines: HistoryLine[] = [];
  let chars = 0;
  for (const { role, author, text, at } of messages.toReversed()) {
    chars += text.length;
    if (chars > historyChars) break;
    lines.unshift({ role, by: author.name, text, at, outside: author.kind === "outside" });
  }
  return lines;
}
