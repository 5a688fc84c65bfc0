import { describe, expect, it } from "vitest";
import { CommandFault } from "#domain/command";
import type { SecretFile } from "#domain/workspace";
import { Secret } from "#lib/redact/secret";
import { verifies } from "#test/verifies";
import { type IrcCommandSettings, nickChars, readSettings } from "./settings.ts";

const whole = { IRC_SERVER: "irc.example.com", IRC_CHANNEL: "#lemon", IRC_NICK: "lemonbot" };

function read(values: Readonly<Record<string, string>>, language: "en" | "zh-CN" = "en"): Promise<IrcCommandSettings> {
  const file: SecretFile = {
    path: ".agents/skills/irc-cli/secrets/.env",
    isThere: true,
    get: (name) => (values[name] === undefined ? undefined : new Secret(values[name])),
    digest: JSON.stringify(values),
  };
  return readSettings({ language, secrets: async () => file });
}

async function fault(values: Readonly<Record<string, string>>): Promise<CommandFault> {
  return read(values).then(
    () => Promise.reject(new Error("it was taken")),
    (cause: unknown) => (cause instanceof CommandFault ? cause : Promise.reject(cause)),
  );
}

describe("the settings", () => {
  verifies(["IRC-ENV-2", "IRC-ENV-3", "IRC-ENV-7"], "have TLS and its port unless they say otherwise, and forward nothing by themselves", async () => {
    expect(await read(whole)).toMatchObject({ server: "irc.example.com", port: 6697, tls: true, channel: "#lemon", nick: "lemonbot", forwards: false });
    expect(await read({ ...whole, IRC_TLS: "0", IRC_PORT: "" })).toMatchObject({ port: 6667, tls: false });
    expect(await read({ ...whole, IRC_TLS: "", IRC_PORT: "7000" })).toMatchObject({ port: 7000, tls: true });
    for (const [value, forwards] of [
      ["", false],
      ["0", false],
      ["1", true],
    ] as const)
      expect(await read({ ...whole, IRC_AUTO_FORWARD_TO_AGENT: value })).toMatchObject({ forwards });
    expect(await read({ ...whole, IRC_SERVER_PASSWORD: "", IRC_CHANNEL_KEY: "", IRC_NICKSERV_PASSWORD: "" })).not.toHaveProperty("serverPassword");
  });

  verifies("IRC-ENV-8", "name every key that is missing, and the file", async () => {
    const told = await fault({ IRC_SERVER: " ", IRC_NICK: "a" });
    expect(told).toMatchObject({ code: "MissingCredentials", data: { missing: ["IRC_SERVER", "IRC_CHANNEL"] } });
    expect(told.message).toContain(".agents/skills/irc-cli/secrets/.env");
    expect(told.message).toContain("IRC_SERVER, IRC_CHANNEL");
    await expect(read({}, "zh-CN")).rejects.toThrow("尚未配置");
  });

  verifies("REQ-0028-021", "have a nick of at most 9 characters, as people count them", async () => {
    expect(nickChars).toBe(9);
    expect(await read({ ...whole, IRC_NICK: "ninechars" })).toMatchObject({ nick: "ninechars" });
    expect(await fault({ ...whole, IRC_NICK: "ten_chars_" })).toMatchObject({ code: "NickTooLong", data: { nick_chars: 10, max: 9 } });
    expect(await fault({ ...whole, IRC_NICK: "🙂".repeat(9) })).toMatchObject({ code: "BadSetting", data: { key: "IRC_NICK" } });
  });

  it("that cannot be used are told by their key, and no value is repeated", async () => {
    const wrong: readonly (readonly [string, string])[] = [
      ["IRC_SERVER", "user:hunter2@host"],
      ["IRC_SERVER", "https://hunter2"],
      ["IRC_SERVER", "two hunter2"],
      ["IRC_PORT", "0"],
      ["IRC_PORT", "65536"],
      ["IRC_PORT", "hunter2"],
      ["IRC_TLS", "yes"],
      ["IRC_AUTO_FORWARD_TO_AGENT", "true"],
      ["IRC_CHANNEL", "hunter2"],
      ["IRC_CHANNEL", "#hunter2,#b"],
      ["IRC_NICK", "1hunter2"],
      ["IRC_CHANNEL_KEY", "hunter2 x"],
      ["IRC_SERVER_PASSWORD", `hunter2\u0007`],
      ["IRC_NICKSERV_PASSWORD", "hunter2 x"],
    ];
    for (const [key, value] of wrong) {
      const told = await fault({ ...whole, [key]: value });
      expect([value, told.code, told.data["key"]]).toEqual([value, "BadSetting", key]);
      expect(told.message).toContain(key);
      expect(JSON.stringify([told.message, told.data])).not.toContain("hunter2");
    }
  });

  it("print no secret", async () => {
    const settings = await read({ ...whole, IRC_SERVER_PASSWORD: "hunter2", IRC_CHANNEL_KEY: "hunter2", IRC_NICKSERV_PASSWORD: "hunter2" });
    const { digest: _digest, ...rest } = settings;
    expect(JSON.stringify(rest)).not.toContain("hunter2");
    expect(settings.channelKey?.reveal()).toBe("hunter2");
  });
});
