import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openDoor } from "#test/fakes/door/open-door";
import { like } from "#test/matching";
import { refusedRoutes } from "./refused.ts";

const routes = Object.values(refusedRoutes).flat();

it("each route of the bus that has no meaning here says so and what to use instead, to whoever has a token", async () => {
  await using door = await openDoor();
  for (const route of routes) {
    const [method = "", path = ""] = route.split(" ");
    const asked = path.replace(":id", "x");
    expect(await door.call(method, asked, { token: door.owner.token })).toMatchObject({ status: 501, json: { error: "NotSupported", detail: like(/\.$/) } });
    expect((await door.call(method, asked)).status).toBe(401);
  }
});

it("the page about the door names every one of them", () => {
  const page = readFileSync("docs/http.md", "utf8");
  expect(routes.map((route) => (route.split(" ")[1] ?? "").replace(":id", "ID").replace(/\/$/, "")).filter((path) => !page.includes(path))).toEqual([]);
});
