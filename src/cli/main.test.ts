import { describe, expect, it } from "vitest";
import { main } from "./main.ts";

/** In this process: nothing here comes as far as a hub. */
async function said(...argv: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  let out = "";
  let err = "";
  const code = await main(argv, { out: (line) => (out += `${line}\n`), err: (line) => (err += `${line}\n`) });
  return { code, out, err };
}

const nowhere = ["--home", "/nonexistent/parley"];

describe("wrong use", () => {
  it.each<[argv: string[], sentence: string]>([
    [["statsu"], "There is no verb statsu. Did you mean status? parley help lists them."],
    [["stat"], "There is no verb stat. Did you mean status? parley help lists them."],
    [["constructor"], "There is no verb constructor. parley help lists them."],
    [["--home", "x", "status"], "The verb comes first, then its options: parley VERB --home …. parley help lists the verbs."],
    [["status", "--hoem", "x"], "There is no option --hoem here. Did you mean --home? Usage: parley status"],
    [["status", "-x"], "There is no option --x here. Usage: parley status"],
    [["status", "--home"], "--home needs a value; one that begins with a dash is written --home=VALUE. Usage: parley status"],
    [["status", "--home", "--json"], "--home needs a value; one that begins with a dash is written --home=VALUE. Usage: parley status"],
    [["status", "--home", ""], "--home is empty. Usage: parley status"],
    [["status", "--json=yes"], "--json takes no value. Usage: parley status"],
    [["status", "now"], '"now" is one word too many. Usage: parley status'],
    [["start", "--port", "http"], "--port takes a number up to 65535, not http. Usage: parley start [--port N] [--allow-everyone]"],
    [["start", "--port", "65536"], "--port takes a number up to 65535, not 65536. Usage: parley start [--port N] [--allow-everyone]"],
    [["audit"], "What to do (verify, head, export) is missing. Usage: parley audit verify [--head N:HASH], audit head, or audit export"],
    [["audit", "verfiy"], "There is no audit verfiy. Did you mean audit verify? Usage: parley audit verify [--head N:HASH], audit head, or audit export"],
    [["answer"], "The question's id or code is missing. Usage: parley answer ID CHOICE"],
    [["answer", "abcde"], "The choice is missing. Usage: parley answer ID CHOICE"],
    [["post"], "The thread is missing. Usage: parley post THREAD TEXT"],
    [["post", "thr_1"], "The text is missing. Usage: parley post THREAD TEXT"],
    [["post", "thr_1", "-5 degrees"], "There is no option --5 here. Text that begins with a dash goes after --. Usage: parley post THREAD TEXT"],
  ])("%j gets a sentence and exit 2", async (argv, sentence) => {
    expect(await said(...argv)).toEqual({ code: 2, out: "", err: `${sentence}\n` });
  });

  it.each<[argv: string[], words: string]>([
    [["people", "lits"], "There is no people lits. Did you mean people list?"],
    [["people", "add"], "The name is missing."],
    [["people", "add", "Ann"], "--role must be owner, admin or member."],
    [["people", "add", "Ann", "--role", "king"], "--role must be owner, admin or member."],
    [["people", "add", "Ann", "--role", "member", "--account", "ann"], "ann is not an account: write it as platform:id"],
    [["people", "link", "Ann"], "The account is missing."],
    [["people", "list", "Ann"], '"Ann" is one word too many.'],
    [["token", "create"], "Give either --person or --agent."],
    [["token", "create", "--person", "Ann", "--agent", "bee"], "Give either --person or --agent."],
    [["token", "create", "--person", "Ann", "--may", "invite"], "--may is for agents."],
    [["token", "create", "--agent", "bee", "--answers"], "Agents never answer questions"],
    [["token", "create", "--agent", "bee", "--may", "everything"], "--may takes invite and prompt, not everything."],
    [["token", "create", "--agent", "bee", "--expires", "soon"], "--expires takes a span as 12h or 30d, not soon."],
    [["token", "revoke"], "The token's id is missing."],
  ])("%j is told before any hub is asked", async (argv, words) => {
    const { code, out, err } = await said(...argv);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(words);
  });

  it("shows what would otherwise be done to the terminal", async () => {
    expect((await said("\u001b[2Jstatus")).err).toContain("⟨U+001B⟩[2Jstatus");
    expect((await said("status", "--\u202ejson")).err).toContain("⟨U+202E⟩");
  });
});

describe("help", () => {
  it("is on stdout with exit 0 for whoever asks, and wrong use without a verb", async () => {
    const { code, out, err } = await said("help");
    expect([code, err]).toEqual([0, ""]);
    for (const verb of [
      "start",
      "login",
      "status",
      "config",
      "doctor",
      "people add",
      "token create",
      "threads",
      "post",
      "questions",
      "answer",
      "audit verify",
    ]) {
      expect(out).toContain(`\n  ${verb}`);
    }
    expect(await said("--help")).toEqual({ code, out, err });
    expect(await said()).toEqual({ code: 2, out: "", err: out });
  });

  it("of one verb tells its usage and what it does, and never runs it", async () => {
    const { code, out } = await said("login", "--help", ...nowhere);
    expect(code).toBe(0);
    expect(out).toMatch(/^parley login \[--person NAME\]\n {2}prints a one-time link/);
    expect(await said("help", "login")).toMatchObject({ code: 0, out });
    // Behind -- it is text.
    expect((await said("post", ...nowhere, "thr_1", "--", "--help")).code).toBe(1);
  });

  it("knows the program's version", async () => {
    expect((await said("--version")).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe("without a hub", () => {
  const verbs = [["status"], ["login"], ["people", "list"], ["token", "list"], ["threads"], ["post", "thr_1", "hi"], ["questions"], ["answer", "abcde", "yes"]];

  it.each(verbs)("%s says that none runs and how to start one, with --json as data", async (...verb) => {
    const sentence = "No hub is running on /nonexistent/parley. Start it with parley start (from a clone: npm start), or name another home with --home.";
    expect(await said(...verb, ...nowhere)).toEqual({ code: 1, out: "", err: `${sentence}\n` });
    const { code, out, err } = await said(...verb, "--json", ...nowhere);
    expect([code, err, JSON.parse(out)]).toEqual([1, "", { error: "NotRunning", detail: sentence }]);
  });
});
