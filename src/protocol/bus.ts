// What the bus's routes answer where the page asks them. Their names are the bus's own.

/** GET /api/search. The snippet has `<mark>` around each hit; the rest of it is as it was written, not escaped. */
export interface FoundWire {
  readonly message_id: string;
  readonly thread_id: string;
  readonly thread_topic: string;
  readonly author: string;
  readonly author_id: string;
  readonly seq: number;
  readonly created_at: string;
  readonly snippet: string;
  /** The names of its files. */
  readonly files: readonly string[];
}

export interface FoundThreadWire {
  readonly thread_id: string;
  readonly topic: string;
  readonly status: string;
  readonly updated_at: string;
}

/** GET /api/search: messages, newest first, and threads whose topic has the words. */
export interface SearchWire {
  readonly results: readonly FoundWire[];
  readonly total: number;
  readonly threads: readonly FoundThreadWire[];
  readonly query: string;
}

/** GET /api/messages/ID/history, oldest first: what stood there before each edit. */
export interface EditWire {
  readonly version: number;
  readonly old_content: string;
  readonly edited_by: string;
  readonly created_at: string;
}
