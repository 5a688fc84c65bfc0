import { expect } from "vitest";
import { acpRig } from "#test/fakes/acp/acp-rig";
import { processesWith } from "#test/fakes/processes";
import { seatHub } from "#test/fakes/seat-hub";
import { verifies } from "#test/verifies";

verifies("AW-FUT-2", "a session's agent runs before anybody prompts it, unless it is told to wait for the first prompt", async () => {
  const [warm, cold] = [acpRig([], { autoStart: true }), acpRig([], { autoStart: false })];
  await using warmSeat = await warm.driver.open(warm.spec, seatHub().sink(), new AbortController().signal);
  await using coldSeat = await cold.driver.open(cold.spec, seatHub().sink(), new AbortController().signal);
  await warm.until(() => processesWith(warm.dir).length > 0);
  await cold.rest();
  expect(processesWith(cold.dir)).toEqual([]);
  expect(warmSeat).not.toBe(coldSeat);
});
