import type { ComponentChildren, VNode } from "preact";
import { useMemo } from "preact/hooks";
import { CodeBlock } from "#web/parts/code-block.tsx";
import { Plain } from "#web/parts/plain.tsx";
import { useHere } from "#web/state/here.ts";
import { langOf } from "#web/words/format.ts";
import { type Align, type Block, parseBlocks } from "./blocks.ts";
import { type Inline, parseInline } from "./inline.ts";

/** A message's Markdown as nodes; nothing of it is ever read as HTML. */
export function Markdown({ text, growing = false, after }: { readonly text: string; readonly growing?: boolean; readonly after?: ComponentChildren }) {
  const blocks = useMemo(() => parseBlocks(text, growing), [text, growing]);
  const last = blocks.length - 1;
  const tail = blocks[last];
  // The caret stands at the end of the last line where that is a line of text, else on its own.
  const goesInside = tail?.kind === "paragraph" || tail?.kind === "heading";
  return (
    <div class="text" lang={langOf(text)}>
      {blocks.map((block, at) => (
        <BlockView key={at} block={block} growing={growing && at === last} after={goesInside && at === last ? after : undefined} />
      ))}
      {!goesInside && after !== undefined && <p>{after}</p>}
    </div>
  );
}

interface BlockProps {
  readonly block: Block;
  readonly growing: boolean;
  readonly after?: ComponentChildren;
}

function BlockView({ block, growing, after }: BlockProps): VNode {
  const { words } = useHere();
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
        <Level>
          <Marked text={block.text} growing={growing} />
          {after}
        </Level>
      );
    }
    case "code":
      return <CodeBlock text={block.text} copy={words.copyCode} copied={words.copied} />;
    case "quote":
      return (
        <blockquote>
          <Blocks blocks={block.blocks} growing={growing} />
        </blockquote>
      );
    case "list": {
      const items = block.items.map((item, at) => (
        <li key={at}>
          <Blocks blocks={item} growing={growing && at === block.items.length - 1} />
        </li>
      ));
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
    case "table":
      return <Table head={block.head} rows={block.rows} align={block.align} growing={growing} />;
    case "rule":
      return <hr />;
  }
}

function Blocks({ blocks, growing }: { readonly blocks: readonly Block[]; readonly growing: boolean }) {
  return (
    <>
      {blocks.map((block, at) => (
        <BlockView key={at} block={block} growing={growing && at === blocks.length - 1} />
      ))}
    </>
  );
}

interface TableProps {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly align: readonly Align[];
  readonly growing: boolean;
}

function Table({ head, rows, align, growing }: TableProps) {
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
      return <strong key={at}>{part.parts.map(inlineView)}</strong>;
    case "em":
      return <em key={at}>{part.parts.map(inlineView)}</em>;
    case "strike":
      return <s key={at}>{part.parts.map(inlineView)}</s>;
    case "link":
      return (
        <a key={at} href={part.href} title={part.href} target="_blank" rel="noopener noreferrer">
          {part.parts.map(inlineView)}
        </a>
      );
  }
}
