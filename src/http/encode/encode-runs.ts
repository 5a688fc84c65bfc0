import { type ArgSpec, isRequired, usageOf, valueUsage } from "#domain/arg-spec";
import type { Command, Language, Run } from "#domain/command";
import type { SessionLink } from "#hub/feed/session-links";
import type { KeptUpload } from "#hub/files/uploads";
import { say } from "#lib/words/words";
import type { CommandWire, ExecWire, LightWire, RunLineWire, RunWire, UploadWire } from "#protocol/runs";
import { httpTexts } from "#http/texts";
import { defined } from "#lib/defined";
import { iso } from "./iso-time.ts";

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
    duration_ms: run.endedAt === undefined ? null : Math.max(0, run.endedAt - run.at),
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
  const message = waits ? say(language, httpTexts.runWaits, { run: run.id }) : run.message;
  const code = waits ? "NeedsApproval" : run.code;
  return {
    run_id: run.id,
    exit_code: run.exitCode ?? 1,
    stdout: run.text ?? "",
    stderr: waits ? (message ?? "") : (run.stderr ?? ""),
    result: run.result ?? null,
    artifacts: (run.artifacts ?? []).map(({ path, mime, description }) => ({ path, mime, description })),
    duration_ms: Math.max(0, (run.endedAt ?? run.at) - run.at),
    ...defined({ error_code: code, error_message: message, question: run.question }),
  };
}

export function encodeCommand({ name, args, summary, needs, limits }: Command, language: Language): CommandWire {
  return {
    name,
    usage: usageOf({ name, args }),
    args: encodeArgs(args, language),
    summary: summary[language],
    capabilities: [...needs],
    limits: { time_ms: limits.timeMs, input_chars: limits.inputChars, output_chars: limits.outputChars },
  };
}

export function encodeLight({ holder, name, state }: SessionLink): LightWire {
  return { session: holder, name, state };
}

export function encodeUpload({ path, name, bytes, sha256 }: KeptUpload): UploadWire {
  return { path, name, bytes, sha256 };
}

/** What a command takes, one row each, for completion and forms. */
function encodeArgs({ positionals = [], flags = {} }: ArgSpec, language: Language): CommandWire["args"] {
  return [
    ...positionals.map(({ name, summary, optional }) => ({ name, kind: "positional" as const, required: optional !== true, summary: summary[language] })),
    ...Object.entries(flags).map(([name, spec]) => ({
      name: `--${name}`,
      kind: spec.kind,
      required: isRequired(spec),
      summary: spec.summary[language],
      ...(spec.kind === "switch" ? {} : { value: valueUsage(spec) }),
      ...(spec.kind === "choice" ? { choices: [...spec.choices] } : {}),
    })),
  ];
}
