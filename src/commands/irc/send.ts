import { terminalCommand } from "#commands/kit/terminal-command";
import { CommandFault, type Command, type CommandContext } from "#domain/command";
import type { JsonObject } from "#domain/json";
import { say } from "#lib/words/words";
import { foldName } from "#wire/irc/case-map";
import { faultOfTarget } from "#wire/irc/names";
import type { IrcLink } from "#wire/irc/spec";
import type { IrcDoor, IrcLine } from "./irc-line.ts";
import { channelOf, isOver } from "./link-parts.ts";
import { refusalOf, sentenceOf } from "./refusal.ts";
import { allowServer } from "./server-note.ts";
import { type IrcCommandSettings, skill } from "./settings.ts";
import { lineFor, settingsOf } from "./session-line.ts";
import { ircTexts } from "./texts.ts";

/** A server lets a line through every two seconds, so this many take their time. */
const sendLines = 50;
const sendChars = 8_000;
const command = "irc send";

/** Says something: in the configured channel without further words, elsewhere when it is confirmed. */
export function sendCommand(door: IrcDoor): Command {
  return terminalCommand(
    {
      name: command,
      summary: ircTexts.summaryIrcSend,
      needs: ["network"],
      limits: { timeMs: 300_000, inputChars: sendChars },
      unrecorded: ["text"],
      secretsOf: skill,
      flags: {
        to: { kind: "text", placeholder: "TARGET", summary: ircTexts.argTo },
        text: { kind: "text", placeholder: "TEXT", summary: ircTexts.argText },
        "text-stdin": { kind: "switch", summary: ircTexts.argTextStdin },
        confirm: { kind: "switch", summary: ircTexts.argSendConfirm },
      },
      oneOf: ["text", "text-stdin"],
    },
    async (args, ctx) => {
      const text = textOf(args, ctx);
      const settings = await settingsOf(ctx);
      const to = args.to ?? settings.channel;
      const bad = faultOfTarget(to);
      if (bad !== undefined) throw refusalOf(bad, ctx.language, { command, to });
      // What no server takes for the same name needs no server to be refused.
      if (!args.confirm && foldName(to, "rfc1459") !== foldName(settings.channel, "rfc1459")) throw unconfirmed(to, settings, ctx);
      const line = await lineFor(ctx, door, settings);
      await allowServer(ctx, settings, door.clock.now());
      const { link, written } = await deliver({ line, settings, to, text, confirmed: args.confirm, now: () => door.clock.now() }, ctx);
      const result = { ok: true, command, ...facts({ to, text, link, settings }), messages_sent: written };
      return { exitCode: 0, text: say(ctx.language, ircTexts.ircSent, { to, chars: result.message_len, lines: written }), result };
    },
  );
}

interface Delivery {
  readonly line: IrcLine;
  readonly settings: IrcCommandSettings;
  readonly to: string;
  readonly text: string;
  readonly confirmed: boolean;
  readonly now: () => number;
}

/** Nothing that went out goes out again by itself; what certainly did not is tried on a new link, once. */
async function deliver(it: Delivery, ctx: CommandContext): Promise<{ readonly link: IrcLink; readonly written: number }> {
  const { line, settings, to, text, confirmed, now } = it;
  for (let tries = 1; ; tries += 1) {
    const { link, isFresh } = await line.up(ctx.signal, ctx.language);
    if (!confirmed && !link.same(to, settings.channel)) throw unconfirmed(to, settings, ctx);
    await enter(link, it, isFresh, ctx);
    const sent = await link.send(to, text, ctx.signal);
    const outcome = sent.ok ? "sent" : sent.why === "later" ? undefined : sent.why;
    const keeping = outcome === undefined ? undefined : line.outbound.keep({ at: now(), server: settings.server, to, text, outcome, messages: sent.written });
    // A run that was cut short has this moment to say what went out.
    if (!ctx.signal.aborted) await keeping;
    if (sent.ok) return { link, written: sent.written };
    if (sent.why === "later" && tries === 1 && isOver(link) && !ctx.signal.aborted) continue;
    const data: JsonObject = { command, ...facts({ to, text, link, settings }), messages_sent: sent.written };
    const why = sentenceOf(sent.fault, ctx.language);
    if (sent.why === "unknown")
      throw new CommandFault("OutcomeUnknown", say(ctx.language, ircTexts.ircUnknown, { to, written: sent.written, why }), { ...data, cause: sent.fault.code });
    const partly = sent.written > 1 ? ` ${say(ctx.language, ircTexts.ircPartly, { to, written: sent.written })}` : "";
    throw new CommandFault(sent.fault.code, `${why}${partly}`, data);
  }
}

/** Whoever speaks in a channel is in it. */
async function enter(link: IrcLink, { settings, to }: Delivery, isFresh: boolean, ctx: CommandContext): Promise<void> {
  const isDefault = link.same(to, settings.channel);
  if (!isChannel(to) || link.joined(to)) return;
  const { state } = link;
  // It was refused a moment ago; asking again at once is of no use.
  if (isDefault && isFresh && state.kind === "connected" && state.fault !== undefined) throw refusalOf(state.fault, ctx.language, { command, to });
  const joined = await link.join(isDefault ? channelOf(settings) : { name: to });
  if (!joined.ok && !isOver(link)) throw refusalOf(joined.fault, ctx.language, { command, to });
}

function textOf(args: { readonly text?: string; readonly "text-stdin": boolean }, { stdin, language }: CommandContext): string {
  const text = args.text ?? stdin;
  if (text === undefined || text === "")
    throw new CommandFault("InvalidArgs", say(language, args["text-stdin"] ? ircTexts.ircNoStdin : ircTexts.ircTextOnce), { command });
  const lines = text.split(/\r\n|\n|\r/).filter((one) => one.trim() !== "").length;
  if (lines > sendLines)
    throw new CommandFault("TooLarge", say(language, ircTexts.ircManyLines, { lines, max: sendLines }), { command, lines, max: sendLines });
  return text;
}

function unconfirmed(to: string, { channel }: IrcCommandSettings, { language }: CommandContext): CommandFault {
  return new CommandFault("ConfirmRequired", say(language, ircTexts.ircConfirm, { to, channel }), { command, to });
}

function facts({ to, text, link, settings }: { readonly to: string; readonly text: string; readonly link: IrcLink; readonly settings: IrcCommandSettings }) {
  const { kind } = link.state;
  return {
    to,
    message_len: [...text].length,
    session_bound: true,
    connected: kind === "connected" || kind === "joined",
    joined_default_channel: link.joined(settings.channel),
  };
}

function isChannel(target: string): boolean {
  return /^[#&+!]/.test(target);
}
