import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { redactForLog } from "./redact-for-log.ts";
import { isSecretName, redactText } from "./redact.ts";
import { Secret } from "./secret.ts";

describe("a secret", () => {
  const secret = new Secret("hunter2");

  it("prints as [secret] in every way that things are printed", () => {
    expect([String(secret), JSON.stringify({ secret }), inspect({ secret }), inspect(secret), secret.toLocaleString()].join(" ")).not.toContain("hunter2");
    expect(`${secret as unknown as string}`).toBe("[secret]");
    expect(JSON.stringify([secret])).toBe('["[secret]"]');
    expect(inspect({ deep: { secret } }, { showHidden: true, depth: 9 })).not.toContain("hunter2");
  });

  it("is handed out only when it is asked for", () => {
    expect(secret.reveal()).toBe("hunter2");
    expect(Object.values(secret)).toEqual([]);
    expect(Object.entries(Object.assign({}, secret))).toEqual([]);
  });
});

describe("redacting text", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["a bearer header", "Authorization: Bearer pat_abc.def-123", "pat_abc"],
    ["a basic header", "basic dXNlcjpwYXNz", "dXNlcjpwYXNz"],
    ["Telegram's URL", "GET https://api.telegram.org/bot123456789:AAE-xyz_123/getUpdates failed", "AAE-xyz"],
    ["a bare Telegram token", "token was 123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc", "AAEhBOweik"],
    ["a token in a query", "ws://127.0.0.1:3001/?token=s3cret&x=1", "s3cret"],
    ["OneBot's access token", "ws://host/api?access_token=s3cret", "s3cret"],
    ["a claim link", "http://127.0.0.1:39765/#claim=ABCDEFG", "ABCDEFG"],
    ["a login link", "open http://127.0.0.1:39765/#login=ABCDEFG now", "ABCDEFG"],
    ["a password in a URL", "postgres://parley:s3cret@db/parley", "s3cret"],
    ["a header in JSON", '{"authorization":"s3cret","a":1}', "s3cret"],
    ["a key in an options dump", "{ api_key: 's3cret' }", "s3cret"],
    ["an assignment", "DISCORD_TOKEN=s3cret node x", "s3cret"],
  ];

  for (const [name, text, secret] of cases) {
    it(`takes out ${name}`, () => {
      expect(redactText(text)).toContain("[secret]");
      expect(redactText(text)).not.toContain(secret);
    });
  }

  it("keeps what surrounds a secret, and text without one", () => {
    expect(redactText("ws://h/?token=abc&x=1")).toBe("ws://h/?token=[secret]&x=1");
    expect(redactText("The token has expired. See https://example.org/a?b=1#c, 12:30:45.")).toBe(
      "The token has expired. See https://example.org/a?b=1#c, 12:30:45.",
    );
  });

  it("changes nothing the second time", () => {
    for (const [, text] of cases) expect(redactText(redactText(text))).toBe(redactText(text));
  });
});

describe("redacting a value for the log", () => {
  it("hides keys by name and secrets by kind, at any depth", () => {
    const cleaned = JSON.stringify(
      redactForLog({
        a: [{ botToken: "x1", bot_token: "x2", Authorization: "x3", password: { deep: "x4" }, fine: new Secret("x5"), m: new Map([["secret", "x6"]]) }],
      }),
    );
    expect(cleaned).not.toMatch(/x\d/);
    expect(cleaned.match(/\[secret\]/g)).toHaveLength(6);
  });

  it("keeps keys that only sound like one", () => {
    expect(isSecretName("tokens")).toBe(false);
    expect(redactForLog({ tokens: 3, keyboard: "qwerty" })).toEqual({ tokens: 3, keyboard: "qwerty" });
  });

  it("keeps an error's code, message, stack and causes, without the secrets in them", () => {
    const error = Object.assign(new Error("call to /bot123456:ABCDEF/send failed", { cause: new Error("socket hang up") }), {
      code: "ECONNRESET",
      config: { headers: { authorization: "Bearer abcdef" } },
    });
    const cleaned = JSON.stringify(redactForLog({ cause: error }));
    expect(cleaned).toContain("ECONNRESET");
    expect(cleaned).toContain("socket hang up");
    expect(cleaned).toContain("redact-for-log.test.ts");
    expect(cleaned).not.toMatch(/ABCDEF|abcdef/);
  });

  it("ends for values that hold themselves, and stays small for huge ones", () => {
    const loop: Record<string, unknown> = {};
    for (let i = 0; i < 100; i++) loop[`k${i}`] = loop;
    expect(JSON.stringify(redactForLog(loop)).length).toBeLessThan(50_000);
    expect(JSON.stringify(redactForLog({ text: "a".repeat(1_000_000) })).length).toBeLessThan(10_000);
    expect(redactForLog({ bytes: new Uint8Array(9), big: 2n, at: new Date(Number.NaN) })).toEqual({ bytes: "[9 bytes]", big: "2", at: "invalid date" });
  });
});
