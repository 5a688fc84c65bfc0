export type IconName =
  | "plus"
  | "send"
  | "file"
  | "pack"
  | "picture"
  | "copy"
  | "save"
  | "down"
  | "clock"
  | "talk"
  | "hub"
  | "pen"
  | "react"
  | "reply"
  | "back"
  | "join"
  | "leave"
  | "search"
  | "terminal"
  | "panel"
  | "close"
  | "more"
  | "ask"
  | "link"
  | "pin"
  | "mute"
  | "agent"
  | "activity"
  | "settings";
type GlyphName = "idle" | "processing" | "waiting_input" | "error" | "dead" | "done" | "no" | "clock" | "fold";
export type Colour = "green" | "yellow" | "red";

/** Decoration only: whatever it means also stands beside it in words. */
export function Icon({ name, small = false }: { readonly name: IconName; readonly small?: boolean }) {
  return (
    <svg class={small ? "i s" : "i"} aria-hidden="true">
      <use href={`#${name}`} />
    </svg>
  );
}

/** With a label it speaks for itself; without one the words beside it do. */
export function Glyph({ name, tone = "", label }: { readonly name: GlyphName; readonly tone?: "" | "ok" | "warn" | "bad"; readonly label?: string }) {
  const says = label === undefined ? ({ "aria-hidden": "true" } as const) : ({ role: "img", "aria-label": label } as const);
  return (
    <svg class={`glyph ${tone}`.trimEnd()} {...says}>
      <use href={`#g-${name}`} />
    </svg>
  );
}

export function Lamp({ colour, label }: { readonly colour: Colour; readonly label?: string }) {
  const says = label === undefined ? ({ "aria-hidden": "true" } as const) : ({ role: "img", "aria-label": label } as const);
  return (
    <svg class={`lamp ${colour}`} {...says}>
      <use href={`#l-${colour}`} />
    </svg>
  );
}

export function Brand() {
  return (
    <div class="brand">
      <svg viewBox="0 0 30 19" aria-hidden="true">
        <path class="mark-fill" d="M12.5 2.4a7.75 7.75 0 0 1 0 14.2z" />
        <circle class="mark-line" cx="9.5" cy="9.5" r="7.75" />
        <rect class="mark-line" x="12.5" y="1.75" width="15.5" height="15.5" rx="2.5" />
      </svg>
      Parley
    </div>
  );
}
