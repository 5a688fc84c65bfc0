import { useEffect } from "preact/hooks";
import type { Page } from "#web/state/page.ts";

/** Documents are read once the message that brings them has arrived. If what reads them does not come, there is still the button of each file. */
export function useReadSent(page: Page): void {
  const waiting = new Set(page.outbox.unsent.value.flatMap(({ files = [] }) => files.map(({ path }) => path)));
  const arrived = page.files.list.value.filter(({ state, upload }) => state === "sent" && upload !== null && !waiting.has(upload.path));
  useEffect(() => {
    if (arrived.length === 0) return;
    import("#web/state/documents/attach.ts")
      .then((part) =>
        part.readSent(
          page,
          arrived.map(({ key }) => key),
        ),
      )
      .catch(() => undefined);
  }, [arrived.map(({ key }) => key).join(" ")]);
}
