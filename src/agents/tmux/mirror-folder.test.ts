import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mirrorFolder } from "./mirror-folder.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "parley-mirror-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe("a folder that mirrors one of the user's", () => {
  it("shows what is there, keeps its own apart, and hands over what is written later", async () => {
    const of = join(dir, "user");
    mkdirSync(join(of, "extensions"), { recursive: true });
    writeFileSync(join(of, "settings.json"), "{}");
    const mirror = { folder: "home/.cli", of, files: ["login.json"], folders: ["tmp"], except: ["extensions"] };
    await mirrorFolder(mirror, join(dir, "session"));
    const own = join(dir, "session", "home", ".cli");
    expect([readFileSync(join(own, "settings.json"), "utf8"), existsSync(join(own, "extensions"))]).toEqual(["{}", false]);
    writeFileSync(join(own, "settings.json"), "{ 1 }");
    writeFileSync(join(own, "login.json"), "in");
    writeFileSync(join(own, "tmp", "record"), "said");
    expect(["settings.json", "login.json", "tmp/record"].map((name) => readFileSync(join(of, name), "utf8"))).toEqual(["{ 1 }", "in", "said"]);
    // Made anew with the next start, and gone with the session: the user's own stays.
    await mirrorFolder(mirror, join(dir, "session"));
    rmSync(join(dir, "session"), { recursive: true });
    expect(readFileSync(join(of, "tmp", "record"), "utf8")).toBe("said");
  });
});
