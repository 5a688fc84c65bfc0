import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "#test/verifies";
import { commandLine, fillArgv, placeholdersIn } from "./invite-command.ts";

const values = {
  thread_id: "thr_1",
  thread_topic: "Fix the build",
  bus_address: "http://127.0.0.1:39765",
  agent_name: "copilot-cli",
  mcp_config: "/h/mcp.json",
};
const withTopic = (topic: string, arg = "{thread_topic}"): string | undefined => fillArgv(["agent", arg], { ...values, thread_topic: topic })[1];

describe("placeholders", () => {
  verifies(["FR-4", "FR-4-1", "FR-4-2"], "are filled with thread, topic, address, name and the path of the MCP file, alone and inside words", () => {
    expect(fillArgv(["copilot", "--thread={thread_id}", "{thread_topic}", "--bus", "{bus_address}/mcp", "{agent_name}", "@{mcp_config}"], values)).toEqual([
      "copilot",
      "--thread=thr_1",
      "Fix the build",
      "--bus",
      "http://127.0.0.1:39765/mcp",
      "copilot-cli",
      "@/h/mcp.json",
    ]);
  });

  it("are filled once: braces in a topic stay text", () => {
    expect(withTopic("{mcp_config} {thread_id}")).toBe("{mcp_config} {thread_id}");
    expect(placeholdersIn("a {b} {c_d} {e:f} {}")).toEqual(["b", "c_d"]);
  });

  verifies(["SC-1", "SC-1-3"], "hold quotes, dollars, newlines and dashes of a topic inside one argument that is no option", () => {
    expect(withTopic('"; rm -rf / #')).toBe('"; rm -rf / #');
    expect(withTopic("$(touch /tmp/x) `id` && reboot")).toBe("$(touch /tmp/x) `id` && reboot");
    expect(withTopic("one\ntwo\0three\u202Efour")).toBe("one two three four");
    expect(withTopic("--dangerously-skip-permissions")).toBe("\u2010\u2010dangerously-skip-permissions");
    expect(withTopic("\n-p evil")).toBe("\u2010p evil");
    expect(withTopic("@/etc/passwd")).toBe("\uff20/etc/passwd");
    expect(withTopic("-x", "--title={thread_topic}")).toBe("--title=-x");
  });

  it("take of a topic of 1 MB what an argument can hold", () => {
    expect(withTopic("好".repeat(1_000_000))).toHaveLength(301);
  });

  it("whatever the topic, make no more and no fewer arguments, no option and no second line", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (topic) => {
        const filled = fillArgv(["agent", "{thread_topic}", "-p", "about {thread_topic}"], { ...values, thread_topic: topic });
        expect(filled).toHaveLength(4);
        expect(filled[1]).not.toMatch(/^[-@]|[\0\n\r\u2028]/);
        expect(filled[3]).not.toMatch(/[\0\n\r\u2028]/);
      }),
    );
  });
});

describe("a command for people", () => {
  verifies("FR-3-2", "reads as in a shell, with quotes where they are needed", () => {
    expect(commandLine(["copilot", "invite", "--thread", "thr_1", "--bus", "http://localhost:8000"])).toBe(
      "copilot invite --thread thr_1 --bus http://localhost:8000",
    );
    expect(commandLine(["a", "b c", "", 'd"e', "[secret]"])).toBe('a "b c" "" "d\\"e" [secret]');
  });
});
