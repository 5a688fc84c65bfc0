export interface Timing {
  readonly callMs: number;
  /** How long the WebSocket may take to open. */
  readonly handshakeMs: number;
  /** How long after a ping Feishu may be silent before the connection counts as dead, however open its socket is. In whole seconds. */
  readonly pongSeconds: number;
  /** Our own watchdog: nothing at all came for so long, and for longer than it takes to answer two pings. */
  readonly silentMs: number;
  /** How often the watchdog looks, and how often the app is asked whether it is still switched on. */
  readonly lookMs: number;
  readonly askMs: number;
  /** How long names and quoted words may take before an event goes on without them. */
  readonly lookUpMs: number;
  /** When a presser is told something, whatever the hub is doing: Feishu waits three seconds. */
  readonly toastMs: number;
  /** After so long without an edit a streaming card is closed. */
  readonly closeMs: number;
}
