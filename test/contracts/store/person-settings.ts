import { expect, it } from "vitest";
import type { PersonSettings } from "#domain/person-settings";
import { kit, refusal } from "#test/contracts/store/kit";
import type { Kit, OpenStore } from "#test/contracts/store/kit";

async function person(k: Kit, name: string) {
  return k.store.addPerson({ id: k.newId("per"), name, role: "member", accounts: [], source: "store" }, k.record());
}

const keys = { p256dh: "p", auth: "a" };

export function personSettingsContract(open: OpenStore): void {
  it("keeps what somebody set until they set something else or are removed", async () => {
    await using k = await kit(open);
    const bob = await person(k, "bob");
    const settings: PersonSettings = {
      language: "zh-CN",
      notices: { finished: false },
      quiet: { from: 1_320, to: 420, timeZone: "Asia/Shanghai" },
      muted: ["thr_1"],
    };
    expect(await k.store.personSettings(bob.id)).toEqual({});
    expect(await k.store.setPersonSettings(bob.id, settings)).toBe(true);
    expect(await k.store.setPersonSettings("per_missing", settings)).toBe(false);
    await k.reopen();
    expect(await k.store.personSettings(bob.id)).toEqual(settings);
    await k.store.removePerson(bob.id, 5, k.record());
    expect(await k.store.personSettings(bob.id)).toEqual({});
  });

  it("knows the browsers of somebody that are signed in, each once, up to a number", async () => {
    await using k = await kit(open);
    const [bob, eve] = [await person(k, "bob"), await person(k, "eve")];
    for (const id of ["tok_1", "tok_2"] as const)
      await k.store.addToken({ id, holder: { kind: "person", person: bob.id, answers: true }, label: "", at: 1, login: true }, id, k.record());
    const push = (endpoint: string, token: `tok_${string}`, at: number) => k.store.addPush({ endpoint, person: bob.id, token, keys, at }, 2);
    expect(await k.store.hasPushes()).toBe(false);
    await push("https://push/1", "tok_1", 1);
    expect(await k.store.hasPushes()).toBe(true);
    await push("https://push/2", "tok_2", 2);
    await push("https://push/1", "tok_1", 3);
    expect(await refusal(push("https://push/3", "tok_1", 4))).toBe("QueueFull");
    const shown = async (): Promise<readonly string[]> => (await k.store.pushes(bob.id, 9)).map(({ endpoint, at }) => `${endpoint} ${at}`);
    expect(await shown()).toEqual(["https://push/2 2", "https://push/1 3"]);
    expect(await k.store.pushes(eve.id, 9)).toEqual([]);
    await k.store.revokeToken("tok_1", 5, k.record());
    expect(await shown()).toEqual(["https://push/2 2"]);
    expect(await k.store.dropPush("https://push/2", eve.id)).toBe(false);
    expect(await k.store.dropPush("https://push/2", bob.id)).toBe(true);
    expect(await shown()).toEqual([]);
  });
}
