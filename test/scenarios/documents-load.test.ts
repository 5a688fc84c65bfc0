import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { readersOf } from "#test/fakes/documents/readers";
import { pictureOf, reportPdf, richFiles, scanOf } from "#test/fakes/documents/samples";
import { desk } from "#test/fakes/program";
import { holding } from "#test/matching";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";
import { terminalTexts } from "#hub/terminal/texts";
import { partOf } from "#test/part-of";

// A scan of hundreds of pages takes minutes: whatever is to happen in the middle of a reading happens in one of these.

const slow = { timeout: 120_000, interval: 20 };
let scan: Uint8Array = new Uint8Array();

beforeAll(async () => {
  scan = scanOf(await pictureOf("Invoice 4711 is due in May", "Total 98.50 EUR"), 400);
});

const line = "doc ocr --in scan.pdf --lang eng";
const begun = (pid: number): Promise<number> =>
  vi.waitFor(() => {
    const [reader] = readersOf(pid);
    if (reader === undefined) throw new Error("no reader yet");
    return reader;
  }, slow);
const noneLeft = (pid: number): Promise<void> => vi.waitFor(() => expect(readersOf(pid)).toEqual([]), slow);
const unfinished = async (home: string): Promise<readonly string[]> =>
  (await readdir(join(home, ".agents/artifacts"), { recursive: true }).catch(() => [])).filter((name) => /\.\w+$/.test(name));

async function withScan(): Promise<Parley> {
  const parley = await Parley.start({ yaml: people });
  await writeFile(join(parley.home, "scan.pdf"), scan);
  return parley;
}

describe("ten documents at once", { timeout: 240_000 }, () => {
  it("are read a few at a time, all to their end, while the hub answers", async () => {
    await using parley = await Parley.start();
    const files = { "report.pdf": () => reportPdf(200), ...richFiles };
    for (const [name, make] of Object.entries(files)) await writeFile(join(parley.home, name), make());
    const names = Object.keys(files);
    let most = 0;
    let answered = 0;
    let isOver = false;
    const running = Promise.all(
      Array.from({ length: 10 }, async (_, at) => {
        const response = await fetch(`${parley.url}/api/exec`, {
          method: "POST",
          headers: { authorization: `Bearer ${await parley.operator()}`, accept: "application/x-ndjson" },
          body: JSON.stringify({ command: `doc extract --in ${names[at % names.length]} --out out-${at}.md` }),
        });
        return (await response.text())
          .trim()
          .split("\n")
          .map((one) => JSON.parse(one) as Record<string, unknown>);
      }),
    ).finally(() => (isOver = true));
    while (!isOver) {
      most = Math.max(most, readersOf(process.pid).length);
      expect((await parley.api("GET", "/health", undefined, null)).status).toBe(200);
      answered += 1;
    }
    const outputs = await running;
    expect(outputs.map((lines) => lines.at(-1)?.["exit_code"])).toEqual(Array<number>(10).fill(0));
    expect(outputs.flat().some(({ progress }) => /^queued: \d+ ahead$/.test(String(progress)))).toBe(true);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(3);
    expect(answered).toBeGreaterThan(3);
    expect(readersOf(process.pid)).toEqual([]);
  });
});

describe("a reading under way", { timeout: 240_000 }, () => {
  it("is stopped by whoever began it, and leaves no program and no half file", async () => {
    await using parley = await withScan();
    const running = parley.api("POST", "/api/exec", { command: line });
    await begun(process.pid);
    const [run] = (await parley.api("GET", "/api/runs")).body as unknown as readonly { id: string }[];
    expect((await parley.api("POST", `/api/runs/${run?.id}/stop`)).body).toEqual({ stopped: true });
    expect((await running).body).toMatchObject({ exit_code: 1, error_code: "Stopped", artifacts: [] });
    await noneLeft(process.pid);
    expect(await unfinished(parley.home)).toEqual([]);
  });

  it("ends with its time", async () => {
    await using parley = await withScan();
    const { body } = await parley.api("POST", "/api/exec", { command: line, timeout_ms: 3_000 });
    expect(body).toMatchObject({ exit_code: 1, error_code: "Timeout" });
    await noneLeft(process.pid);
    expect(await unfinished(parley.home)).toEqual([]);
  });

  it("whose program is killed is told as ReaderCrashed, and the next is read", async () => {
    await using parley = await withScan();
    await writeFile(join(parley.home, "report.pdf"), reportPdf(1));
    const running = parley.api("POST", "/api/exec", { command: line });
    process.kill(await begun(process.pid), "SIGKILL");
    expect((await running).body).toMatchObject({ exit_code: 1, error_code: "ReaderCrashed", stderr: holding("crashed") });
    expect(await unfinished(parley.home)).toEqual([]);
    expect((await parley.api("POST", "/api/exec", { command: "doc extract --in report.pdf" })).body).toMatchObject({ exit_code: 0 });
  });

  it("in a chat holds up nobody in it", async () => {
    await using parley = await withScan();
    const ada = talk(parley, "ada");
    ada.say(`!!exec ${line}`);
    await begun(process.pid);
    ada.say("!!whoami");
    await ada.hears("You: Ada");
    expect(readersOf(process.pid)).toHaveLength(1);
  });

  it("ends when the hub stops; its chat is told after the start", async () => {
    await using parley = await withScan();
    const ada = talk(parley, "ada");
    ada.say(`!!exec ${line}`);
    await begun(process.pid);
    await parley.restart();
    expect(readersOf(process.pid)).toEqual([]);
    await ada.hears(partOf(terminalTexts.commandInterrupted));
    expect(await unfinished(parley.home)).toEqual([]);
  });

  it.each(["SIGTERM", "SIGKILL"] as const)("ends with a hub that gets %s", async (signal) => {
    using place = desk();
    await writeFile(join(place.dir, "parley.yaml"), "");
    await writeFile(join(place.dir, "scan.pdf"), scan);
    await using hub = await place.start();
    const asked = place.parley("exec", line);
    const reader = await begun(hub.pid);
    await hub.stop(signal);
    expect((await asked).code).not.toBe(0);
    await vi.waitFor(() => expect(() => process.kill(reader, 0)).toThrow("ESRCH"), slow);
  });
});
