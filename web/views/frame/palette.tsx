import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import type { CommandWire } from "#protocol/runs";
import { Dialog } from "#web/parts/dialog.tsx";
import { Icon } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import type { App } from "#web/state/app.ts";
import { type PaletteItem, matchingItems, paletteItems } from "#web/state/palette-items.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { themes } from "#web/state/theme.ts";
import { type PaletteWords, paletteWords } from "#web/words/palette.ts";

/** One field that leads to every thread, person, session, command and setting by name. */
export function Palette({ app, typed, onClose }: { readonly app: App; readonly typed: string; readonly onClose: () => void }) {
  const { page, words } = useSignedIn();
  const own = paletteWords[page.language.value];
  const [text, write] = useState(typed);
  const [at, setAt] = useState(0);
  const [commands, setCommands] = useState<readonly CommandWire[]>([]);
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    // Without them everything else is found.
    page.api.commands().then(setCommands, () => undefined);
  }, [page]);
  const deeds = actions(app, page.wish, own);
  const items = useMemo(
    () => matchingItems([...paletteItems(page.model.peek(), commands, words.destination), ...deeds.map(({ item }) => item)], text),
    [text, commands],
  );
  const chosen = Math.min(at, items.length - 1);
  const take = (item: PaletteItem | undefined): void => {
    if (item === undefined) return;
    onClose();
    const { does } = item;
    if ("href" in does) location.hash = does.href;
    else if ("action" in does) deeds.find(({ item: { id } }) => id === item.id)?.run();
    else if (page.thread.value !== null) page.files.handed.value = { thread: page.thread.value, words: does.write };
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    if (event.isComposing) return;
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by !== 0) setAt((chosen + by + items.length) % Math.max(1, items.length));
    if (event.key === "Enter") take(items[chosen]);
    if (by !== 0 || event.key === "Enter") event.preventDefault();
  };
  return (
    <Dialog label={own.goTo} onClose={onClose}>
      <div class="palette-field">
        <Icon name="search" />
        <input
          ref={field}
          role="combobox"
          aria-label={own.goTo}
          aria-expanded={items.length > 0}
          aria-controls={list}
          aria-activedescendant={items[chosen] === undefined ? undefined : `${list}-${chosen}`}
          autocomplete="off"
          spellcheck={false}
          placeholder={own.placeholder}
          value={text}
          maxLength={200}
          onInput={(event) => {
            write(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p class="sr" role="status">
        {own.found(items.length)}
      </p>
      <div id={list} class="palette-list scroll" role="listbox" aria-label={own.goTo}>
        {items.map((item, index) => (
          <PaletteRow
            key={`${item.kind} ${item.id}`}
            id={`${list}-${index}`}
            item={item}
            kind={own.kinds[item.kind]}
            isChosen={index === chosen}
            onPoint={() => setAt(index)}
            onTake={() => take(item)}
          />
        ))}
      </div>
      {items.length === 0 && <p class="group">{own.none(text.trim())}</p>}
    </Dialog>
  );
}

interface RowProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly kind: string;
  readonly isChosen: boolean;
  readonly onPoint: () => void;
  readonly onTake: () => void;
}

function PaletteRow({ id, item, kind, isChosen, onPoint, onTake }: RowProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={isChosen}
      ref={(row) => {
        if (isChosen) row?.scrollIntoView({ block: "nearest" });
      }}
      onMouseMove={onPoint}
      onClick={onTake}
    >
      <span class="clip isolate">
        <Plain text={item.name} />
      </span>
      <span class="dim clip isolate">
        <Plain text={item.detail === "" ? kind : item.detail} />
      </span>
    </button>
  );
}

interface Deed {
  readonly item: PaletteItem;
  readonly run: () => void;
}

function actions(app: App, wish: { value: "search" | "new-thread" | "palette" | "keys" | null }, own: PaletteWords): readonly Deed[] {
  const deed = (id: string, name: string, run: () => void): Deed => ({ item: { id, kind: "action", name, detail: "", does: { action: id } }, run });
  const wishing = (what: "search" | "new-thread" | "keys") => (): void => {
    // The palette has to be gone first.
    setTimeout(() => {
      wish.value = what;
    });
  };
  return [
    deed("new-thread", own.newThread, wishing("new-thread")),
    deed("search", own.search, wishing("search")),
    deed("keys", own.showKeys, wishing("keys")),
    ...themes.map((theme) => deed(`theme-${theme}`, own.theme[theme], () => app.theme.choose(theme))),
    deed("sign-out", own.signOut, app.signOut),
  ];
}
