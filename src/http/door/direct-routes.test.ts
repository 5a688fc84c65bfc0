import { describe, expect, it } from "vitest";
import { createDirectRoutes } from "./direct-routes.ts";

describe("direct routes", () => {
  const routes = createDirectRoutes();
  const bus = async (): Promise<void> => {};
  const post = async (): Promise<void> => {};
  routes.add("POST", "/mcp", bus);
  routes.add("POST", "/api/threads/:id/messages", post);

  it("match an address by its exact path, or with one plain segment", () => {
    expect(routes.match("POST", "/mcp")).toEqual({ serve: bus, param: "" });
    expect(routes.match("POST", "/api/threads/thr_01abc/messages")).toEqual({ serve: post, param: "thr_01abc" });
  });

  it.each([
    ["GET", "/mcp"],
    ["POST", "/mcp/"],
    ["POST", "/mcp?token=x"],
    ["GET", "/api/threads/thr_1/messages"],
    ["POST", "/api/threads//messages"],
    ["POST", "/api/threads/messages"],
    ["POST", "/api/threads/a/b/messages"],
    ["POST", "/api/threads/a%20b/messages"],
    ["POST", "/api/threads/../messages"],
    ["POST", "/api/threads/thr_1/messages?x=1"],
    ["POST", "/api/threads/thr_1/messages/"],
  ])("leave %s %s to the router", (method, url) => expect(routes.match(method, url)).toBeUndefined());
});
