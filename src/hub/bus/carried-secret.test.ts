import { describe, expect, it } from "vitest";
import { carriedSecret } from "./carried-secret.ts";

// Made up, and put together here so that no scanner takes this file for a leak.
const mixed = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC";
const long = mixed.repeat(3);

const secrets: readonly (readonly [label: string, secret: string])[] = [
  ["AWS Access Key ID", `AKIA${"Q3EGRT5VXW7ZPL2N"}`],
  ["AWS Temporary Access Key", `ASIA${"Q3EGRT5VXW7ZPL2N"}`],
  ["JWT Token", `eyJ${mixed}.eyJ${mixed}.${mixed}`],
  ["GitHub Personal Access Token", `ghp_${mixed}1234`],
  ["GitHub Personal Access Token", `github_pat_${mixed}_${long.slice(0, 59)}`],
  ["GitHub OAuth Token", `gho_${mixed}1234`],
  ["GitHub App Token", `ghs_${mixed}1234`],
  ["GitHub App Token", `ghu_${mixed}1234`],
  ["Private Key", `-----BEGIN RSA PRIVATE KEY-----\nMIIE${long}\n-----END RSA PRIVATE KEY-----`],
  ["Private Key", `-----BEGIN PRIVATE KEY-----\\nMIIE${long}`],
  ["Private Key", `-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl${long}`],
  ["Private Key", `-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\nlQOY${long}`],
  ["OpenAI API Key", `sk-${mixed.slice(0, 20)}T3BlbkFJ${mixed.slice(4, 24)}`],
  ["OpenAI API Key", `sk-proj-${long}`],
  ["Anthropic API Key", `sk-ant-api03-${long}`],
  ["Slack Token", `xoxb-123456789012-${mixed}`],
  ["Google API Key", `AIza${mixed}-_1`],
  ["Azure Storage Key", `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${long.slice(0, 86)}==;`],
  ["GitLab Token", `glpat-${mixed.slice(0, 20)}`],
  ["npm Token", `npm_${mixed}1234`],
  ["PyPI Token", `pypi-AgEIcHlwaS5vcmc${long}`],
  ["Hugging Face Token", `hf_${mixed}12`],
  ["Stripe Key", `sk_live_${mixed}`],
  ["Telegram Bot Token", `123456789:AA${mixed}x`],
  ["Discord Bot Token", `${Buffer.from("123456789012345678").toString("base64")}.GaBc1D.${mixed}`],
];

describe("what carries a secret", () => {
  it.each(secrets)("%s, alone, in a sentence, in a command and in JSON", (label, secret) => {
    for (const text of [
      secret,
      `Use ${secret} for it, then go on.`,
      `export KEY="${secret}"; run`,
      JSON.stringify({ a: [{ value: secret }] }),
      `前${secret}后`,
    ])
      expect(carriedSecret(text)).toBe(label);
  });

  it.each(["\u200b", "\u2060", "\u00ad", "\ufeff", "\u034f", "\u2800", "\u0001", "\u202e"])("with an unseen character inside (%j)", (unseen) => {
    for (const [label, secret] of secrets)
      for (const at of [2, 6, secret.length - 3]) expect(carriedSecret(`Use ${secret.slice(0, at)}${unseen}${secret.slice(at)} for it`)).toBe(label);
    for (const [label, secret] of secrets) expect(carriedSecret(`x${unseen}${secret}${unseen}`)).toBe(label);
  });

  it("is told by its kind alone", () => {
    for (const [, secret] of secrets) expect(secret).not.toContain(carriedSecret(secret) ?? secret);
  });
});

describe("what only looks like one", () => {
  it.each([
    ["words", "Rotate the API key, then tell me the token's name and the private key's place."],
    ["a manual's own example", "aws_access_key_id = AKIAIOSFODNN7EXAMPLE"],
    ["a placeholder", `Set GITHUB_TOKEN=ghp_${"x".repeat(36)} first.`],
    ["another placeholder", `ANTHROPIC_API_KEY=sk-ant-api03-${"A".repeat(60)}`],
    ["dots for a key", "OPENAI_API_KEY=sk-proj-..."],
    ["the line that begins a key", "Look for -----BEGIN PRIVATE KEY----- in the repository and remove the file."],
    ["a public key", `-----BEGIN PUBLIC KEY-----\nMIIB${long}\n-----END PUBLIC KEY-----`],
    ["a commit", "Fixed in 3ed1029c0ffee1234567890abcdef1234567890a, see refs/heads/main."],
    ["a hash", "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    ["ids of Parley", "thr_01jcs5v7y0abcdefghjkmnpqrs and msg_01jcs5v7y1abcdefghjkmnpqrs"],
    ["a UUID", "85a1f013-f4fd-47e4-8aba-607221e44c13"],
    ["a picture", `data:image/png;base64,${Buffer.from(long.repeat(40)).toString("base64")}`],
    ["an address", "https://example.org/static/app-8f3b2c1d.js?v=1.2.3-beta.4#L10-L20"],
    ["times and ratios", "At 12345678:30 the ratio was 1234567890:AAAA, roughly."],
    ["dotted names", "MyCompany.Product.SomeVeryLongNamespaceName.AnotherVeryLongName"],
    ["variable names", "sk_live_mode, npm_config_user_agent, hf_transfer, gho_, xoxb-token, AIzaPrefix"],
    ["shouting", "ASIAPACIFICREGIONSALES and AKIABARA are names"],
  ])("%s is let through", (_what, text) => {
    expect(carriedSecret(text)).toBeUndefined();
  });

  it.each([
    ["one letter", "a"],
    ["beginnings of keys", "AKIA eyJ ghp_ sk- sk-ant- xoxb- AIza "],
    ["a beginning without an end", "-----BEGIN PRIVATE KEY-----"],
    ["beginnings without a space", "eyJ-sk-proj-glpat-xoxb-1234567-"],
    ["dots and dashes", "eyJaaaaaaaa.eyJ-"],
  ])("a quarter of a megabyte of %s is read to its end", (_what, part) => {
    expect(carriedSecret(part.repeat(Math.ceil((256 * 1024) / part.length)))).toBeUndefined();
  });
});
