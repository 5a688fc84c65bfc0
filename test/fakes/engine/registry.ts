import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import { rootfsTar } from "./rootfs.ts";

const digestOf = (bytes: Buffer): string => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
const manifestType = "application/vnd.docker.distribution.manifest.v2+json";

/** A registry on loopback (API v2, read only) with one image, `parley/test:1`. Engines pull from there without certificates. */
export async function startRegistry(): Promise<AsyncDisposable & { readonly image: string; readonly missing: string }> {
  const tar = readFileSync(rootfsTar());
  const layer = gzipSync(tar, { level: 1 });
  const config = Buffer.from(JSON.stringify({ architecture: "amd64", os: "linux", config: {}, rootfs: { type: "layers", diff_ids: [digestOf(tar)] } }));
  const about = (bytes: Buffer, mediaType: string) => ({ mediaType, size: bytes.length, digest: digestOf(bytes) });
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: manifestType,
      config: about(config, "application/vnd.docker.container.image.v1+json"),
      layers: [about(layer, "application/vnd.docker.image.rootfs.diff.tar.gzip")],
    }),
  );
  const found = new Map<string, readonly [Buffer, string]>([
    ["/v2/", [Buffer.from("{}"), "application/json"]],
    ["/v2/parley/test/manifests/1", [manifest, manifestType]],
    [`/v2/parley/test/manifests/${digestOf(manifest)}`, [manifest, manifestType]],
    ...[config, layer].map((blob) => [`/v2/parley/test/blobs/${digestOf(blob)}`, [blob, "application/octet-stream"]] as const),
  ]);
  const server = createServer((request, response) => {
    const [body, type] = found.get(request.url ?? "") ?? [];
    if (body === undefined || type === undefined) {
      response.writeHead(404, { "content-type": "application/json" });
      return response.end(JSON.stringify({ errors: [{ code: "MANIFEST_UNKNOWN", message: "manifest unknown" }] }));
    }
    response.writeHead(200, { "content-type": type, "content-length": body.length, "docker-content-digest": digestOf(body) });
    return response.end(request.method === "HEAD" ? undefined : body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    image: `127.0.0.1:${port}/parley/test:1`,
    missing: `127.0.0.1:${port}/parley/none:1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
