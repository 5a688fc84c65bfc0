/** Coding CLIs that can do a delivery, if the image has them. */
export const workerClis = ["claude", "codex"] as const;
export type WorkerCli = (typeof workerClis)[number];

/** Where the tools are, inside: two named pipes, one for each direction. */
export const pipeFolder = "/tmpfs/parley";

/**
 * What the CLI starts to reach them: any image has sh, cat and dd. A background command would read nothing from 0, and busybox's cat
 * uses sendfile, which holds back what comes from a socket until more follows.
 */
const bridge = `cd ${pipeFolder}; exec 3<&0; dd bs=65536 <&3 >in 2>/dev/null & exec cat out`;
const server = { command: "/bin/sh", args: ["-c", bridge] };

interface CliCommand {
  /** For a shell; the prompt is in $PROMPT, the operator's own arguments are in the place of ARGS. */
  readonly command: string;
  /** Written below the pipes' folder before it starts. */
  readonly files: Readonly<Record<string, string>>;
}

/** Without a terminal, without questions, and where it can be told so with no tools but ours. */
export const cliCommands: Readonly<Record<WorkerCli, CliCommand>> = {
  claude: {
    command: `claude -p "$PROMPT" --mcp-config ${pipeFolder}/mcp.json --strict-mcp-config --tools "" --allowedTools mcp__parley ARGS`,
    files: { "mcp.json": JSON.stringify({ mcpServers: { parley: server } }) },
  },
  codex: {
    command: `codex exec --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox -c mcp_servers.parley.command=/bin/sh -c "$(cat ${pipeFolder}/args)" ARGS "$PROMPT" </dev/null`,
    files: { args: `mcp_servers.parley.args=${JSON.stringify(server.args)}` },
  },
};
