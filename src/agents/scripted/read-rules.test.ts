import { expect, it } from "vitest";
import { parseScript } from "./script.ts";

it("says at the margin what the seat refuses, survives, shows and is signalled", () => {
  const script = parseScript(
    `begin "later" busy "they type" for 2s
begin /^no/ refused "not that"
gone after 1s "killed" back after 3s
hook "Ask"
  ask permission "Run?" "Yes" "No" detail "{payload}" expires 5s
hook "Note"
  reply "seen" after 2s
screen
  | first
  | second
facts pid 7 memory 2 model "m"
conversation "c1" "About tests"
otherwise
  status rate_limited "the model" for 30s
  plan done "read" doing "write" todo "test"
  usage "m" in 12 out 3 cost "0.25" context 900
  remember "x"
  env NAME "x"
  secret token /x/
  history 5
  open "a.txt"
  call "echo" with ["text", "a b"]
  deliver to "chat" "room"
  gone "killed"
  desk now "typed"
  ask text "Why?" settled "because" after 10ms
`,
    "a.script",
  );
  expect(script).toMatchObject({
    begins: [
      { match: { text: "later" }, how: "busy", reason: "they type", forMs: 2_000 },
      { match: { source: "^no", flags: "" }, how: "refused", reason: "not that", forMs: 0 },
    ],
    gone: [{ do: "gone", reason: "killed", afterMs: 1_000, backAfterMs: 3_000 }],
    hooks: [
      { event: "Ask", afterMs: 0, ask: { prompt: "Run?", labels: ["Yes", "No"], subject: { detail: "{payload}" }, expiresMs: 5_000 } },
      { event: "Note", afterMs: 2_000, reply: "seen" },
    ],
    screen: ["first", "second"],
    facts: { pid: 7, memoryBytes: 2_097_152, model: "m" },
    conversations: [{ id: "c1", title: "About tests" }],
    otherwise: [
      { do: "status", doing: "rate_limited", what: "the model", forMs: 30_000 },
      {
        do: "plan",
        plan: [
          { text: "read", state: "done" },
          { text: "write", state: "in_progress" },
          { text: "test", state: "pending" },
        ],
      },
      { do: "usage", usage: { model: "m", inputTokens: 12, outputTokens: 3, cost: 0.25, contextLeft: 900 } },
      { do: "remember", text: "x" },
      { do: "check", where: "env", name: "NAME", match: { text: "x" } },
      { do: "check", where: "secret", name: "token", match: { source: "x", flags: "" } },
      { do: "history", limit: 5 },
      { do: "open", name: "a.txt" },
      { do: "call", name: "echo", args: [["text", "a b"]] },
      { do: "deliver", channel: "chat", room: "room" },
      { do: "gone", reason: "killed", afterMs: 0 },
      { do: "desk", text: "typed", isNow: true },
      { do: "ask", kind: "text", settled: { answer: "because", afterMs: 10 } },
    ],
  });
});
