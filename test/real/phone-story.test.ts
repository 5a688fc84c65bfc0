import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { FeishuServer } from "#test/fakes/feishu/server";
import { verifies } from "#test/verifies";
import { DeskStage } from "./desk-stage.ts";
import { installMs } from "./programs.ts";

describe("somebody with a phone", () => {
  verifies(
    ["C-1.1-1", "C-1.3-1", "C-10.1-1", "C-10.2-1", "C-7.1-1"],
    "asks in Feishu; Claude Code works at home, asks back on the phone, is allowed with a button, and the result is pushed",
    async () => {
      await using server = await FeishuServer.start({ waitMs: 60_000 });
      server.user("ou_ola", "Ola");
      await using stage = await DeskStage.start({
        answer: ({ prompt, results }) => {
          if (!prompt.includes("note")) return { text: "All **quiet** at home." };
          if (results.length > 0) return { text: "The note is written." };
          return { call: { tool: "Bash", input: { command: "echo milk > note.txt", description: "write the note" } } };
        },
        people: '[{ name: Ola, role: owner, accounts: ["feishu:ou_ola"] }]',
        yaml: `default_session: work\nbots: { feishu: { app_id: "\${FEISHU_APP_ID}", app_secret: "\${FEISHU_APP_SECRET}", domain: "${server.domain}" } }`,
        env: { FEISHU_APP_ID: server.appId, FEISHU_APP_SECRET: server.secret },
      });
      const note = join(stage.dir, "work", "note.txt");

      // The normal road: a message, the CLI's answer, pushed to the phone as the platform shows it.
      server.say("ou_ola", "ou_ola", "is everything fine?");
      await server.waitFor((s) => s.posted.find(({ text, card }) => text.includes("All **quiet** at home.") && card?.isStreaming !== true));
      expect(stage.model.prompts).toEqual([expect.stringContaining("is everything fine?")]);

      // The interactive road: the CLI asks before it runs a command.
      server.say("ou_ola", "ou_ola", "write a note: milk");
      const question = await server.waitFor((s) => s.posted.find(({ buttons }) => buttons.length >= 2));
      expect(question.text).toContain("echo milk > note.txt");
      expect(existsSync(note)).toBe(false);
      await server.press("ou_ola", question.id, question.buttons[0]?.answer ?? "");
      await server.waitFor(() => question.buttons.length === 0 && question.text.includes("Ola"));
      await server.waitFor((s) => s.posted.find(({ text, card }) => text.includes("The note is written.") && card?.isStreaming !== true));
      expect(readFileSync(note, "utf8")).toBe("milk\n");
      await stage.state("idle");
    },
    installMs,
  );
});
