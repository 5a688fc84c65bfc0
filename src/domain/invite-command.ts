/** What may stand in braces inside an argument of `invoke_command`. */
export const placeholders = ["thread_id", "thread_topic", "bus_address", "agent_name", "mcp_config"] as const;

export type Placeholder = (typeof placeholders)[number];

const hole = /\{(\w+)\}/g;
const topicChars = 300;
/** Whatever breaks lines, is not seen, or turns the direction of what follows. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

export function placeholdersIn(text: string): readonly string[] {
  return [...text.matchAll(hole)].map((match) => match[1] ?? "");
}

/** Each hole is filled inside its own argument; no value can end the argument that it stands in, or begin another. */
export function fillArgv(argv: readonly string[], values: Readonly<Record<Placeholder, string>>): readonly string[] {
  const known = new Map<string, string>(Object.entries({ ...values, thread_topic: oneLine(values.thread_topic) }));
  return argv.map((arg) => {
    const filled = arg.replace(hole, (all, name: string) => known.get(name) ?? all);
    return arg.startsWith("{") ? plainStart(filled) : filled;
  });
}

/** The command as one line for people: arguments that need it are quoted. It is never run from this text. */
export function commandLine(argv: readonly string[]): string {
  return argv.map((arg) => (/^[\p{L}\p{N}@%+=:,./_[\]{}-]+$/u.test(arg) ? arg : JSON.stringify(arg))).join(" ");
}

/** A topic is anybody's text: one line of it, bounded, with nothing hidden. */
export function oneLine(topic: string): string {
  const letters = Array.from(
    topic
      .slice(0, 4 * topicChars)
      .replace(unseen, " ")
      .trim(),
  );
  return letters.length > topicChars ? `${letters.slice(0, topicChars).join("")}…` : letters.join("");
}

/** A whole argument that begins with anybody's text must not be read as an option or as the name of a file of arguments. */
function plainStart(arg: string): string {
  return arg.replace(/^[-@]+/, (signs) => signs.replaceAll("-", "\u2010").replaceAll("@", "\uff20"));
}
