import { expect, it } from "vitest";
import type { Actor } from "#domain/people";
import { terminalCommand } from "#commands/kit/terminal-command";
import { BusHub, operator } from "#test/fakes/bus-hub";

const make = terminalCommand({ name: "make", summary: { en: "for a test", "zh-CN": "用于测试" }, needs: ["files.write"] }, async (_args, ctx) => {
  await using sink = await ctx.files.artifact("made.txt", { mime: "text/plain", description: "" });
  await sink.write("swordfish");
  const { path } = await sink.finish();
  return { exitCode: 0, text: path, result: { ok: true } };
});
const peek = terminalCommand(
  {
    name: "peek",
    summary: { en: "for a test", "zh-CN": "用于测试" },
    needs: ["files.read"],
    flags: { in: { kind: "text", placeholder: "PATH", summary: { en: "path", "zh-CN": "路径" } } },
  },
  async ({ in: path = "" }, ctx) => {
    await using _file = await ctx.files.open(path, 1_000);
    return { exitCode: 0, text: "read", result: { ok: true } };
  },
);

it("a caller reads the artifacts of runs that they see, a session also those that the person behind its turn sees", async () => {
  await using rig = await BusHub.start({ commands: [make, peek] });
  const { terminal } = rig.hub;
  const [ann, bob] = [await rig.agent("Ann"), await rig.agent("Bob")];
  const ada = await rig.person("Ada", "admin");
  // Outside of any thread, so it is its caller's own.
  const run = await terminal.exec({ by: ann, surface: "mcp", line: "make" });
  const path = run.artifacts?.[0]?.path ?? "";
  expect(path).toBe(`.agents/artifacts/${run.id}/made.txt`);
  const reads = async (by: Actor): Promise<unknown> => {
    const { exitCode, code } = await terminal.exec({ by, surface: "mcp", line: `peek --in ${path}` });
    return exitCode === 0 ? "read" : code;
  };
  expect([await reads(ann), await reads(ada), await reads(operator)]).toEqual(["read", "read", "read"]);
  expect(await reads(bob)).toBe("NotFound");

  const thread = await rig.thread(ada, "work");
  const at = rig.clock.now();
  const session = await rig.store.putSession({
    id: "ses_1",
    name: "s",
    thread,
    kind: "scripted",
    cliType: "scripted",
    workDir: "/",
    settings: {},
    source: "store",
    at,
  });
  const own = { kind: "session", id: session.id, name: "s", thread } as const;
  expect(await reads(own)).toBe("NotFound");
  const by = { kind: "person", id: ada.id, name: "Ada" } as const;
  const message = { id: "msg_1", thread, at, author: by, role: "user", text: "look", surface: "api", turn: "trn_1" } as const;
  await rig.store.accept({
    at,
    message,
    turn: { id: "trn_1", session: session.id, thread, origin: "prompt", prompt: "look", message: message.id, by, beganBy: ada.id, at },
  });
  await rig.store.beginTurn(session.id, at);
  expect(await reads(own)).toBe("read");
});
