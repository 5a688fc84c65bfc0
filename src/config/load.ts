import { basename, join, resolve } from "node:path";
import type { z } from "zod";
import type { RedLine } from "#domain/status";
import type { Adapters } from "./adapters.ts";
import { checkAllowList, checkNeeds, crossChecks } from "./checks.ts";
import { configOf, languageOf, workspaceOf, type Config, type Surroundings } from "./config.ts";
import { expandHome, type Environment } from "./environment.ts";
import { readEnvFile } from "./env-file.ts";
import { findFile } from "./find.ts";
import { oncePerPath, problemsOf } from "./issues.ts";
import { notYet } from "./unsupported-keys.ts";
import { parseYaml, type ParsedYaml } from "./parse-yaml.ts";
import { formatPath, type KeyPath, type ConfigProblem } from "./problem.ts";
import { redLinesOf } from "./red-lines.ts";
import { composeSchema, type Settings } from "./schema.ts";
import { dropEmptySections, mapLeaves } from "./schema-walk.ts";
import { overrideSecrets } from "./secret-overrides.ts";
import { substitute } from "./substitute.ts";
import { warningsOf } from "./warnings.ts";

export interface LoadOptions {
  readonly home: string;
  /** --config */
  readonly file?: string | undefined;
  /** In place of what the file says, to try a change before it is written. */
  readonly text?: string | undefined;
  /** --allow-everyone */
  readonly allowEveryone: boolean;
  readonly environment: Environment;
  readonly adapters: Adapters;
}

export type ValueOrigin =
  | { readonly from: "file"; readonly line?: number | undefined }
  | { readonly from: "environment"; readonly names: readonly string[] }
  | { readonly from: "default" };

export interface LoadedConfig {
  readonly ok: true;
  readonly config: Config;
  readonly warnings: readonly string[];
  readonly redLines: readonly RedLine[];
  /** For explain: the validated file with its own key names, its schema, and each key's origin. */
  readonly settings: Settings;
  readonly schema: z.ZodType;
  origin(path: KeyPath): ValueOrigin;
  /** Why a key has no effect in this version; undefined when it has one. */
  notYet(path: KeyPath): string | undefined;
}

export interface Rejected {
  readonly ok: false;
  readonly file: string;
  /** Full lines: `parley.yaml:3:5: server.port: Must be at most 65535.` */
  readonly problems: readonly string[];
}

/** Configuration of a hub without a file: one demo agent, on this machine only. */
const embedded = { sessions: [{ name: "demo", cli_type: "scripted" }], default_session: "demo" };

export function loadConfig({ home, file: flag, text, allowEveryone, environment, adapters }: LoadOptions): LoadedConfig | Rejected {
  const found =
    text === undefined ? findFile(flag, home, environment) : { kind: "file" as const, file: flag ?? join(home, "parley.yaml"), bytes: Buffer.from(text) };
  if (found.kind === "unreadable") return { ok: false, file: found.file, problems: [`${found.file}: ${found.sentence}`] };
  const file = found.kind === "file" ? found.file : undefined;
  const yaml: ParsedYaml = found.kind === "file" ? parseYaml(found.bytes) : { tree: embedded, problems: [], where: () => undefined };
  const reject = (problems: readonly PlacedProblem[]): Rejected => ({ ok: false, file: file ?? "", problems: linesOf(file, problems, yaml) });
  if (yaml.problems.length > 0) return reject(yaml.problems);
  const written = yaml.tree ?? {};
  if (typeof written !== "object" || Array.isArray(written))
    return reject([{ path: [], sentence: "The file must contain keys with values, such as server: with port: 39765 below it." }]);

  const schema = composeSchema(adapters, written);
  const beside = readEnvFile(file);
  const env = { ...beside.values, ...environment.env };
  const filled = substitute(overrideSecrets(schema, dropEmptySections(schema, written), env), env);
  const { settings, problems } = validate(schema, filled.tree, adapters, allowEveryone);
  const all = oncePerPath([...filled.problems, ...problems], formatPath);
  if (settings === undefined || all.length > 0) return reject(all);

  const around: Surroundings = { file, home, userHome: environment.userHome, cwd: environment.cwd, allowEveryone };
  const placed = placePaths(schema, settings, around);
  const config = configOf(placed, adapters, around);
  return {
    ok: true,
    config,
    warnings: [...beside.warnings.map((warning) => warning(languageOf(config))), ...warningsOf({ settings: placed, config, adapters, schema, written, env })],
    redLines: redLinesOf(config, placed, filled.tree, adapters),
    settings: placed,
    schema,
    origin: (path) => originOf(path, filled.names, file, yaml, written),
    notYet: (path) => notYet(path, adapters, languageOf(config)),
  };
}

/** Reports all problems at once: invalid sections are set aside so that the others can still be checked. */
function validate(
  schema: ReturnType<typeof composeSchema>,
  tree: unknown,
  adapters: Adapters,
  allowEveryone: boolean,
): { readonly settings: Settings | undefined; readonly problems: readonly ConfigProblem[] } {
  const first = schema.safeParse(tree);
  const problems = first.success ? [] : problemsOf(schema, tree, first.error.issues);
  const unsound = new Set(problems.map((problem) => String(problem.path[0])));
  const sound = first.success ? first : schema.safeParse(Object.fromEntries(Object.entries(tree as object).filter(([key]) => !unsound.has(key))));
  const crossed = sound.success ? crossChecks(sound.data, adapters, (section) => !unsound.has(section)) : [];
  return {
    settings: first.success ? first.data : undefined,
    problems: [...problems, ...checkNeeds(tree, adapters), ...checkAllowList(tree, allowEveryone), ...crossed],
  };
}

/** Relative paths start at the workspace, `~` is the user's home directory. */
function placePaths(schema: ReturnType<typeof composeSchema>, settings: Settings, around: Surroundings): Settings {
  const workspace = workspaceOf(settings.workspace, around);
  const place = (value: string): string => resolve(workspace, expandHome(value, around.userHome));
  const placed = mapLeaves(schema, settings, ({ path, value, meta }) => {
    if (meta.kind !== "path" || typeof value !== "string") return value;
    return formatPath(path) === "workspace" ? workspace : place(value);
  });
  return placed as Settings;
}

function originOf(path: KeyPath, names: ReadonlyMap<string, readonly string[]>, file: string | undefined, yaml: ParsedYaml, written: unknown): ValueOrigin {
  const used = names.get(formatPath(path));
  if (used !== undefined) return { from: "environment", names: used };
  const isWritten = file !== undefined && hasPath(written, path);
  return isWritten ? { from: "file", line: yaml.where(path)?.line } : { from: "default" };
}

function hasPath(tree: unknown, path: KeyPath): boolean {
  let value = tree;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return false;
    value = Reflect.get(value, key);
  }
  return value !== null;
}

type PlacedProblem = ConfigProblem & { readonly at?: ReturnType<ParsedYaml["where"]> };

/** In file order. */
function linesOf(file: string | undefined, problems: readonly PlacedProblem[], yaml: ParsedYaml): readonly string[] {
  const placed = problems.map((problem) => ({ ...problem, at: problem.at ?? yaml.where(problem.path) ?? { line: 0, column: 0 } }));
  return placed
    .toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column)
    .map(({ path, at, sentence }) => {
      const place = [file === undefined ? "defaults" : basename(file), ...(at.line === 0 ? [] : [at.line, at.column])].join(":");
      return [place, ...(path.length === 0 ? [] : [formatPath(path)]), sentence].join(": ");
    });
}
