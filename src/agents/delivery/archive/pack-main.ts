import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { packFiles, type PackAnswer, type PackJob } from "./pack-files.ts";

// A thread of its own: reading and compressing tens of thousands of files would hold up everything else that the hub does.
const job = workerData as PackJob;
const otherHalf = job.half === "first" && parentPort !== null ? once(parentPort, "message").then(([answer]) => answer as PackAnswer) : undefined;
parentPort?.postMessage(await packFiles(job, otherHalf));
