import { Dialog } from "#web/parts/dialog.tsx";
import { Icon } from "#web/parts/icon.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { type PaletteWords, paletteWords } from "#web/words/palette.ts";

type Does = keyof PaletteWords["does"];

/** A space separates keys that are pressed together, `,` those of which either works, `>` those that follow each other. */
const keys: Readonly<Record<keyof PaletteWords["where"], readonly (readonly [string, Does])[]>> = {
  anywhere: [
    ["/", "search"],
    ["Ctrl K", "palette"],
    ["G > T", "threads"],
    ["G > Q", "questions"],
    ["G > S", "sessions"],
    ["G > A", "agents"],
    ["G > R", "runs"],
    ["G > ,", "settings"],
    ["N", "newThread"],
    ["D", "side"],
    ["Esc", "back"],
    ["?", "help"],
  ],
  lists: [
    ["J | K", "move"],
    ["↓ | ↑", "move"],
    ["Enter", "open"],
    ["E", "archive"],
    ["U", "unread"],
  ],
  conversation: [
    ["J | K", "line"],
    ["R", "reply"],
    ["C", "copy"],
    ["L", "link"],
    ["Q", "toQuestion"],
    ["End", "newest"],
    ["I", "toComposer"],
  ],
  composer: [
    ["Enter", "send"],
    ["Shift Enter", "newLine"],
    ["!!", "commands"],
    ["@", "whom"],
  ],
  question: [
    ["1 – 9", "answer"],
    ["Alt 1 – 9", "answerInField"],
    ["V", "nextFile"],
    ["Enter", "itsThread"],
  ],
  terminal: [["Ctrl ]", "leaveTyping"]],
};

export function KeyList({ onClose }: { readonly onClose: () => void }) {
  const { page } = useSignedIn();
  const words = paletteWords[page.language.value];
  return (
    <Dialog label={words.keys} look="keys-dialog" onClose={onClose}>
      <div class="keys-head">
        <h1>{words.keys}</h1>
        <button type="button" class="button quiet icon" aria-label={words.close} title={words.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div class="scroll" tabIndex={0} role="region" aria-label={words.keys}>
        <div class="key-list">
          {(Object.keys(keys) as readonly (keyof typeof keys)[]).map((where) => (
            <section key={where}>
              <h2>{words.where[where]}</h2>
              <dl>
                {keys[where].map(([pressed, does]) => (
                  <div key={pressed}>
                    <dt>{words.does[does]}</dt>
                    <dd>
                      <Pressed text={pressed} words={words} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <p class="group">{words.offNote}</p>
      </div>
    </Dialog>
  );
}

function Pressed({ text, words }: { readonly text: string; readonly words: PaletteWords }) {
  return (
    <>
      {text
        .split(" ")
        .map((piece, at) =>
          piece === ">" ? (
            <span key={at}>{words.andThen}</span>
          ) : piece === "|" ? (
            <span key={at}>{words.or}</span>
          ) : piece === "–" ? (
            "–"
          ) : (
            <kbd key={at}>{piece}</kbd>
          ),
        )}
    </>
  );
}
