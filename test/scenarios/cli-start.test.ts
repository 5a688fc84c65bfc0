import { say } from "#lib/words/words";
import { turnTexts } from "#hub/turns/texts";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { listeningOf } from "#test/fakes/listening";
import { desk, Program, programArgv, run } from "#test/fakes/program";
import { anyText } from "#test/matching";
import { verifies } from "#test/verifies";

const noteOf = (home: string): { pid: number; url: string; token: string } =>
  JSON.parse(readFileSync(join(home, "hub.json"), "utf8")) as ReturnType<typeof noteOf>;

describe("parley start", () => {
  verifies(["C-4-1", "C-15.1-1", "C-15.1-3"], "runs the named file's hub: one ready line on stdout, then status shows its state", async () => {
    using place = desk();
    const file = join(place.dir, "mine.yaml");
    writeFileSync(file, "sessions:\n  - { name: helper, cli_type: scripted }\n");
    await using hub = await place.start("--config", file);
    expect(hub.out).toBe(`parley ready http://127.0.0.1:${hub.port}\n`);
    await hub.says(/no owner yet\. parley login --home \S+ prints/);
    const note = noteOf(place.home);
    expect([note.pid, note.url, statSync(join(place.home, "hub.json")).mode & 0o777]).toEqual([hub.pid, hub.url, 0o600]);
    const status = await place.parley("status");
    expect([status.code, status.err]).toEqual([0, ""]);
    expect(status.out).toMatch(
      /^Parley \S+ at http:\/\/\S+, up since .*\nThere is no owner yet.*\nChannels: none\nSessions:\n {2}helper {2}scripted {2}idle\nOpen questions: 0\nDue deliveries: 0\n$/,
    );
    expect(JSON.parse((await place.parley("status", "--json")).out)).toMatchObject({
      has_owner: false,
      sessions: [{ name: "helper", state: "idle" }],
      links: [],
    });
    expect((await hub.stop()).code).toBe(0);
    expect(["hub.json", "hub.pid"].filter((name) => existsSync(join(place.home, name)))).toEqual([]);
  });

  verifies("C-9.1-23", "writes its log to logging.file and nowhere else, readable by its owner alone", async () => {
    using place = desk();
    const [file, log] = [join(place.dir, "mine.yaml"), join(place.dir, "logs", "mine.log")];
    mkdirSync(join(place.dir, "logs"));
    writeFileSync(file, `logging: { level: INFO, file: ${JSON.stringify(log)} }\n`);
    await using hub = await place.start("--config", file);
    await place.parley("status");
    expect((await hub.stop()).code).toBe(0);
    const lines = readFileSync(log, "utf8").trim().split("\n");
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: "info", msg: anyText });
    expect(lines.length).toBeGreaterThan(0);
    expect(statSync(log).mode & 0o777).toBe(0o600);
    expect(existsSync(join(place.home, "logs", "parley.log"))).toBe(false);
  });

  verifies("C-2.3.1-1", "listens on loopback with one port and nowhere else", async () => {
    using place = desk();
    await using hub = await place.start();
    expect(listeningOf(hub.pid)).toEqual([`127.0.0.1:${hub.port}`]);
  });

  it("a second one on the same home names the first's process and leaves it alone", async () => {
    using place = desk();
    await using hub = await place.start();
    const second = await place.parley("start", "--port", "0");
    expect([second.code, second.out]).toEqual([1, ""]);
    expect(second.err).toMatch(new RegExp(`^The hub with process id ${hub.pid} is already running on ${place.home}\\. .*\\n$`));
    expect(noteOf(place.home).pid).toBe(hub.pid);
    expect((await place.parley("status")).code).toBe(0);
    expect((await hub.stop("SIGINT")).code).toBe(0);
  });

  it("on a port that somebody else has says so in one sentence", async () => {
    using place = desk();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const refused = await place.parley("start", "--port", `${port}`);
    other.close();
    expect(refused).toEqual({
      code: 1,
      out: "",
      err: `Port ${port} on 127.0.0.1 is in use by another program. Stop that one, or start with another port: parley start --port N.\n`,
    });
    expect(existsSync(join(place.home, "hub.json"))).toBe(false);
  });

  it("that cannot have its port leaves the turns of the last run to the next start", async () => {
    using place = desk();
    writeFileSync(join(place.dir, "slow.script"), "otherwise\n  hang\n");
    writeFileSync(join(place.dir, "parley.yaml"), "sessions: [{ name: slow, cli_type: scripted, script: slow.script }]\n");
    await using killed = await place.start();
    const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
      const { url, token } = noteOf(place.home);
      return (await fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${token}` }, ...(body && { body: JSON.stringify(body) }) })).json();
    };
    const session = async () => ((await ask("GET", "/api/sessions")) as { thread: string; state: string }[])[0];
    const path = `/api/threads/${(await session())?.thread}/messages`;
    await ask("POST", path, { content: "work" });
    await vi.waitUntil(async () => (await session())?.state === "processing", { timeout: 10_000 });
    await killed.stop("SIGKILL");
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    expect((await place.parley("start", "--port", `${(other.address() as AddressInfo).port}`)).code).toBe(1);
    other.close();
    await using again = await place.start();
    const lines = (await ask("GET", path)) as { content: string }[];
    expect(lines.map((line) => line.content)).toEqual(["work", say("en", turnTexts.turnResumed, { session: "slow" })]);
    expect((await again.stop()).code).toBe(0);
  });

  it("with a broken configuration tells every error at once and makes nothing", async () => {
    using place = desk();
    writeFileSync(join(place.dir, "parley.yaml"), "sevrer: { port: 1 }\nserver: { port: 99999999 }\nlanguage: klingon\n");
    const refused = await place.parley("start");
    expect([refused.code, refused.out]).toEqual([1, ""]);
    for (const words of ["sevrer", "server", "server.port", "language", "was not started"]) expect(refused.err).toContain(words);
    expect(existsSync(place.home)).toBe(false);
    const config = await place.parley("config", "--json");
    expect([config.code, JSON.parse(config.out)]).toMatchObject([1, { error: "BadConfig" }]);
    expect((JSON.parse(config.out) as { problems: unknown[] }).problems).toHaveLength(3);
    writeFileSync(join(place.dir, "parley.yaml"), "server: { port: [\n");
    const malformed = await place.parley("start");
    expect([malformed.code, malformed.err]).toEqual([1, expect.stringContaining("parley.yaml:")]);
  });

  it("prints the claim link to a terminal, and only there", async () => {
    using place = desk();
    const line = [...programArgv, "start", "--port", "0", "--home", place.home].join(" ");
    await using terminal = new Program(["script", "-qec", line, "/dev/null"], { cwd: place.dir });
    const [, url = "", secret = ""] = await terminal.says(/become it: (http:\/\/127\.0\.0\.1:\d+)\/#claim=([\w-]{43})\r?\n/);
    const login = await fetch(`${url}/api/login`, { method: "POST", body: JSON.stringify({ secret, name: "Zoe" }) });
    expect([login.status, await login.json()]).toMatchObject([200, { person: { name: "Zoe", role: "owner" } }]);
    expect(terminal.out.indexOf("parley ready ")).toBe(0);
    process.kill(noteOf(place.home).pid, "SIGTERM");
    expect((await terminal.ended).code).toBe(0);
  });

  it("goes on when nobody listens to it any more", async () => {
    using place = desk();
    await using hub = await place.start();
    const { url } = hub;
    hub.stopListening();
    for (let n = 0; n < 3; n++) await fetch(`${url}/health`, { headers: { Origin: `http://evil-${n}.example` } });
    // Its warnings went nowhere; whoever asks is answered all the same.
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: "ok" });
    hub.signal("SIGTERM");
    expect((await hub.ended).code).toBe(0);
  });

  it("after a kill starts again; until then the other verbs say that no hub runs", async () => {
    using place = desk();
    await using killed = await place.start();
    await killed.stop("SIGKILL");
    expect(noteOf(place.home).pid).toBe(killed.pid);
    const status = await place.parley("status");
    expect([status.code, status.err]).toEqual([
      1,
      `No hub is running on ${place.home}: the last one, process ${killed.pid}, was killed or crashed. Start it again with parley start.\n`,
    ]);
    await using again = await place.start();
    expect((await place.parley("status")).code).toBe(0);
    expect((await again.stop()).code).toBe(0);
  });

  it("does not run inside a session, nor does any other verb", async () => {
    using place = desk();
    for (const verb of [["start"], ["status"], ["token", "list"], ["answer", "abcde", "yes"]]) {
      const refused = await run([...verb, "--home", place.home], { env: { PARLEY_SESSION: "helper" } });
      expect([refused.code, refused.out, refused.err]).toEqual([1, "", expect.stringContaining("belongs to the session helper")]);
    }
    expect(existsSync(place.home)).toBe(false);
  });

  it("takes the home from --home, else PARLEY_HOME, else ~/.parley", async () => {
    using place = desk();
    const asked = async (env: Record<string, string>, ...args: string[]): Promise<string> => (await run(["status", ...args], { cwd: place.dir, env })).err;
    expect(await asked({})).toContain(`No hub is running on ${join(place.dir, ".parley")}.`);
    expect(await asked({ PARLEY_HOME: "elsewhere" })).toContain(`No hub is running on ${join(place.dir, "elsewhere")}.`);
    expect(await asked({ PARLEY_HOME: "elsewhere" }, "--home", "~/here")).toContain(`No hub is running on ${join(place.dir, "here")}.`);
  });

  it("needs a folder for its home", async () => {
    using place = desk();
    writeFileSync(place.home, "a file");
    expect(await place.parley("start")).toEqual({
      code: 1,
      out: "",
      err: `The home ${place.home} cannot be written (EEXIST). It is not a folder: choose another home with --home.\n`,
    });
    mkdirSync(join(place.dir, "fine"));
    expect((await place.parley("start", "--port", "70000")).code).toBe(2);
  });
});
