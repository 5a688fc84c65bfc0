#!/usr/bin/env node
import { main } from "#cli/main";
import { createVoice } from "#cli/voice";

const voice = createVoice(process.stdout, process.stderr, () => {
  process.exitCode = 1;
});
const code = await main(process.argv.slice(2), voice);
if (code !== 0) process.exitCode = code;
