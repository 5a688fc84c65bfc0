import { createRequire } from "node:module";
import type { MadeFile, Screen } from "#domain/agent";
import { screenPng } from "#agents/tmux/screen-png";
import { screenSvg } from "#agents/tmux/screen-svg";
import { openRegularFile } from "#lib/fs/regular-file";
import { PixelFont } from "#lib/picture/pixel-font";
import type { Log } from "#lib/log";

const require = createRequire(import.meta.url);

/** Draws a terminal as a file that a chat can show. The font is read with the first picture; without it the picture has outlines, which fewer chats show. */
export function createDrawScreen(log: Log): (screen: Screen) => Promise<MadeFile> {
  let loading: Promise<PixelFont | undefined> | undefined;
  const load = (): Promise<PixelFont | undefined> =>
    readFont().catch((cause: unknown) => {
      log.warn({ cause }, "failed to read the font for pictures of terminals");
      return undefined;
    });
  return async (screen) => {
    const font = await (loading ??= load());
    if (font === undefined) return made("screen.svg", "image/svg+xml", new TextEncoder().encode(screenSvg(screen)));
    return made("screen.png", "image/png", await screenPng(screen, font));
  };
}

async function readFont(): Promise<PixelFont> {
  await using file = await openRegularFile(require.resolve("@fontsource/unifont/files/unifont-latin-400-normal.woff"));
  return await PixelFont.of(await file.readFile());
}

function made(name: string, mime: string, bytes: Uint8Array): MadeFile {
  return { name, mime, description: "", content: { bytes } };
}
