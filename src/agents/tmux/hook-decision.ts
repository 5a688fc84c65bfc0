import type { JsonObject } from "#domain/json";
import type { Answer } from "#domain/question";

/** What a PermissionRequest hook prints, in the form that Claude Code, Codex and Qwen Code share. A denial tells the model why, and the turn goes on. */
export function hookDecision(decision: JsonObject): JsonObject {
  return { hookSpecificOutput: { hookEventName: "PermissionRequest", decision } };
}

/** The decision that an answer to a plain permission means. Whatever is not a clear yes is a no. */
export function permissionDecision(answer: Answer): JsonObject {
  if (answer.how === "expired") return hookDecision({ behavior: "deny", message: answer.reason });
  if (answer.option?.grants === "allow") return hookDecision({ behavior: "allow" });
  const words = answer.text === undefined ? "" : ` They said: ${answer.text}`;
  return hookDecision({ behavior: "deny", message: `${answer.by} did not allow this.${words}` });
}
