import type { SecretLink } from "#domain/agent";
import type { Ask } from "#domain/question";
import { sha256 } from "#lib/digest";
import { showHidden } from "#lib/text/show-hidden";
import { say } from "#lib/words/words";
import { printable } from "./compose-prompt.ts";
import type { TmuxSeatParts } from "./seat-parts.ts";
import type { Terminal } from "./terminal.ts";
import { tmuxTexts } from "./texts.ts";
import type { TurnRun } from "./turn-run.ts";

/** At the very end of what is shown, with nothing typed behind it: sudo, ssh, a key's passphrase. */
const prompt = /(password|passphrase|passcode|\bPIN\b|密码|口令)[^:：]{0,200}[:：]\s*$/i;

/** The line that asks for a secret; undefined when the screen's last one does not. */
export function passwordLine(lines: readonly string[]): string | undefined {
  const last = lines.findLast((line) => line.trim() !== "");
  return last !== undefined && prompt.test(last) ? last.trim() : undefined;
}

/** Which password prompt stands there: asked again after a wrong one, it is another one. A screen keeps what was asked before. */
export function passwordMark(lines: readonly string[]): string | undefined {
  const line = passwordLine(lines);
  return line === undefined ? undefined : `${lines.filter((one) => one.includes(line)).length}/${line}`;
}

/**
 * Asks for it by a link to a page that works once: words from a chat never reach a password prompt, and what is typed on the page goes
 * to the terminal alone, if that still waits for it.
 */
export async function askPassword(
  run: TurnRun,
  line: string,
  terminal: Terminal,
  { spec, profile, language, typed }: Pick<TmuxSeatParts, "spec" | "profile" | "language"> & { readonly typed: (mark: string) => void },
): Promise<SecretLink | undefined> {
  const mark = passwordMark(terminal.pane?.screen.lines() ?? []) ?? line;
  const key = `${run.turn}/password-${sha256(mark).slice(0, 24)}`;
  const link = spec.secretLink?.(async (secret) => {
    const { pane } = terminal;
    if (pane === undefined || passwordMark(await pane.capture()) !== mark) return false;
    typed(mark);
    await pane.type(printable(secret.reveal()).replaceAll("\n", ""));
    await pane.press(["Enter"]);
    await run.unask(key, say(language, tmuxTexts.passwordTyped));
    await spec.record({ did: "typed a secret into the terminal" });
    return true;
  });
  const shown = showHidden(line).slice(0, 500);
  const values = { cli: profile.title, session: spec.name, url: link?.url ?? "" };
  const ask: Ask = {
    key,
    kind: "choice",
    title: say(language, tmuxTexts.menuTitle, { cli: profile.title }),
    prompt: `\`\`\`\n${shown}\n\`\`\`\n\n${say(language, link === undefined ? tmuxTexts.passwordNoPage : tmuxTexts.passwordPrompt, values)}`,
    subject: { detail: shown },
    options: [{ id: "stop", label: say(language, tmuxTexts.stopOption) }],
    guessed: true,
  };
  await run.ask(ask, { password: mark });
  return link;
}
