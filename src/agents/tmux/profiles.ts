import type { Profile } from "./profile.ts";
import { claude } from "./profiles/claude/index.ts";
import { codex } from "./profiles/codex/index.ts";
import { copilot } from "./profiles/copilot/index.ts";
import { gemini } from "./profiles/gemini/index.ts";
import { opencode } from "./profiles/opencode/index.ts";
import { qwen } from "./profiles/qwen/index.ts";

/** The CLIs that can be driven in tmux. Whoever adds one adds its folder and one entry. */
export const profiles: Readonly<Record<string, Profile>> = { claude, codex, copilot, gemini, opencode, qwen };
