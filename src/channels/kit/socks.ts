import { connect, isIP, type Socket } from "node:net";

const openMs = 15_000;
const noLogin = 0;
const withPassword = 2;

/** Opens a connection through a SOCKS5 proxy (RFC 1928, with the passwords of RFC 1929). Names are resolved by the proxy. */
export function openSocks(proxy: string, host: string, port: number): Promise<Socket> {
  const { hostname, port: proxyPort, username, password } = new URL(proxy);
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect(Number(proxyPort || 1080), hostname.replace(/^\[|\]$/g, ""));
  const fail = (cause: Error): void => {
    socket.destroy();
    reject(cause);
  };
  socket.setTimeout(openMs, () => fail(proxyError("ETIMEDOUT")));
  socket.once("error", fail);
  socket.once("close", () => reject(proxyError("ECONNRESET")));
  const { read, end } = reader(socket);
  const handshake = async (): Promise<void> => {
    socket.write(Buffer.from([5, 1, username === "" ? noLogin : withPassword]));
    const [, method] = await read(2);
    if (method === withPassword) {
      socket.write(Buffer.concat([Buffer.from([1]), counted(decodeURIComponent(username)), counted(decodeURIComponent(password))]));
      const [, refused] = await read(2);
      if (refused !== 0) throw proxyError("EPROXYLOGIN");
    } else if (method !== noLogin) throw proxyError("EPROXYLOGIN");
    socket.write(Buffer.concat([Buffer.from([5, 1, 0]), addressOf(host), Buffer.from([port >> 8, port & 0xff])]));
    const [, outcome, , kind] = await read(4);
    if (outcome !== 0) throw proxyError("EPROXYREFUSED");
    // The bound address, which nobody needs: 4 or 16 bytes, or a name with its length.
    await read((kind === 1 ? 4 : kind === 4 ? 16 : ((await read(1))[0] ?? 0)) + 2);
    end();
    socket.setTimeout(0);
    socket.removeAllListeners("timeout").removeListener("error", fail);
    resolve(socket);
  };
  socket.once("connect", () => void handshake().catch(fail));
  return promise;
}

function addressOf(host: string): Buffer {
  if (isIP(host) === 4) return Buffer.from([1, ...host.split(".").map(Number)]);
  return Buffer.concat([Buffer.from([3]), counted(host)]);
}

function counted(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

function proxyError(code: string): Error {
  return Object.assign(new Error("The proxy did not open the connection."), { code });
}

/** Hands out exactly so many bytes at a time. `end` gives back to the socket what the target said already. */
function reader(socket: Socket): { read(count: number): Promise<Buffer>; end(): void } {
  let held = Buffer.alloc(0);
  let came = Promise.withResolvers<undefined>();
  socket.on("data", (bytes) => {
    held = Buffer.concat([held, bytes]);
    came.resolve(undefined);
    came = Promise.withResolvers<undefined>();
  });
  return {
    read: async (count) => {
      while (held.length < count) await came.promise;
      const bytes = held.subarray(0, count);
      held = held.subarray(count);
      return bytes;
    },
    end: () => {
      // Not paused: nothing comes before the client has spoken, in HTTP as in TLS.
      socket.removeAllListeners("data");
      if (held.length > 0) socket.unshift(held);
    },
  };
}
