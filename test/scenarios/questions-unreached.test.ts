import { describe, expect, it } from "vitest";
import { questionTexts } from "#hub/questions/texts";
import { say } from "#lib/words/words";
import { DiscordServer } from "#test/fakes/discord/server";
import { FeishuServer } from "#test/fakes/feishu/server";
import { botPassword, gatherPeople } from "#test/fakes/irc/chat-people";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { OneBotServer } from "#test/fakes/onebot/server";
import { shownText } from "#test/fakes/onebot/world";
import { TelegramServer } from "#test/fakes/telegram/server";
import { Parley } from "./parley.ts";

// Lesson 8 on each platform, with the hub's own channel: Bo asks in his chat, and Ann, who alone may answer, cannot be reached there.

/** One platform, on which Bo talks to Parley. */
interface Place {
  readonly bots: string;
  /** Of Bo and Ann. */
  readonly accounts: readonly [string, string];
  say(text: string): void;
  heard(): readonly string[];
  until(look: () => boolean): Promise<unknown>;
}

type Open = (stack: AsyncDisposableStack) => Promise<Place>;

const waitMs = 30_000;

const platforms: Readonly<Record<string, Open>> = {
  "Telegram: Ann has blocked the bot": async (stack) => {
    const server = stack.use(await TelegramServer.start({ waitMs }));
    for (const [id, name] of [
      [8, "Bo"],
      [7, "Ann"],
    ] as const)
      server.user(id, { first_name: name });
    const room = server.direct(8);
    server.world.blocked.add(server.direct(7));
    return {
      bots: `telegram: { token: "${server.token}", api_root: "${server.root}" }`,
      accounts: ["telegram:8", "telegram:7"],
      say: (text) => void server.say(8, room, text),
      heard: () => server.posted.filter(({ chat }) => chat.id === 8).map(({ text }) => text),
      until: (look) => server.waitFor(look),
    };
  },
  "Discord: Ann takes no direct messages": async (stack) => {
    const server = stack.use(await DiscordServer.start({ waitMs }));
    const [bo, ann] = [server.user("Bo"), server.user("Ann")];
    const room = server.direct(bo);
    server.world.shut.add(ann);
    return {
      bots: `discord: { token: "${server.token}", api_root: "${server.root}" }`,
      accounts: [`discord:${bo}`, `discord:${ann}`],
      say: (text) => void server.say(bo, room, text),
      heard: () => server.posted.filter(({ channel }) => channel.id === room).map(({ content }) => content),
      until: (look) => server.waitFor(look),
    };
  },
  "Feishu: Ann is not in the organisation": async (stack) => {
    const server = stack.use(await FeishuServer.start({ waitMs }));
    server.user("ou_bo", "Bo");
    return {
      bots: `feishu: { app_id: "${server.appId}", app_secret: "${server.secret}", domain: "${server.domain}" }`,
      accounts: ["feishu:ou_bo", "feishu:ou_ann"],
      say: (text) => void server.say("ou_bo", "ou_bo", text),
      heard: () => server.posted.map(({ text }) => text),
      until: (look) => server.waitFor(look),
    };
  },
  "QQ: Ann is not a friend of the account": async (stack) => {
    const server = stack.use(await OneBotServer.start({ waitMs, heartbeatMs: 200 }));
    const room = server.user(8, "Bo");
    server.user(7, "Ann", false);
    return {
      bots: `onebot: { url: "${server.url}", access_token: "${server.token}" }`,
      accounts: ["onebot:8", "onebot:7"],
      say: (text) => void server.say(8, room, text),
      heard: () => server.posted.map(shownText),
      until: (look) => server.waitFor(look),
    };
  },
  "IRC: Ann is not on the network": async (stack) => {
    const people = stack.use(await gatherPeople());
    const { network, ann: bo } = people;
    return {
      bots: `irc: { server: 127.0.0.1, port: ${network.port}, tls: false, nick: parley, sasl: { account: parley, password: ${botPassword} }, pace: { burst: 1000, every: 1ms } }`,
      accounts: ["irc:ann", "irc:absent"],
      say: (text) => bo.send(`PRIVMSG parley :${text}`),
      heard: () => bo.textsTo("annie"),
      until: async (look) => {
        for (let from = bo.lines.length; !look(); from = bo.lines.length) await bo.says(/ PRIVMSG /, from);
      },
    };
  },
};

const files = {
  "deploy.script": `
on "push"
  ask permission "May I push?" argv ["git", "push"] expires 10m
    when "allow"
      say "Pushed."
otherwise
  say "heard"
`,
};

describe("lesson 8: a question that does not reach its approver is told where it was asked within five seconds", { timeout: 120_000 }, () => {
  it.each(Object.entries(platforms))("%s", async (_name, open) => {
    await using stack = new AsyncDisposableStack();
    const place = await open(stack);
    const [bo, ann] = place.accounts;
    const clock = jumpingClock();
    const yaml = `language: en
people:
  - { name: Ann, role: owner, accounts: ["${ann}"] }
  - { name: Bo, role: member, accounts: ["${bo}"] }
questions: { approvers: [Ann] }
sessions: [{ name: deploy, cli_type: scripted, script: deploy.script }]
default_session: deploy
bots: { ${place.bots} }
`;
    const parley = stack.use(await Parley.start({ yaml, files, clock }));
    await parley.until(async () => {
      const { body } = await parley.api("GET", "/api/status");
      return (body["links"] as { platform: string; state: string }[]).every(({ state }) => state === "connected");
    });
    const all = (): string => place.heard().join("\n").replaceAll("\\", "");
    place.say("hello");
    await place.until(() => all().includes("heard"));
    place.say("push it");
    await place.until(() => all().includes("May I push?"));
    const [told = ""] = say("en", questionTexts.undelivered, { session: "deploy", who: "|", reason: "" }).split("|");
    clock.jump(4_500);
    await place.until(() => all().includes(told));
    // It can still be answered, wherever Ann finds it.
    const { id, state } = await parley.openQuestion();
    expect(state).toBe("open");
    await parley.api("POST", `/api/questions/${id}/answer`, { choice: "allow" }, await parley.token({ person: "Ann" }));
    await place.until(() => all().includes("Pushed."));
  });
});
