import { chatVerb } from "#commands/kit/chat-verb";
import { CommandFault, type Asked, type Command } from "#domain/command";
import type { HubVerbs } from "#domain/verbs";
import type { Secret } from "#lib/redact/secret";
import type { Clock } from "#lib/time/clock";
import { say } from "#lib/words/words";
import { foldName } from "#wire/irc/case-map";
import { createChallenges, type Challenges } from "./challenges.ts";
import { isWithinHours } from "./hours.ts";
import { isRemoteCode } from "./remote-code.ts";
import { writeWord } from "./write-word.ts";
import { remoteTexts } from "./texts.ts";

/** Who may run what from where. `accounts` as the hub writes them: `irc:alice`. */
export interface RemoteControl {
  readonly channel: string;
  readonly accounts: readonly string[];
  readonly rooms: readonly string[];
  readonly secret: Secret;
  readonly commands: readonly string[];
  readonly hours?: string;
  readonly codeValidMs: number;
  readonly perMinute: number;
}

type Chat = RemoteControl & { readonly challenges: Challenges };

interface Sender {
  readonly chat: Chat;
  readonly account: string;
  readonly room: string;
}

/** `remote` and `code`: a command runs after a challenge was answered with a shared secret. See docs/remote-control.md. */
export function remoteCommands(hub: Pick<HubVerbs, "run" | "record">, controls: readonly RemoteControl[], clock: Clock): readonly Command[] {
  const chats = controls.map((control) => ({
    ...control,
    challenges: createChallenges(clock, { validMs: control.codeValidMs, perMinute: control.perMinute }),
  }));

  /** The same for both verbs: a code counts only where and from whom a challenge is given. */
  const admit = ({ by, place, language }: Asked): Sender => {
    const account = by.kind === "person" ? by.account : undefined;
    const { address, direct } = place;
    const chat = chats.find(({ channel }) => channel === address?.channel);
    if (chat === undefined || address === undefined) throw new CommandFault("RemoteWrongPlace", say(language, remoteTexts.wrongPlace));
    if (account === undefined || !chat.accounts.includes(account)) throw new CommandFault("RemoteNotAllowed", say(language, remoteTexts.notAllowed));
    if (direct || !chat.rooms.some((room) => isSame(room, address.room))) throw new CommandFault("RemoteWrongPlace", say(language, remoteTexts.wrongPlace));
    if (chat.hours !== undefined && !isWithinHours(chat.hours, new Date(clock.now())))
      throw new CommandFault("RemoteOutsideHours", say(language, remoteTexts.outsideHours, { hours: chat.hours }));
    return { chat, account, room: address.room };
  };

  const remote = chatVerb(
    { name: "remote", summary: remoteTexts.summaryRemote, right: "run.plain", positionals: [{ name: "line", summary: remoteTexts.argLine, rest: true }] },
    async ({ line }, asked) => {
      const { language, prefix, run: challenge } = asked;
      const { chat, account, room } = admit(asked);
      const listed = chat.commands.find((name) => line === name || line.startsWith(`${name} `));
      if (listed === undefined)
        throw new CommandFault(
          "RemoteNotListed",
          say(language, remoteTexts.notListed, { command: line.split(" ", 1)[0] ?? "", commands: chat.commands.join(", ") }),
        );
      const mayAsk = chat.challenges.mayAsk(account);
      if (mayAsk === "locked") throw new CommandFault("RemoteLocked", say(language, remoteTexts.locked));
      if (mayAsk === "tooOften") throw new CommandFault("RemoteTooOften", say(language, remoteTexts.tooOften));
      await hub.record(asked, { did: "remote challenge", challenge, account, room, line });
      chat.challenges.open({ challenge, account, room, line });
      const seconds = Math.round(chat.codeValidMs / 1_000);
      return { exitCode: 0, text: say(language, remoteTexts.challenge, { challenge, line, prefix, seconds }), result: { challenge } };
    },
  );

  const code = chatVerb(
    {
      name: "code",
      summary: remoteTexts.summaryCode,
      right: "run.plain",
      positionals: [
        { name: "challenge", summary: remoteTexts.argChallenge },
        { name: "code", summary: remoteTexts.argCode },
      ],
    },
    async (given, asked) => {
      const { language, prefix } = asked;
      const { chat, account, room } = admit(asked);
      if (chat.challenges.isLocked(account)) throw new CommandFault("RemoteLocked", say(language, remoteTexts.locked));
      const subject = chat.challenges.take(given.challenge, account, room);
      if (subject === undefined) throw new CommandFault("RemoteNoChallenge", say(language, remoteTexts.noChallenge, { prefix }));
      if (!isRemoteCode(chat.secret, subject, given.code)) {
        chat.challenges.wrong(account);
        throw new CommandFault("RemoteWrongCode", say(language, remoteTexts.wrongCode, { prefix }));
      }
      const run = await hub.run(asked, subject.line);
      await hub.record(asked, { did: "remote run", challenge: subject.challenge, account, room, line: subject.line, run });
      return { exitCode: 0, text: say(language, remoteTexts.accepted, { line: subject.line }), result: { run } };
    },
  );
  // What runs is what was typed.
  const parse: typeof remote.parse = (argv, speech) => remote.parse(argv.map(writeWord), speech);
  return [{ ...remote, parse }, code];
}

function isSame(one: string, other: string): boolean {
  return foldName(one, "rfc1459") === foldName(other, "rfc1459");
}
