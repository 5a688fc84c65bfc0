import { describe, expect, it } from "vitest";
import { openBusRoom } from "#test/fakes/door/bus-room";
import { asEmoji, emojiFor } from "./agent-emoji.ts";

describe("an agent's emoji", () => {
  it("is one emoji and nothing else", () => {
    for (const text of ["🐝", "👩‍💻", "🇨🇳", "👍🏽", "🛰️"]) expect(asEmoji(text)).toBe(text);
    for (const text of ["", "z", "ab", "🐝🐝", "🐝 ", "1", "<b>", "🐝x"]) expect(asEmoji(text)).toBeUndefined();
  });

  it("is made for those who chose none: one emoji, the same each time, and not the same for everybody", () => {
    const ids = Array.from({ length: 200 }, (_, n) => `agt_${n}` as const);
    for (const id of ids) {
      expect(asEmoji(emojiFor(id))).toBe(emojiFor(id));
      expect(emojiFor(id)).toBe(emojiFor(id));
    }
    expect(new Set(ids.map(emojiFor)).size).toBeGreaterThan(30);
  });

  it("is shown everywhere, is what they chose when that is one, and stays when they choose badly", async () => {
    await using room = await openBusRoom();
    const { body: made } = await room.bee.tool("agent_register", { ide: "Bee", model: "m1", emoji: "not one" });
    expect(made["emoji"]).toBe(emojiFor(room.bee.id as `agt_${string}`));
    expect((await room.bee.tool("agent_update", { emoji: "🐝" })).body).toMatchObject({ emoji: "🐝" });
    expect((await room.bee.tool("agent_update", { emoji: "z" })).body).toMatchObject({ emoji: "🐝" });
    expect((await room.bee.tool("agent_register", { ide: "Bee", model: "m2" })).body).toMatchObject({ emoji: "🐝" });
    const { json } = await room.door.call("GET", `/api/agents/${room.bee.id}`, { token: room.bee.token });
    expect(json["emoji"]).toBe("🐝");
  });
});
