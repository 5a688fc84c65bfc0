import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { processesWith } from "#test/fakes/processes";
import { acpReals } from "./acp-clis.ts";
import { CaseScript } from "./case-script.ts";
import { DeskStage } from "./desk-stage.ts";
import { installMs } from "./programs.ts";

describe("a session whose driver is changed", () => {
  it("goes on with its conversation, from tmux to ACP and back, and leaves nothing of the other behind", { timeout: installMs }, async () => {
    const cli = acpReals.claude;
    const script = new CaseScript(cli);
    const links = { "claude-agent-acp": "claudeAcp" } as const;
    await using stage = await DeskStage.start({ cli, links, yaml: "cli_adapters: { claude: { command: claude } }", answer: (asked) => script.answer(asked) });
    const file = join(stage.dir, "parley.yaml");
    const change = async (from: string, to: string): Promise<void> => {
      await stage.kill();
      const before = readFileSync(file, "utf8");
      writeFileSync(file, before.replace(from, to));
      await stage.restart();
    };
    const conversations = async () => (await stage.api("GET", `/api/sessions/${(await stage.session()).id}/conversations`)).body;
    await stage.prompt("said in tmux");
    await stage.answered("said in tmux");
    const { id } = await stage.session();
    await change("cli_type: claude,", "cli_type: claude, driver: acp,");
    await stage.prompt("said over ACP");
    await stage.answered("said over ACP");
    expect((await stage.session()).id).toBe(id);
    // It is still the only one; the adapter names it after its latest prompt.
    expect(await conversations()).toHaveLength(1);
    expect(stage.tmux("list-panes", "-a", "-F", "#{session_name}").filter((name) => name === "work")).toEqual([]);
    await change("driver: acp,", "driver: tmux,");
    await stage.prompt("said in tmux again");
    await stage.answered("said in tmux again");
    expect(await conversations()).toMatchObject([{ title: "said in tmux" }]);
    expect(processesWith(`PARLEY_SEAT=${id}`).filter((argv) => argv.includes("claude-agent-acp"))).toEqual([]);
  });
});
