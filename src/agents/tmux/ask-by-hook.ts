import type { HookReply } from "#domain/agent";
import type { JsonValue } from "#domain/json";
import { defined } from "#lib/defined";
import { canonicalJson, sha256 } from "#lib/digest";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import type { HookAsk, Profile } from "./profile.ts";
import type { Remembering } from "./seat-memory.ts";
import type { Terminal } from "./terminal.ts";
import { tmuxTexts } from "./texts.ts";
import type { TurnRun } from "./turn-run.ts";

interface Asking {
  readonly event: string;
  readonly payload: JsonValue;
  readonly asks: HookAsk;
  readonly memory: Remembering;
  readonly profile: Profile;
  readonly terminal: Terminal;
  readonly language: TextLanguage;
}

/** Asks what a hook waits for. The payload makes the key, so that the same one again is the same question. */
export async function askByHook(run: TurnRun, { event, payload, asks, memory, profile, terminal, language }: Asking): Promise<HookReply> {
  const isHidden = profile.hookHidesMenu === true;
  if (isHidden && (await terminal.isAttended())) {
    // Somebody at the desk would see no menu while the hook waits: it is asked by the menu instead.
    run.announced = asks;
    return {};
  }
  // A hook that comes late finds its menu asked already, as it was read off the screen: one question is enough.
  for (const [guessed, open] of run.asks) if (open.menu !== undefined) await run.unask(guessed, say(language, tmuxTexts.reportedNow));
  const key = `${run.turn}/hook-${sha256(canonicalJson({ event, payload })).slice(0, 32)}`;
  const step = run.record.runningStep(asks.step.verb, asks.step.what);
  await memory.keepAsked(key, asks.input);
  const question = await run.ask({ ...asks.ask, key }, { ...defined({ step }), ...(isHidden && { hidden: asks }) });
  return question === undefined ? {} : { question };
}

/** Somebody came to the desk while a hook waits and hides the menu: the hook lets go, and the menu is shown. */
export async function showHiddenMenu(run: TurnRun, terminal: Terminal, language: TextLanguage): Promise<void> {
  const hidden = [...run.asks].find(([, open]) => open.hidden !== undefined);
  if (hidden === undefined || !(await terminal.isAttended())) return;
  const [key, { hidden: asks }] = hidden;
  run.announced = asks;
  await run.unask(key, say(language, tmuxTexts.atDeskNow));
}
