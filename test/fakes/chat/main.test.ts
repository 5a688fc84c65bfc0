import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { systemClock } from "#lib/time/clock";
import { startWith } from "#test/contracts/channel-world";
import { chatChannel } from "./channel.ts";
import { readChatLog } from "./log.ts";

it("runs as a process of its own, takes commands, and leaves its log behind when it is killed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "chat-"));
  const [portFile, logFile] = [join(folder, "port"), join(folder, "chat.jsonl")];
  const child = spawn(
    process.execPath,
    ["-C", "parley-source", fileURLToPath(new URL("./main.ts", import.meta.url)), "--port-file", portFile, "--log", logFile, "--token", "t1"],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  try {
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const command = async (what: object): Promise<unknown> => {
      child.stdin.write(`${JSON.stringify(what)}\n`);
      const { value } = (await answers.next()) as { value: string };
      return JSON.parse(value);
    };
    const room = "dm-ann";
    expect(await command({ do: "direct", user: "ann" })).toEqual({ room });
    expect(await command({ do: "dance" })).toHaveProperty("error");
    const received = Promise.withResolvers<string>();
    await using channel = chatChannel("c", { port: Number(readFileSync(portFile, "utf8")), token: "t1" }, { clock: systemClock, random: Math.random });
    await channel.start({ received: async (event) => (received.resolve(event.key), {}), link: () => undefined }, startWith(new AbortController().signal));
    await command({ do: "say", user: "ann", room, text: "hi" });
    expect(await received.promise).toBe("event-1");
    const [piece] = channel.render([{ kind: "text", markdown: "hello" }], { channel: "c", room });
    expect(piece && (await channel.post({ channel: "c", room }, piece, { key: "k", signal: new AbortController().signal }))).toEqual({
      ok: true,
      receipt: "m2",
    });
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(readChatLog(logFile).messages).toMatchObject([
      { id: "m1", by: "ann", text: "hi" },
      { id: "m2", by: "parley", text: "hello", nonce: "k" },
    ]);
  } finally {
    child.kill("SIGKILL");
  }
});
