import { canonicalJson, sha256 } from "#lib/digest";

/** What Codex calls a layer of configuration that came with its command line. */
const source = "/<session-flags>/config.toml";

/**
 * Hooks as flags of the command line, beside those that the user has. Codex runs only hooks that were trusted: the hash says that
 * these are. Without it every start would ask, and the answer would be written into the user's own configuration.
 */
export function hookFlags(hooks: Readonly<Record<string, number>>, commandOf: (event: string) => string): readonly string[] {
  const all = Object.entries(hooks).map(([event, timeout]) => ({ event, timeout, command: commandOf(event) }));
  const flags = all.flatMap(({ event, timeout, command }) => [
    "-c",
    `hooks.${event}=[{hooks=[{type="command",command=${tomlString(command)},timeout=${timeout}}]}]`,
  ]);
  const trusted = all.map(
    ({ event, timeout, command }) => `${tomlString(`${source}:${snakeCase(event)}:0:0`)}={trusted_hash=${tomlString(trustedHash(event, command, timeout))}}`,
  );
  return [...flags, "-c", `hooks.state={${trusted.join(",")}}`];
}

/** As Codex 0.166 computes it. If another version did it differently, it would ask for the hooks' review, as a question with a picture. */
function trustedHash(event: string, command: string, timeout: number): string {
  return `sha256:${sha256(canonicalJson({ event_name: snakeCase(event), hooks: [{ type: "command", command, timeout, async: false }] }))}`;
}

function snakeCase(name: string): string {
  return name.replaceAll(/(?<!^)[A-Z]/g, "_$&").toLowerCase();
}

/** JSON's escapes are TOML's too. */
function tomlString(text: string): string {
  return JSON.stringify(text);
}
