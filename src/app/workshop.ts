import { createHash } from "node:crypto";
import type { DeliverySettings } from "#agents/delivery/delivery-settings";
import type { Model } from "#agents/kit/model/model";
import type { Config } from "#config/config";
import type { Language } from "#domain/command";
import type { SandboxEngine } from "#domain/sandbox";
import type { Clock } from "#lib/time/clock";

/** Tells this installation's containers and folders from those of another hub on the same machine. */
export function installationOf(home: string): string {
  return createHash("sha256").update(home).digest("hex").slice(0, 16);
}

/** The configured model; loaded when it is first used, because the providers' packages are large. */
export function modelOf(config: Pick<Config, "model">, options: { readonly clock: Clock; readonly attempts: number }): () => Promise<Model | undefined> {
  let made: Promise<Model> | undefined;
  return async () => {
    const { model } = config;
    if (model === undefined) return undefined;
    return (made ??= import("#agents/kit/model/ai-sdk").then(({ createModel }) => createModel(model, { random: Math.random, ...options })));
  };
}

export interface EngineParts {
  readonly settings: DeliverySettings;
  readonly clock: Clock;
  readonly language: Language;
  readonly installation: string;
  readonly userHome: string;
  readonly engineEnvironment: { readonly dockerHost?: string | undefined; readonly runtimeDir?: string | undefined };
}

export async function sandboxEngine({ settings, clock, language, installation, userHome, engineEnvironment }: EngineParts): Promise<SandboxEngine> {
  const { createDockerEngine } = await import("#sandbox/docker/docker-engine");
  const names = { prefix: settings.prefix, suffix: settings.suffix, installation };
  return createDockerEngine({ clock, language, names, environment: { ...engineEnvironment, userHome } });
}
