import { cliCases } from "./cli-cases.ts";
import { deskClis } from "./desk-clis.ts";

cliCases(deskClis.gemini);
