import { dirname, join } from "node:path";
import { envFileName } from "#config/env-file";
import type { Config } from "#config/config";
import { programFolder } from "#config/program-folder";
import type { OwnPlaces } from "#hub/files/protected-paths";

export function ownPlaces({ home, file, store, logging }: Config): OwnPlaces {
  return {
    home,
    program: programFolder,
    files: [join(home, "hub.json"), store.path, logging.file, ...(file === undefined ? [] : [file, join(dirname(file), envFileName)])],
  };
}
