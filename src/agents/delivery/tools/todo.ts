import { z } from "zod";
import { ParleyError } from "#domain/errors";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import type { TaskContext } from "#agents/delivery/task/task-context";
import { defined } from "#lib/defined";

export function todoTool({ todo }: TaskContext): AgentTool {
  return agentTool({
    name: "todo",
    description: "Your list of what is to do; people follow it. Returns the whole list.",
    input: z.object({
      action: z.enum(["add", "list", "update", "remove", "clear"]),
      item_id: z
        .preprocess((value) => (typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value), z.int())
        .optional()
        .describe("For update and remove."),
      content: z.string().min(1).max(500).optional().describe("For add and update."),
      status: z.enum(["pending", "in_progress", "done"]).optional().describe("pending unless given."),
    }),
    run: async ({ action, item_id: id, content, status }) => {
      const needed = <T>(value: T | undefined, name: string): T => {
        if (value === undefined) throw new ParleyError("InvalidArgs", `${action} needs ${name}.`);
        return value;
      };
      if (action === "add") await todo.add(needed(content, "content"), status ?? "pending");
      if (action === "update") await todo.update(needed(id, "item_id"), defined({ content, status }));
      if (action === "remove") await todo.remove(needed(id, "item_id"));
      if (action === "clear") await todo.clear();
      return { text: JSON.stringify({ items: todo.items.map((item) => ({ item_id: item.id, content: item.content, status: item.status })) }) };
    },
  });
}
