import { describe, expect, it } from "vitest";
import type { JsonObject } from "#domain/json";
import { verifies } from "#test/verifies";
import { codex } from "./index.ts";
import { hookFlags } from "./hook-flags.ts";
import { codexPlace, readCodexHook } from "./read-hook.ts";

// Payloads of Codex 0.166.0, shortened.
const base: JsonObject = { session_id: "s1", turn_id: "t1", transcript_path: "/h/rollout.jsonl", cwd: "/w", model: "scripted" };

describe("a hook of Codex", () => {
  it("names its conversation, its record and its turn", () => {
    expect(codexPlace(base)).toEqual({ conversation: "s1", transcript: "/h/rollout.jsonl", prompt: "t1" });
    expect(codexPlace("nothing")).toEqual({});
    expect(readCodexHook("UserPromptSubmit", { ...base, prompt: "do it" })).toEqual({ kind: "prompt", text: "do it" });
    expect(readCodexHook("Stop", { ...base, last_assistant_message: "Done" })).toEqual({ kind: "stopped", text: "Done" });
    expect(readCodexHook("SessionStart", base)).toEqual({ kind: "started", model: "scripted" });
  });

  verifies("C-11.1-1", "asks with the exact command or patch, and prints a decision: whatever is not a clear yes is a no", () => {
    const asks = (tool: string, command: string) => readCodexHook("PermissionRequest", { ...base, tool_name: tool, tool_input: { command } });
    expect(asks("Bash", "rm -rf ./victim")).toMatchObject({
      kind: "asks",
      asks: { ask: { kind: "permission", subject: { detail: "rm -rf ./victim", directory: "/w" } }, step: { verb: "run", what: "rm -rf ./victim" } },
    });
    const patch = "*** Begin Patch\n*** Add File: a.txt\n+one\n*** End Patch";
    expect(asks("apply_patch", patch)).toMatchObject({ asks: { ask: { prompt: "May I change a.txt?", subject: { detail: patch } }, shown: "a.txt" } });
    const decided = (answer: object) => JSON.stringify(codex.hookOutput({ key: "k", digest: "d", how: "given", by: "Ola", ...answer } as never, {}));
    expect(decided({ option: { id: "allow", label: "Allow", grants: "allow" } })).toContain('"behavior":"allow"');
    for (const no of [{ option: { id: "deny", label: "Deny", grants: "deny" } }, { text: "yes please" }, {}])
      expect(decided(no)).toContain('"behavior":"deny"');
  });

  it("comes by flags of the command line, with the hash that Codex itself computes", () => {
    const flags = hookFlags({ Stop: 10 }, () => "/opt/hook Stop");
    expect(flags[1]).toBe('hooks.Stop=[{hooks=[{type="command",command="/opt/hook Stop",timeout=10}]}]');
    expect(flags[3]).toContain(
      '"/<session-flags>/config.toml:stop:0:0"={trusted_hash="sha256:6f3c649657e1f9992c528a115c483918524723b730a274405fba367fdc242985"}',
    );
    expect(hookFlags({ UserPromptSubmit: 10 }, () => 'a "b"')[1]).toContain('command="a \\"b\\""');
  });

  it("goes on with a conversation unless the operator's own command chooses one", () => {
    const launch = (startWords: readonly string[]) =>
      codex
        .launch({
          folder: "/f",
          workDir: "/w",
          hookCommand: () => "true",
          newConversation: "new",
          resume: "old",
          startWords,
          user: { userHome: "/home/ann", env: {} },
        })
        .args.slice(0, 3);
    expect(launch([])).toEqual(["resume", "old", "--no-daemon"]);
    expect(launch(["codex", "resume", "--last"])[0]).toBe("--no-daemon");
    expect([codex.promptText("!ls"), codex.promptText("  !ls"), codex.promptText("see @src"), codex.promptText("a b")]).toEqual([
      "\\!ls",
      "\\  !ls",
      "see @src ",
      "a b",
    ]);
  });
});
