import type { Asked, Command, CommandContext, Holder } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { WorkspaceFiles } from "#domain/workspace";
import type { Approvals } from "./approvals.ts";
import type { HubDeps } from "./deps.ts";
import { createLineMirror } from "./line-mirror.ts";
import type { Lights } from "./lights.ts";
import type { Owned } from "./owned.ts";
import type { SecretFiles } from "./secret-file.ts";
import type { ThirdParty } from "./third-party.ts";

export interface ContextParts {
  readonly owned: Owned;
  readonly lights: Lights;
  readonly approvals: Approvals;
  readonly thirdParty: ThirdParty;
  readonly secretFiles: SecretFiles;
}

export interface ContextOf {
  readonly asked: Asked;
  readonly session: Holder;
  readonly command: Command;
  readonly files: WorkspaceFiles;
  readonly stdin?: string;
  readonly progress: (line: string) => void;
  /** Told of every value that the command was shown, to keep it out of what the command says. */
  readonly revealed: (values: readonly string[]) => void;
}

const progressChars = 500;

/** What one run of a command may touch. What it keeps belongs to its session, not to the run. */
export function createContext(deps: Pick<HubDeps, "store" | "settings" | "log">, parts: ContextParts, of: ContextOf): CommandContext {
  const { store, settings } = deps;
  const { asked, session, command, files } = of;
  return {
    ...asked,
    session,
    ...(of.stdin === undefined ? {} : { stdin: of.stdin }),
    files,
    secrets: async () => {
      if (command.secretsOf === undefined) throw new ParleyError("Internal", `The command ${command.name} declares no secrets.`);
      const file = await parts.secretFiles.read(command.secretsOf, asked.language);
      of.revealed(file.values());
      return file;
    },
    progress: (line) => of.progress(line.slice(0, progressChars)),
    own: (key, open) => parts.owned.own(session, key, open),
    owned: (key) => parts.owned.get(session, key),
    disown: (key) => parts.owned.disown(session, key),
    backlog: (name) => ({
      add: (entries) => store.addBacklog(session, name, entries),
      read: (how) => store.readBacklog(session, name, how),
      history: (page) => store.backlogHistory(session, name, page),
    }),
    mirror: (name) => createLineMirror(deps, session, name),
    approve: async ({ key, prompt, argv }) => {
      const subject = { argv, directory: settings.workspace };
      const verdict = await parts.approvals.decide({ key: `${session} ${key}`, prompt, subject, run: asked.run, beganBy: "hub" }, asked.signal);
      return verdict.allowed;
    },
    received: (event) => parts.thirdParty.received(session, event),
    link: (name, state) => parts.lights.set({ holder: session, name, state }),
  };
}
