import { z } from "zod";
import { askOf, encodeStarted, encodeTask } from "#http/encode/encode-task";
import { answer } from "#http/mcp/result";
import { tool, type Tool } from "#http/mcp/tool";
import { deliveryFields } from "#protocol/tasks";

const codeDelivery = tool({
  name: "code_delivery",
  description:
    "Has code_delivery_agent write and run code in a container, starting from a git repository or an empty folder, and sends the archive to a chat. Returns at once with task_id; code_delivery_status tells how far it is. Where the caller may not do this alone, a person is asked first.",
  input: z.object(deliveryFields),
  run: async ({ deps, by }, args) => answer({ ...encodeStarted(await deps.hub.tasks.start(by, "mcp", {}, askOf(args))) }),
});

const codeDeliveryStatus = tool({
  name: "code_delivery_status",
  description: "How far a code delivery is: its state, todo list and steps.",
  input: z.object({ task_id: z.string().min(1).max(64) }),
  run: async ({ deps: { hub }, by }, { task_id: id }) => {
    const [task, drafts] = await Promise.all([hub.tasks.find(by, id), hub.feed.drafts(by)]);
    return answer({ ...encodeTask(task, drafts) });
  },
});

export const deliveryTools: readonly Tool[] = [codeDelivery, codeDeliveryStatus];
