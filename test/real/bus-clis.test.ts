import { describe, expect } from "vitest";
import type { Line, Scripts } from "#test/fakes/model/script";
import { verifies } from "#test/verifies";
import { CliStage } from "./cli-stage.ts";
import { installMs } from "./programs.ts";

const post = (content: string): Extract<Line, { call: string }> => ({
  call: "msg_post",
  with: { thread_id: "$thread_id", author: "$agent_id", content, expected_last_seq: "$current_seq", reply_token: "$reply_token" },
});
const wait: Line = { call: "msg_wait", with: { thread_id: "$thread_id", after_seq: "$current_seq" } };

const waiting = (ide: string): readonly Line[] => [
  { call: "agent_register", with: { ide, model: "scripted" } },
  { call: "bus_connect", with: { thread_name: "Night watch" } },
  wait,
  post(`${ide} was woken`),
  { call: "agent_unregister", with: { agent_id: "$agent_id" } },
  { text: "I have left." },
];
const invited = (words: string): readonly Line[] => [{ call: "bus_connect", with: { thread_id: "$thread_id" } }, post(words), { text: "Done." }];

const scripts: Scripts = {
  "Watch as Claude": waiting("Claude Code"),
  "Watch as Codex": waiting("Codex"),
  "invited as claude": invited("Claude looked into it"),
  "invited as codex": invited("Codex looked into it"),
  "invited as gemini": invited("Gemini looked into it"),
  "invited as opencode": invited("OpenCode looked into it"),
};

const waiters = [
  { name: "claude", title: "Claude Code", prompt: "Watch as Claude", woken: "Claude Code was woken" },
  { name: "codex", title: "Codex", prompt: "Watch as Codex", woken: "Codex was woken" },
] as const;

const guests = [
  { name: "claude", title: "Claude Code", says: "Claude looked into it" },
  { name: "codex", title: "Codex", says: "Codex looked into it" },
  // They read their own settings, as docs/agents/inviting.md shows them.
  { name: "gemini", title: "Gemini CLI", says: "Gemini looked into it" },
  { name: "opencode", title: "OpenCode", says: "OpenCode looked into it" },
] as const;

async function untilWaited(stage: CliStage, thread: string): Promise<void> {
  await expect.poll(() => stage.waiters(thread), { timeout: 60_000 }).toBe(1);
}

describe.each(waiters)("$title", ({ name, title, prompt, woken }) => {
  verifies(
    ["AW-PRIN-4", "AW-MODE-2", "AW-FLOW-3"],
    "registers, waits, is woken by a person, posts and leaves",
    async () => {
      await using stage = await CliStage.start(scripts);
      const ola = await stage.token({ person: "Ola" });
      const thread = await stage.thread("Night watch");
      const token = await stage.token({ agent: name });
      await using cli = stage[name](prompt, token);
      await Promise.race([cli.ended, untilWaited(stage, thread)]);
      await stage.api("POST", `/api/threads/${thread}/messages`, { content: "wake up" }, ola);
      const { code, out, err } = await cli.ended;
      expect([code, out, code === 0 ? "" : err]).toEqual([0, expect.stringContaining("I have left."), ""]);
      expect((await stage.lines(thread)).map((line) => [line.author_kind, line.author_name, line.content])).toEqual([
        ["person", "Ola", "wake up"],
        ["agent", `${title} (scripted)`, woken],
      ]);
      expect((await stage.api("GET", "/api/me", undefined, token)).status).toBe(401);
    },
    installMs,
  );
});

describe.each(guests)("$title", ({ name, title, says }) => {
  verifies(
    ["AW-FLOW-1", "AW-MODE-1", "AW-BG-2", "AW-FUT-4", "AW-APP-1"],
    "is invited with the command that we ship: it joins its thread, speaks and leaves, and its token dies with it",
    async () => {
      let token = "";
      const seen: number[] = [];
      await using stage: CliStage = await CliStage.start(
        scripts,
        {
          before: async (said) => {
            if (!("tool" in said) || !said.tool.endsWith("msg_post")) return;
            token = stage.invitedToken();
            for (const one of [thread, other]) seen.push((await stage.api("GET", `/api/threads/${one}`, undefined, token)).status);
          },
        },
        [name],
      );
      const ola = await stage.token({ person: "Ola" });
      const thread = await stage.thread("A question of taste");
      const other = await stage.thread("None of its business");
      const { status, body } = await stage.api("POST", "/api/agents/invite", { agent_name: name, thread_id: thread }, ola);
      expect([status, body]).toEqual([200, expect.objectContaining({ ok: true })]);
      await expect.poll(async () => (await stage.runs())[0]?.state, { timeout: 120_000 }).toBe("ended");
      const [run] = await stage.runs();
      expect([run?.exit_code, run?.agent_name, run?.thread_id, run?.exit_code === 0 ? "" : run?.output]).toEqual([0, name, thread, ""]);
      expect((await stage.lines(thread)).map((line) => [line.author_kind, line.author_name, line.content.replace(/after .*/, "")])).toEqual([
        ["hub", "Parley", `Ola invited ${title}.`],
        ["agent", title, says],
        ["hub", "Parley", `${title} left: exit 0 `],
      ]);
      expect(seen).toEqual([200, 404]);
      expect((await stage.api("GET", `/api/threads/${thread}`, undefined, token)).status).toBe(401);
    },
    installMs,
  );
});

/** The one that waits hears only what is handed over to it. */
const handingOver: Scripts = {
  "Watch as Codex": [
    { call: "bus_connect", with: { thread_name: "Night watch" } },
    { call: "msg_wait", with: { thread_id: "$thread_id", after_seq: "$current_seq", for_agent: "watchman" } },
    post("Codex took over"),
    { text: "I have left." },
  ],
  "invited as claude": [
    { call: "bus_connect", with: { thread_id: "$thread_id" } },
    { call: "msg_post", with: { ...post("watchman, go on").with, metadata: { handoff_target: "watchman" } } },
    { text: "Done." },
  ],
};

describe("both kinds side by side", () => {
  verifies(
    "AW-MODE-3",
    "one that waits takes over from one that was invited, and a person reads every line once",
    async () => {
      const tookOver = Promise.withResolvers<unknown>();
      await using stage = await CliStage.start(handingOver, {
        before: async (said) => {
          if ("text" in said && said.text === "Done.") await tookOver.promise;
        },
      });
      const ola = await stage.token({ person: "Ola" });
      const thread = await stage.thread("Night watch");
      await using codex = stage.codex("Watch as Codex", await stage.token({ agent: "watchman" }));
      await Promise.race([codex.ended, untilWaited(stage, thread)]);
      await stage.api("POST", "/api/agents/invite", { agent_name: "claude", thread_id: thread }, ola);
      tookOver.resolve(codex.ended);
      expect(await codex.ended).toMatchObject({ code: 0 });
      await expect.poll(async () => (await stage.runs())[0]?.state, { timeout: 60_000 }).toBe("ended");
      expect((await stage.lines(thread)).map((line) => [line.author_kind, line.author_name, line.content.replace(/after .*/, "")])).toEqual([
        ["hub", "Parley", "Ola invited Claude Code."],
        ["agent", "Claude Code", "watchman, go on"],
        ["agent", "watchman", "Codex took over"],
        ["hub", "Parley", "Claude Code left: exit 0 "],
      ]);
    },
    installMs,
  );
});
