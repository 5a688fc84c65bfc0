import { useEffect, useState } from "preact/hooks";
import type { DeliveryApi, DeliveryWork } from "#web/state/delivery-api.ts";

const nothing: DeliveryWork = { running: false, files: [], unlisted: 0, changes: "" };

/** The folder of a delivery, looked at again whenever `version` changes: after each step. */
export function useWork(api: DeliveryApi, session: string, version: number): DeliveryWork {
  const [work, setWork] = useState(nothing);
  useEffect(() => {
    const stop = new AbortController();
    api.work(session, stop.signal).then(
      (now) => setWork(now),
      () => undefined,
    );
    return () => stop.abort();
  }, [session, version]);
  return work;
}
