import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "#test/verifies";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";

const picture = "#   #  #####  #      #       ###";

describe("the skill hello-world in a new workspace", () => {
  verifies(
    ["REQ-0011-021", "TE-AUD-3", "TE-PLAT-1"],
    "is there from the start; its line runs over the API and in a chat, and both are in the copy of the runs",
    async () => {
      await using parley = await Parley.start({ yaml: people });
      const skill = await readFile(join(parley.home, ".agents/skills/hello-world/SKILL.md"), "utf8");
      const call = JSON.parse(/^terminal_exec (.*)$/m.exec(skill)?.[1] ?? "{}") as { command: string };
      const { body } = await parley.api("POST", "/api/exec", call);
      expect(body).toMatchObject({ exit_code: 0, result: { ok: true, signature: "lemonhall" } });
      expect(String(body["stdout"]).split("\n")[0]).toBe(picture);

      const bo = talk(parley, "bo");
      bo.say(`!!exec ${call.command}`);
      expect((await bo.hears(picture)).text).toContain("lemonhall");

      const { body: listed } = await parley.api("POST", "/api/exec", { command: "skill list" });
      expect(listed).toMatchObject({
        exit_code: 0,
        result: { skills: [{ name: "doc" }, { name: "hello-world" }, { name: "irc-cli" }].map((one) => ({ ...one, valid: true })) },
      });
      await parley.down();
      const copy = await readFile(join(parley.home, ".agents/sessions/operator/events.jsonl"), "utf8");
      const lines = copy
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(lines.map((line) => [line["command"], line["exit_code"], line["run_id"]])).toEqual([
        ["hello", 0, body["run_id"]],
        ["skill list", 0, listed["run_id"]],
      ]);
    },
  );
});
