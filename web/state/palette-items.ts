import type { CommandWire } from "#protocol/runs";
import type { Model } from "./stream/model.ts";
import { type ViewName, threadHref, viewHref, viewNames } from "./address.ts";

export type PaletteKind = "place" | "thread" | "session" | "person" | "command" | "action";

/** Something the palette leads to. `detail` helps to tell two of one name apart. */
export interface PaletteItem {
  readonly id: string;
  readonly kind: PaletteKind;
  readonly name: string;
  readonly detail: string;
  readonly does: { readonly href: string } | { readonly write: string } | { readonly action: string };
}

const most: Readonly<Record<PaletteKind, number>> = { place: 5, thread: 8, session: 5, person: 5, command: 6, action: 8 };

export function paletteItems(model: Model, commands: readonly CommandWire[], names: Readonly<Record<ViewName, string>>): readonly PaletteItem[] {
  const topic = (thread: string): string => model.threads.get(thread)?.topic ?? "";
  const threads = [...model.threads.values()].sort((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at));
  return [
    ...viewNames.map((view): PaletteItem => ({ id: view, kind: "place", name: names[view], detail: "", does: { href: viewHref(view) } })),
    ...threads.map(({ id, topic: name }): PaletteItem => ({ id, kind: "thread", name, detail: "", does: { href: threadHref(id) } })),
    ...[...model.sessions.values()].map(({ id, name, thread }): PaletteItem => ({
      id,
      kind: "session",
      name,
      detail: topic(thread),
      does: { href: threadHref(thread) },
    })),
    ...people(model),
    ...commands.map(({ name, summary }): PaletteItem => ({
      id: name,
      kind: "command",
      name,
      detail: summary,
      does: { write: `${model.prefix}exec ${name} ` },
    })),
  ];
}

/** Who has spoken in the lines that are here; choosing one leads to what they said last. */
export function people(model: Model): readonly PaletteItem[] {
  const known = new Map<string, PaletteItem>();
  const put = (id: string, name: string, thread: string, seq?: number): void => {
    const detail = model.threads.get(thread)?.topic ?? "";
    known.set(id, { id, kind: "person", name, detail, does: { href: threadHref(thread, seq) } });
  };
  for (const { id, last } of model.threads.values()) if (last?.author.kind === "person") put(last.author.id, last.author.name, id);
  for (const [thread, { entries }] of model.logs)
    for (const entry of entries)
      if (entry.kind === "message" && entry.message.author_kind === "person")
        put(entry.message.author_id, entry.message.author_name, thread, entry.message.seq);
  return [...known.values()];
}

/** What has every word of it, names that begin so first; without words the places and the newest threads. */
export function matchingItems(items: readonly PaletteItem[], text: string): readonly PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ name }: PaletteItem): number => (name.toLowerCase().startsWith(words[0] ?? "") ? 0 : 1);
  const has = ({ name, detail }: PaletteItem): boolean => words.every((word) => `${name} ${detail}`.toLowerCase().includes(word));
  const found = words.length === 0 ? items.filter(({ kind }) => kind === "place" || kind === "thread") : items.filter(has).sort((a, b) => rank(a) - rank(b));
  const counts = new Map<PaletteKind, number>();
  const few = found.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= most[kind];
  });
  return (Object.keys(most) as readonly PaletteKind[]).flatMap((kind) => few.filter((item) => item.kind === kind));
}
