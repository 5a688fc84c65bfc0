import { afterAll, beforeAll, describe, expect } from "vitest";
import { Dockerd } from "#test/fakes/engine/dockerd";
import { verifies } from "#test/verifies";
import { bash, call, end, longMs, openStage, readme, write } from "./workshop-stage.ts";
import { talk } from "./talk.ts";

let daemon: Dockerd;
beforeAll(async () => {
  daemon = await Dockerd.start();
});
afterAll(() => daemon[Symbol.asyncDispose]());

const greeter = [
  call("todo", { action: "add", content: "write the script", status: "in_progress" }),
  write("hello.sh", 'echo "Hello, $1"\n'),
  bash("bash hello.sh World"),
  write("README.md", readme),
  call("todo", { action: "update", item_id: 1, status: "done" }),
  end({ archive_name: "greeter", summary: "A script that greets." }),
];

describe("a code delivery", () => {
  verifies(
    ["CD-1.1-1", "CD-11.1-1", "CD-11.1-4", "CD-11.3-1", "CD-11.4-1"],
    "from an empty folder: code, a command, and the archive in the group; then nothing is left",
    async () => {
      await using stage = await openStage(daemon, { "a greeter": greeter });
      const { parley, model } = stage;
      const room = parley.chat.group("dev", ["ada", "bo"]);
      const ada = talk(parley, "ada", room);
      ada.say("!!deliver make a greeter");
      const archive = await stage.archive(room);
      expect(archive).toMatchObject({ text: expect.stringContaining("A script that greets.") as unknown, file: { name: "greeter.zip" } });
      const files = await stage.content(archive);
      expect([...files.keys()].toSorted()).toEqual(["README.md", "hello.sh"]);
      expect(files.get("README.md")).toBe(readme);
      await parley.chat.waitFor(() => ada.heard().some((text) => text.includes(archive.file?.sha256 ?? "?")), { timeoutMs: longMs });
      const results = model.exchanges.at(-1)?.results ?? [];
      expect(results[2]).toContain("Hello, World");
      expect([await stage.containers(), stage.folders()]).toEqual([[], []]);
    },
    longMs,
  );
});
