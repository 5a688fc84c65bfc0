import type { Ask, Option } from "#domain/question";
import { sha256 } from "#lib/digest";
import { showHidden } from "#lib/text/show-hidden";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { defined } from "#lib/defined";
import type { HookAsk, Menu } from "./profile.ts";
import { tmuxTexts } from "./texts.ts";

interface Place {
  readonly turn: string;
  readonly cli: string;
  readonly session: string;
  readonly language: TextLanguage;
}

const maxShown = 4_000;

/** A menu that no hook reported, as a question. It was read off a screen, so it is marked as guessed. */
export function menuAsk(menu: Menu, { turn, cli, session, language }: Place): Ask {
  const shown = showHidden(menu.prompt).slice(0, maxShown);
  const isKnown = menu.options.length > 0;
  const title = say(language, tmuxTexts.menuTitle, { cli });
  const hint = isKnown ? "" : `\n\n${say(language, tmuxTexts.unknownMenu, { session })}`;
  const options: readonly Option[] = isKnown
    ? menu.options.map(({ label, grants }, i) => ({ id: `o${i + 1}`, label, ...defined({ grants }) }))
    : [{ id: "stop", label: say(language, tmuxTexts.stopOption) }];
  const isPermission = options.some((option) => option.grants === "allow") && options.some((option) => option.grants === "deny");
  return {
    key: screenKey(turn, menu),
    kind: isPermission ? "permission" : "choice",
    title,
    prompt: `\`\`\`\n${shown}\n\`\`\`${hint}`,
    subject: { detail: shown },
    options,
    guessed: true,
  };
}

/** A menu whose subject a hook has told: the hook says what is asked, the menu what can be answered. */
export function announcedAsk({ ask }: HookAsk, menu: Menu, place: Place): Ask {
  const { key, options, kind } = menuAsk(menu, place);
  return { ...ask, key, kind, options };
}

/** Whether it is the menu that was announced: its keys are known, and it shows what the hook named. */
export function isMenuAbout(menu: Menu, { shown }: HookAsk): boolean {
  const wanted = squeezed(shown ?? "").slice(0, 40);
  return menu.options.length > 0 && wanted !== "" && squeezed(menu.prompt).includes(wanted);
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

/** A line that one of the operator's own patterns takes for a prompt. */
export function inputAsk(lines: readonly string[], { turn, cli, language }: Place): Ask {
  const shown = showHidden(lines.join("\n")).slice(0, maxShown);
  return {
    key: `${turn}/input-${sha256(shown).slice(0, 24)}`,
    kind: "text",
    title: say(language, tmuxTexts.menuTitle, { cli }),
    prompt: `\`\`\`\n${shown}\n\`\`\`\n\n${say(language, tmuxTexts.patternPrompt, { cli })}`,
    subject: { detail: shown },
    options: [],
    guessed: true,
  };
}

/** By which a question about a menu on the screen is known: the same menu in the same turn is the same question. */
export function screenKey(turn: string, menu: Menu): string {
  return `${turn}/screen-${menuKey(menu)}`;
}

/** The same menu, wherever its pointer stands. */
export function menuKey({ prompt, options }: Menu): string {
  return sha256(`${prompt.replaceAll(/[❯›●]/g, " ").replaceAll(/\s+/g, " ")}\n${options.map((option) => option.label).join("\n")}`).slice(0, 24);
}

/** The option that says no; undefined when the menu has none. */
export function denial(menu: Menu) {
  return menu.options.find((option) => option.grants === "deny");
}
