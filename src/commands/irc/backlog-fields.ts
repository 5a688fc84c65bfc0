import type { JsonObject } from "#domain/json";

/** Of what the store gave back: written by this folder, perhaps by an older version of it. */
export function textIn(body: JsonObject, name: string): string {
  const value = body[name];
  return typeof value === "string" ? value : "";
}

export function numberIn(body: JsonObject, name: string): number {
  const value = body[name];
  return typeof value === "number" ? value : 0;
}
