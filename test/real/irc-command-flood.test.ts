import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { fileName } from "#lib/fs/file-name";
import { ircClient } from "#test/fakes/irc/client";
import { openIrcRoom } from "#test/fakes/irc/irc-room";
import { startNgircd } from "#test/fakes/irc/ngircd";
import { rawIrcServer } from "#test/fakes/irc/raw-server";
import { verifies } from "#test/verifies";
import { ircTexts } from "#commands/irc/texts";
import { say } from "#lib/words/words";

const flood = 5_000;

describe("what arrives", () => {
  verifies(
    ["REQ-0028-012", "IRC-TRUNC-5"],
    "in a flood of 5,000 lines is all in the JSONL; the newest 500 wait, the others are counted, and the hub answers meanwhile",
    async () => {
      await using server = await startNgircd();
      await using room = await openIrcRoom(server.port, { IRC_NICK: "flooded" });
      using bob = await ircClient({ port: server.port, nick: "bob", channels: ["#lemon"] });
      await room.exec("irc connect");
      for (let i = 0; i < flood; i += 100) {
        bob.send(...Array.from({ length: 100 }, (_, k) => `PRIVMSG #lemon :flood ${i + k} ${"x".repeat(60)}`));
        expect((await room.exec("hello")).exit_code).toBe(0);
      }
      await vi.waitFor(
        async () => {
          const { result } = await room.exec("irc history --limit 1");
          expect(result["messages"]).toMatchObject([{ id: String(flood) }]);
        },
        { interval: 20, timeout: 30_000 },
      );
      const lines = await room.mirror("inbound");
      expect(lines).toHaveLength(flood);
      expect(lines.at(-1)).toMatchObject({ id: `#lemon ${flood}`, from: "#lemon", nick: "bob", kind: "message" });
      const pulled = await room.exec("irc pull --limit 1");
      expect(pulled.result).toMatchObject({ returned: 1, dropped_count: flood - 500, waiting_count: 499, messages: [{ id: String(flood - 499) }] });
      expect(pulled.stdout).toContain(say("en", ircTexts.ircDropped, { count: flood - 500 }));
      expect((await room.exec("irc pull --limit 1")).result).toMatchObject({ dropped_count: 0 });
      expect((await room.exec("irc history --before 3")).result).toMatchObject({ returned: 2, messages: [{ id: "1" }, { id: "2" }] });
    },
  );

  verifies("REQ-0028-012", "and what is sent stands in JSONL with every control character escaped; a copy that is deleted is made anew", async () => {
    await using server = await startNgircd();
    await using room = await openIrcRoom(server.port, { IRC_NICK: "copied" });
    using bob = await ircClient({ port: server.port, nick: "bob", channels: ["#lemon"] });
    await room.exec("irc send --text-stdin", { stdin: "out \u001b[2J\u202e one\nand two" });
    bob.send("PRIVMSG #lemon :in \u001b[2J\u0002\u202e\u2028 one", "PRIVMSG copied :alone", "NOTICE #lemon :beep");
    await room.untilWaiting(2);
    expect(await room.mirror("inbound")).toMatchObject([
      { id: "#lemon 1", from: "#lemon", nick: "bob", kind: "message", text: "in \u001b[2J\u0002\u202e\u2028 one" },
      { id: "* 1", from: "*", text: "alone" },
      { id: "#lemon 2", kind: "notice", text: "beep" },
    ]);
    expect(await room.mirror("outbound")).toMatchObject([
      { id: "1", server: "127.0.0.1", to: "#lemon", text: "out \u001b[2J\u202e one\nand two", outcome: "sent", messages: 2 },
    ]);
    const folder = `.agents/sessions/${fileName(room.bus.bee.id)}/irc`;
    for (const name of ["inbound", "outbound"])
      expect((await room.file(`${folder}/${name}.jsonl`)).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    await rm(join(room.bus.door.workspace, folder), { recursive: true });
    bob.send("PRIVMSG #lemon :three");
    await room.untilWaiting(3);
    await room.exec("irc send --text again");
    expect((await room.mirror("inbound")).map(({ id }) => id)).toEqual(["#lemon 1", "#lemon 2", "* 1", "#lemon 3"]);
    expect(await room.mirror("outbound")).toMatchObject([{ id: "1" }, { id: "2", text: "again" }]);
  });

  it("from a server that lies is kept only for rooms that the session is in", async () => {
    await using raw = await rawIrcServer();
    await using room = await openIrcRoom(raw.port, {});
    const connecting = room.exec("irc connect");
    const end = await raw.welcome();
    await end.says(/^JOIN #lemon/);
    end.send(":lemonbot!l@h JOIN #lemon");
    await connecting;
    end.send(
      ...Array.from({ length: 300 }, (_, i) => `:evil!e@h PRIVMSG #room${i} :x`),
      ":lemonbot!l@h PRIVMSG #lemon :as if it were me",
      ":evil!e@h PRIVMSG #lemon :real",
    );
    expect(await room.untilWaiting(1)).toMatchObject([{ nick: "evil", text: "real" }]);
    expect(await room.mirror("inbound")).toHaveLength(1);
    expect((await room.exec("irc history --from #room7")).result).toMatchObject({ returned: 0 });
  });
});
