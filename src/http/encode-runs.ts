import type { Command, Language, Run } from "#domain/command";
import type { Light } from "#hub/lights";
import type { Upload } from "#hub/uploads";
import { say } from "#lib/words";
import type { CommandWire, ExecWire, LightWire, RunLineWire, RunWire, UploadWire } from "#protocol/runs";

const iso = (ms: number): string => new Date(ms).toISOString();

export function encodeRunLine(run: Run): RunLineWire {
  return {
    id: run.id,
    line: run.line,
    command: run.name,
    at: iso(run.at),
    ended_at: run.endedAt === undefined ? null : iso(run.endedAt),
    thread: run.thread ?? null,
    session: run.session ?? null,
    who: run.who,
    who_name: run.whoName,
    surface: run.surface,
    exit_code: run.exitCode ?? null,
    code: run.code ?? null,
    duration_ms: run.endedAt === undefined ? null : run.endedAt - run.at,
    artifacts: run.artifacts?.length ?? 0,
    question: run.question ?? null,
  };
}

export function encodeWholeRun(run: Run): RunWire {
  return {
    ...encodeRunLine(run),
    stdout: run.text ?? "",
    stderr: run.stderr ?? "",
    result: run.result ?? null,
    args: run.args ?? {},
    artifacts: (run.artifacts ?? []).map((artifact) => ({ ...artifact })),
    error_message: run.message ?? null,
    stdin: run.stdin ?? null,
  };
}

/** A run that is not over waits for somebody's yes: that is its answer for now. */
export function encodeExec(run: Run, language: Language): ExecWire {
  const waits = run.exitCode === undefined;
  const message = waits ? say(language, "runWaits", { run: run.id }) : run.message;
  const code = waits ? "NeedsApproval" : run.code;
  return {
    run_id: run.id,
    exit_code: run.exitCode ?? 1,
    stdout: run.text ?? "",
    stderr: waits ? (message ?? "") : (run.stderr ?? ""),
    result: run.result ?? null,
    artifacts: (run.artifacts ?? []).map(({ path, mime, description }) => ({ path, mime, description })),
    duration_ms: (run.endedAt ?? run.at) - run.at,
    ...(code === undefined ? {} : { error_code: code }),
    ...(message === undefined ? {} : { error_message: message }),
    ...(run.question === undefined ? {} : { question: run.question }),
  };
}

export function encodeCommand({ name, usage, summary, needs, limits }: Command, language: Language): CommandWire {
  return {
    name,
    usage,
    summary: summary[language],
    capabilities: [...needs],
    limits: { time_ms: limits.timeMs, input_chars: limits.inputChars, output_chars: limits.outputChars },
  };
}

export function encodeLight({ holder, name, state }: Light): LightWire {
  return { session: holder, name, state };
}

export function encodeUpload({ path, name, bytes, sha256 }: Upload): UploadWire {
  return { path, name, bytes, sha256 };
}
