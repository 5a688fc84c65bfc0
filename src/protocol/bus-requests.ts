import { z } from "zod";
import { rule } from "./field-rules.ts";
import { limits } from "./requests.ts";

// What programs of the bus send over REST. Fields that name somebody (author, agent_id, edited_by) must agree with the bearer.

const name = z.string().max(200);
const text = z.string().min(1);
const json = z.record(z.string(), z.json());

const threadStates = ["discuss", "implement", "review", "done", "archived"] as const;
export const allStates = [...threadStates, "closed"] as const;
export const priorities = ["normal", "urgent", "system"] as const;

export const busThreadBody = z.object({
  topic: z.string().trim().min(1).max(limits.topicChars),
  creator_agent_id: name.nullish(),
  system_prompt: z.string().max(limits.messageBytes).nullish(),
  template: name.nullish(),
  metadata: json.nullish(),
});

export const stateBody = z.object({ state: z.enum(allStates) });
export const closeBody = z.object({ summary: z.string().max(16_384).nullish() });
export const renameBody = z.object({ topic: z.string().trim().min(1).max(limits.topicChars) });

export const decisionBody = z
  .object({ action: z.enum(["switch", "keep", "takeover", "cancel"]), candidate_admin_id: name.nullish(), source_message_id: name.nullish() })
  .refine((body) => body.action !== "switch" || typeof body.candidate_admin_id === "string", rule("candidate"));

const seconds = z.number().int();
export const settingsBody = z.object({
  auto_administrator_enabled: z.boolean().optional(),
  /** Its older name. */
  auto_coordinator_enabled: z.boolean().optional(),
  timeout_seconds: seconds.optional(),
  switch_timeout_seconds: seconds.optional(),
});

/** Both names are in use; a body with neither would blank the message. */
/** Who sends it. The bearer says that; these must agree with it. */
const sender = { agent_id: name.nullish(), token: z.string().nullish() };

export const editBody = z
  .object({ content: text.optional(), new_content: text.optional(), edited_by: name.nullish(), ...sender })
  .refine((body) => (body.content ?? body.new_content) !== undefined, rule("newText"));

export const reactionBody = z.object({ reaction: z.string().min(1).max(64), ...sender });

export const templateBody = z.object({
  id: z.string().regex(/^[\w.-]{1,64}$/, rule("templateId")),
  name: z.string().trim().min(1).max(200),
  description: z.string().max(2_000).default(""),
  system_prompt: z.string().max(limits.messageBytes).default(""),
  default_metadata: json.default({}),
});

/** What is longer than a name is cut by the hub. */
const longestName = 2_000;
const card = {
  description: z.string().max(4_000).optional(),
  display_name: z.string().trim().min(1).max(longestName).nullish(),
  emoji: z.string().max(32).nullish(),
  capabilities: z.array(name).max(100).optional(),
  skills: z.array(json).max(100).optional(),
};

export const registerBody = z.object({
  ide: z.string().trim().min(1).max(longestName).default("CLI"),
  model: z.string().trim().min(1).max(longestName).default("unknown"),
  resume_command: z.string().max(1_000).nullish(),
  ...card,
});
export const updateAgentBody = z.object({ token: name.nullish(), ...card });
/** Without an id: the agent whose token it is. */
export const agentBody = z.object({ agent_id: name.nullish(), token: name.nullish() });
