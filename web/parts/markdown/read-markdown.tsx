import type { ComponentChildren, VNode } from "preact";
import { useMemo } from "preact/hooks";
import { createGrowingReader, parseBlocks } from "#markdown/blocks";
import { safeHref } from "#markdown/href";
import { parseInline } from "#markdown/inline";
import type { Block, Inline, Table } from "#markdown/tree";
import { CodeBlock } from "#web/parts/code-block.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import type { MarkdownProps } from "#web/state/markdown.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { langOf } from "#web/words/format.ts";

/** Markdown as nodes. */
export function ReadMarkdown({ text, growing = false, after }: MarkdownProps) {
  const readGrowing = useMemo(() => createGrowingReader(), []);
  const blocks = useMemo(() => (growing ? readGrowing(text) : parseBlocks(text)), [text, growing]);
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
  const { words } = useSignedIn();
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
      return block.start === undefined ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
    case "table":
      return <TableView table={block} growing={growing} />;
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
