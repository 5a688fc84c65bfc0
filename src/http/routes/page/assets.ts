import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { ParleyError } from "#domain/errors";
import { safeHeaders } from "#http/door/reply";
import type { DoorRequest } from "#http/door/door";
import { say } from "#lib/words/words";
import type { Routes } from "#http/routes/route";
import { CompressedFiles } from "#http/routes/page/compressed";
import { httpTexts } from "#http/texts";

// Written by hand: hono's serveStatic sends the page's script at half the rate (it makes a web stream of the file), finds files by a
// path that it joins from the request, and knows nothing of the headers that everything from this door carries.

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

const partHeaders = {
  "X-Content-Type-Options": safeHeaders["X-Content-Type-Options"],
  "Cross-Origin-Resource-Policy": safeHeaders["Cross-Origin-Resource-Policy"],
};

/** The page's own files, and nothing else of the folder: names are looked up, never joined from the request. */
export function pageRoutes({ app, door, auth, deps: { assetsDir, language } }: Routes): void {
  let files: ReadonlyMap<string, string> | undefined;
  const compressed = new CompressedFiles();

  const fileFor = async (path: string): Promise<string | undefined> => {
    // A new build has new names, and it is opened at the root.
    if (files === undefined || path === "/") files = await listFiles(assetsDir);
    return files.get(path === "/" ? "/index.html" : path);
  };

  const serve = async (ask: DoorRequest): Promise<undefined> => {
    const { incoming, outgoing } = ask.env;
    const { path } = ask.req;
    // Without a token, nobody learns which addresses exist.
    if (path.startsWith("/api/")) await auth.actor(incoming);
    const file = incoming.method === "GET" || incoming.method === "HEAD" ? await fileFor(path) : undefined;
    if (file === undefined) throw new ParleyError("NotFound", say(language, path === "/" ? httpTexts.pageMissing : httpTexts.nothingHere));
    const plain = await readFile(file);
    const isNamedByHash = path.startsWith("/assets/");
    const small = await compressed.of(file, plain, { accepts: incoming.headers["accept-encoding"]?.toString() ?? "", isKept: isNamedByHash });
    const content = small?.content ?? plain;
    outgoing.writeHead(200, {
      // Scripts and styles are no documents: what a document may do is not theirs to say.
      ...(isNamedByHash && /\.(?:js|css)$/.test(file) ? partHeaders : safeHeaders),
      "Content-Type": types[extname(file)] ?? "application/octet-stream",
      "Content-Length": content.length,
      Vary: "Accept-Encoding",
      ...(small === undefined ? {} : { "Content-Encoding": small.way }),
      // Names below /assets carry a hash of what they hold.
      "Cache-Control": isNamedByHash ? "public, max-age=31536000, immutable" : "no-cache",
    });
    outgoing.end(incoming.method === "HEAD" ? undefined : content);
    return undefined;
  };

  // Not a route: a file is served only where no route matches.
  app.notFound(door.anybody(serve));
}

async function listFiles(dir: string): Promise<ReadonlyMap<string, string>> {
  try {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(".br")).map((entry) => join(entry.parentPath, entry.name));
    return new Map(paths.map((path) => [`/${relative(dir, path).split(sep).join("/")}`, path]));
  } catch {
    return new Map();
  }
}
