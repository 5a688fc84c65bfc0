import type { Agent as NodeAgent } from "node:http";

/**
 * Node's HTTP. Importing "node:http" also loads Node's fetch, for the names that the two share: 13 MB that a hub which calls nobody can
 * do without.
 */
export const { Agent, createServer, get, request, STATUS_CODES } = process.getBuiltinModule("node:http");
export type Agent = NodeAgent;
