import type { HubDeps } from "./deps.ts";
import type { Pictures } from "./files/pictures.ts";
import { sweepUploads } from "./files/upload-files.ts";
import type { Uploads } from "./files/uploads.ts";

const sweepRowsEveryMs = 10 * 60_000;
const sweepUploadsEveryMs = 6 * 3_600_000;

/** Removes from time to time what is past its time: old rows, and files that nothing names. */
export interface Sweeps extends AsyncDisposable {
  /** What a kill left half written, before anything else starts. */
  atStart(): Promise<void>;
  start(): void;
}

export function createSweeps(
  deps: HubDeps,
  { uploads, pictures }: { readonly uploads: Pick<Uploads, "sweep">; readonly pictures: Pick<Pictures, "sweep" | "atStart"> },
): Sweeps {
  const { store, clock, log } = deps;
  const stop = new AbortController();
  let cancelRows = (): void => {};
  let cancelUploads = (): void => {};
  let removing: Promise<void> = Promise.resolve();

  const rowsLater = (): void => {
    cancelRows = clock.after(sweepRowsEveryMs, () => {
      store.sweep(clock.now()).catch((cause: unknown) => log.error({ cause }, "failed to sweep old rows"));
      rowsLater();
    });
  };

  const removeUnused = (): void => {
    removing = uploads
      .sweep(stop.signal)
      .then(() => pictures.sweep(stop.signal))
      .catch((cause: unknown) => log.error({ cause }, "failed to remove unused files"))
      .then(() => {
        if (!stop.signal.aborted) cancelUploads = clock.after(sweepUploadsEveryMs, removeUnused);
      });
  };

  return {
    atStart: async () => {
      await sweepUploads(deps);
      await pictures.atStart();
    },
    start: () => {
      rowsLater();
      removeUnused();
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      cancelRows();
      cancelUploads();
      await removing;
    },
  };
}
