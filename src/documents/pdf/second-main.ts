import { workerData, type MessagePort } from "node:worker_threads";
import { leaveThreads } from "#documents/program/threads";
import { createPageClaims } from "./page-claims.ts";
import { withPdf } from "./open.ts";
import { readPageText } from "./page-text.ts";
import { rangeOf } from "./pages.ts";
import type { ReadPages, SecondTask } from "./second-reader.ts";

// A thread of the program that reads documents: takes pages that are not taken yet and hands over what stands on them.

const { source, pages, claims: shared, network, port } = workerData as SecondTask & { readonly port: MessagePort };

// A quarter of what the first may have: where it does not do, the first reads the pages itself.
const mostBytes = 96 * 1024 * 1024;

leaveThreads();
if (network !== "namespace") (await import("#documents/program/no-network")).closeNetwork();

await withPdf(
  source,
  (document) => {
    const claims = createPageClaims(shared, rangeOf(document, pages));
    for (let share = claims.take(); share !== "none"; share = claims.take()) {
      if (share === "ahead") {
        claims.wait();
        continue;
      }
      const { number, from, to } = share;
      const texts = Array.from({ length: to - from + 1 }, (_unused, i) => readPageText(document, from + i));
      port.postMessage({ share: number, texts } satisfies ReadPages);
    }
  },
  mostBytes,
);
