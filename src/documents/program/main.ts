import { fstatSync, readFileSync } from "node:fs";
import { answer } from "./answer.ts";
import { failureFrame } from "./failure.ts";
import { createFrames } from "./frames.ts";
import type { DocumentRequest } from "./protocol.ts";
import { secondFor } from "./threads.ts";

// A separate program: started by the hub for one document, sandboxed, and exits after reporting what it found. Its only argument
// says whether the kernel isolates it from the network (`namespace`) or it must do so itself (`alone`).

const document = 3;
const frames = createFrames(1);

try {
  const network = process.argv[2] ?? "alone";
  if (network !== "namespace") (await import("./no-network.ts")).closeNetwork();
  const request = JSON.parse(readFileSync(0, "utf8")) as DocumentRequest;
  const source = { fd: document, bytes: fstatSync(document).size };
  const second = await secondFor(request, source, network);
  const end = await answer(request, source, frames, second);
  frames.send({ kind: "end", ...end });
} catch (cause) {
  frames.flush();
  frames.send(failureFrame(cause));
}
// Exit explicitly: a reader may have left a timer or a handle open.
process.exit(0);
