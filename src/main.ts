#!/usr/bin/env node
import { tooOldNode } from "#cli/node-version";

const problem = tooOldNode(process.versions.node);
if (problem === undefined) {
  // Loaded only now: an older Node does not even understand its syntax.
  const [{ main }, { createVoice }] = await Promise.all([import("#cli/main"), import("#cli/output-streams")]);
  const voice = createVoice(process.stdout, process.stderr, () => {
    process.exitCode = 1;
  });
  const code = await main(process.argv.slice(2), voice);
  if (code !== 0) process.exitCode = code;
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
