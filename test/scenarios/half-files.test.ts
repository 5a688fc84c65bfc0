import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { pictureOf, scanOf } from "#test/fakes/documents/samples";
import { desk } from "#test/fakes/program";

it("what a run had half written when the hub was killed is gone after the next start, and nothing else", async () => {
  using place = desk();
  writeFileSync(join(place.dir, "parley.yaml"), "server: { port: 0 }\n");
  writeFileSync(join(place.dir, "scan.pdf"), scanOf(await pictureOf("Invoice 4711 is due in May", "Total 98.50 EUR"), 40));
  mkdirSync(join(place.dir, "out"));
  writeFileSync(join(place.dir, "out/.run_other-1.part"), "somebody else's");
  const names = (): readonly string[] => readdirSync(join(place.dir, "out")).toSorted();
  {
    await using hub = await place.start();
    const running = place.parley("exec", "doc ocr --in scan.pdf --out out/killed.md");
    await vi.waitFor(() => expect(names()).toHaveLength(2), { interval: 5, timeout: 60_000 });
    expect(names()).toEqual(expect.arrayContaining([expect.stringMatching(/^\.run_[0-9a-z]+-1\.part$/)]));
    await hub.stop("SIGKILL");
    await running;
  }
  expect(names()).toHaveLength(2);
  await using _hub = await place.start();
  expect(names()).toEqual([".run_other-1.part"]);
}, 180_000);
