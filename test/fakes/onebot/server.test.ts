import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { goCqhttp, lagrange, llOneBot, napCat, type Personality } from "./personality.ts";
import { OneBotServer } from "./server.ts";

// A client that knows nothing of ours: frames as the standard has them.

async function opened(server: OneBotServer, address = server.url, headers: Readonly<Record<string, string>> = { authorization: `Bearer ${server.token}` }) {
  const socket = new WebSocket(address, { headers });
  const frames: Record<string, unknown>[] = [];
  socket.on("message", (data: Buffer) => void frames.push(JSON.parse(data.toString()) as Record<string, unknown>));
  await once(socket, "open");
  const ask = async (action: string, params: object = {}) => {
    socket.send(JSON.stringify({ action, params, echo: { any: action } }));
    for (;;) {
      const found = frames.find(({ echo }) => JSON.stringify(echo) === JSON.stringify({ any: action }));
      if (found !== undefined) return found;
      await once(socket, "message");
    }
  };
  return { socket, frames, ask, [Symbol.dispose]: () => socket.terminate() };
}

describe("the fake OneBot implementation", () => {
  it.each<[string, Personality, number, number]>([
    ["NapCat", napCat, 1404, 1200],
    ["LLOneBot", llOneBot, 1404, 1200],
    ["Lagrange", lagrange, 404, 200],
    ["go-cqhttp", goCqhttp, 1404, 100],
  ])("answers as %s does, and gives back whatever echo it got", async (_name, personality, unsupported, failed) => {
    await using server = await OneBotServer.start({ personality });
    server.group(20, "G");
    using client = await opened(server);
    expect(await client.ask("get_login_info")).toMatchObject({ status: "ok", retcode: 0, data: { user_id: 10_000 }, echo: { any: "get_login_info" } });
    expect(await client.ask("no_such_action")).toMatchObject({ status: "failed", retcode: unsupported });
    expect(await client.ask("send_group_msg", { group_id: 21, message: "x" })).toMatchObject({ status: "failed", retcode: failed });
    expect(client.frames[0]).toMatchObject({ post_type: "meta_event", meta_event_type: "lifecycle", sub_type: "connect" });
  });

  it("sends messages in its format, with numbers that may be negative", async () => {
    for (const [personality, message] of [
      [napCat, [{ type: "text", data: { text: "a[b" } }]],
      [goCqhttp, "a&#91;b"],
    ] as const) {
      await using server = await OneBotServer.start({ personality, heartbeatMs: 0 });
      server.user(7, "Ann");
      using client = await opened(server);
      await client.ask("get_status");
      const refs = ["a[b", "second"].map((text) => server.say(7, "private:7", text));
      await client.ask("get_friend_list");
      const said = client.frames.filter(({ post_type: type }) => type === "message");
      expect(said[0]).toMatchObject({ message, raw_message: "a&#91;b", message_type: "private", user_id: 7 });
      expect(said.map((event) => `private:7/${String(event["message_id"])}`)).toEqual(refs);
      expect(said.some((event) => Number(event["message_id"]) < 0)).toBe(true);
    }
  });

  it("turns a wrong token down at the handshake, or as NapCat does with a frame after it; the address may carry the token", async () => {
    await using strict = await OneBotServer.start({ personality: lagrange });
    const refused = new WebSocket(strict.url, { headers: { authorization: "Bearer wrong" } });
    const [error] = (await once(refused, "error")) as [Error];
    expect(error.message).toContain("403");
    await using server = await OneBotServer.start();
    using late = await opened(server, server.url, {});
    await once(late.socket, "close");
    expect(late.frames).toMatchObject([{ status: "failed", retcode: 1403 }]);
    using fine = await opened(server, `${server.url}/?access_token=${server.token}`, {});
    expect(await fine.ask("get_status")).toMatchObject({ data: { online: true } });
  });
});
