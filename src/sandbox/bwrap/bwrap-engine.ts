import { readlink, stat } from "node:fs/promises";
import { ParleyError } from "#domain/errors";
import type { SandboxEngine, SandboxSpec } from "#domain/sandbox";
import type { Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { sandboxTexts } from "#sandbox/kit/texts";
import { missingArgv } from "#sandbox/kit/missing-packages";
import { outputOf, outputOrFault } from "#wire/child";
import { findCommand } from "#wire/find-command";
import { bwrapArgv, sharedPrograms, sharedSettings, type BwrapPrograms, type HostFolders } from "./bwrap-argv.ts";
import { BwrapSandbox } from "./bwrap-sandbox.ts";

export interface BwrapEngineParts {
  readonly clock: Clock;
  readonly language: TextLanguage;
  /** Where programs are looked for. */
  readonly path: string;
  /** Who the hub runs as. */
  readonly user: SandboxSpec["user"];
}

const tryWithinMs = 10_000;

/** Bubblewrap: namespaces on this machine with its own programs, no image and no engine. Only used where it was chosen. */
export function createBwrapEngine({ clock, language, path, user }: BwrapEngineParts): SandboxEngine {
  const isRoot = user.uid === 0;
  let host: Promise<HostFolders> | undefined;

  const programs = async (): Promise<BwrapPrograms> => {
    const find = async (name: string): Promise<string> => {
      const found = await findCommand(name, "/", path);
      if ("path" in found) return found.path;
      throw new ParleyError("NotSupported", say(language, sandboxTexts.bwrapMissing, { program: name }));
    };
    return { bwrap: await find("bwrap"), prlimit: await find("prlimit"), setpriv: isRoot ? await find("setpriv") : "" };
  };

  const missing = async (packages: readonly string[]): Promise<readonly string[]> => {
    const [file, ...rest] = missingArgv(packages);
    const found = (await outputOf([file, ...rest], { PATH: path })) ?? packages.join("\n");
    return found.split("\n").filter((line) => packages.includes(line));
  };
  const cannotInstall = (packages: readonly string[]): string => say(language, sandboxTexts.bwrapPackages, { packages: packages.join(" ") });

  /** One small command, with everything as it will be. */
  const tryOut = async (): Promise<void> => {
    const spec = { ...trial, user: isRoot ? { uid: 1000, gid: 1000 } : user };
    const argv = bwrapArgv(await programs(), await (host ??= hostFolders()), spec, { command: "true", directory: "/" }, isRoot);
    try {
      await outputOrFault(argv, { PATH: path }, tryWithinMs);
    } catch (cause) {
      throw new ParleyError("NotSupported", say(language, sandboxTexts.bwrapFails, { reason: cause instanceof Error ? cause.message : String(cause) }));
    }
  };

  return {
    check: async () => {
      try {
        await tryOut();
        return { ok: true, says: say(language, sandboxTexts.bwrapReady) };
      } catch (cause) {
        if (cause instanceof ParleyError) return { ok: false, says: cause.message };
        throw cause;
      }
    },

    open: async (spec, _progress, signal) => {
      await tryOut();
      const lacking = spec.packages.length === 0 ? [] : await missing(spec.packages);
      if (lacking.length > 0) throw new ParleyError("NotSupported", cannotInstall(lacking));
      signal.throwIfAborted();
      const [found, folders] = [await programs(), await (host ??= hostFolders())];
      const argv = (command: Parameters<typeof bwrapArgv>[3]) => bwrapArgv(found, folders, spec, command, isRoot);
      return new BwrapSandbox({ clock, name: `bwrap_${spec.task}`, spec, argv, missing, cannotInstall });
    },

    // Its commands die with the hub, whatever ends that.
    sweep: async () => [],
  };
}

const trial: Omit<SandboxSpec, "user"> = {
  task: "trial",
  image: "",
  folders: { workspace: "/usr", tmpfs: "/usr" },
  limits: { memoryBytes: 256 * 1024 * 1024, cpus: 1, processes: 64, diskBytes: 1024 * 1024 },
  network: false,
  packages: [],
};

async function hostFolders(): Promise<HostFolders> {
  const programs: HostFolders["programs"][number][] = [];
  for (const path of sharedPrograms) {
    const linksTo = await readlink(path).catch(() => undefined);
    if (linksTo !== undefined) programs.push({ path, linksTo });
    else if (await isThere(path)) programs.push({ path });
  }
  const settings: string[] = [];
  for (const path of sharedSettings) if (await isThere(path)) settings.push(path);
  return { programs, settings };
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
