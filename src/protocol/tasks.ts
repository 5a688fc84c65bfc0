import { z } from "zod";

/** Numbers are accepted because platforms have numeric ids; compared as text. */
const targetId = z.union([z.string().min(1).max(200), z.number().int().transform(String)]);

/** What starts a code delivery, over HTTP and MCP alike. */
export const deliveryFields = {
  prompt: z.string().min(1).max(100_000).describe("What is wanted."),
  source_type: z.enum(["git", "empty"]).optional().describe("Where to start: a git repository or an empty folder; by git_url unless it is given."),
  git_url: z.string().max(2_000).optional().describe("Required for source_type git."),
  git_ref: z.string().max(200).optional().describe("A branch, tag or commit."),
  target_type: z.enum(["group", "private"]).optional().describe("Of the chat that gets the archive."),
  target_id: targetId.optional().describe("The platform's id of that group or person."),
  target: z.string().max(500).optional().describe("Instead of target_type and target_id: CHANNEL/ROOM. Needed where several chats are configured."),
};

export const deliveryBody = z.object({ ...deliveryFields, thread: z.string().max(64).optional() });
export const continueBody = z.object({ prompt: z.string().min(1).max(100_000) });
