/** What a platform says about a channel's settings, for `parley doctor`. */
export interface ChannelCheck {
  readonly state: "ok" | "warning" | "error";
  readonly says: string;
  readonly mend: string;
}
