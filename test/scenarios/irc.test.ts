import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { accessTexts } from "#hub/access/texts";
import { say } from "#lib/words/words";
import { botPassword, gatherPeople } from "#test/fakes/irc/chat-people";
import { ircClient } from "#test/fakes/irc/client";
import { startNgircd } from "#test/fakes/irc/ngircd";
import { listeningOf } from "#test/fakes/listening";
import { desk, run, startHub } from "#test/fakes/program";
import { verifies } from "#test/verifies";

// The program as people start it, with the settings they would write, on real IRC servers.

const script = `
on "may i"
  ask permission "May I push?" argv ["git", "push"] in "/srv/app"
    when "allow"
      say "Pushed."
    otherwise
      say "Then not."

on "make one"
  make "report.md" mime "text/markdown" "The report"
    | # All well
  say "Here it is."

on "lines"
  say "{prompt}" every 0ms

otherwise
  say "did {prompt}" every 0ms
`;

interface PlaceOptions {
  /** What stands under `bots.irc`. */
  readonly bots: string;
  readonly more?: string;
  readonly flags?: readonly string[];
}

function openPlace({ bots, more = "", flags = [] }: PlaceOptions) {
  const place = desk();
  writeFileSync(join(place.dir, "work.script"), script);
  const people = 'people:\n  - { name: Ann, role: owner, accounts: ["irc:ann", "irc:~bo", "irc:bo"] }\n';
  const sessions = "sessions: [{ name: work, cli_type: scripted, script: work.script }]\ndefault_session: work\n";
  writeFileSync(join(place.dir, "parley.yaml"), `${people}${sessions}${more}bots:\n  irc: ${bots}\n`);
  const env = { IRC_PASSWORD: botPassword };
  const args = ["--home", place.home];
  return {
    place,
    start: () => startHub([...args, ...flags], { cwd: place.dir, env }),
    links: async () =>
      (JSON.parse((await run(["status", ...args, "--json"], { cwd: place.dir, env })).out) as { links: { state: string; reason: string }[] }).links,
    shown: async () => (await run(["status", ...args], { cwd: place.dir, env })).out,
    doctor: async () =>
      (JSON.parse((await run(["doctor", ...args, "--json"], { cwd: place.dir, env })).out) as { what: string; state: string; says: string }[]).find(
        ({ what }) => what === "irc",
      ),
    [Symbol.dispose]: () => place[Symbol.dispose](),
  };
}

const pace = "pace: { burst: 1000, every: 1ms }";

describe("Parley on IRC", { timeout: 180_000 }, () => {
  verifies(
    ["C-1.1-1", "C-1.2-1", "C-2.3.1-1", "C-5.1-14"],
    "who is logged in to services prompts and answers; a bare nick is a stranger, whatever it is called and whatever the entries say",
    async () => {
      await using people = await gatherPeople();
      const { network, ann, bo } = people;
      await people.join("#team");
      using at = openPlace({
        bots: `{ server: 127.0.0.1, port: ${network.port}, tls: false, nick: parley, channels: ["#team"], sasl: { account: parley, password: "\${IRC_PASSWORD}" }, ${pace} }`,
      });
      await using hub = await at.start();
      // Only outbound connections: nothing listens but the page's own port on loopback.
      expect(listeningOf(hub.pid)).toEqual([`127.0.0.1:${hub.port}`]);
      await ann.says(/:parley!\S+ JOIN :?#team/);

      ann.send("PRIVMSG parley :hello there");
      await ann.says(/PRIVMSG annie :did hello there$/);
      // Notices and CTCP are no words of a person; a line to nobody in particular is not meant for Parley.
      ann.send("NOTICE parley :a notice", "PRIVMSG parley :\u0001VERSION\u0001", "PRIVMSG #team :talk among people", "PRIVMSG #team :parley, and this");
      await ann.says(/PRIVMSG #team :did and this$/);

      ann.send("PRIVMSG #team :PARLEY: may I?");
      const [, code = ""] = await ann.says(/PRIVMSG #team :.*yes ([a-z]{5})/);
      await ann.says(/PRIVMSG #team :.*1\. /);
      // Bo has no account. Neither in the channel nor alone can he answer, though the entries name his nick.
      bo.send(`PRIVMSG #team :parley: yes ${code}`, `PRIVMSG #team :yes ${code}`, `PRIVMSG parley :yes ${code}`);
      const refusal = say("en", accessTexts.notLoggedIn, { name: "bo" });
      await bo.says(/ PRIVMSG bo :/);
      expect(bo.textsTo("bo")).toEqual([refusal]);
      ann.send(`PRIVMSG parley :yes ${code}`);
      await ann.says(/PRIVMSG #team :Pushed\.$/);
      await ann.says(/PRIVMSG annie :.*Pushed\.$/);

      // Whoever takes Ann's nick does not get what is for her: the chat is her account's.
      ann.send("NICK anna");
      await ann.says(/^\S+ NICK :?anna/);
      bo.send("NICK annie");
      await bo.says(/^\S+ NICK :?annie/);
      bo.send("PRIVMSG parley :it is me, annie");
      await bo.says(/ PRIVMSG annie :/);
      expect(bo.textsTo("annie")).toEqual([say("en", accessTexts.notLoggedIn, { name: "annie" })]);
      ann.send("PRIVMSG parley :still here");
      await ann.says(/PRIVMSG anna :did still here$/);

      // A file is told in words; a line break is a line, never a command.
      ann.send("PRIVMSG parley :make one");
      await ann.says(/PRIVMSG anna :report\.md .*page/);
      await ann.says(/PRIVMSG anna :Here it is\.$/);

      expect(await at.links()).toMatchObject([{ id: "irc", platform: "irc", state: "connected", reason: "" }]);
      expect(await at.doctor()).toMatchObject({ state: "ok" });
      expect(bo.lines.filter((line) => line.includes("talk among people") && line.includes(":parley!"))).toEqual([]);
      expect((await hub.stop()).code).toBe(0);
      expectNowhere(at.place.home, botPassword, hub.out + hub.err);
    },
  );

  it("with --allow-everyone a bare nick may prompt alone with the bot and never approve; a server that is killed is found again", async () => {
    await using server = await startNgircd();
    using at = openPlace({
      bots: `{ server: 127.0.0.1, port: ${server.port}, tls: false, nick: parley, channels: ["#team", "#other"], ${pace} }`,
      more: "security: { whitelist_enabled: false }\n",
      flags: ["--allow-everyone"],
    });
    await using _hub = await at.start();
    const meet = async () => {
      const bo = await ircClient({ port: server.port, nick: "bo", channels: ["#team"] });
      bo.send("NAMES #team");
      while (!bo.lines.some((line) => /:parley!\S+ JOIN :?#team| 353 .*\bparley\b/.test(line))) await bo.says(/ 353 | JOIN /, bo.lines.length);
      return bo;
    };
    {
      using bo = await meet();
      bo.send("PRIVMSG parley :hello");
      await bo.says(/PRIVMSG bo :did hello$/);
      bo.send("PRIVMSG parley :may I?");
      const [, code = ""] = await bo.says(/PRIVMSG bo :.*yes ([a-z]{5})/);
      bo.send(`PRIVMSG parley :yes ${code}`, "PRIVMSG #team :parley: hear me", "PRIVMSG parley :!!whoami");
      await bo.says(/PRIVMSG bo :.*irc:~bo/);
      expect(bo.lines.filter((line) => /Pushed|did hear me/.test(line))).toEqual([]);
    }
    await server.kill();
    await server.restart();
    using bo = await meet();
    bo.send("PRIVMSG parley :!!stop", "PRIVMSG parley :back again");
    await bo.says(/PRIVMSG bo :did back again$/);
  });

  it("a channel that lets nobody in and a nick that is taken are told in the state, and mended when they can be", async () => {
    await using server = await startNgircd({ keyed: { name: "#vault", key: "right" } });
    using holder = await ircClient({ port: server.port, nick: "parley", channels: ["#open", "#closed"] });
    holder.send("MODE #closed +i", "JOIN #banned", "MODE #banned +b *!*@*");
    await holder.synced();
    using at = openPlace({
      bots: `{ server: 127.0.0.1, port: ${server.port}, tls: false, nick: parley, channels: ["#open", "#vault", "#closed", "#banned"], channel_keys: { "#vault": wrong }, ${pace} }`,
    });
    await using _hub = await at.start();
    using eve = await ircClient({ port: server.port, nick: "eve", channels: ["#open"] });
    eve.send("NAMES #open");
    await eve.says(/353 .*parley_|parley_!\S+ JOIN/);
    const links = await at.links();
    expect(links).toMatchObject([{ state: "impaired" }]);
    for (const word of ["#vault", "#closed", "#banned", "parley_"]) expect(links[0]?.reason).toContain(word);
    expect(await at.shown()).toMatch(/^ {2}irc {2}red {2}impaired: .*#vault/m);
    // The nick is taken back as soon as it is free.
    holder.send("QUIT");
    await eve.says(/^:parley_!\S+ NICK :?parley/);
  });
});

/** The password is in no file of the home and in nothing that the program printed. */
function expectNowhere(home: string, secret: string, printed: string): void {
  expect(printed).not.toContain(secret);
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) expect([entry.name, readFileSync(join(entry.parentPath, entry.name)).includes(secret)]).toEqual([entry.name, false]);
  }
}
