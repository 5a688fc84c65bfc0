/** Where this hub keeps its things and how its program is called, for the page that says how to set it up. */
export interface StartWire {
  /** `parley`, or how it is run from a clone. */
  readonly program: string;
  /** Null for the default home, which needs no `--home`. */
  readonly home: string | null;
  /** The file that is in force, else the one that a setup would write. */
  readonly config_file: string;
  /** Whether that file was there when the hub started. */
  readonly has_config: boolean;
  readonly workspace: string;
  /** Chats that this version can connect. */
  readonly platforms: readonly string[];
}
