import type { Delivered, MadeFile } from "#domain/agent";
import type { ArtifactId } from "#domain/ids";
import type { JsonObject } from "#domain/json";
import type { Sandbox } from "#domain/sandbox";
import type { TaskRequest } from "#domain/task";
import type { Clock } from "#lib/time/clock";
import type { TaskFiles } from "#agents/delivery/workspace/workspace-files";
import type { DeliverySettings } from "#agents/delivery/delivery-settings";
import type { TaskFolder } from "./task-folder.ts";
import type { TodoList } from "./todo-list.ts";

/** What the tools of one task work on. */
export interface TaskContext {
  readonly request: TaskRequest;
  readonly settings: DeliverySettings;
  readonly folder: TaskFolder;
  readonly files: TaskFiles;
  readonly sandbox: Sandbox;
  readonly todo: TodoList;
  readonly clock: Clock;
  /** The commit that a git source began with. */
  readonly startedFrom: string | undefined;
  /** Whether the agent continues an earlier delivery. */
  readonly isContinued: boolean;
  /** Values that must never be in an archive. */
  readonly secrets: readonly string[];
  /** Where an archive goes that cannot be sent. */
  readonly keptDir: string;
  /** Into the audit log: the network is open, so what was run must be known afterwards. */
  record(data: JsonObject): Promise<void>;
  keep(key: string, file: MadeFile): Promise<ArtifactId | undefined>;
  deliver(artifact: ArtifactId, signal: AbortSignal): Promise<Delivered>;
  /** What came of `end`, for the turn's own ending. */
  ended(result: DeliveryResult): Promise<void>;
}

/** What became of the archive. */
export interface DeliveryResult {
  readonly name: string;
  readonly bytes: number;
  readonly files: number;
  readonly sha256: string;
  readonly upload: Delivered["how"];
  readonly reason: string;
  /** Where it lies if it may not have arrived. */
  readonly kept?: string;
  readonly summary: string;
  /** What could not be packed, the first of it. */
  readonly left: readonly string[];
}
