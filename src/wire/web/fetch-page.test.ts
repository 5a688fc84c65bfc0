import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createPageFetcher, type PageRefused } from "./fetch-page.ts";

interface Site extends AsyncDisposable {
  readonly port: number;
  readonly asked: { readonly path: string; readonly headers: Readonly<Record<string, unknown>> }[];
}

async function site(answer: RequestListener, host = "127.0.0.1"): Promise<Site> {
  const asked: Site["asked"] = [];
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? "", headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const bounds = { maxBytes: 1_000, withinMs: 20_000 };
const never = new AbortController().signal;
/** This machine's first address stands for the public internet, its second one for what is behind the firewall. */
const isPublic = (address: string): boolean => address === "127.0.0.1";
const addresses = (...each: readonly (readonly string[])[]) => {
  const asked: string[] = [];
  const fetchPage = createPageFetcher(bounds, {
    isPublic,
    resolve: (name, _options, found) => {
      const list = each[Math.min(asked.length, each.length - 1)] ?? [];
      asked.push(name);
      found(
        null,
        list.map((address) => ({ address, family: 4 })),
      );
    },
  });
  return { asked, get: (url: string) => fetchPage.fetch(url, never) };
};
const why = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "fetched",
    (cause: unknown) => (cause as PageRefused).why,
  );

describe("fetching a page", () => {
  it("asks the address that was checked, and says who asks without saying who it is", async () => {
    await using web = await site((_request, response) => response.writeHead(200, { "content-type": 'Text/HTML; Charset="utf-8"' }).end("<p>hello"));
    const { asked, get } = addresses(["127.0.0.1"]);
    expect(await get(`http://docs.example.org:${web.port}/a?b=c#d`)).toEqual({
      how: "page",
      url: `http://docs.example.org:${web.port}/a?b=c`,
      status: 200,
      mime: "text/html",
      charset: "utf-8",
      body: Buffer.from("<p>hello"),
      isCut: false,
    });
    expect(asked).toEqual(["docs.example.org"]);
    expect(web.asked).toMatchObject([{ path: "/a?b=c", headers: { host: `docs.example.org:${web.port}`, "user-agent": "parley" } }]);
    expect(Object.keys(web.asked[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(["cookie", "authorization"]));
  });

  it.each([
    "file:///etc/passwd",
    "ftp://docs.example.org/x",
    "javascript:alert(1)",
    "docs.example.org",
    "https://me:secret@docs.example.org/",
    "https://me@docs.example.org/",
    "http://docs.example.org:22/",
    "http://docs.example.org:25/",
  ])("refuses %s, which is no address of a page", async (url) => {
    const { asked, get } = addresses(["127.0.0.1"]);
    expect([await why(get(url)), asked]).toEqual(["BadAddress", []]);
  });

  it.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f.0.0.1/",
    "http://017700000001/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/",
    "http://0/",
    "http://localhost/",
    "http://localhost./",
    "http://router/",
    "http://printer.local/",
    "http://x.localhost/",
    "http://vault.internal./",
  ])("refuses %s, which is not public, before anything is looked up", async (url) => {
    const asked: string[] = [];
    const fetchPage = createPageFetcher(bounds, { resolve: (name, _options, found) => (asked.push(name), found(null, [])) });
    expect([await why(fetchPage.fetch(url, never)), asked]).toEqual(["PrivateAddress", []]);
  });

  it("refuses a name that resolves to what is not public, and uses only the public ones of several", async () => {
    await using web = await site((_request, response) => response.end("public"));
    await using inside = await site((_request, response) => response.end("private"), "127.0.0.2");
    expect(await why(addresses(["127.0.0.2"]).get(`http://evil.example.org:${inside.port}/`))).toBe("PrivateAddress");
    expect(await why(addresses([]).get(`http://none.example.org:${inside.port}/`))).toBe("PrivateAddress");
    expect(inside.asked).toEqual([]);
    expect(await addresses(["127.0.0.2", "127.0.0.1"]).get(`http://both.example.org:${web.port}/`)).toMatchObject({ body: Buffer.from("public") });
  });

  it("resolves a name once for each request, so that one that changes its address is refused at the redirect", async () => {
    await using web = await site((_request, response) => response.writeHead(302, { location: "/again" }).end());
    await using inside = await site((_request, response) => response.end("private"), "127.0.0.2");
    const { asked, get } = addresses(["127.0.0.1"], ["127.0.0.2"]);
    expect(await why(get(`http://rebinding.example.org:${web.port}/`))).toBe("PrivateAddress");
    expect([asked.length, web.asked.length, inside.asked.length]).toEqual([2, 1, 0]);
  });

  it("follows redirects within the host, names another host, and refuses one that is not public or is none", async () => {
    const to: Record<string, string> = {
      "/here": "/there",
      "/away": "https://other.example.org/x",
      "/in": "http://169.254.169.254/",
      "/name": "http://localhost/",
      "/file": "file:///etc/passwd",
      "/user": "http://me:x@docs.example.org/",
      "/bad": "http://[",
      "/loop": "/loop",
    };
    await using web = await site((request, response) => {
      const location = to[request.url ?? ""];
      if (location === undefined) response.end(`at ${request.url}`);
      else response.writeHead(301, { location }).end();
    });
    const { get } = addresses(["127.0.0.1"]);
    const at = (path: string) => get(`http://docs.example.org:${web.port}${path}`);
    expect(await at("/here")).toMatchObject({ how: "page", url: `http://docs.example.org:${web.port}/there`, body: Buffer.from("at /there") });
    expect(await at("/away")).toEqual({ how: "moved", to: "https://other.example.org/x" });
    expect(await Promise.all(["/in", "/name", "/file", "/user", "/bad", "/loop"].map((path) => why(at(path))))).toEqual([
      "PrivateAddress",
      "PrivateAddress",
      "BadAddress",
      "BadAddress",
      "BadAddress",
      "TooManyRedirects",
    ]);
  });

  it("reads so much of an answer and no more, unpacked, of one without an end too", async () => {
    await using web = await site((request, response) => {
      if (request.url === "/packed") return void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(50_000_000, "z")));
      const more = (): void => {
        while (response.write("z".repeat(64 * 1024)));
      };
      response.on("drain", more);
      more();
    });
    const { get } = addresses(["127.0.0.1"]);
    for (const path of ["/packed", "/endless"])
      expect(await get(`http://docs.example.org:${web.port}${path}`)).toMatchObject({ body: Buffer.alloc(1_000, "z"), isCut: true });
  });

  it("tells the address as it would be asked for, and what it refuses without asking anybody", () => {
    const { check } = createPageFetcher(bounds);
    expect(check("HTTPS://ex\u0430mple.org/a b#c")).toBe("https://xn--exmple-4nf.org/a%20b");
    expect(() => check("http://10.0.0.1/")).toThrow(expect.objectContaining({ why: "PrivateAddress" }));
    expect(() => check("nowhere")).toThrow(expect.objectContaining({ why: "BadAddress" }));
  });

  it("ends with the caller's signal while the server says nothing", async () => {
    const reached = Promise.withResolvers<void>();
    await using web = await site(() => reached.resolve());
    const stop = new AbortController();
    const fetchPage = createPageFetcher(bounds, { isPublic, resolve: (_name, _options, found) => found(null, [{ address: "127.0.0.1", family: 4 }]) });
    const fetching = fetchPage.fetch(`http://docs.example.org:${web.port}/`, stop.signal);
    await reached.promise;
    stop.abort(new Error("stopped"));
    await expect(fetching).rejects.toMatchObject({ name: "AbortError" });
  });
});
