import type { Verb } from "./verb.ts";

/** One file a verb, loaded when it is called. */
export const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
  start: async () => (await import("./start.ts")).start,
  login: async () => (await import("./login.ts")).login,
  status: async () => (await import("./status.ts")).status,
  config: async () => (await import("./config.ts")).config,
  doctor: async () => (await import("./doctor.ts")).doctor,
  people: async () => (await import("./people.ts")).people,
  setup: async () => (await import("./setup.ts")).setup,
  pair: async () => (await import("./pair.ts")).pair,
  token: async () => (await import("./token.ts")).token,
  threads: async () => (await import("./threads.ts")).threads,
  invite: async () => (await import("./invite.ts")).invite,
  deliver: async () => (await import("./deliver.ts")).deliver,
  post: async () => (await import("./post.ts")).post,
  route: async () => (await import("./route.ts")).route,
  exec: async () => (await import("./exec.ts")).exec,
  questions: async () => (await import("./questions.ts")).questions,
  answer: async () => (await import("./answer.ts")).answer,
  attach: async () => (await import("./attach.ts")).attach,
  hook: async () => (await import("./hook.ts")).hook,
  mcp: async () => (await import("./mcp.ts")).mcp,
  audit: async () => (await import("./audit.ts")).audit,
};
