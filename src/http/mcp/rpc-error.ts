import { defined } from "#lib/defined";

/** A JSON-RPC answer that reports an error. */
export function rpcError(code: number, message: string, id: string | number | null = null, data?: object): object {
  return { jsonrpc: "2.0", id, error: { code, message, ...defined({ data }) } };
}
