const worker = "/service-worker.js";

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** The address of the page's service worker, in the form that the page's policy asks for where the browser knows it. */
export function workerUrl(): string {
  const policies = (globalThis as { readonly trustedTypes?: Policies }).trustedTypes;
  const policy = policies?.createPolicy("parley-worker", { createScriptURL: (url) => (url === worker ? url : "") });
  return policy?.createScriptURL(worker) ?? worker;
}

/** Keeps the page itself, so that it can be installed and opens while the hub is away. Without it everything else works. */
export function installWorker(): void {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  navigator.serviceWorker.register(workerUrl()).catch(() => undefined);
}
