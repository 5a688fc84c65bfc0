import { type Backlog, type BacklogEntry, keptMax, type BacklogMirror } from "#domain/backlog";
import type { JsonObject } from "#domain/json";

/** What became of something that was to be sent. */
export interface Letter {
  readonly at: number;
  readonly server: string;
  readonly to: string;
  readonly text: string;
  readonly outcome: "sent" | "refused" | "unknown";
  /** PRIVMSGs that went out. */
  readonly messages: number;
}

/** What the session said, beside what it heard. */
export interface Outbound {
  /** Never fails: what was sent was sent. */
  keep(letter: Letter): Promise<void>;
}

export function createOutbound(backlog: Backlog, mirror: BacklogMirror, words: (text: string) => string): Outbound {
  const allBut = async (these: readonly BacklogEntry[]): Promise<readonly JsonObject[]> => {
    const entries = await backlog.history({ limit: keptMax });
    return entries.filter(({ n }) => !these.some((one) => one.n === n)).map(copyOf);
  };
  return {
    keep: async ({ at, text, ...letter }) => {
      const entries = await backlog.add([{ at, body: { ...letter, text: words(text) } }]).catch(() => []);
      await mirror.append(entries.map(copyOf), () => allBut(entries));
    },
  };
}

function copyOf({ n, at, body }: BacklogEntry): JsonObject {
  return { id: String(n), ts: new Date(at).toISOString(), ...body };
}
