import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Program } from "#test/fakes/program";

const child = join(dirname(dirname(import.meta.dirname)), "test", "fakes", "loaded-modules.ts");
const said = z.object({ before: z.array(z.string()), after: z.array(z.string()) });

/** What each platform is made of, and the settings with which its channel can be made. */
const platforms = {
  telegram: { libraries: ["grammy"], settings: { token: "1:a" } },
  discord: { libraries: ["@discordjs/core", "@discordjs/rest", "@discordjs/ws"], settings: { token: "a.b.c" } },
  feishu: { libraries: ["@larksuiteoapi/node-sdk"], settings: { app_id: "cli_0123456789abcdef", app_secret: "s" } },
  onebot: { libraries: ["ws"], settings: { url: "ws://127.0.0.1:9", access_token: "t" } },
  // Its library is loaded with the first connection.
  irc: { libraries: [], settings: { server: "127.0.0.1", nick: "parley" } },
} as const;
const libraries = new Set<string>(["irc-framework", ...Object.values(platforms).flatMap((platform) => platform.libraries)]);

describe.each(Object.entries(platforms))("%s", (platform, { libraries: own, settings }) => {
  it("is loaded when a channel of it is configured, and nothing of the other platforms is", async () => {
    await using program = new Program([process.execPath, "-C", "parley-source", child, platform, JSON.stringify(settings)], {});
    const { code, out, err } = await program.ended;
    expect([code, err]).toEqual([0, ""]);
    const { before, after } = said.parse(JSON.parse(out));
    // The catalog knows the settings of all of them, and the libraries of none.
    const parts = (modules: readonly string[]) => modules.filter((one) => one.startsWith("src/channels/") && !/\/(?:index|kit\/[\w-]+)$/.test(one));
    expect(parts(before)).toEqual([]);
    expect(before.filter((one) => libraries.has(one))).toEqual([]);
    expect(parts(after).length).toBeGreaterThan(5);
    expect(parts(after).filter((one) => !one.startsWith(`src/channels/${platform}/`))).toEqual([]);
    expect(after).toEqual(expect.arrayContaining([...own]));
    // Discord's and Feishu's libraries bring ws, too.
    const mine = new Set<string>([...own, "ws"]);
    expect(after.filter((one) => libraries.has(one) && !mine.has(one))).toEqual([]);
  });
});
