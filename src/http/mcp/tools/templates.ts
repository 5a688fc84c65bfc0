import { z } from "zod";
import { objectArg } from "#http/mcp/call-parts";
import { encodeTemplate } from "#http/mcp/encode";
import { answer, failure } from "#http/mcp/result";
import { tool, type Tool } from "#http/mcp/tool";

const idArg = z.string().trim().min(1).max(100);

const templateList = tool({
  name: "template_list",
  description: "What a thread can begin with: templates that come with the hub, and those that were added.",
  input: z.object({}),
  run: async ({ deps }) => answer((await deps.hub.bus.templates()).map(encodeTemplate)),
});

const templateGet = tool({
  name: "template_get",
  description: "One template, with its system prompt.",
  input: z.object({ template_id: idArg }),
  run: async ({ deps }, { template_id: id }) => {
    const found = (await deps.hub.bus.templates()).find((template) => template.id === id);
    return found === undefined ? failure({ error: "Template not found" }) : answer(encodeTemplate(found));
  },
});

const defaults = objectArg.optional();

const templateCreate = tool({
  name: "template_create",
  description: "Adds a template.",
  input: z.object({
    id: z.string().trim().max(100).default(""),
    name: z.string().trim().max(200).default(""),
    description: z.string().max(4_000).default(""),
    system_prompt: z.string().max(64_000).default(""),
    default_metadata: defaults,
    metadata: defaults.describe("The same as default_metadata."),
  }),
  needs: ["id", "name"],
  run: async ({ deps, by }, { id, name, description, system_prompt: systemPrompt, default_metadata: given, metadata }) => {
    if (id === "" || name === "") return failure({ error: "id and name are required" });
    return answer(encodeTemplate(await deps.hub.bus.addTemplate(by, { id, name, description, systemPrompt, metadata: given ?? metadata ?? {} })));
  },
});

export const templateTools: readonly Tool[] = [templateList, templateGet, templateCreate];
