import { expect, it } from "vitest";
import { everyone } from "#domain/people";
import { BusHub, refusalOf } from "#test/fakes/bus-hub";

const hasDelivery = async ({ store }: BusHub): Promise<boolean> => (await store.sessions(everyone)).some(({ kind }) => kind === "delivery");

it("a delivery that somebody may not start alone is allowed by others, never by themselves", async () => {
  await using rig = await BusHub.start({ deliveries: true });
  const mia = await rig.person("Mia");
  const olga = await rig.person("Olga", "owner");
  const thread = await rig.thread(mia, "work");
  const asked = await rig.hub.tasks.start(mia, "page", { thread }, { prompt: "make me a script" });
  if (asked.state !== "asked") throw new Error(`it is ${asked.state}`);
  expect(await refusalOf(rig.hub.answer(mia, "page", asked.question, "allow"))).toMatchObject({ code: "NotAnApprover" });
  expect(await hasDelivery(rig)).toBe(false);
  await rig.hub.answer(olga, "page", asked.question, "allow");
  await rig.clock.settle();
  expect(await hasDelivery(rig)).toBe(true);
});

it("a closed or archived thread takes no delivery, and none goes on there", async () => {
  await using rig = await BusHub.start({ deliveries: true });
  const ada = await rig.person("Ada", "admin");
  const thread = await rig.thread(ada, "work");
  const started = await rig.hub.tasks.start(ada, "page", { thread }, { prompt: "one" });
  for (const status of ["closed", "archived"] as const) {
    await rig.store.setStatus(thread, status, ada.id, rig.clock.now());
    const before = (await rig.store.messages(everyone, thread, { limit: 99 })).length;
    expect(await refusalOf(rig.hub.tasks.start(ada, "page", { thread }, { prompt: "two" }))).toMatchObject({ code: "ThreadClosed" });
    expect(await refusalOf(rig.hub.tasks.goOn(ada, "page", started.task, "three"))).toMatchObject({ code: "ThreadClosed" });
    expect(await rig.store.messages(everyone, thread, { limit: 99 })).toHaveLength(before);
  }
});
