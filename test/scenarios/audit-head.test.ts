import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { connect } from "#store/sqlite/engine/db";
import { run } from "#test/fakes/program";
import { Parley } from "./parley.ts";

it("a chain whose end was removed is found out by a head that was kept elsewhere, by the home's own, and for good", async () => {
  await using parley = await Parley.start({});
  const audit = async (...args: readonly string[]): Promise<{ code: number | null; said: Record<string, unknown> }> => {
    const { code, out } = await run(["audit", ...args, "--json", "--home", parley.home, "--config", join(parley.home, "parley.yaml")]);
    return { code, said: JSON.parse(out) as Record<string, unknown> };
  };
  for (const name of ["Ana", "Bo", "Cy"]) await parley.person(name, "member");
  const { said } = await audit("head");
  const head = String(said["head"]);
  expect(head).toMatch(/^\d+:[\da-f]{64}$/);
  expect(await audit("verify", "--head", head)).toMatchObject({ code: 0, said: { ok: true } });
  await parley.down();
  expect(await audit("verify")).toMatchObject({ code: 0, said: { ok: true } });

  {
    using store = connect(join(parley.home, "parley.db"));
    store.script(
      "DELETE FROM audit WHERE n > 2; UPDATE sqlite_sequence SET seq = 2; UPDATE kept SET value = (SELECT n || ':' || hash FROM audit WHERE n = 2) WHERE name = 'audit-head';",
    );
  }
  expect(await audit("verify")).toMatchObject({ code: 1, said: { ok: false, problem: "truncated", broken_at: 3 } });
  await parley.up();
  for (const name of ["Di", "Ed", "Flo", "Gil"]) await parley.person(name, "member");
  expect((await parley.api("GET", "/api/status")).body["red_lines"]).toMatchObject([{ what: "audit" }]);
  expect(await audit("verify")).toMatchObject({ code: 1, said: { ok: false, problem: "removed", broken_at: expect.any(Number) as number } });
  await parley.down();
  rmSync(join(parley.home, "audit-head"));
  expect(await audit("verify", "--head", head)).toMatchObject({ code: 1, said: { ok: false } });
  expect((await run(["audit", "verify", "--head", "twelve", "--home", parley.home])).code).toBe(2);
  await parley.up();
});
