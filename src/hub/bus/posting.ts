import { ParleyError } from "#domain/errors";
import type { JsonObject } from "#domain/json";
import { defined } from "#lib/defined";
import { commonTexts } from "#lib/words/common";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import type { DoorEntrance } from "#hub/road/from-door";
import type { Road } from "#hub/road/road";
import { requestKey, type Spoken } from "#hub/road/incoming-message";
import type { Bus, Post } from "./bus.ts";
import type { BusRules } from "./rules.ts";
import type { Sync } from "./sync.ts";

export interface PostingParts {
  readonly rules: BusRules;
  readonly sync: Sync;
  readonly road: Road;
  readonly door: Pick<DoorEntrance, "reply">;
}

const maxMetadataChars = 64 * 1024;

/** The entrance of the bus: MCP, and REST where a line is an agent's or is held to its place. */
export function createPosting({ settings: { language } }: Pick<HubDeps, "settings">, { rules, sync, road, door }: PostingParts): Pick<Bus, "post"> {
  const metaOf = ({ metadata, mentions }: Post): JsonObject | undefined => {
    const meta = { ...metadata, ...defined({ mentions }) };
    if (Object.keys(meta).length === 0) return undefined;
    const chars = JSON.stringify(meta).length;
    if (chars > maxMetadataChars)
      throw new ParleyError(
        "TooLarge",
        say(language, commonTexts.tooLarge, { size: `${chars} characters of metadata`, max: `${maxMetadataChars} characters` }),
      );
    return meta;
  };

  const spokenBy = (by: Spoken["by"], post: Post): Spoken => {
    const { thread, text, surface, key, session, replyTo, priority } = post;
    return {
      by,
      surface,
      where: { kind: "thread", thread },
      text,
      language,
      inStep: post,
      ...(key === undefined ? undefined : { key: requestKey(by, thread, key) }),
      ...defined({ session, replyTo, priority, meta: metaOf(post) }),
    };
  };

  return {
    post: async (by, post) => {
      const outcome = await road.say(spokenBy(by, post));
      const said = await door.reply(by, outcome);
      // A command may have brought lines of the hub's own, which its author has not been shown.
      const seq = said.kind === "message" ? said.message.seq : (post.expectedLastSeq ?? (await rules.seen(by, post.thread)).seq);
      return { ...said, sync: sync.context(by, post.thread, seq) };
    },
  };
}
