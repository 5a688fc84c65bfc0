import type { WebAccess } from "#commands/session-tools/web-fetch";
import type { Config } from "#config/config";
import { createPageFetcher, type PageFetcher } from "#wire/web/fetch-page";

const maxBytes = 2 * 1024 * 1024;
const withinMs = 30_000;

/** `model.web_fetch`; undefined unless it is enabled. */
export function webAccess({ model }: Pick<Config, "model">, pages: PageFetcher = createPageFetcher({ maxBytes, withinMs })): WebAccess | undefined {
  return model?.webFetch.enabled === true ? { allow: model.webFetch.allow, pages } : undefined;
}
