import type { BacklogMirror } from "#domain/backlog";
import type { Holder } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { JsonObject } from "#domain/json";
import { type PathTarget, walkPath } from "#lib/fs/safe-path";
import { fileName } from "#lib/fs/file-name";
import { jsonLine } from "#lib/text/json-line";
import { KeyedQueue } from "#lib/keyed-queue";
import type { HubDeps, HubSettings } from "#hub/deps";
import { appendLines, endOf, replaceLines } from "./mirror-file.ts";

/** A copy larger than this is rebuilt from what the store still has. */
export const mirrorBytes = 32 * 1024 * 1024;

interface MirrorDeps extends Pick<HubDeps, "log"> {
  readonly settings: Pick<HubSettings, "workspace">;
}

/** The readable copy of what one of a session's commands keeps. The store is what counts. */
export function createLineMirror({ settings, log }: MirrorDeps, holder: Holder, name: string): BacklogMirror {
  if (!/^[a-z]+(?:\/[a-z]+)?$/.test(name)) throw new ParleyError("Internal", `A copy cannot be called "${name}".`);
  const path = `.agents/sessions/${fileName(holder)}/${name}.jsonl`;
  const queue = new KeyedQueue<"write">();
  // After a start, and after a failure, it has to be looked at whether the file has all that came before.
  let isInStep = false;
  let isFailing = false;

  const write = async (lines: readonly JsonObject[], before: () => Promise<readonly JsonObject[]>): Promise<void> => {
    await using target = await walkPath(settings.workspace, path, { followsLast: false, makes: true });
    const found = target.found?.isFile() === true && target.found.size < mirrorBytes;
    const older = found && isInStep ? undefined : await before();
    if (found && (older === undefined || (await hasLast(target, older)))) await appendLines(target, lines.map(jsonLine));
    else await replaceLines(target, [...(older ?? []), ...lines].map(jsonLine));
  };

  return {
    append: (lines, before) =>
      queue.run("write", async () => {
        if (lines.length === 0) return;
        try {
          await write(lines, before);
          isInStep = true;
          isFailing = false;
        } catch (cause) {
          if (!isFailing) log.warn({ cause, session: holder, name }, "failed to write a readable copy; it will be rebuilt");
          isFailing = true;
          isInStep = false;
        }
      }),
  };
}

/** The one before the new lines is there, or there was none. */
async function hasLast(target: PathTarget, older: readonly JsonObject[]): Promise<boolean> {
  const last = older.at(-1);
  return last === undefined || (await endOf(target)).includes(jsonLine(last));
}
