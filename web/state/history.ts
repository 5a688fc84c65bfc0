import { type Address, addressOf, listHref, panelHref, threadHref, viewHref } from "./address.ts";

/**
 * Where one column or two fit, Back must lead from the panel to the thread and from the thread to the list. Links already make
 * an entry each; what is missing is what lies below an entry, so that a button can go back instead of piling up entries.
 */
export interface PageHistory {
  /** Called with every new address. */
  arrived(address: Address): void;
  /** From a thread to the threads, from one question to the questions. */
  toList(): void;
  openPanel(): void;
  closePanel(): void;
}

interface HistoryPorts {
  readonly location: Location;
  readonly history: History;
  /** Where only one column fits. */
  readonly isNarrow: () => boolean;
  /** Where the panel does not fit beside the conversation. */
  readonly isPanelOver: () => boolean;
  /** Reads the address anew: replacing an entry makes no event. */
  readonly arrive: () => void;
}

/** What lies directly below an entry of ours. */
type Below = "list" | "base" | "other";

export function pageHistory({ location, history, isNarrow, isPanelOver, arrive }: HistoryPorts): PageHistory {
  /** Which list was shown last, or the panel; null before the first address. */
  let last: string | null = null;
  let hasArrived = false;
  return {
    arrived(address) {
      if (address.kind !== "thread" && address.kind !== "list" && address.kind !== "view") return;
      // A link from elsewhere, or a page that was opened anew: the way back is put below it.
      if (below() === undefined && !hasArrived) putBelow(address);
      else if (below() === undefined) mark(isPanelIn(address) ? "base" : last === listFor(address) ? "list" : "other");
      hasArrived = true;
      last = isPanelIn(address)
        ? "panel"
        : address.kind === "list"
          ? listHref
          : address.kind === "view" && address.part === null
            ? viewHref(address.view)
            : null;
    },
    toList() {
      if (below() === "list") return history.back();
      location.hash = listFor(addressOf(location.hash)) ?? listHref;
    },
    openPanel() {
      location.hash = panelHref(threadIn(location.hash));
    },
    closePanel() {
      if (below() === "base") return history.back();
      replace(baseOf(location.hash));
      arrive();
    },
  };

  function putBelow(address: Address): void {
    const here = location.hash;
    const list = isNarrow() ? listFor(address) : null;
    const hasPanel = isPanelIn(address) && isPanelOver();
    const [first, ...rest] = [...(list === null ? [] : [list]), ...(hasPanel ? [baseOf(here)] : []), here];
    if (first === undefined) return;
    replace(first);
    for (const hash of rest) push(hash, hash === here && hasPanel ? "base" : "list");
  }

  function below(): Below | undefined {
    const state: unknown = history.state;
    return typeof state === "object" && state !== null && "below" in state ? (state.below as Below) : undefined;
  }

  function mark(what: Below): void {
    history.replaceState({ below: what }, "", location.hash);
  }

  function replace(hash: string): void {
    history.replaceState({ below: "other" satisfies Below }, "", hash);
  }

  function push(hash: string, what: Below): void {
    history.pushState({ below: what }, "", hash);
  }
}

/** The list that an address is an item of. */
function listFor(address: Address): string | null {
  if (address.kind === "thread") return listHref;
  return address.kind === "view" && address.part !== null ? viewHref(address.view) : null;
}

function isPanelIn(address: Address): boolean {
  return (address.kind === "thread" || address.kind === "list") && address.isPanelOpen;
}

function threadIn(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get("thread");
}

function baseOf(hash: string): string {
  const thread = threadIn(hash);
  return thread === null ? listHref : threadHref(thread);
}
