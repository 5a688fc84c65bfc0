import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { verifies } from "#test/verifies";
import type { CliStagePart } from "./cli-part.ts";
import { installMs } from "./programs.ts";

/** Permissions that are answered in a chat. */
export function cliPermissionCases({ cli, stage, victim, askedToDelete }: CliStagePart): void {
  verifies(
    ["C-5.1-6", "C-11.1-1", "C-11.5-4", "C-11.5-5"],
    "“no” typed in answer to a permission leaves the folder",
    async () => {
      const asked = await askedToDelete("delete it");
      expect(asked.guessed ?? false).toBe(false);
      expect((await stage().session()).state).toBe("waiting_input");
      expect(await stage().prompt("no")).toMatchObject({ answered: expect.anything() as unknown });
      if (cli.isDecidedByHook) await stage().answered("Done with delete it");
      await stage().state("idle");
      expect(existsSync(victim())).toBe(true);
      expect(await stage().answer(asked.id, "allow")).toBe(409);
    },
    installMs,
  );

  it("a permission allowed removes the folder", { timeout: installMs }, async () => {
    const asked = await askedToDelete("delete it again");
    const yes = asked.options.find(({ grants }) => grants === "allow");
    expect(await stage().answer(asked.id, yes?.id ?? "")).toBe(200);
    await stage().answered("Done with delete it again");
    expect(existsSync(victim())).toBe(false);
    await stage().state("idle");
  });
}
/** An edit, and permissions while somebody sits at the desk. */
export function cliEditCases({ cli, stage, victim, askedToDelete }: CliStagePart): void {
  it("a file edit with its lines", { timeout: installMs }, async () => {
    const file = join(stage().dir, "work", "new.txt");
    await stage().prompt(`write ${file}`);
    const asked = await stage().openQuestion();
    expect(asked.subject?.detail).toMatch(/\+ ?one\n[\s\S]*\+ ?two/);
    const yes = asked.options.find(({ grants }) => grants === "allow");
    expect(await stage().answer(asked.id, yes?.id ?? "")).toBe(200);
    await stage().answered(`Done with write ${file}`);
    expect(readFileSync(file, "utf8")).toBe("one\ntwo\n");
  });

  it("a permission at the desk: “no” in the chat, and yes at the terminal", { timeout: installMs }, async () => {
    using _desk = stage().attach("work");
    const first = await askedToDelete("delete it at the desk");
    await stage().until(async () => stage().screenOf().includes(cli.menu.line));
    expect(await stage().prompt("no")).toMatchObject({ answered: expect.anything() as unknown });
    await stage().state("idle");
    expect([existsSync(victim()), first.guessed ?? false]).toEqual([true, false]);
    const second = await askedToDelete("delete it at the desk, really");
    await stage().until(async () => stage().screenOf().includes(cli.menu.line));
    await stage().pressUntilGone(cli.menu.allow, cli.menu.line);
    await stage().answered("Done with delete it at the desk, really");
    expect(existsSync(victim())).toBe(false);
    expect((await stage().questions()).find((one) => one.id === second.id)?.state).not.toBe("open");
  });
}
