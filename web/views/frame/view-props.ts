import type { App } from "#web/state/app.ts";

/** What a destination's view is given. Its file exports one `View`, which fills the page below the bar. */
export interface ViewProps {
  readonly app: App;
  /** The part of the view that the address names. */
  readonly part: string | null;
}
