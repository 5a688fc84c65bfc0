import { expect, it } from "vitest";
import type { Actor } from "#domain/people";
import { meetForEach, nobodyYet } from "#test/fakes/bus-meeting";

let { rig, ann, thread } = nobodyYet;
meetForEach((met) => ({ rig, ann, thread } = met));

function watch(by: Actor, notices: boolean): string[] {
  const seen: string[] = [];
  rig.hub.feed.watch({ by, notices }, (event) => {
    if (event.kind === "notice") seen.push(`${event.notice.kind} ${event.notice.thread} ${event.notice.text}`);
  });
  return seen;
}

it("notices go to the pages of the person that they are for, and to nobody else", async () => {
  const [mia, bo] = [await rig.person("Mia"), await rig.person("Bo")];
  const [mias, secondOfMia, withoutNotices, bos] = [watch(mia, true), watch(mia, true), watch(mia, false), watch(bo, true)];
  await rig.post(ann, thread, "look, @mia");
  await rig.clock.advance(100);
  expect([mias, secondOfMia, withoutNotices, bos]).toEqual([[`mention ${thread} look, @mia`], [`mention ${thread} look, @mia`], [], []]);
});

it("a thread that the person does not see is never named to them", async () => {
  const mias = watch(await rig.person("Mia"), true);
  const at = rig.clock.now();
  const createdBy = { kind: "hub", id: "hub", name: "hub" } as const;
  await rig.store.accept({ at, thread: { id: "thr_closed", topic: "private", access: "closed", createdBy, at, participants: [ann.id] } });
  await rig.post(ann, "thr_closed", "about @Mia");
  await rig.post(ann, thread, "to @Mia");
  await rig.clock.advance(100);
  expect(mias).toEqual([`mention ${thread} to @Mia`]);
});

it("what was said while no page was open is not told to one that opens later", async () => {
  const mia = await rig.person("Mia");
  await rig.post(ann, thread, "too early, @Mia");
  await rig.clock.advance(1_000);
  const mias = watch(mia, true);
  await rig.post(ann, thread, "now, @Mia");
  await rig.clock.advance(100);
  expect(mias).toEqual([`mention ${thread} now, @Mia`]);
});

it("an ending that is told to no chat is no notice either; the next one is", async () => {
  const mia = await rig.person("Mia");
  const mias = watch(mia, true);
  const at = rig.clock.now();
  const session = await rig.store.putSession({
    id: "ses_1",
    name: "work",
    thread,
    kind: "delivery",
    workDir: "/",
    cliType: "code_delivery",
    settings: {},
    source: "store",
    at,
  });
  const author = { kind: "person", id: mia.id, name: "Mia" } as const;
  const line = (id: `msg_${string}`, text: string) => ({ id, thread, at, author, role: "user", text, surface: "page" }) as const;
  for (const [n, isQuiet] of [true, false].entries()) {
    const turn = { id: `trn_${n}`, session: session.id, thread, origin: "prompt", prompt: "go", message: `msg_${n}`, by: author, beganBy: mia.id, at } as const;
    await rig.store.accept({ at, message: { ...line(`msg_${n}`, "go"), turn: turn.id }, turn });
    await rig.store.beginTurn(session.id, at);
    const message = { ...line(`msg_end_${n}`, `ended ${n}`), author: { kind: "hub", id: "hub", name: "hub" }, turn: turn.id } as const;
    await rig.store.endTurn({ turn: turn.id, at, ending: { how: "failed", reason: "why", isQuiet }, session: "failed", reason: "why", message });
    await rig.clock.advance(100);
  }
  expect(mias).toEqual([`failed ${thread} ended 1`]);
});
