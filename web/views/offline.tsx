import { Glyph } from "#web/parts/icon.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { clock } from "#web/words/format.ts";

/** A hub that is back within this time was not worth a word. */
const graceMs = 2_000;

/** Lies over the top of the conversation and goes without a word. */
export function Offline() {
  const { page, words } = useSignedIn();
  const line = page.connection.value;
  if (line.state !== "lost") return null;
  return <Banner since={line.since} nextAt={line.nextAt} now={page.now.value} words={words} onTry={page.tryNow} />;
}

interface BannerProps {
  readonly since: number;
  readonly nextAt: number;
  readonly now: number;
  readonly words: ReturnType<typeof useSignedIn>["words"];
  readonly onTry: () => void;
}

function Banner({ since, nextAt, now, words, onTry }: BannerProps) {
  if (now - since < graceMs) return null;
  const seconds = Math.max(0, Math.round((nextAt - now) / 1_000));
  return (
    <div class="offline" role="status">
      <Glyph name="clock" />
      <span>{words.lostHub(clock(since), words.inSeconds(seconds))}</span>
      <button type="button" class="button small" onClick={onTry}>
        {words.tryNow}
      </button>
    </div>
  );
}
