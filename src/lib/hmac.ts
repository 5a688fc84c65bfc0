import { hash } from "node:crypto";

const blockBytes = 64;

/**
 * HMAC-SHA-256 as RFC 2104 defines it, out of two hashes that leave nothing behind. Node's own makes an object outside the heap for
 * each signature; where every answer is signed, clearing those away costs more than signing.
 */
export function hmacSha256(key: Uint8Array): (text: string) => string {
  const block = Buffer.alloc(blockBytes);
  block.set(key.length > blockBytes ? hash("sha256", key, "buffer") : key);
  const inner = block.map((byte) => byte ^ 0x36);
  const outer = block.map((byte) => byte ^ 0x5c);
  return (text) => hash("sha256", Buffer.concat([outer, hash("sha256", Buffer.concat([inner, Buffer.from(text)]), "buffer")]), "base64url");
}
