import type { Backlog } from "#domain/backlog";
import type { Inbound } from "#domain/channel";
import type { Asked, Command, CommandContext, Handed, Holder } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { WorkspaceFiles } from "#domain/workspace";
import type { Approvals } from "#hub/questions/approvals";
import type { HubDeps } from "#hub/deps";
import { createLastingDenials } from "./lasting-denials.ts";
import { createLineMirror } from "./line-mirror.ts";
import type { SessionLinks } from "#hub/feed/session-links";
import type { Owned } from "./session-resources.ts";
import type { SecretFiles } from "./secret-file.ts";
import { defined } from "#lib/defined";
import { say } from "#lib/words/words";
import { questionTexts } from "#hub/questions/texts";
import { rightsOf } from "./plan-command.ts";

export interface ContextParts {
  readonly owned: Owned;
  readonly lights: SessionLinks;
  readonly approvals: Approvals;
  /** Where words over a link of the command enter. */
  readonly thirdParty: { received(holder: Holder, event: Inbound): Promise<Handed> };
  readonly secretFiles: SecretFiles;
}

export interface ContextOf {
  readonly asked: Asked;
  readonly holder: Holder;
  readonly command: Command;
  readonly files: WorkspaceFiles;
  readonly stdin?: string;
  readonly progress: (line: string) => void;
  /** Told of every value that the command was shown, to keep it out of what the command says. */
  readonly revealed: (values: readonly string[]) => void;
}

const progressChars = 500;

/** What one run of a command may touch. What it stores belongs to its holder, not to the run. */
export function createContext(deps: Pick<HubDeps, "store" | "clock" | "settings" | "log">, parts: ContextParts, of: ContextOf): CommandContext {
  const { store, settings } = deps;
  const { asked, holder, command, files } = of;
  const denials = createLastingDenials(deps);
  const backlogOf = (of: Holder, name: string): Backlog => ({
    add: (entries) => store.addBacklog(of, name, entries),
    read: (how) => store.readBacklog(of, name, how),
    history: (page) => store.backlogHistory(of, name, page),
  });
  return {
    ...asked,
    holder,
    ...defined({ stdin: of.stdin }),
    files,
    secrets: async () => {
      if (command.secretsOf === undefined) throw new ParleyError("Internal", `The command ${command.name} declares no secrets.`);
      const file = await parts.secretFiles.read(command.secretsOf, asked.language);
      of.revealed(file.values());
      return file;
    },
    progress: (line) => of.progress(line.slice(0, progressChars)),
    own: (key, open) => parts.owned.own(holder, key, open),
    owned: (key) => parts.owned.get(holder, key),
    disown: (key) => parts.owned.disown(holder, key),
    backlog: (name) => backlogOf(holder, name),
    sharedBacklog: (name) => backlogOf("hub", name),
    mirror: (name) => createLineMirror(deps, holder, name),
    isDenied: (key) => denials.isDenied(key),
    approve: async ({ key, prompt, argv, needs = [] }) => {
      const subject = { argv, directory: settings.workspace };
      const { by, run, place } = asked;
      const ask = {
        by,
        key: `${holder} ${key}`,
        title: say(asked.language, questionTexts.titleRun),
        prompt,
        subject,
        run: { id: run, needs: [...rightsOf(command), ...needs] },
      };
      const verdict = await parts.approvals.decide({ ...ask, ...defined({ thread: place.thread }) }, asked.signal);
      await denials.decided(key, verdict);
      return verdict.allowed;
    },
    received: (event) => parts.thirdParty.received(holder, event),
    link: (name, state) => parts.lights.set({ holder, name, state }),
  };
}
