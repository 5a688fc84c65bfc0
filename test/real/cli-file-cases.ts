import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { verifies } from "#test/verifies";
import type { DeskCli } from "./desk-clis.ts";
import { onePixel, type DeskStage } from "./desk-stage.ts";
import { installMs } from "./programs.ts";

/** What comes with a prompt besides its words. */
export function cliFileCases(cli: DeskCli, stage: () => DeskStage): void {
  verifies(
    ["C-14.1-3"],
    "a picture and a file that came with a prompt",
    async () => {
      const { thread, name } = await stage().session();
      const folder = join(stage().dir, "home", "sessions", name, "files");
      const images = [(await stage().uploadPicture()).url];
      await stage().api("POST", `/api/threads/${thread}/messages`, { content: "look at this", images });
      const seen = await stage().answered("came with: look at this");
      const [picture = ""] = readdirSync(folder, { recursive: true })
        .map(String)
        .filter((path) => path.endsWith(".png"));
      expect(readFileSync(join(folder, picture)).equals(onePixel)).toBe(true);
      if (cli.showsPictures === true) expect(seen).toContain("1 picture(s)");
      else expect(stage().model.prompts.some((prompt) => prompt.includes(picture))).toBe(true);
      await stage().state("idle");
      await stage().dropFile("notes.txt", "what is in the notes");
      await stage().prompt("look at the notes");
      await stage().answered("came with: look at the notes");
      const [notes = ""] = readdirSync(folder, { recursive: true })
        .map(String)
        .filter((path) => path.endsWith("notes.txt"));
      expect(readFileSync(join(folder, notes), "utf8")).toBe("what is in the notes");
      expect(stage().model.prompts.some((prompt) => prompt.includes(join(folder, notes)))).toBe(true);
      await stage().state("idle");
    },
    installMs,
  );
}
