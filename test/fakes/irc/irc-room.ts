import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { vi } from "vitest";
import { fileName } from "#lib/fs/file-name";
import { openBusRoom, type BusRoom, type Joined } from "#test/fakes/door/bus-room";
import type { DoorOptions } from "#test/fakes/door/open-door";
import { openIrc } from "#wire/irc/open-irc";

export type Env = Readonly<Record<string, string | number>>;
export interface Output {
  readonly run_id: string;
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly result: Record<string, unknown>;
  readonly artifacts: readonly { readonly path: string; readonly mime: string }[];
  readonly error_code?: string;
  readonly error_message?: string;
}
export interface Told {
  readonly id: string;
  readonly ts: string;
  readonly nick: string;
  readonly text: string;
}

/** A hub with MCP agents and an IRC server beside it. Time stands still in the hub; the server has its own. */
export interface IrcRoom extends AsyncDisposable {
  readonly bus: BusRoom;
  exec(line: string, more?: { readonly stdin?: string; readonly by?: Joined; readonly timeout_ms?: number }): Promise<Output>;
  /** Writes `.env`: what is given, over a plain server with the channel #lemon and the nick lemonbot. */
  env(values: Env): Promise<void>;
  /** Pulls, without moving the cursor, until that many wait. */
  untilWaiting(count: number, from?: string, by?: Joined): Promise<readonly Told[]>;
  untilState(state: string, by?: Joined): Promise<Record<string, unknown>>;
  /** Until a command that waits is over, while the hub's clock is put forward. */
  forward<T>(running: Promise<T>): Promise<T>;
  mirror(which: "inbound" | "outbound", by?: Joined): Promise<readonly Record<string, unknown>[]>;
  file(path: string): Promise<string>;
  /** The light as the session's own agent sees it; undefined when there is none. */
  light(by?: Joined): Promise<string | undefined>;
}

/** Nobody waits for the pace of old servers where that is not what is shown. */
export const unpaced: typeof openIrc = (spec, world) => openIrc({ ...spec, pace: { burst: 1_000, everyMs: 1 } }, world);

export async function openIrcRoom(port: number, values: Env = {}, options: DoorOptions = {}): Promise<IrcRoom> {
  const bus = await openBusRoom({ openIrc: unpaced, ...options });
  const { workspace, clock } = bus.door;
  const exec: IrcRoom["exec"] = async (line, { by = bus.bee, ...more } = {}) =>
    (await by.tool("terminal_exec", { command: line, ...more }, { timeout: 60_000 })).body as unknown as Output;
  const env = async (given: Env): Promise<void> => {
    const all = { IRC_SERVER: "127.0.0.1", IRC_PORT: port, IRC_TLS: 0, IRC_CHANNEL: "#lemon", IRC_NICK: "lemonbot", ...values, ...given };
    const folder = join(workspace, ".agents/skills/irc-cli/secrets");
    await mkdir(folder, { recursive: true });
    const lines = Object.entries(all).map(([key, value]) => `${key}=${value}\n`);
    await writeFile(join(folder, ".env"), lines.join(""), { mode: 0o600 });
  };
  await env({});
  return {
    bus,
    exec,
    env,
    untilWaiting: (count, from, by = bus.bee) =>
      vi.waitFor(
        async () => {
          const { result } = await exec(`irc pull --peek --limit 200${from === undefined ? "" : ` --from ${from}`}`, { by });
          const messages = result["messages"] as readonly Told[];
          if (messages.length < count) throw new Error(`${messages.length} of ${count} wait: ${JSON.stringify(result).slice(0, 300)}`);
          return messages;
        },
        { interval: 10, timeout: 20_000 },
      ),
    untilState: (state, by = bus.bee) =>
      vi.waitFor(
        async () => {
          const { result } = await exec("irc status", { by });
          if (result["state"] !== state) throw new Error(`it is ${JSON.stringify(result)}`);
          return result;
        },
        { interval: 10, timeout: 20_000 },
      ),
    forward: async (running) => {
      let isOver = false;
      const over = running.finally(() => (isOver = true));
      over.catch(() => undefined);
      await vi.waitFor(
        async () => {
          if (!isOver) await clock.advance(500);
          if (!isOver) throw new Error("it still runs");
        },
        { interval: 5, timeout: 30_000 },
      );
      return over;
    },
    mirror: async (which, by = bus.bee) => {
      const text = await readFile(join(workspace, ".agents/sessions", fileName(by.id), "irc", `${which}.jsonl`), "utf8");
      return text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    },
    file: (path) => readFile(join(workspace, path), "utf8"),
    light: async ({ id } = bus.bee) => {
      const seen = await bus.door.hub.feed.lights({ kind: "agent", id: id as `agt_${string}`, name: "", may: [] });
      return seen.find(({ name }) => name === "irc")?.state;
    },
    [Symbol.asyncDispose]: () => bus[Symbol.asyncDispose](),
  };
}
