import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { remoteCode } from "#commands/remote/remote-code";
import { ircTexts } from "#commands/irc/texts";
import { Secret } from "#lib/redact/secret";
import { say } from "#lib/words/words";
import { loggedIn } from "#test/fakes/irc/anope";
import { botPassword, gatherPeople, type ChatPeople } from "#test/fakes/irc/chat-people";
import type { IrcClient } from "#test/fakes/irc/client";
import { desk, run, startHub } from "#test/fakes/program";
import { verifies } from "#test/verifies";

const secret = "a-secret-that-is-long-enough";

function openPlace(port: number, remote: string, agents?: Readonly<Record<string, string>>) {
  const place = desk();
  const irc = `server: 127.0.0.1, port: ${port}, tls: false, nick: parley, channels: ["#ops", "#team"], pace: { burst: 1000, every: 1ms }`;
  const yaml = [
    'people: [{ name: Ann, role: owner, accounts: ["irc:ann"] }, { name: Cleo, role: owner, accounts: ["irc:cleo"] }]',
    "sessions: [{ name: work, cli_type: scripted }]",
    `bots: { irc: { ${irc}, sasl: { account: parley, password: "\${IRC_PASSWORD}" }${remote} } }`,
  ];
  writeFileSync(join(place.dir, "parley.yaml"), `${yaml.join("\n")}\n`);
  if (agents !== undefined) {
    const secrets = join(place.dir, ".agents/skills/irc-cli/secrets");
    mkdirSync(secrets, { recursive: true });
    const lines = Object.entries(agents).map(([key, value]) => `${key}=${value}`);
    writeFileSync(join(secrets, ".env"), `${lines.join("\n")}\n`, { mode: 0o600 });
  }
  const env = { IRC_PASSWORD: botPassword, IRC_REMOTE_SECRET: secret };
  const args = ["--home", place.home];
  const call = async (...words: readonly string[]) => run([...words, ...args], { cwd: place.dir, env });
  return {
    start: () => startHub(args, { cwd: place.dir, env }),
    audit: async () => {
      const { out } = await call("audit", "export");
      const shape = z.object({ kind: z.string(), who: z.string(), data: z.record(z.string(), z.unknown()) });
      return out
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => shape.parse(JSON.parse(line)));
    },
    call,
    [Symbol.dispose]: () => place[Symbol.dispose](),
  };
}

/** Says it in the channel and returns the bot's next line there that matches. */
async function asks(who: IrcClient, channel: string, line: string, answer: RegExp): Promise<RegExpExecArray> {
  const from = who.lines.length;
  who.send(`PRIVMSG ${channel} :parley: ${line}`);
  return who.says(answer, from);
}

const challengeIn = / PRIVMSG #ops :Challenge (run_\w+) for: /;
const codeFor = (challenge: string, line: string, room = "#ops", account = "irc:ann"): string =>
  remoteCode(new Secret(secret), { challenge, account, room, line });

let people: ChatPeople;
beforeAll(async () => {
  people = await gatherPeople();
  for (const channel of ["#ops", "#team"]) await people.join(channel);
}, 90_000);
afterAll(() => people[Symbol.asyncDispose]());

/** A hub with these settings, in its channels. */
async function openHub(remote: string, agents?: Readonly<Record<string, string>>) {
  const { ann, network } = people;
  const at = openPlace(network.port, remote, agents);
  const from = ann.lines.length;
  const hub = await at.start();
  await ann.says(/:parley!\S+ JOIN :?#ops/, from);
  await ann.says(/:parley!\S+ JOIN :?#team/, from);
  return {
    ...at,
    hub,
    [Symbol.asyncDispose]: async () => {
      await hub[Symbol.asyncDispose]();
      at[Symbol.dispose]();
    },
  };
}

const enabled = (list: string): string => `, remote_control: { enabled: true, secret: "\${IRC_REMOTE_SECRET}", ${list} }`;

describe("remote control over IRC", { timeout: 180_000 }, () => {
  verifies(["IRC-FUT-6"], "is off unless it is written and enabled: the verbs do not exist", async () => {
    await using _hub = await openHub("");
    const from = people.ann.lines.length;
    await asks(people.ann, "#ops", "!!remote hello", / PRIVMSG #ops :.*remote/);
    expect(people.ann.lines.slice(from).some((line) => challengeIn.test(line))).toBe(false);
  });

  verifies(
    ["IRC-FUT-1", "IRC-FUT-2", "IRC-FUT-3", "IRC-FUT-4", "IRC-FUT-5", "IRC-FUT-6"],
    "a command runs after its challenge is answered with the secret; everything else is refused, and each use can be replayed from the audit log",
    async () => {
      const { ann, network } = people;
      await using at = await openHub(enabled('accounts: ["ann"], channels: ["#Ops"], commands: ["hello", "irc send", "irc status"], per_minute: 9'));
      const { hub } = at;
      const challenge = async (line: string): Promise<string> => (await asks(ann, "#ops", `!!remote ${line}`, challengeIn))[1] ?? "";

      // The right way.
      const first = await challenge("hello Ann");
      await asks(ann, "#ops", `!!code ${first} ${codeFor(first, "hello Ann")}`, / PRIVMSG #ops :.*[Hh]ello,? Ann/);
      // The same code again, and one for another line, account or channel.
      await asks(ann, "#ops", `!!code ${first} ${codeFor(first, "hello Ann")}`, / PRIVMSG #ops :There is no such challenge/);
      const second = await challenge("hello Bo");
      await asks(ann, "#ops", `!!code ${second} ${codeFor(second, "hello Ann")}`, / PRIVMSG #ops :The code is wrong/);
      await asks(ann, "#ops", `!!code ${second} ${codeFor(second, "hello Bo")}`, / PRIVMSG #ops :There is no such challenge/);
      // Elsewhere, somebody else, something else.
      await asks(ann, "#team", "!!remote hello", / PRIVMSG #team :Remote control works only in/);
      await using other = new AsyncDisposableStack();
      const cleo = other.use(await loggedIn(network.port, "cleo2", "cleo", "cleo-secret"));
      cleo.send("JOIN #ops");
      await cleo.says(/ 366 /);
      await asks(cleo, "#ops", "!!remote hello", / PRIVMSG #ops :Remote control is not open to this account/);
      const open = await challenge("hello there");
      await asks(
        cleo,
        "#ops",
        `!!code ${open} ${codeFor(open, "hello there", "#ops", "irc:cleo")}`,
        / PRIVMSG #ops :Remote control is not open to this account/,
      );
      await asks(ann, "#ops", "!!remote doc extract x", / PRIVMSG #ops :doc is not on the list/);
      await asks(ann, "#ops", "!!remote hellox", / PRIVMSG #ops :hellox is not on the list/);
      // What uses the network is asked about first, though Ann is the owner.
      const network_ = await challenge("irc status");
      const from = ann.lines.length;
      ann.send(`PRIVMSG #ops :parley: !!code ${network_} ${codeFor(network_, "irc status")}`);
      await ann.says(/ PRIVMSG #ops :The code is right/, from);
      const [, code = ""] = await ann.says(/yes ([a-z]{5})/, from);
      ann.send(`PRIVMSG #ops :parley: no ${code}`);
      await ann.says(/ PRIVMSG #ops :.*(denied|not approved|did not run|refused)/i, from);

      // Every use can be recomputed from the log, and the log says why the others were refused.
      const records = await at.audit();
      const uses = records.filter(({ data }) => data["did"] === "remote run");
      expect(uses.map(({ data }) => data["line"])).toEqual(["hello Ann", "irc status"]);
      for (const { data } of uses) {
        const subject = z.object({ challenge: z.string(), account: z.string(), room: z.string(), line: z.string() }).parse(data);
        const typed = records.find((one) => one.data["command"] === "code" && JSON.stringify(one.data["args"]).includes(subject.challenge));
        expect(typed?.data["args"]).toMatchObject({ challenge: subject.challenge, code: remoteCode(new Secret(secret), subject) });
        expect(records.some((one) => one.data["run"] === data["run"] && one.data["line"] === subject.line)).toBe(true);
      }
      const refusals = new Set(records.map(({ data }) => data["code"]).filter((one) => typeof one === "string" && one.startsWith("Remote")));
      expect(refusals).toEqual(new Set(["RemoteNoChallenge", "RemoteWrongCode", "RemoteWrongPlace", "RemoteNotAllowed", "RemoteNotListed"]));
      expect((await at.call("audit", "verify")).code).toBe(0);
      expect(JSON.stringify(records)).not.toContain(secret);
      expect(hub.out + hub.err).not.toContain(secret);
    },
  );

  it("locks an account out after five wrong codes, also from challenges that are open, and runs the words as they were typed", async () => {
    const { ann } = people;
    await using at = await openHub(enabled('accounts: ["ann"], channels: ["#ops"], commands: ["hello"], per_minute: 20'));
    const challenge = async (line: string): Promise<string> => (await asks(ann, "#ops", `!!remote ${line}`, challengeIn))[1] ?? "";
    const quoted = 'hello "a;b"';
    const typed = await challenge(quoted);
    await asks(ann, "#ops", `!!code ${typed} ${codeFor(typed, quoted)}`, / PRIVMSG #ops :.*a;b.* is one argument too many/);

    const open = await challenge("hello Ann");
    for (let i = 0; i < 5; i++) {
      const wrong = await challenge("hello Ann");
      await asks(ann, "#ops", `!!code ${wrong} ${"0".repeat(16)}`, / PRIVMSG #ops :The code is wrong/);
    }
    await asks(ann, "#ops", `!!code ${open} ${codeFor(open, "hello Ann")}`, / PRIVMSG #ops :Too many wrong codes/);
    const records = await at.audit();
    expect(records.filter(({ data }) => data["did"] === "remote run").map(({ data }) => data["line"])).toEqual([quoted]);
    expect(records.filter(({ data }) => data["code"] === "RemoteLocked")).toHaveLength(1);
  });

  verifies(["IRC-FUT-4", "IRC-FUT-5", "IRC-FUT-6"], "what changes the world runs when somebody says yes, and the log says who did", async () => {
    const { ann, network } = people;
    const line = "irc send --text sent-by-remote";
    await using at = await openHub(enabled('accounts: ["ann"], channels: ["#ops"], commands: ["irc send"]'), {
      IRC_SERVER: "127.0.0.1",
      IRC_PORT: String(network.port),
      IRC_TLS: "0",
      IRC_CHANNEL: "#team",
      IRC_NICK: "sender",
    });
    const [, challenge = ""] = await asks(ann, "#ops", `!!remote ${line}`, challengeIn);
    const from = ann.lines.length;
    ann.send(`PRIVMSG #ops :parley: !!code ${challenge} ${codeFor(challenge, line)}`);
    const [, code = ""] = await ann.says(/yes ([a-z]{5})/, from);
    // Nothing was sent yet: the command waits for the answer.
    expect(ann.lines.slice(from).filter((one) => one.startsWith(":sender!"))).toEqual([]);
    ann.send(`PRIVMSG #ops :parley: yes ${code}`);
    await ann.says(/^(?:@\S+ )?:sender!\S+ PRIVMSG #team :sent-by-remote$/, from);
    const sent = say("en", ircTexts.ircSent, { to: "#team", chars: 14, lines: 1 });
    while (!ann.textsTo("#ops").some((text) => text.includes(sent))) await ann.says(/ PRIVMSG #ops :/, ann.lines.length);
    const records = await at.audit();
    const use = records.find(({ data }) => data["did"] === "remote run");
    expect(use).toMatchObject({ data: { account: "irc:ann", room: "#ops", line, challenge } });
    expect(records.filter(({ data }) => data["run"] === use?.data["run"] && data["exit"] === 0)).toMatchObject([{ kind: "run", who: use?.who }]);
    expect(records.filter(({ kind }) => kind === "answered")).toMatchObject([{ who: use?.who }]);
  });

  verifies("IRC-FUT-3", "outside its hours it gives no challenge, and the log says so", async () => {
    const { ann } = people;
    const hour = (from: number): string => `${String((new Date().getHours() + from) % 24).padStart(2, "0")}:00`;
    await using at = await openHub(enabled(`accounts: ["ann"], channels: ["#ops"], commands: ["hello"], hours: "${hour(2)}-${hour(4)}"`));
    const from = ann.lines.length;
    await asks(ann, "#ops", "!!remote hello", / PRIVMSG #ops :Remote control is closed at this time/);
    expect(ann.lines.slice(from).filter((one) => challengeIn.test(one))).toEqual([]);
    expect((await at.audit()).filter(({ data }) => data["code"] === "RemoteOutsideHours")).toHaveLength(1);
  });

  verifies("IRC-FUT-4", "challenges are limited, and wrong codes lock the account out", async () => {
    const { ann } = people;
    await using _hub = await openHub(enabled('accounts: ["ann"], channels: ["#ops"], commands: ["hello"], per_minute: 60'));
    for (let i = 0; i < 5; i++) {
      const [, challenge = ""] = await asks(ann, "#ops", "!!remote hello", challengeIn);
      await asks(ann, "#ops", `!!code ${challenge} 0000000000000000`, / PRIVMSG #ops :The code is wrong/);
    }
    await asks(ann, "#ops", "!!remote hello", / PRIVMSG #ops :Too many wrong codes/);
  });

  verifies(["IRC-FUT-3", "IRC-FUT-4"], "a code that comes too late is refused, and so is one challenge too many", async () => {
    const { ann } = people;
    await using _hub = await openHub(enabled('accounts: ["ann"], channels: ["#ops"], commands: ["hello"], per_minute: 1, code_valid: 1ms'));
    const [, challenge = ""] = await asks(ann, "#ops", "!!remote hello", challengeIn);
    await asks(ann, "#ops", `!!code ${challenge} ${codeFor(challenge, "hello")}`, / PRIVMSG #ops :There is no such challenge/);
    await asks(ann, "#ops", "!!remote hello", / PRIVMSG #ops :Too many challenges/);
  });
});
