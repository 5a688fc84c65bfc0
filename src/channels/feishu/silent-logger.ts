import type { Logger } from "@larksuiteoapi/node-sdk";

const nothing = (): void => undefined;

/** The library logs what people write, and errors that hold tokens. What matters is reported by the link and by outcomes. */
export const silentLogger: Logger = { error: nothing, warn: nothing, info: nothing, debug: nothing, trace: nothing };
