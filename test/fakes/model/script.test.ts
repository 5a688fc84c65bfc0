import { describe, expect, it } from "vitest";
import { nextLine, pick, type Scripts } from "./script.ts";

const scripts: Scripts = {
  "run the talk": [
    { call: "bus_connect", with: { thread_name: "Plans" } },
    { call: "msg_post", with: { thread_id: "$thread_id", expected_last_seq: "$current_seq", content: "I read up to ${current_seq}" } },
    { text: "Done with ${thread_id}." },
  ],
};
const tools = ["mcp__parley__bus_connect", "mcp__parley__msg_post"];

describe("a script of the model", () => {
  it("is found by its words in the prompt, and its step by the results so far", () => {
    expect(nextLine(scripts, { asked: "now run the talk", results: [], tools })).toEqual({
      tool: "mcp__parley__bus_connect",
      args: { thread_name: "Plans" },
    });
    const results = ['{"thread":{"thread_id":"thr_1"},"current_seq":4}'];
    expect(nextLine(scripts, { asked: "run the talk", results, tools })).toEqual({
      tool: "mcp__parley__msg_post",
      args: { thread_id: "thr_1", expected_last_seq: 4, content: "I read up to 4" },
    });
    expect(nextLine(scripts, { asked: "run the talk", results: [...results, "{}"], tools })).toEqual({ text: "Done with thr_1." });
    expect(nextLine(scripts, { asked: "run the talk", results: ["", "", "", ""], tools })).toEqual({ text: "The script is over." });
  });

  it("knows the thread that the prompt names", () => {
    const invited: Scripts = { invited: [{ call: "bus_connect", with: { thread_id: "$thread_id" } }] };
    expect(nextLine(invited, { asked: "You were invited into thr_07.", results: [], tools })).toMatchObject({ args: { thread_id: "thr_07" } });
  });

  it("says what is missing instead of inventing it", () => {
    expect(nextLine(scripts, { asked: "something else", results: [], tools })).toEqual({ text: "There is no script for this prompt." });
    expect(nextLine(scripts, { asked: "run the talk", results: [], tools: ["Bash"] })).toEqual({ text: "The client offers no tool bus_connect." });
    expect(nextLine(scripts, { asked: "run the talk", results: [], tools: [] })).toEqual({ text: "Nothing to say." });
  });

  it("takes a value from the newest result that has it, however it was wrapped", () => {
    expect(pick(['{"reply_token":"old"}', String.raw`Output: [{"text":"{\"reply_token\":\"new\",\"seq\": -3}"}]`, "{}"], "reply_token")).toBe("new");
    expect(pick([String.raw`{\"seq\": -3}`], "seq")).toBe(-3);
    expect(pick(["{}"], "seq")).toBeUndefined();
  });
});
