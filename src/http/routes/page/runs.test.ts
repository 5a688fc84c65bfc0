import { describe, expect, it } from "vitest";
import type { QuestionId } from "#domain/ids";
import { questionTexts } from "#hub/questions/texts";
import { say } from "#lib/words/words";
import { openBusRoom, type BusRoom } from "#test/fakes/door/bus-room";
import { openQuestion, until } from "#test/fakes/door/open-question";
import { oddCommands } from "#test/fakes/terminal-commands";

const operator = { kind: "operator" } as const;
const livesMs = 40_000;
const badToken = { status: 401, json: { error: "BadToken" } };

const ways: Record<string, (room: BusRoom, id: `tok_${string}`) => Promise<unknown>> = {
  "is revoked": ({ door }, id) => door.call("DELETE", `/api/tokens/${id}`, { token: door.owner.token }),
  expires: ({ door }) => door.clock.advance(livesMs),
};

describe("a command whose caller's token", () => {
  for (const [way, end] of Object.entries(ways)) {
    it(`${way} while it waits for a yes is not run: the question is withdrawn and the caller gets 401`, async () => {
      await using room = await openBusRoom({ commands: oddCommands().commands });
      const { door } = room;
      for (const holder of [
        { person: "Mia", answers: false },
        { agent: "cat", may: [] },
      ]) {
        const { id, token } = await door.hub.access.createToken(operator, holder, livesMs);
        const running = door.call("POST", "/api/exec", { token, body: { command: "danger" } });
        const asked = (await openQuestion(room))["id"] as QuestionId;
        await end(room, id);
        expect(await running).toMatchObject(badToken);
        await until(async () => (await door.store.question({ sees: "all" }, asked))?.state === "withdrawn");
        expect((await door.store.question({ sees: "all" }, asked))?.reason).toBe(say("en", questionTexts.askersTokenEnded));
        expect(await door.store.runs({ sees: "all" }, { limit: 1 })).toMatchObject([{ name: "danger", code: "Stopped" }]);
      }
    });

    it(`${way} while it runs is stopped, and nobody else's is`, async () => {
      await using room = await openBusRoom({ commands: oddCommands().commands });
      const { door } = room;
      const { id, token } = await door.hub.access.createToken(operator, { person: "Mia", answers: false }, livesMs);
      const start = (by: string) => door.call("POST", "/api/exec", { token: by, body: { command: "slow" }, headers: { "Idempotency-Key": "once" } });
      const [running, others] = [start(token), start(door.owner.token)];
      await until(async () => (await door.store.openRuns()).length === 2);
      await end(room, id);
      expect(await running).toMatchObject(badToken);
      const [left] = await door.store.openRuns();
      expect(left?.who).toBe(door.owner.id);
      await door.call("POST", `/api/runs/${left?.id}/stop`, { token: door.owner.token });
      expect((await others).status).toBe(200);
    });
  }
});
