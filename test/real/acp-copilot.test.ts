import { acpCases } from "./acp-cases.ts";
import { acpReals } from "./acp-clis.ts";

acpCases(acpReals.copilot);
