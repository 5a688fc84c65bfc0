import type { RunId } from "#domain/ids";
import { whoIs, everyone } from "#domain/people";
import { PathRejected, walkPath } from "#lib/fs/safe-path";
import type { HubDeps } from "#hub/deps";
import { openArtifact } from "#hub/files/open-artifact";
import { fence } from "#hub/files/protected-paths";
import type { CommandCall } from "./plan-command.ts";

/** How many of the caller's runs are looked through for the one that wrote the file. */
const looksBack = 200;

/**
 * Whether a run may take the place of the file at that path. `nothing`: none is there, so that none is replaced. A caller's
 * own file is one that a run of theirs wrote and that is still as it was.
 */
export async function replacing(
  deps: Pick<HubDeps, "store" | "policy" | "settings">,
  call: CommandCall,
  target: { readonly path: string; readonly run: RunId },
): Promise<"allow" | "ask" | "nothing"> {
  const { verdict } = deps.policy.decide(call.by, "run.replace");
  if (verdict !== "ask") return verdict === "allow" ? "allow" : "nothing";
  const path = await standing(deps, target);
  if (path === undefined) return "nothing";
  return (await isOwn(deps, call, path)) ? "allow" : "ask";
}

/** The real path of the file, if there is one that a command may write. */
async function standing(
  { settings: { workspace: root, own } }: Pick<HubDeps, "settings">,
  { path, run }: { readonly path: string; readonly run: RunId },
): Promise<string | undefined> {
  try {
    const guard = await fence({ root, own, deed: "write", run });
    await using spot = await walkPath(root, path, { followsLast: false, guard });
    return spot.found?.isFile() === true ? [...spot.names, spot.name].join("/") : undefined;
  } catch (cause) {
    // The command meets the same and says so.
    if (cause instanceof PathRejected) return undefined;
    throw cause;
  }
}

async function isOwn({ store, settings }: Pick<HubDeps, "store" | "settings">, { by, session, language }: CommandCall, path: string): Promise<boolean> {
  const runs = await store.runs(everyone, { session, limit: looksBack });
  const written = runs.filter(({ who }) => who === whoIs(by)).flatMap(({ artifacts = [] }) => artifacts.filter((one) => one.path === path));
  const [last] = written;
  if (last === undefined) return false;
  return openArtifact(settings.workspace, last, language).then(
    (file) => file[Symbol.asyncDispose]().then(() => true),
    () => false,
  );
}
