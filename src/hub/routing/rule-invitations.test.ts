import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { terminalCommand } from "#commands/kit/terminal-command";
import type { Inbound } from "#domain/channel";
import type { Handed } from "#domain/command";
import type { ThreadId } from "#domain/ids";
import type { Invitable } from "#domain/invitation";
import { everyone, type Actor } from "#domain/people";
import type { Processes } from "#domain/processes";
import { noRouting } from "#domain/routing";
import { BusHub, operator } from "#test/fakes/bus-hub";
import { verifies } from "#test/verifies";

const entry: Invitable = {
  name: "claude",
  displayName: "Claude",
  description: "",
  argv: ["claude"],
  timeoutSeconds: 30,
  maxRuntimeSeconds: 60,
  enabled: true,
  autoInvite: true,
  environment: [],
};

const nothingRuns = (): Promise<never> => Promise.reject(new Error("nothing is started here"));
const processes: Processes = { start: nothingRuns, adopt: async () => undefined, user: nothingRuns, check: async () => ({ ok: true, says: "fine" }) };

describe("words that a rule takes for an invitation", () => {
  let rig: BusHub;
  let dir: string;
  let heard: (event: Inbound) => Promise<Handed> = async () => "kept";

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "parley-rules-"));
    const listen = terminalCommand({ name: "listen", summary: { en: "for a test", "zh-CN": "用于测试" } }, async (_args, ctx) => {
      heard = (event) => ctx.received(event);
      return { exitCode: 0, text: "", result: { ok: true } };
    });
    rig = await BusHub.start({
      inMemory: true,
      commands: [listen],
      sessions: () => [{ name: "coder", kind: "scripted", cliType: "scripted", workDir: "/", settings: {} }],
      routing: {
        ...noRouting,
        rules: [{ name: "ask", mention: true, to: { invite: "claude" } }],
        invitations: { enabled: true, perHour: 100, perDay: 100, perThread: 100 },
      },
      inviting: {
        file: { path: join(dir, "agents.json"), read: async () => ({ entries: [entry], invalid: [] }), watch: () => () => {} },
        processes,
        dir,
        address: () => "http://127.0.0.1:1",
        environment: () => ({}),
      },
    });
  });
  afterEach(async () => {
    await rig[Symbol.asyncDispose]();
    await rm(dir, { recursive: true });
  });

  const invited = async (thread: ThreadId): Promise<readonly (string | undefined)[]> =>
    (await rig.store.invitations(everyone, { thread, limit: 50 })).map(({ byName }) => byName);

  const coder = async () => {
    const session = await rig.store.sessionByName(everyone, "coder");
    if (session === undefined) throw new Error("no session");
    return session;
  };

  verifies("AW-FUT-1", "are those of people who may invite, and of nobody else at a door", async () => {
    const agent = await rig.agent("Ann");
    const speakers: readonly (readonly [Actor, boolean])[] = [
      [await rig.person("Ola", "owner"), true],
      [await rig.person("Ada", "admin"), true],
      [operator, true],
      [await rig.person("Mia"), false],
      [agent, false],
      [{ ...agent, may: ["invite", "prompt"] }, false],
      [{ kind: "session", id: (await coder()).id, name: "coder", thread: (await coder()).thread }, false],
    ];
    for (const [by, isInvited] of speakers) {
      const thread = by.kind === "session" ? by.thread : await rig.thread(operator, `of ${JSON.stringify(by)}`.slice(0, 90));
      await rig.hub.say({ by, thread, text: "what does @claude say?", surface: "api" });
      expect([by, (await invited(thread)).length]).toEqual([by, isInvited ? 1 : 0]);
    }
  });

  it("are not those of programs in a chat or of third parties over a link", async () => {
    const session = await coder();
    const from = { channel: "chat", room: "room" };
    await rig.store.bind(from, session.thread, rig.clock.now());
    const said = (key: string): Inbound => ({
      key,
      at: rig.clock.now(),
      from,
      direct: true,
      addressed: true,
      by: { kind: "outside", name: "robot" },
      what: { kind: "said", text: "@claude come" },
    });
    await rig.hub.sink("chat", "chat").received(said("1"));
    await rig.hub.terminal.exec({ by: { kind: "session", id: session.id, name: "coder", thread: session.thread }, surface: "hub", line: "listen" });
    expect(await heard(said("2"))).toBe("prompted");
    expect((await rig.store.messages(everyone, session.thread, { limit: 9 })).map(({ text }) => text.includes("@claude"))).toEqual([true, true]);
    expect(await invited(session.thread)).toEqual([]);
  });

  it("are said once: a repeated request invites nobody again", async () => {
    const [ada, thread] = [await rig.person("Ada", "admin"), await rig.thread(operator)];
    for (let n = 0; n < 2; n++) await rig.hub.say({ by: ada, thread, text: "@claude", surface: "api", key: "same" });
    expect(await invited(thread)).toEqual(["Ada"]);
  });

  it("are no command", async () => {
    const [ada, session] = [await rig.person("Ada", "admin"), await coder()];
    await rig.hub.say({ by: ada, thread: session.thread, text: "!!help @claude", surface: "api" });
    expect(await invited(session.thread)).toEqual([]);
  });
});
