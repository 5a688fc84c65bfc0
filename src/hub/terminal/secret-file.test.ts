import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { verifies } from "#test/verifies";
import { createSecretFiles, type ReadSecretFile } from "./secret-file.ts";

let base = "";
let root = "";
let folder = "";

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "parley-secrets-"));
  root = join(base, "workspace");
  folder = join(root, ".agents/skills/irc-cli/secrets");
  mkdirSync(folder, { recursive: true });
});
afterEach(() => rmSync(base, { recursive: true }));

const read = (key = "k"): Promise<ReadSecretFile> => createSecretFiles({ root, key: Buffer.from(key) }).read("irc-cli", "en");
const write = (text: string | Uint8Array): void => writeFileSync(join(folder, ".env"), text);

describe("the secrets of a skill", () => {
  verifies("IRC-ENV-1", "are read from its secrets/.env in the workspace, anew each time", async () => {
    expect(await read()).toMatchObject({ path: ".agents/skills/irc-cli/secrets/.env", isThere: false });
    write("IRC_NICK=one\nIRC_SERVER_PASSWORD=hunter2\nIRC_CHANNEL_KEY=\n");
    const first = await read();
    expect([first.isThere, first.get("IRC_NICK")?.reveal(), first.get("IRC_CHANNEL_KEY")?.reveal(), first.get("PATH")]).toEqual([true, "one", "", undefined]);
    write("IRC_NICK=two\n");
    expect((await read()).get("IRC_NICK")?.reveal()).toBe("two");
  });

  it("print as [secret]; only the hub gets all of them, to keep them out of what others see", async () => {
    write("A_PASSWORD=hunter2\nB_TOKEN=hunter2\nCHANNEL_KEY=hunter3\nD_KEY=\nNICK=lemon");
    const file = await read();
    expect(`${inspect(file, { depth: 9 })}${JSON.stringify(file)}${inspect(file.get("A_PASSWORD"))}${JSON.stringify(file.get("A_PASSWORD"))}`).not.toContain(
      "hunter",
    );
    expect(file.values()).toEqual(["hunter2", "hunter3"]);
  });

  it("have a digest that changes with any value, not with the order, and not by anybody without the key", async () => {
    write("A=1\nB=2\n");
    const { digest } = await read();
    write("# moved\nB=2\nA=1\n");
    expect((await read()).digest).toBe(digest);
    expect((await read("another")).digest).not.toBe(digest);
    write("A=1\nB=3\n");
    expect((await read()).digest).not.toBe(digest);
  });

  it("are refused by the line's number, never with its content", async () => {
    write("A=1\nhunter2\n");
    const error = await read().catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: "BadConfig", message: expect.stringContaining("Line 2 of `.agents/skills/irc-cli/secrets/.env`") as string });
    expect(inspect(error, { depth: 9 })).not.toContain("hunter");
  });

  it("are not taken from a file elsewhere, a pipe, a folder, a large file or one that is no text", async () => {
    const refusedAs = async (sentence: string): Promise<void> => {
      await expect(read()).rejects.toMatchObject({ code: "BadConfig", message: expect.stringContaining(sentence) as string });
      rmSync(join(folder, ".env"), { recursive: true });
    };
    writeFileSync(join(base, "elsewhere"), "A=1");
    symlinkSync(join(base, "elsewhere"), join(folder, ".env"));
    await refusedAs("points outside");
    execFileSync("mkfifo", [join(folder, ".env")]);
    await refusedAs("not a regular file");
    mkdirSync(join(folder, ".env"));
    await refusedAs("not a regular file");
    write(`A=${"x".repeat(64 * 1024)}`);
    await refusedAs("larger than 64.0 KB");
    write(Buffer.from([0x41, 0x3d, 0xff, 0xfe]));
    await refusedAs("not valid UTF-8");
  });

  it("may stand behind a link that stays in the workspace", async () => {
    writeFileSync(join(root, "kept.env"), "A=1");
    symlinkSync("../../../../kept.env", join(folder, ".env"));
    expect((await read()).get("A")?.reveal()).toBe("1");
  });

  it("are of a skill that has a name, not a path", async () => {
    await expect(createSecretFiles({ root, key: Buffer.from("k") }).read("../irc-cli", "en")).rejects.toMatchObject({ code: "Internal" });
  });
});
