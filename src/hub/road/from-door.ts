import { ParleyError } from "#domain/errors";
import { everyone, type Actor } from "#domain/people";
import type { Accepted } from "#domain/store";
import { defined } from "#lib/defined";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import type { Running } from "#hub/terminal/run-command";
import type { RoadOutcome } from "./commit.ts";
import type { Road } from "./road.ts";
import type { DoorMessage, DoorOutcome } from "./door-message.ts";
import { requestKey } from "./incoming-message.ts";
import { roadTexts } from "./texts.ts";

/** The entrance of the page, the API and the shell. Also the bus answers in these terms. */
export interface DoorEntrance {
  say(said: DoorMessage): Promise<DoorOutcome>;
  /** The outcome for a caller who waits for a reply. Throws a refusal. */
  reply(by: Actor, outcome: RoadOutcome): DoorOutcome | Promise<DoorOutcome>;
}

export function createDoorEntrance({ store, policy, settings }: Pick<HubDeps, "store" | "policy" | "settings">, road: Road): DoorEntrance {
  const { language } = settings;

  const ranOrWaits = async (running: Running): Promise<DoorOutcome> => {
    const isOver = (await running.held) === "ended";
    const run = isOver ? await running.ended : await store.run(everyone, running.id);
    if (run === undefined) throw new ParleyError("Internal", "a run that waits is not on record");
    return { kind: "command", run };
  };

  const madeBefore = async (by: Actor, { message, turn, run, question }: Accepted): Promise<DoorOutcome> => {
    const reader = policy.reader(by);
    const ran = run === undefined ? undefined : await store.run(reader, run);
    if (ran !== undefined) return { kind: "command", run: ran };
    const answered = question === undefined ? undefined : await store.question(reader, question);
    if (answered !== undefined) return { kind: "answered", question: answered };
    if (message === undefined) throw new ParleyError("Internal", "a key is known and nothing that it made was found");
    return { kind: "message", message, seen: true, ...defined({ turn: turn?.id }) };
  };

  const reply: DoorEntrance["reply"] = (by, outcome) => {
    switch (outcome.kind) {
      case "posted":
        return { kind: "message", message: outcome.message, seen: outcome.seen };
      case "prompted":
        return { kind: "message", message: outcome.message, seen: outcome.seen, ahead: outcome.ahead, ...defined({ turn: outcome.turn }) };
      case "command":
        return ranOrWaits(outcome.running);
      case "answered":
        return outcome;
      case "repeated":
        return madeBefore(by, outcome.made);
      case "which":
        throw new ParleyError("NeedsQuestionCode", say(language, roadTexts.needsCode), { data: { codes: outcome.questions.map((one) => one.code) } });
      case "refused":
        throw outcome.refusal;
    }
  };

  return {
    reply,
    say: ({ by, thread, key, ...said }) =>
      road
        .say({
          ...said,
          by,
          language,
          where: { kind: "thread", thread },
          ...(key === undefined ? undefined : { key: requestKey(by, thread, key) }),
        })
        .then((outcome) => reply(by, outcome)),
  };
}
