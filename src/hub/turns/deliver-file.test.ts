import { expect, it } from "vitest";
import { everyone } from "#domain/people";
import type { Address } from "#domain/channel";
import { BusHub } from "#test/fakes/bus-hub";
import { createDeliverFile } from "./deliver-file.ts";

const target: Address = { channel: "gone", room: "1" };

it.each([
  ["a channel that is not configured any more", target, "NotFound"],
  ["a chat that it was not allowed for", { channel: "chat", room: "other" }, "NotAllowed"],
] as const)("a file for %s is refused, and stays in the thread for the page", async (_what, to, code) => {
  await using rig = await BusHub.start({ deliveries: true });
  const { store, clock } = rig;
  const ada = await rig.person("Ada", "admin");
  const thread = await rig.thread(ada, "work");
  const at = clock.now();
  const settings = { task: "tsk_1", prompt: "x", source: { type: "empty" }, target: { ...target } };
  const session = await store.putSession({
    id: "ses_1",
    name: "delivery-1",
    thread,
    kind: "delivery",
    cliType: "code_delivery",
    workDir: "/",
    settings,
    source: "store",
    at,
  });
  const file = {
    id: "art_1",
    session: session.id,
    key: "archive",
    thread,
    name: "made.zip",
    mime: "application/zip",
    bytes: 2,
    sha256: "00",
    path: "x",
    description: "Made.",
    at,
  } as const;
  await store.addArtifact(file);
  const asked: string[] = [];
  const refuses = async (): Promise<"NotAllowed"> => (asked.push("deliver"), "NotAllowed");
  const channels = new Map([["chat", {}]]) as unknown as Parameters<typeof createDeliverFile>[0]["channels"];
  const deps = { store, clock, channels, newId: (kind: string) => `${kind}_new`, settings: { language: "en" } } as unknown as Parameters<
    typeof createDeliverFile
  >[0];
  const sent = await createDeliverFile(deps, { refuses } as unknown as Parameters<typeof createDeliverFile>[1])(
    session,
    "art_1",
    to,
    new AbortController().signal,
  );
  expect([sent, asked.length]).toMatchObject([{ how: "refused", code }, code === "NotAllowed" ? 1 : 0]);
  const [line] = await store.messages(everyone, thread, { limit: 9 });
  expect(line).toMatchObject({ text: "Made.", artifacts: ["art_1"] });
});
