import { terminalCommand } from "#commands/kit/terminal-command";
import { CommandFault, type Command } from "#domain/command";

const summary = { en: "for a test", "zh-CN": "用于测试" };

/** Commands of every kind that a policy, a limit or a record can tell apart. */
export function oddCommands(): { readonly commands: readonly Command[]; readonly stopped: string[] } {
  const stopped: string[] = [];
  const commands = [
    terminalCommand({ name: "echo", summary, flags: { text: { kind: "text", placeholder: "TEXT", summary } } }, async ({ text = "" }, { stdin }) => ({
      exitCode: 0,
      text: `${text}${stdin ?? ""}`,
      result: { ok: true, text },
    })),
    terminalCommand(
      {
        name: "note write",
        summary,
        needs: ["files.write"],
        flags: { out: { kind: "text", placeholder: "PATH", summary }, confirm: { kind: "switch", summary } },
      },
      async ({ out = "note.txt", confirm }, { files, stdin = "" }) => {
        await using sink = await files.create(out, { mime: "text/plain", description: "a note", confirm });
        await sink.write(stdin);
        const { path } = await sink.finish();
        return { exitCode: 0, text: `wrote ${path}`, result: { ok: true, path } };
      },
    ),
    terminalCommand({ name: "danger", summary, needs: ["risky"] }, async () => ({ exitCode: 0, text: "done", result: { ok: true } })),
    terminalCommand({ name: "slow", summary, limits: { timeMs: 60_000 } }, async (_args, { signal, progress, run }) => {
      progress("still at it");
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      stopped.push(run);
      return { exitCode: 0, text: "too late", result: {} };
    }),
    terminalCommand({ name: "long", summary, limits: { outputChars: 1_000 } }, async () => ({
      exitCode: 3,
      text: `head ${"x".repeat(5_000)} tail`,
      stderr: `worse ${"y".repeat(5_000)} end`,
      result: { ok: true, words: "z".repeat(100_000) },
    })),
    terminalCommand({ name: "break", summary }, async () => {
      throw new Error("a wire came loose");
    }),
    terminalCommand({ name: "refuse", summary }, async () => {
      throw new CommandFault("NickTooLong", "The nick has 12 characters; 9 are allowed.", { nick_chars: 12 });
    }),
    terminalCommand({ name: "tell", summary, secretsOf: "odd" }, async (_args, { secrets }) => {
      const file = await secrets();
      const said = `${file.get("ODD_PASSWORD")?.reveal()} at ${file.get("ODD_SERVER")?.reveal()}`;
      return { exitCode: 0, text: said, result: { ok: true, said: [said] } };
    }),
  ];
  return { commands, stopped };
}
