import { say } from "#lib/words/words";
import { commonTexts } from "#lib/words/common";
import { sessionTexts } from "#commands/kit/session-texts";
import { describe, expect, it } from "vitest";
import { chatVerbs } from "#app/commands";
import { tokenize } from "#commands/kit/tokenize";
import type { Asked, CommandContext, CommandResult } from "#domain/command";
import type { Actor } from "#domain/people";
import type { HubVerbs } from "#domain/verbs";
import { formatTime } from "#lib/time/format-time";
import { aSession, hubVerbs } from "#test/fakes/hub-verbs";
import { verifies } from "#test/verifies";

const member: Actor = { kind: "person", id: "per_wei", name: "林薇", role: "member", account: "telegram:123" };
const admin: Actor = { kind: "person", id: "per_ann", name: "Ann", role: "admin" };
const sessions = [
  aSession("project-a"),
  aSession("backend-test", { cliType: "gemini", state: "processing", queue: 2, workDir: "/home/user/tests" }),
  aSession("旧项目", { state: "error", reason: "the CLI\nis stuck" }),
];

/** One typed line as the hub's road takes it: tokenized, looked up, parsed, run. */
async function type(hub: HubVerbs, line: string, more: Partial<Asked> = {}): Promise<CommandResult> {
  const asked: Asked = {
    run: "run_1",
    by: member,
    surface: "chat:telegram",
    place: { address: { channel: "telegram", room: "1" }, direct: true },
    language: "en",
    prefix: "!!",
    signal: new AbortController().signal,
    ...more,
  };
  const found = chatVerbs(hub).find(tokenize(line, asked.language));
  if (found === undefined) throw new Error(`no command in ${line}`);
  // A chat verb is made to take no more than who asks, where and until when.
  return found.command.run(found.command.parse(found.argv, asked), asked as CommandContext);
}

const elsewhere: Partial<Asked> = { place: { address: { channel: "telegram", room: "2" }, direct: true } };

describe("sessions", () => {
  verifies(["C-8.2-1", "C-8.3-1"], "lists every session with name, CLI and state on a line each, and marks the current one", async () => {
    const { text, result } = await type(hubVerbs({ sessions, defaultSession: "project-a" }), "sessions");
    expect(text.split("\n")).toEqual([
      "Sessions:",
      "- project-a (claude) - idle, current here",
      `- backend-test (gemini) - ${say("en", sessionTexts.stateQueue, { state: say("en", sessionTexts.stateProcessing), queue: 2 })}`,
      "- 旧项目 (claude) - error",
    ]);
    expect(result["current"]).toBe("project-a");
  });

  it("lists in Chinese for those who read it", async () => {
    const { text } = await type(hubVerbs({ sessions }), "sessions", { language: "zh-CN" });
    expect(text.split("\n")).toEqual([
      "可用会话：",
      "- project-a (claude) - 空闲",
      `- backend-test (gemini) - ${say("zh-CN", sessionTexts.stateQueue, { state: say("zh-CN", sessionTexts.stateProcessing), queue: 2 })}`,
      "- 旧项目 (claude) - 出错",
    ]);
  });

  verifies("C-5.1-1", "hands programs name, CLI, directory, state and creation time", async () => {
    const { result } = await type(hubVerbs({ sessions: [aSession("api", { at: 86_400_000 })] }), "sessions");
    expect(result["sessions"]).toMatchObject([
      { name: "api", cli_type: "claude", work_dir: "/home/user/api", state: "idle", created_at: "1970-01-02T00:00:00.000Z" },
    ]);
  });

  it("says how to make one when there is none", async () => {
    expect((await type(hubVerbs(), "sessions", { prefix: "##" })).text).toContain("`##new <name> <cli>`");
  });
});

describe("use", () => {
  verifies(["C-8.2-2", "C-8.3-2"], "switches the chat it was typed in, confirms with the name, and leaves other chats alone", async () => {
    const hub = hubVerbs({ sessions, defaultSession: "project-a" });
    expect((await type(hub, "use backend-test")).text).toBe("Switched to backend-test.");
    expect((await type(hub, "whoami")).text).toContain("Session: backend-test (gemini)");
    expect((await type(hub, "whoami", elsewhere)).text).toContain("Session: project-a (claude)");
  });

  it("confirms in Chinese, and takes Chinese and quoted names", async () => {
    const hub = hubVerbs({ sessions: [...sessions, aSession("my project")] });
    expect((await type(hub, "use 旧项目", { language: "zh-CN" })).text).toBe("已切换到旧项目。");
    expect((await type(hub, 'use "my project"', { language: "zh-CN" })).text).toBe("已切换到 my project。");
  });

  verifies("C-12.2-1", "a missing session names itself and points to sessions and new with the prefix in force", async () => {
    await expect(type(hubVerbs({ sessions }), "use ghost", { prefix: ">>" })).rejects.toMatchObject({
      code: "NoSuchSession",
      message: say("en", commonTexts.sessionMissing, { name: "ghost", prefix: ">>" }),
    });
    await expect(type(hubVerbs({ sessions }), "use ghost", { language: "zh-CN" })).rejects.toThrow("会话“ghost”不存在");
  });

  it("without a name is refused with the usage", async () => {
    await expect(type(hubVerbs({ sessions }), "use")).rejects.toThrow("`<session>` is missing. Usage: `!!use <session>`");
  });
});

describe("new", () => {
  verifies("C-8.2-3", "creates a session of that CLI and binds the chat to it", async () => {
    const hub = hubVerbs();
    expect((await type(hub, "new api claude", { by: admin })).text).toBe("Created api (claude) in /workspace.");
    expect((await type(hub, "whoami", { by: admin })).text).toContain("Session: api (claude) - idle");
  });

  it("takes a directory", async () => {
    expect((await type(hubVerbs(), "new api claude --dir /srv/api", { by: admin })).text).toBe("Created api (claude) in /srv/api.");
  });

  it("refuses a name that is taken and says how to switch to it", async () => {
    await expect(type(hubVerbs({ sessions }), "new project-a claude", { by: admin })).rejects.toMatchObject({
      code: "NameTaken",
      message: say("en", commonTexts.nameTaken, { name: "project-a", prefix: "!!" }),
    });
  });

  it("is for those who may make sessions, listening for those who may set it, inviting for those who may invite, and prompts for later for those who may prompt; everything else anybody who may run a command may type", () => {
    const rights = chatVerbs(hubVerbs())
      .list()
      .map(({ name, right }) => [name, right]);
    expect(rights.filter(([, right]) => right !== "run.plain")).toEqual([
      ["new", "session.new"],
      ["now", "prompt"],
      ["screen", "desk.see"],
      ["keys", "desk.type"],
      ["restart", "session.end"],
      ["resume", "desk.see"],
      ["listen", "listen"],
      ["invite", "invite"],
      ["every", "prompt"],
      ["in", "prompt"],
    ]);
  });
});

describe("whoami", () => {
  verifies("C-8.2-4", "shows the current session's name, CLI, state and directory, and who Parley takes the asker for", async () => {
    const hub = hubVerbs({ sessions, defaultSession: "backend-test" });
    expect((await type(hub, "whoami")).text.split("\n")).toEqual([
      say("en", sessionTexts.stateQueue, { state: "Session: backend-test (gemini) - working", queue: "2" }),
      "Directory: /home/user/tests",
      `Created: ${formatTime(0)}`,
      "You: 林薇, member",
      "Account: telegram:123",
    ]);
  });

  it("without a session says how to choose one", async () => {
    const { text, result } = await type(hubVerbs(), "whoami", { by: { kind: "operator" }, prefix: "." });
    expect(text).toBe("Session: none here. Choose one with `.use <session>`.\nYou: operator, operator of this hub");
    expect(result).toMatchObject({ session: null, role: "operator", account: null });
  });
});

describe("status", () => {
  verifies("C-8.2-5", "shows the state of all sessions with reason and queue, the links, open questions and due deliveries", async () => {
    const links = [
      { id: "telegram", platform: "telegram", state: "connected", reason: "", since: 0 },
      { id: "irc", platform: "irc", state: "connected", reason: "#vault refuses", since: 0 },
      { id: "work", platform: "feishu", state: "error", reason: "app secret refused", since: 0 },
      { id: "two", platform: "irc", state: "impaired", reason: "banned from #team", since: 0 },
    ] as const;
    const redLines = [{ what: "bots.discord", why: "not built yet.", mend: "Remove it" }];
    const { text } = await type(hubVerbs({ sessions, links, redLines, openQuestions: 1, dueDeliveries: 3 }), "status");
    expect(text.split("\n")).toEqual([
      "Sessions:",
      "- project-a (claude) - idle",
      `  /home/user/project-a, created ${formatTime(0)}`,
      say("en", sessionTexts.stateQueue, { state: "- backend-test (gemini) - working", queue: "2" }),
      `  /home/user/tests, created ${formatTime(0)}`,
      "- 旧项目 (claude) - error: the CLI is stuck",
      `  /home/user/旧项目, created ${formatTime(0)}`,
      "",
      "Links:",
      "- Telegram - connected",
      `- IRC - ${say("en", sessionTexts.linkDegraded)}: #vault refuses`,
      "- Feishu (work) - disconnected: app secret refused",
      `- IRC (two) - ${say("en", sessionTexts.linkImpaired)}: banned from #team`,
      "",
      "Open questions: 1",
      "Deliveries due: 3",
      "",
      say("en", sessionTexts.statusRedLines),
      "- bots.discord: not built yet. Remove it",
    ]);
  });

  it("says so when there is nothing", async () => {
    expect((await type(hubVerbs(), "status")).text.split("\n")).toEqual([
      "Sessions: none that you may see.",
      "",
      "Links: no chat platform is configured.",
      "",
      "Open questions: 0",
      "Deliveries due: 0",
    ]);
  });
});

describe("help", () => {
  verifies(["C-8.2-6", "C-8.1-1"], "explains every command with the prefix in force, and that the rest goes to the session", async () => {
    for (const prefix of ["!!", ">>", "##", "@+", "."]) {
      const { text } = await type(hubVerbs(), "help", { prefix });
      for (const usage of [
        "sessions",
        "use <session>",
        "new <name> <cli> [directory] [--dir PATH] [--worktree]",
        "whoami",
        "status",
        "stop [session] [all]",
        "help",
      ]) {
        expect(text).toContain(`\n- \`${prefix}${usage}\` - `);
      }
      expect(text).toContain("`/help` included");
    }
  });
});

describe("invite", () => {
  it("starts an agent in the thread it is typed in, or in the one that is named", async () => {
    const hub = hubVerbs({ invitable: ["claude"] });
    expect(await type(hub, "invite claude", { by: admin })).toMatchObject({
      exitCode: 0,
      text: "claude is being started in this thread.",
      result: { ok: true, agent_name: "claude" },
    });
    expect((await type(hub, 'invite claude "Plans for May"', { by: admin })).result["command_executed"]).toBe("claude --thread Plans for May");
  });

  it("says why an agent cannot be invited, and wants its name", async () => {
    await expect(type(hubVerbs(), "invite ghost", { by: admin })).rejects.toMatchObject({
      code: "NotInvitable",
      message: "Agent 'ghost' not found in configuration",
    });
    await expect(type(hubVerbs(), "invite", { by: admin })).rejects.toThrow("`<agent>` is missing. Usage: `!!invite <agent> [thread]`");
  });
});

describe("stop", () => {
  it("interrupts the current session, or the one that is named", async () => {
    const hub = hubVerbs({ sessions, defaultSession: "project-a", underWay: { "project-a": "per_wei", "backend-test": "per_wei" } });
    expect((await type(hub, "stop")).text).toBe(say("en", commonTexts.stopped, { session: "project-a" }));
    expect((await type(hub, "stop backend-test")).result).toMatchObject({ session: "backend-test", stopped: true, dropped: 0 });
  });

  it("says what stays queued and how to drop it, and drops it when told to", async () => {
    const busy = sessions.map((session) => ({ ...session, queue: session.name === "project-a" ? 2 : 0 }));
    const start = { sessions: busy, defaultSession: "project-a", underWay: { "project-a": "per_wei" } };
    const left = say("en", sessionTexts.stillQueued, { session: "project-a", count: 2, prefix: "!!" });
    expect((await type(hubVerbs(start), "stop")).text).toBe(`${say("en", commonTexts.stopped, { session: "project-a" })}\n${left}`);
    expect((await type(hubVerbs({ ...start, underWay: {} }), "stop")).text).toBe(`${say("en", sessionTexts.nothingToStop, { session: "project-a" })}\n${left}`);
    for (const line of ["stop all", "stop project-a all"])
      expect((await type(hubVerbs(start), line)).result).toEqual({ session: "project-a", stopped: true, dropped: 2, queued: 0 });
    await expect(type(hubVerbs(start), "stop project-a everything")).rejects.toMatchObject({ code: "InvalidArgs" });
  });

  it("takes `all` as a session where there is one of that name", async () => {
    const [first] = sessions;
    if (first === undefined) throw new Error("no session");
    const hub = hubVerbs({ sessions: [{ ...first, name: "all", queue: 1 }] });
    expect((await type(hub, "stop all")).result).toEqual({ session: "all", stopped: false, dropped: 0, queued: 1 });
  });

  it("says so when nothing is under way", async () => {
    expect((await type(hubVerbs({ sessions }), "stop project-a")).text).toBe(say("en", sessionTexts.nothingToStop, { session: "project-a" }));
  });

  it("lets the hub refuse another's turn", async () => {
    const hub = hubVerbs({ sessions, underWay: { "project-a": "per_ann" } });
    await expect(type(hub, "stop project-a")).rejects.toMatchObject({ code: "NotAllowed" });
  });

  it("names a session that is not there, and asks for one where none is bound", async () => {
    await expect(type(hubVerbs({ sessions }), "stop ghost")).rejects.toMatchObject({ code: "NoSuchSession" });
    await expect(type(hubVerbs({ sessions }), "stop")).rejects.toThrow("`!!stop <session>`");
  });
});
