import type { ComponentChildren, VNode } from "preact";
import { useMemo } from "preact/hooks";
import { createGrowingReader, parseBlocks } from "#markdown/blocks";
import { safeHref } from "#markdown/href";
import { parseInline } from "#markdown/inline";
import type { Block, Inline, Table } from "#markdown/tree";
import { CodeBlock } from "#web/parts/code/code-block.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import type { MarkdownProps } from "#web/state/markdown.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { langOf } from "#web/words/format.ts";
import { headingLevels } from "./heading-levels.ts";

/** Markdown as nodes. */
export function ReadMarkdown({ text, growing = false, isWhole = false, after }: MarkdownProps) {
  const readGrowing = useMemo(() => createGrowingReader(), []);
  const blocks = useMemo(() => (growing ? readGrowing(text) : parseBlocks(text)), [text, growing]);
  const how = useMemo((): How => ({ isWhole, levels: headingLevels(blocks) }), [blocks, isWhole]);
  const last = blocks.length - 1;
  const tail = blocks[last];
  // The caret stands at the end of the last line where that is a line of text, else on its own.
  const goesInside = tail?.kind === "paragraph" || tail?.kind === "heading";
  return (
    <div class="text" lang={langOf(text)}>
      {blocks.map((block, at) => (
        <BlockView key={at} block={block} growing={growing && at === last} how={how} after={goesInside && at === last ? after : undefined} />
      ))}
      {!goesInside && after !== undefined && <p>{after}</p>}
    </div>
  );
}

interface How {
  readonly isWhole: boolean;
  readonly levels: ReadonlyMap<Block, number>;
}

interface BlockProps {
  readonly block: Block;
  readonly growing: boolean;
  readonly how: How;
  readonly after?: ComponentChildren;
}

function BlockView({ block, growing, how, after }: BlockProps): VNode {
  switch (block.kind) {
    case "paragraph":
      return (
        <p>
          <Marked text={block.text} growing={growing} />
          {after}
        </p>
      );
    case "heading": {
      // The page has its own first and second level.
      const Level = block.level === 1 ? "h3" : block.level === 2 ? "h4" : "h5";
      return (
        <Level aria-level={how.levels.get(block)}>
          <Marked text={block.text} growing={growing} />
          {after}
        </Level>
      );
    }
    case "code":
      return <CodeBlock language={block.language.trim().split(/\s+/)[0] ?? ""} text={block.text} growing={growing} isWhole={how.isWhole} />;
    case "quote":
      return (
        <blockquote>
          <Blocks blocks={block.blocks} growing={growing} how={how} />
        </blockquote>
      );
    case "list": {
      const items = block.items.map((item, at) => (
        <li key={at} class={taskOf(item) === null ? undefined : "task"}>
          {taskOf(item) !== null && <TaskBox isDone={taskOf(item) === "done"} />}
          <Blocks blocks={withoutTask(item)} growing={growing && at === block.items.length - 1} how={how} />
        </li>
      ));
      return block.start === undefined ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
    case "table":
      return <TableView table={block} growing={growing} />;
    case "rule":
      return <hr />;
  }
}

const taskMark = /^\[([ xX])\] /;

/** Whether an item of a list is something to do. */
function taskOf(item: readonly Block[]): "open" | "done" | null {
  const [first] = item;
  const mark = first?.kind === "paragraph" ? taskMark.exec(first.text)?.[1] : undefined;
  return mark === undefined ? null : mark === " " ? "open" : "done";
}

function withoutTask(item: readonly Block[]): readonly Block[] {
  const [first, ...rest] = item;
  return first?.kind === "paragraph" ? [{ ...first, text: first.text.replace(taskMark, "") }, ...rest] : item;
}

function TaskBox({ isDone }: { readonly isDone: boolean }) {
  const { words } = useSignedIn();
  return <span class={isDone ? "task-box done" : "task-box"} role="img" aria-label={isDone ? words.planState.done : words.planState.pending} />;
}

interface BlocksProps {
  readonly blocks: readonly Block[];
  readonly growing: boolean;
  readonly how: How;
}

function Blocks({ blocks, growing, how }: BlocksProps) {
  return (
    <>
      {blocks.map((block, at) => (
        <BlockView key={at} block={block} growing={growing && at === blocks.length - 1} how={how} />
      ))}
    </>
  );
}

function TableView({ table: { head, rows, align }, growing }: { readonly table: Table; readonly growing: boolean }) {
  const sideOf = (column: number): { class?: string } => {
    const side = align[column];
    return side === "right" || side === "center" ? { class: side } : {};
  };
  return (
    <div class="table" tabIndex={0} role="group">
      <table>
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={column} scope="col" {...sideOf(column)}>
                <Marked text={cell} growing={false} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column} {...sideOf(column)}>
                  <Marked text={cell} growing={growing && at === rows.length - 1} />
                </td>
              ))}
              {row.length < head.length && <td colSpan={head.length - row.length}>&nbsp;</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Read again only when its own text changes: of a long answer that grows, that is the last block. */
function Marked({ text, growing }: { readonly text: string; readonly growing: boolean }): VNode {
  return useMemo(() => <>{parseInline(text, growing).map(inlineView)}</>, [text, growing]);
}

function inlineView(part: Inline, at: number): ComponentChildren {
  switch (part.kind) {
    case "text":
      return <Plain key={at} text={part.text} />;
    case "code":
      return (
        <code key={at}>
          <Plain text={part.text} />
        </code>
      );
    case "break":
      return <br key={at} />;
    case "strong":
      return <strong key={at}>{part.children.map(inlineView)}</strong>;
    case "em":
      return <em key={at}>{part.children.map(inlineView)}</em>;
    case "strike":
      return <s key={at}>{part.children.map(inlineView)}</s>;
    case "link":
      return (
        <a key={at} href={safeHref(part.href) ?? ""} title={part.href} target="_blank" rel="noopener noreferrer">
          {part.children.map(inlineView)}
        </a>
      );
  }
}
