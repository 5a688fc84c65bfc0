import type { SandboxCommand, SandboxSpec } from "#domain/sandbox";

/** Programs of this machine, by absolute path. */
export interface BwrapPrograms {
  readonly bwrap: string;
  readonly prlimit: string;
  /** Only needed by root. */
  readonly setpriv: string;
}

export interface HostFolders {
  /** Folders and links of the root directory that hold programs and libraries. */
  readonly programs: readonly ({ readonly path: string } | { readonly path: string; readonly linksTo: string })[];
  /** Files and folders of /etc that programs need and that tell nothing about this machine's people. */
  readonly settings: readonly string[];
}

/** The names and versions of libraries, certificates, time and name service; no users, no keys, no services. */
export const sharedSettings: readonly string[] = [
  "alternatives",
  "ca-certificates",
  "ca-certificates.conf",
  "debian_version",
  "host.conf",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "localtime",
  "mime.types",
  "nsswitch.conf",
  "os-release",
  "protocols",
  "resolv.conf",
  "services",
  "ssl/certs",
  "ssl/openssl.cnf",
].map((name) => `/etc/${name}`);

export const sharedPrograms: readonly string[] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/**
 * The command in namespaces of its own, process ids included, so that nothing of it outlives its first process. Limits are those of
 * a process: memory is counted for each one, processes for the user.
 */
export function bwrapArgv(
  programs: BwrapPrograms,
  host: HostFolders,
  spec: SandboxSpec,
  { command, directory }: Pick<SandboxCommand, "command" | "directory">,
  isRoot: boolean,
): readonly [string, ...string[]] {
  const { user, limits, folders, network } = spec;
  const words = (line: string): readonly string[] => line.split(" ");
  return [
    programs.prlimit,
    ...words(`--data=${limits.memoryBytes} --nproc=${limits.processes} --fsize=${limits.diskBytes} --core=0 --`),
    programs.bwrap,
    ...words("--unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --die-with-parent --new-session --hostname workshop"),
    ...(network ? [] : ["--unshare-net"]),
    // Root becomes the worker inside, because only root may be able to reach the task's folders. Others enter a user namespace.
    ...words(
      isRoot
        ? "--cap-drop ALL --cap-add CAP_SETUID --cap-add CAP_SETGID --cap-add CAP_SETPCAP"
        : `--unshare-user --cap-drop ALL --uid ${user.uid} --gid ${user.gid}`,
    ),
    ...host.programs.flatMap((one) => ("linksTo" in one ? ["--symlink", one.linksTo, one.path] : ["--ro-bind", one.path, one.path])),
    // Made by hand, because those that bwrap makes by itself are root's alone.
    ...["/etc", "/etc/ssl", "/var"].flatMap((path) => ["--perms", "0755", "--dir", path]),
    ...host.settings.flatMap((path) => ["--ro-bind", path, path]),
    ...words("--proc /proc --dev /dev"),
    ...["/tmp", "/var/tmp", "/run"].flatMap((path) => words(`--size ${Math.floor(limits.memoryBytes / 4)} --perms 1777 --tmpfs ${path}`)),
    "--bind",
    folders.workspace,
    "/workspace",
    "--bind",
    folders.tmpfs,
    "/tmpfs",
    ...words("--remount-ro / --chdir / --"),
    ...(isRoot
      ? [programs.setpriv, ...words(`--reuid ${user.uid} --regid ${user.gid} --clear-groups --no-new-privs --bounding-set -all --inh-caps -all --`)]
      : []),
    // Only now: root without its capabilities may not enter the worker's folders.
    "/usr/bin/env",
    `--chdir=${directory}`,
    "/bin/bash",
    "-lc",
    command,
  ];
}
