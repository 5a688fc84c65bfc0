import { afterEach, beforeEach } from "vitest";
import { meet, type BusHubOptions, type Meeting } from "./bus-hub.ts";

/** What the names of a test file stand for until its first test begins. */
export const nobodyYet = {} as Meeting;

/** A hub of its own for each test of the file or group, with two agents in a thread, taken down behind it. */
export function meetForEach(met: (meeting: Meeting) => void, options?: BusHubOptions): void {
  let meeting: Meeting;
  beforeEach(async () => {
    meeting = await meet(options);
    met(meeting);
  });
  afterEach(() => meeting.rig[Symbol.asyncDispose]());
}

export function seqsOf(messages: readonly { readonly seq: number }[]): readonly number[] {
  return messages.map((message) => message.seq);
}

/** Both included. */
export function numbersFrom(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}
