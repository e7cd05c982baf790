/**
 * Markdown of answers, notes and runbooks as elements. A kept parser reads it into a tree, and each kind of node becomes
 * an element of ours with text in it: markup within the text stays text, images are never loaded, and a link leads only
 * to http(s) or to a view of the console. Unknown kinds show their text.
 */

import type { Nodes, Parents, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import './markdown.css'
import { safeUrl } from './safe-url.ts'
import { TableFrame } from './table-frame.tsx'

export interface MarkdownProps {
  readonly text: string
  /** Draws what stands in brackets and is no link, such as a citation; null leaves it as it is written. */
  readonly onCitation?: (id: string) => ComponentChildren | null
}

/** Beyond it the text is shown as it is: an answer has a few thousand characters. */
const CHARACTERS_MAX = 200_000

const CITATION = /\[([\w#.:-]{1,120})\]/g

export function Markdown({ text, onCitation }: MarkdownProps) {
  const tree = useMemo(() => (text.length > CHARACTERS_MAX ? null : treeOf(text)), [text])
  if (tree === null) return <pre class="foreign">{text}</pre>
  return <div class="markdown foreign">{children(tree, onCitation)}</div>
}

const treeOf = (text: string) =>
  fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })

type Cite = MarkdownProps['onCitation']

const children = (node: Parents, cite: Cite): ComponentChildren[] =>
  node.children.map((child, index) => <Node key={index} node={child} {...(cite ? { cite } : {})} />)

function Node({ node, cite }: { readonly node: Nodes; readonly cite?: Cite }): ComponentChildren {
  switch (node.type) {
    case 'root':
      return <>{children(node, cite)}</>
    case 'paragraph':
      return <p>{children(node, cite)}</p>
    case 'heading':
      // An answer is part of a view, whose headings these are not.
      return (
        <p>
          <strong>{children(node, cite)}</strong>
        </p>
      )
    case 'strong':
      return <strong>{children(node, cite)}</strong>
    case 'emphasis':
      return <em>{children(node, cite)}</em>
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'code':
      return <pre>{node.value}</pre>
    case 'blockquote':
      return <blockquote>{children(node, cite)}</blockquote>
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{children(node, cite)}</ol> : <ul>{children(node, cite)}</ul>
    case 'listItem':
      return <li>{children(node, cite)}</li>
    case 'break':
      return <br />
    case 'thematicBreak':
      return <hr />
    case 'link':
      return <SafeLink url={node.url}>{children(node, cite)}</SafeLink>
    case 'image':
      return <span>{node.alt || node.url}</span>
    case 'table':
      return <MarkdownTable node={node} {...(cite ? { cite } : {})} />
    case 'text':
      return <>{cite ? withCitations(node.value, cite) : node.value}</>
    case 'html':
      return <>{node.value}</>
    default:
      if ('children' in node) return <>{children(node, cite)}</>
      return 'value' in node ? node.value : null
  }
}

function MarkdownTable({ node, cite }: { readonly node: Table; readonly cite?: Cite }) {
  const [head, ...body] = node.children
  return (
    <TableFrame>
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, index) => (
              <th key={index}>{children(cell, cite)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, at) => (
            <tr key={at}>
              {row.children.map((cell, index) => (
                <td key={index}>{children(cell, cite)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

function SafeLink({ url, children: content }: { readonly url: string; readonly children: ComponentChildren }) {
  const target = safeUrl(url)
  if (target === null) return <span>{content}</span>
  return (
    <a href={target} rel="noopener noreferrer" {...(target.startsWith('/') ? {} : { target: '_blank' })}>
      {content}
    </a>
  )
}

function withCitations(text: string, cite: NonNullable<Cite>): ComponentChildren[] {
  const parts: ComponentChildren[] = []
  let end = 0
  for (const match of text.matchAll(CITATION)) {
    const drawn = cite(match[1] ?? '')
    if (drawn === null) continue
    parts.push(text.slice(end, match.index), drawn)
    end = match.index + match[0].length
  }
  return [...parts, text.slice(end)]
}
