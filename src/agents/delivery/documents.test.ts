import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect } from "vitest";
import { systemPrompt } from "./prompt.ts";
import type { TaskContext } from "./task/task-context.ts";
import { deliveryTools } from "./tools/tools.ts";
import { verifies } from "#test/verifies";

const root = dirname(dirname(dirname(import.meta.dirname)));
const page = readFileSync(join(root, "docs", "agents", "delivery.md"), "utf8");
const names = deliveryTools({} as TaskContext).map(({ name }) => name);

describe("what is written about deliveries", () => {
  verifies(["CD-9-1", "CD-9-2", "CD-11.6-1", "CD-12-1"], "names every tool, who may start one, and that it is for trusted use", () => {
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
    expect(page).toMatch(/trusted use/);
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" });
    for (const file of ["driver.ts", "prompt.ts"]) expect(files).toContain(file);
    // These belong to another of their kind, and are in its file.
    const shared = ["restore_checkpoint", "artifact_list", "list_background", "stop_background"];
    expect(names.filter((name) => !files.includes(join("tools", `${name.replaceAll("_", "-")}.ts`)))).toEqual(shared);
    for (const [document, words] of [
      ["README.md", /!!deliver[\s\S]*docs\/agents\/delivery\.md/],
      ["docs/mcp.md", /`code_delivery` `code_delivery_status`[\s\S]*agents\/delivery\.md/],
      ["docs/http.md", /POST \/api\/tasks[\s\S]*agents\/delivery\.md/],
    ] as const)
      expect(readFileSync(join(root, document), "utf8")).toMatch(words);
  });

  verifies("CD-8-14", "the example configuration has every key", () => {
    const example = readFileSync(join(root, "parley.example.yaml"), "utf8");
    const keys = [
      "enabled",
      "task_root",
      "docker_image",
      "container_name_prefix",
      "container_name_suffix",
      "default_command_timeout_seconds",
      "max_command_output_chars",
      "default_archive_format",
      "max_archive_size_mb",
      "cleanup_on_finish",
      "cleanup_on_start",
      "llm_max_retries_per_request",
      "notify_on_llm_failure",
      "packages",
      "sandbox",
      "network",
      "memory_mb",
      "cpus",
      "pids",
      "disk_mb",
      "task_timeout",
    ];
    expect(keys.filter((key) => !new RegExp(`^ *#?${key}:`, "m").test(example))).toEqual([]);
  });

  verifies(["CD-6.3-1", "CD-1.2-4", "CD-5.7-1"], "the prompt suggests the usual patterns without forcing them", () => {
    for (const pattern of [".git/**", ".venv/**", "__pycache__/**", ".pytest_cache/**", "node_modules/**", ".mypy_cache/**", ".ruff_cache/**"])
      expect(systemPrompt).toContain(`"${pattern}"`);
    const end = deliveryTools({} as TaskContext).find(({ name }) => name === "end");
    expect(end?.schema["required"]).toEqual(["exclude_patterns"]);
  });
});
