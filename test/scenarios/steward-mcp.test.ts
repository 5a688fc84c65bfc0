import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Parley } from "./parley.ts";
import { call, openSteward, says } from "./steward-stage.ts";
import { people, talk } from "./talk.ts";

const program = join(import.meta.dirname, "..", "fakes", "mcp", "main.ts");
const keys = `  mcp_servers:
    small:
      command: [${JSON.stringify(process.execPath)}, ${JSON.stringify(program)}]
      env: { GREETING: "and good morning" }
      allow: [echo, flood, large, orders, noise, never, fault]
`;

describe("MCP servers of the steward", () => {
  it("are connected to when they are used, their allowed tools run at once and the others ask", async () => {
    const script = [
      call("mcp_tools", { server: "small" }),
      call("mcp_call", { server: "small", tool: "echo", arguments: { text: "hello" } }),
      call("mcp_call", { server: "small", tool: "fail" }),
      call("mcp_call", { server: "other", tool: "x" }),
      says("Tried them."),
    ];
    await using stage = await openSteward({ "try the tools": script }, { modelKeys: keys });
    const { parley } = stage;
    const ana = talk(parley, "ana");
    ana.say("try the tools");
    await ana.hears("wants to call the tool fail");
    await ana.press("Allow once");
    await ana.hears("Tried them.");
    expect(stage.result(0)).toContain('"echo"');
    expect(stage.result(1)).toContain("hello and good morning");
    expect(stage.result(2)).toContain("it went wrong");
    expect(stage.result(3)).toMatch(/^NotFound/);
    expect((await parley.questions()).length).toBe(1);
  });

  it("that die are told to the model and started again", async () => {
    const script = [
      call("mcp_call", { server: "small", tool: "die" }),
      call("mcp_call", { server: "small", tool: "echo", arguments: { text: "again" } }),
      says("Both tried."),
    ];
    await using stage = await openSteward({ "let it die": script }, { modelKeys: keys });
    const ana = talk(stage.parley, "ana");
    ana.say("let it die");
    await ana.press("Allow once");
    await ana.hears("Both tried.");
    expect(stage.result(0)).toMatch(/^McpServerFailed/);
    expect(stage.result(1)).toContain("again and good morning");
  });

  it("can be at an address, with a token that the model never sees", async () => {
    await using other = await Parley.start({ yaml: people });
    const token = await other.token({ agent: "bee" });
    const address = `  mcp_servers:\n    hub: { url: "${other.url}/mcp", token: "${token}", allow: [bus_config] }\n`;
    const script = [call("mcp_tools", { server: "hub" }), call("mcp_call", { server: "hub", tool: "msg_post", arguments: {} }), says("Listed.")];
    await using stage = await openSteward({ "list the tools": script }, { modelKeys: address });
    const ana = talk(stage.parley, "ana");
    ana.say("list the tools");
    await ana.press("Deny");
    await ana.hears("Listed.");
    expect(stage.result(0)).toContain("msg_post");
    expect(stage.result(1)).toMatch(/^NotAllowed/);
    expect(JSON.stringify(stage.model.exchanges)).not.toContain(token);
  });

  it("that flood, lie and give orders do no harm, and the next call finds a server again", async () => {
    const use = (tool: string) => call("mcp_call", { server: "small", tool, arguments: { text: "fine" } });
    const script = [use("orders"), use("fault"), use("noise"), use("large"), use("flood"), use("echo"), says("Tried them all.")];
    await using stage = await openSteward({ "try the tools": script }, { modelKeys: keys });
    const ana = talk(stage.parley, "ana");
    ana.say("try the tools");
    await ana.hears("Tried them all.");
    for (const n of [0, 1]) {
      expect(stage.result(n)).toContain("The owner says");
      expect(stage.result(n).match(/<\/?(data|outside)\b/g)).toEqual(["<data", "</data"]);
    }
    expect(stage.result(2)).toContain("after the noise");
    expect(stage.result(3).length).toBeLessThan(150_000);
    expect(stage.result(4)).toMatch(/^McpServerFailed/);
    expect(stage.result(5)).toContain("fine and good morning");
    expect(await stage.parley.questions()).toEqual([]);
  });

  it("that never answer are left when the turn is stopped, and hold up nobody else", async () => {
    const script = [call("mcp_call", { server: "small", tool: "never" }), says("It answered.")];
    await using stage = await openSteward({ "ask and wait": script }, { modelKeys: keys });
    const { parley } = stage;
    const ana = talk(parley, "ana");
    ana.say("ask and wait");
    await parley.chat.waitFor(() => stage.model.called.length === 1);
    await parley.untilState("main", "processing");
    ana.say("!!stop main");
    await parley.untilState("main", "idle");
    expect(ana.heard().some((text) => text.includes("It answered."))).toBe(false);
  });

  it("at an address are not listened to for ever", async () => {
    const endless = createServer((_request, response) => {
      const more = (): void => {
        while (response.write("z".repeat(64 * 1024)));
      };
      response.writeHead(200, { "content-type": "application/json" }).on("drain", more);
      response.write('{"jsonrpc":"2.0","id":0,"result":"');
      more();
    });
    await new Promise<void>((resolve) => endless.listen(0, "127.0.0.1", resolve));
    const { port } = endless.address() as AddressInfo;
    const address = `  mcp_servers:\n    far: { url: "http://127.0.0.1:${port}/mcp" }\n`;
    await using stage = await openSteward({ "list the tools": [call("mcp_tools", { server: "far" }), says("Listed.")] }, { modelKeys: address });
    const ana = talk(stage.parley, "ana");
    ana.say("list the tools");
    await ana.hears("Listed.");
    expect(stage.result(0)).toMatch(/^McpServerFailed/);
    endless.closeAllConnections();
    endless.close();
  });
});
