import { afterEach, describe, expect, it, vi } from "vitest";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";

const model = 'model: { provider: openai-compatible, name: m, base_url: "http://127.0.0.1:9/v1", api_key: "sk-test-key-of-this-installation" }\n';
const main = "sessions: [{ name: main, cli_type: scripted }]\ndefault_session: main\n";

const told = /^Delivery tsk_\w+: .*engine/;

describe("a delivery to another chat", () => {
  // Without an engine it ends as soon as it begins; how is the same as for any other.
  afterEach(() => void vi.unstubAllEnvs());

  it.each([
    ["that shows no thread", ""],
    ["that was never bound to the default session's thread", main],
  ])("tells its outcome to the chat %s in which it was asked for, once", async (_chat, sessions) => {
    vi.stubEnv("DOCKER_HOST", "unix:///nowhere/docker.sock");
    await using parley = await Parley.start({ yaml: `${people}${model}${sessions}` });
    const target = parley.chat.group("target", ["ada"]);
    const [asking, there] = [talk(parley, "ada"), talk(parley, "ada", target)];
    asking.say(`!!deliver --to chat/${target} make a script`);
    const [task = ""] = /tsk_\w+/.exec((await asking.hears(told)).text) ?? [];
    expect((await asking.hears(/delivery-\w+/)).text).toContain(task);
    await there.hears("engine");
    // Chats get their messages in order: a second one would be there before this answer.
    asking.say("!!exec hello");
    await asking.hears("lemonhall");
    expect(asking.heard().filter((text) => told.test(text))).toHaveLength(1);
  });

  it("shows that chat the outcome, and nothing of what is said with the default session afterwards", async () => {
    vi.stubEnv("DOCKER_HOST", "unix:///nowhere/docker.sock");
    await using parley = await Parley.start({ yaml: `${people}${model}${main}` });
    const target = parley.chat.group("target", ["ada"]);
    const [asking, there] = [talk(parley, "ada"), talk(parley, "ada", target)];
    asking.say(`!!deliver --to chat/${target} make a script`);
    await there.hears("engine");
    asking.say("say between us");
    await asking.hears("between us");
    // The chat's messages come in order: whatever was meant for it is there before the next outcome.
    asking.say(`!!deliver --to chat/${target} make another`);
    await parley.chat.waitFor(() => there.heard().filter((text) => text.includes("engine")).length === 2);
    expect(there.heard().filter((text) => text.includes("between us"))).toEqual([]);
  });

  it("is told there after a restart too", async () => {
    vi.stubEnv("DOCKER_HOST", "unix:///nowhere/docker.sock");
    await using parley = await Parley.start({ yaml: `${people}${model}` });
    const target = parley.chat.group("target", ["ada"]);
    const asking = talk(parley, "ada");
    asking.say(`!!deliver --to chat/${target} make a script`);
    await asking.hears(told);
    await parley.restart();
    asking.say("!!exec hello");
    await asking.hears("lemonhall");
    expect(asking.heard().filter((text) => told.test(text))).toHaveLength(1);
  });

  it("that nobody allowed is told to the chat of the one who asked", async () => {
    await using parley = await Parley.start({ yaml: `${people}${model}` });
    const bo = talk(parley, "bo");
    bo.say("!!deliver make a script");
    const { id } = await parley.openQuestion();
    expect((await parley.api("POST", `/api/questions/${id}/answer`, { choice: "deny" })).status).toBe(200);
    await bo.hears(/tsk_\w+ was not allowed/);
  });
});
