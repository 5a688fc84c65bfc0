import type { SandboxSpec } from "#domain/sandbox";

export interface ContainerNames {
  readonly prefix: string;
  readonly suffix: string;
  /** Which installation of Parley made it: others on the same engine are left alone. */
  readonly installation: string;
}

export const installationLabel = "parley.installation";
export const taskLabel = "parley.task";

export function containerName({ prefix, suffix }: ContainerNames, task: string): string {
  return `${prefix}${task}${suffix}`;
}

/**
 * Process 1 takes no signals from inside its own namespace, so that a command cannot end its container, and a shell that waits
 * collects the processes that others leave behind.
 */
const waitForever = ["/bin/sh", "-c", "while :; do sleep 3600 & wait $!; done"];

/** A container in which a task's commands run: no privileges, nothing of the host but two folders, no way to fill its disk. */
export function taskContainer(names: ContainerNames, spec: SandboxSpec, image: string) {
  const { folders, user, limits, network } = spec;
  const scratchBytes = Math.floor(limits.memoryBytes / 4);
  const scratch = (bytes: number): string => `rw,exec,nosuid,nodev,mode=1777,size=${bytes}`;
  return {
    Image: image,
    Entrypoint: [],
    Cmd: waitForever,
    User: `${user.uid}:${user.gid}`,
    WorkingDir: "/workspace",
    Hostname: "workshop",
    Env: environment,
    Labels: { [installationLabel]: names.installation, [taskLabel]: spec.task },
    StopSignal: "SIGKILL",
    HostConfig: {
      Mounts: [
        { Type: "bind", Source: folders.workspace, Target: "/workspace" },
        { Type: "bind", Source: folders.tmpfs, Target: "/tmpfs" },
      ],
      Tmpfs: { "/tmp": scratch(scratchBytes), "/var/tmp": scratch(scratchBytes), "/run": scratch(16 * 1024 * 1024) },
      ReadonlyRootfs: true,
      CapDrop: ["ALL"],
      SecurityOpt: ["no-new-privileges"],
      Privileged: false,
      PublishAllPorts: false,
      NetworkMode: network ? "bridge" : "none",
      Memory: limits.memoryBytes,
      MemorySwap: limits.memoryBytes,
      NanoCpus: Math.round(limits.cpus * 1e9),
      PidsLimit: limits.processes,
      RestartPolicy: { Name: "no" },
      LogConfig: { Type: "none" },
    },
  };
}

const environment = [
  "HOME=/tmpfs/home",
  "LANG=C.UTF-8",
  "TERM=dumb",
  "DEBIAN_FRONTEND=noninteractive",
  "GIT_TERMINAL_PROMPT=0",
  "GIT_AUTHOR_NAME=Parley",
  "GIT_AUTHOR_EMAIL=parley@localhost",
  "GIT_COMMITTER_NAME=Parley",
  "GIT_COMMITTER_EMAIL=parley@localhost",
];

/** A container of its own in which root installs packages. It sees none of the task's files, and no command of the task runs in it. */
export function preparingContainer(names: ContainerNames, spec: Pick<SandboxSpec, "task" | "limits">, image: string) {
  return {
    Image: image,
    Entrypoint: [],
    Cmd: waitForever,
    User: "0:0",
    WorkingDir: "/",
    Env: ["DEBIAN_FRONTEND=noninteractive"],
    Labels: { [installationLabel]: names.installation, [taskLabel]: spec.task },
    HostConfig: {
      SecurityOpt: ["no-new-privileges"],
      NetworkMode: "bridge",
      Memory: spec.limits.memoryBytes,
      MemorySwap: spec.limits.memoryBytes,
      PidsLimit: Math.max(spec.limits.processes, 256),
      RestartPolicy: { Name: "no" },
      LogConfig: { Type: "none" },
    },
  };
}
