import type { NewMessage } from "#domain/thread";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import { artifactsOf } from "#store/sqlite/verbs/artifacts";

/** What the files of a message are called, from what it has besides its words. */
export function fileNames(db: Db, more: string | null): readonly string[] {
  if (more === null || !more.includes('"artifacts"')) return none;
  return artifactsOf(db, fromJson<Pick<NewMessage, "artifacts">>(more).artifacts ?? none).map(({ name }) => name);
}

const none: readonly never[] = [];
