import { z } from "zod";
import { SandboxGone } from "#domain/sandbox";
import { defined } from "#lib/defined";
import type { Clock } from "#lib/time/clock";
import { Demultiplexer } from "./demultiplex.ts";
import type { OutputListener, RunningCommand } from "#sandbox/kit/run-bounded";
import type { EngineClient } from "./engine-client.ts";

export interface ExecSpec {
  readonly container: string;
  readonly argv: readonly string[];
  readonly user?: string;
  readonly directory?: string;
  readonly env?: readonly string[];
  readonly out: OutputListener;
  readonly err: OutputListener;
}

const created = z.object({ Id: z.string() });
const inspected = z.object({ Running: z.boolean(), ExitCode: z.number().nullable() });
const firstLookMs = 250;
const slowestLookMs = 2_000;

/** Starts a process in a container and listens to it; letting go of it leaves the process running. */
export async function startExec(client: EngineClient, clock: Clock, spec: ExecSpec): Promise<RunningCommand> {
  const { container, argv, user, directory, env, out, err } = spec;
  const { Id: id } = created.parse(
    await client.call({
      method: "POST",
      path: `/containers/${container}/exec`,
      body: {
        AttachStdout: true,
        AttachStderr: true,
        Cmd: argv,
        ...defined({ User: user, WorkingDir: directory, Env: env }),
      },
    }),
  );
  const incoming = await client.stream({ method: "POST", path: `/exec/${id}/start`, body: { Detach: false, Tty: false } });
  const frames = new Demultiplexer(out, err);
  const over = Promise.withResolvers<number>();
  let cancel = (): void => {};
  let isSettled = false;

  const settle = (how: { readonly code: number } | { readonly cause: Error }): void => {
    if (isSettled) return;
    isSettled = true;
    cancel();
    incoming.destroy();
    if ("code" in how) over.resolve(how.code);
    else over.reject(how.cause);
  };
  const look = async (): Promise<number | undefined> => {
    const { Running, ExitCode } = inspected.parse(await client.call({ path: `/exec/${id}/json` }));
    return Running || ExitCode === null ? undefined : ExitCode;
  };
  /** What was started in the background may hold the output open for ever, so the process itself is looked at too. */
  const lookLater = (waitMs: number): void => {
    cancel = clock.after(waitMs, () => {
      look().then(
        (code) => (code === undefined ? !isSettled && lookLater(Math.min(2 * waitMs, slowestLookMs)) : settle({ code })),
        (cause: unknown) => settle({ cause: asGone(cause) }),
      );
    });
  };

  incoming.on("data", (chunk: Buffer) => frames.push(chunk));
  incoming.on("close", () => {
    cancel();
    if (isSettled) return;
    // The stream may end a moment before the engine has noted the exit code.
    look().then(
      (code) => (code === undefined ? lookLater(10) : settle({ code })),
      (cause: unknown) => settle({ cause: asGone(cause) }),
    );
  });
  incoming.on("error", () => {});
  lookLater(firstLookMs);
  over.promise.catch(() => {});
  return {
    ended: over.promise,
    letGo: () => settle({ cause: new SandboxGone("nobody listens to the command any more") }),
  };
}

function asGone(cause: unknown): Error {
  return cause instanceof SandboxGone ? cause : new SandboxGone("the container is gone", { cause });
}
