import { expect, it, type TestContext } from "vitest";
import { lacks } from "#test/contracts/lacks";
import type { DeskCli } from "./desk-clis.ts";
import type { DeskStage } from "./desk-stage.ts";
import { installMs } from "./programs.ts";

/** What becomes of a turn whose model fails. */
export function cliErrorCases(cli: DeskCli, stage: () => DeskStage): void {
  it("errors of the model: 500, 429 and overloaded, in its own words", { timeout: 2 * installMs }, async (ctx: TestContext) => {
    for (const status of [500, 429, 529]) {
      await stage().prompt(`error ${status}`);
      expect(await ends[cli.onModelError ?? "fails"](stage(), status, cli.givesUpMs)).not.toBe("");
    }
    await stage().prompt("back again?");
    // A CLI may tell its model once more what it got no answer to.
    await stage().answered("back again?");
    await stage().state("idle");
    if (cli.lacks["errors"] !== undefined) lacks(ctx, cli.lacks["errors"]);
  });
}

type Ends = (stage: DeskStage, status: number, withinMs: number | undefined) => Promise<string>;

/** How a turn ends whose model fails, and what is said about it. */
const ends: Readonly<Record<NonNullable<DeskCli["onModelError"]>, Ends>> = {
  fails: async (stage, _status, withinMs) => {
    const { reason } = await stage.until(async () => {
      const session = await stage.session();
      return session.state === "error" && session.queue === 0 && session;
    }, withinMs);
    return reason;
  },
  retries: async (stage, status) => {
    const doing = status === 429 ? "rate_limited" : "retrying";
    const { status: shown } = await stage.until(async () => {
      const session = await stage.session();
      return session.state === "processing" && session.status?.doing === doing && session.status.what?.includes(`scripted ${status}`) === true && session;
    });
    await stop(stage);
    return shown?.what ?? "";
  },
  retriesSilently: async (stage, status) => {
    await stage.until(async () => stage.model.asked.filter(({ prompt }) => prompt.endsWith(`error ${status}`)).length > 1);
    const { state } = await stage.session();
    await stop(stage);
    return state;
  },
};

/** It does not give up by itself: somebody stops it. */
async function stop(stage: DeskStage): Promise<void> {
  const { id } = await stage.session();
  await stage.api("POST", `/api/sessions/${id}/stop`);
  await stage.state("idle");
}
