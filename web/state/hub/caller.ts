import { type Api, refusalOf } from "./api.ts";

export type Caller = <T>(method: string, path: string, body?: unknown, signal?: AbortSignal) => Promise<T>;

/** One call of the hub's API, for views that are fetched later and bring their own routes. */
export function callerOf({ opened }: Pick<Api, "opened">): Caller {
  return <T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> =>
    new Promise((resolve, reject) => {
      const asked = opened(method, path);
      if (body !== undefined) asked.setRequestHeader("content-type", "application/json");
      asked.onload = () => {
        if (asked.status < 300) resolve(JSON.parse(asked.responseText) as T);
        else reject(refusalOf(asked.status, asked.responseText));
      };
      asked.onerror = () => reject(new TypeError("the hub cannot be reached"));
      asked.onabort = () => reject(new DOMException("given up", "AbortError"));
      signal?.addEventListener("abort", () => asked.abort(), { once: true });
      asked.send(body === undefined ? null : JSON.stringify(body));
    });
}
