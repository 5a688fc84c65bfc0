import { type ReadonlySignal, signal } from "@preact/signals";
import type { PersonalWire } from "#protocol/personal";

/** The threads of which this person wants to hear nothing. The hub keeps them with what else they set for themselves, for every browser. */
export interface MutedThreads {
  readonly of: ReadonlySignal<ReadonlySet<string>>;
  load(): Promise<void>;
  /** Rejects with the hub's reason, and then nothing has changed. */
  set(thread: string, isOn: boolean): Promise<void>;
  /** What was set elsewhere in this page. */
  take(settings: PersonalWire): void;
}

export function openMutedThreads(api: {
  readonly settings: () => Promise<PersonalWire>;
  readonly setSettings: (settings: PersonalWire) => Promise<PersonalWire>;
}): MutedThreads {
  const of = signal<ReadonlySet<string>>(new Set());
  const take = ({ muted = [] }: PersonalWire): void => {
    of.value = new Set(muted);
  };
  return {
    of,
    take,
    load: async () => take(await api.settings()),
    set: async (thread, isOn) => {
      // Asked for again: another browser may have changed the rest of it.
      const settings = await api.settings();
      const others = (settings.muted ?? []).filter((one) => one !== thread);
      take(await api.setSettings({ ...settings, muted: isOn ? [...others, thread as `thr_${string}`] : others }));
    },
  };
}
