import { rename, writeFile } from "node:fs/promises";
import { ParleyError } from "#domain/errors";
import type { PlanItem } from "#domain/work";

export interface TodoItem {
  readonly id: number;
  readonly content: string;
  readonly status: PlanItem["state"];
}

const mostItems = 200;

/** The agent's own list of what is to do, kept in the task's `todo.json`. */
export class TodoList {
  readonly #path: string;
  readonly #changed: (items: readonly TodoItem[]) => Promise<void>;
  #items: readonly TodoItem[] = [];
  #last = 0;

  constructor(path: string, changed: (items: readonly TodoItem[]) => Promise<void>) {
    this.#path = path;
    this.#changed = changed;
  }

  get items(): readonly TodoItem[] {
    return this.#items;
  }

  async add(content: string, status: TodoItem["status"]): Promise<void> {
    if (this.#items.length >= mostItems) throw new ParleyError("TooLarge", `The list holds at most ${mostItems} items. Remove some first.`);
    await this.#set([...this.#items, { id: ++this.#last, content, status }]);
  }

  async update(id: number, change: Partial<Pick<TodoItem, "content" | "status">>): Promise<void> {
    this.#find(id);
    await this.#set(this.#items.map((item) => (item.id === id ? { ...item, ...change } : item)));
  }

  async remove(id: number): Promise<void> {
    this.#find(id);
    await this.#set(this.#items.filter((item) => item.id !== id));
  }

  async clear(): Promise<void> {
    await this.#set([]);
  }

  #find(id: number): void {
    if (!this.#items.some((item) => item.id === id)) throw new ParleyError("NotFound", `There is no item ${id}. The list action shows those there are.`);
  }

  async #set(items: readonly TodoItem[]): Promise<void> {
    const partial = `${this.#path}.new`;
    await writeFile(partial, `${JSON.stringify({ items }, null, 2)}\n`, { mode: 0o600 });
    await rename(partial, this.#path);
    this.#items = items;
    await this.#changed(items);
  }
}
