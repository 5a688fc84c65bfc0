import { stat } from "node:fs/promises";
import { join } from "node:path";
import { ParleyError } from "#domain/errors";
import { say } from "#lib/words/words";
import type { TextLanguage } from "#lib/words/sentence";
import { sandboxTexts } from "#sandbox/kit/texts";

export type EngineAddress = { readonly socketPath: string } | { readonly host: string; readonly port: number };

/** What of the environment says where the engine is. */
export interface EngineEnvironment {
  readonly dockerHost?: string | undefined;
  readonly runtimeDir?: string | undefined;
  readonly userHome: string;
}

/** DOCKER_HOST, else the first of the usual sockets that is there. Throws NotSupported. */
export async function findEngine({ dockerHost, runtimeDir, userHome }: EngineEnvironment, language: TextLanguage): Promise<EngineAddress> {
  if (dockerHost !== undefined && dockerHost !== "") return parseHost(dockerHost, language);
  for (const socketPath of usualSockets(runtimeDir, userHome)) {
    const isSocket = await stat(socketPath).then(
      (found) => found.isSocket(),
      () => false,
    );
    if (isSocket) return { socketPath };
  }
  throw new ParleyError("NotSupported", say(language, sandboxTexts.engineMissing));
}

function usualSockets(runtimeDir: string | undefined, userHome: string): readonly string[] {
  const own = runtimeDir === undefined ? [] : [join(runtimeDir, "docker.sock"), join(runtimeDir, "podman", "podman.sock")];
  return ["/var/run/docker.sock", ...own, join(userHome, ".docker", "run", "docker.sock"), "/run/podman/podman.sock"];
}

function parseHost(text: string, language: TextLanguage): EngineAddress {
  if (text.startsWith("unix://")) return { socketPath: text.slice("unix://".length) };
  const tcp = /^tcp:\/\/(\[[\da-f:]+\]|[^:/]+):(\d{1,5})\/?$/i.exec(text);
  if (tcp?.[1] === undefined) throw new ParleyError("NotSupported", say(language, sandboxTexts.badEngineAddress, { address: text.slice(0, 200) }));
  return { host: tcp[1].replace(/^\[|\]$/g, ""), port: Number(tcp[2]) };
}
