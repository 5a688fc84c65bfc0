import type { LogMessage } from "#test/fakes/chat/log";
import type { SayOptions } from "#test/fakes/chat/options";
import type { Parley } from "./parley.ts";

/** Four people, so that every column of the rights has somebody in the chat; whoever else speaks there is a stranger. */
export const people = `
people:
  - { name: Ana, role: owner, accounts: ["chat:ana"] }
  - { name: Ada, role: admin, accounts: ["chat:ada"] }
  - { name: Bo, role: member, accounts: ["chat:bo"] }
  - { name: Cy, role: member, accounts: ["chat:cy"] }
`;

export type Words = string | RegExp;

/** One user in one room of the chat, seen from there. */
export interface Talk {
  readonly room: string;
  /** Addressed to Parley, in a group too. */
  say(text: string, how?: SayOptions): string;
  /** The first message of Parley's in this room that reads so, now or later. */
  hears(words: Words): Promise<LogMessage>;
  /** Presses the newest button of that label in this room, once there is one; resolves with what the presser is told. */
  press(label: string): Promise<string>;
  /** The same with the button of one message, also if it is gone by now. */
  pressOn(message: LogMessage, label: string): Promise<string>;
  /** What Parley wrote in this room, as it reads now. */
  heard(): readonly string[];
}

export function talk(parley: Parley, user: string, room = parley.chat.direct(user)): Talk {
  const { chat } = parley;
  const here = (): readonly LogMessage[] => chat.posted.filter((message) => message.room === room);
  const pressOn = async (message: LogMessage, label: string): Promise<string> => {
    const buttons = [message, ...message.was].flatMap((one) => one.buttons);
    const button = buttons.find((one) => one.label === label);
    if (button === undefined) throw new Error(`message ${message.id} never had a button ${label}`);
    const event = chat.press(user, message.id, button.data);
    return (await chat.waitFor(() => chat.toasts.find((one) => one.event === event))).toast;
  };
  return {
    room,
    say: (text, how) => chat.say(user, room, text, { mention: true, ...how }),
    hears: (words) => chat.waitFor(() => here().find((message) => reads(message.text, words))),
    press: async (label) => pressOn(await chat.waitFor(() => here().findLast((message) => message.buttons.some((button) => button.label === label))), label),
    pressOn,
    heard: () => here().map((message) => message.text),
  };
}

function reads(text: string, words: Words): boolean {
  return typeof words === "string" ? text.includes(words) : words.test(text);
}
