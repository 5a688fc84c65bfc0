import { screenSvg } from "#agents/tmux/screen-svg";
import type { MadeFile, Screen } from "#domain/agent";

/** A terminal as a file that a chat can show. */
export function drawScreen(screen: Screen): MadeFile {
  const bytes = new TextEncoder().encode(screenSvg(screen));
  return { name: "screen.svg", mime: "image/svg+xml", description: "", content: { bytes } };
}
