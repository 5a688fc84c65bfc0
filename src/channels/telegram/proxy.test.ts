import { describe, expect, it } from "vitest";
import { startProxy } from "#test/fakes/proxy";
import { startedTelegram } from "#test/fakes/telegram/started";

describe("Telegram through a proxy", () => {
  it.each(["http", "socks5"] as const)("(%s) is reached with everything: calls, polls and files", async (kind) => {
    await using proxy = await startProxy(kind);
    await using chat = await startedTelegram({ proxy: proxy.url });
    await chat.desk.until(() => chat.desk.lastLink === "connected");
    chat.server.say(7, chat.direct, "", { files: [{ name: "a.txt", mime: "text/plain", content: Buffer.from("你好") }] });
    const { what } = await chat.desk.until(() => chat.desk.events[0]);
    const [file] = what.kind === "said" ? (what.files ?? []) : [];
    const stream = file && (await chat.channel.fetch?.(file, chat.signal));
    expect(await new Response(stream).text()).toBe("你好");
    expect(await chat.post(chat.direct, "hello")).toMatchObject({ ok: true });
    // Nothing came to it but through the proxy.
    expect(chat.server.accepted).toBeGreaterThan(0);
    expect(chat.server.accepted).toBe(proxy.opened);
  });

  it("that is away is told as such", async () => {
    const proxy = await startProxy("http");
    await proxy[Symbol.asyncDispose]();
    await using chat = await startedTelegram({ proxy: proxy.url });
    const { reason } = await chat.desk.until(() => chat.desk.links.find((link) => link.reason !== undefined));
    expect(reason).toMatch(/^Nobody listens at that address/);
  });
});
