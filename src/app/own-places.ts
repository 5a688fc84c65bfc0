import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "#config/config";
import type { OwnPlaces } from "#hub/own-places";

/** The folder with `package.json`, wherever it was built. */
export const programFolder = fileURLToPath(new URL("../../", import.meta.url));

export function ownPlaces({ home, file, store, logging }: Config): OwnPlaces {
  return { home, program: programFolder, files: [join(home, "hub.json"), store.path, logging.file, ...(file === undefined ? [] : [file])] };
}
