/** A stretch of one look; colours as `#rrggbb`. */
export interface ScreenSpanWire {
  readonly text: string;
  readonly color?: string;
  readonly background?: string;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
}

/** What a session's terminal shows; `version` changes whenever any of it does. */
export interface ScreenWire {
  readonly columns: number;
  readonly rows: number;
  readonly lines: readonly (readonly ScreenSpanWire[])[];
  readonly cursor: { readonly column: number; readonly row: number } | null;
  readonly text: string;
  readonly version: string;
}
