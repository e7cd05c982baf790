/** A message of a thread: what a person asked, or what the agent did and answered. */
import type { ContentBlock, Message } from '@observability-agent/sdk'
import type { ComponentChildren } from 'preact'
import { memo } from 'preact/compat'
import { useMemo } from 'preact/hooks'
import { Artifact } from '../../components/answers/artifact.tsx'
import { ToolCall } from '../../components/answers/tool-call.tsx'
import { Markdown } from '../../components/markdown.tsx'
import { Time } from '../../components/time.tsx'
import { CitationMark, type Citations, citationsOf, Footnotes, lookUpId } from './citations.tsx'

export interface MessageProps {
  readonly message: Pick<Message, 'id' | 'role' | 'content'> & { readonly createdAt?: string }
  /** While it is written, its steps stand in the order in which they happen; afterwards the answer comes first. */
  readonly isLive?: boolean
  readonly children?: ComponentChildren
}

const isStep = ({ type }: ContentBlock): boolean => type === 'tool_call' || type === 'reasoning'

export const MessageView = memo(function MessageView({ message, isLive = false, children }: MessageProps) {
  const { id, role, content, createdAt } = message
  const isOrdered = isLive || role === 'user'
  const answer = content.filter(({ type }) => type === 'message')
  const drawn = content.filter((block) => !isStep(block) && block.type !== 'message')
  const steps = content.filter(isStep)
  const citations = useMemo(() => citationsOf(id, role === 'user' ? [] : content), [id, role, content])
  const block = (one: ContentBlock, index: number) => (
    <Block key={index} block={one} citations={citations} isUser={role === 'user'} />
  )
  return (
    <li class={`message ${role}`} aria-label={role === 'user' ? 'Question' : 'Answer'}>
      {isOrdered ? content.map(block) : [...answer, ...drawn].map(block)}
      <Footnotes citations={citations} />
      {!isOrdered && steps.length > 0 && (
        <details class="steps">
          <summary class="small">How this was found: {lookUpsText(steps)}</summary>
          <div class="stack tight">{steps.map(block)}</div>
        </details>
      )}
      <footer class="row small muted">
        {createdAt && <Time at={createdAt} />} {children}
      </footer>
    </li>
  )
})

function lookUpsText(steps: readonly ContentBlock[]): string {
  const count = steps.filter(({ type }) => type === 'tool_call').length
  return count === 1 ? 'one look-up' : `${count} look-ups`
}

interface BlockProps {
  readonly block: ContentBlock
  readonly citations: Citations
  readonly isUser: boolean
}

function Block({ block, citations, isUser }: BlockProps) {
  const cite = (id: string) => (citations.marks.has(id) ? <CitationMark callId={id} citations={citations} /> : null)
  switch (block.type) {
    case 'message':
      // What a person wrote is shown as it was written.
      if (isUser) return <p class="asked foreign">{block.message}</p>
      return <Markdown text={block.message} onCitation={cite} />
    case 'reasoning':
      return <p class="small muted foreign reasoning">{block.reasoning.trim()}</p>
    case 'tool_call':
      return (
        <div id={block.toolCallId === undefined ? undefined : lookUpId(citations.messageId, block.toolCallId)}>
          <ToolCall call={block} />
        </div>
      )
    case 'artifact':
      return <Artifact name={block.name} data={block.data} onCitation={cite} />
    case 'summary':
      return <p class="small muted foreign">Earlier: {block.summary}</p>
    case 'fork':
      return <p class="small muted foreign">Forked from “{block.sourceThreadTitle ?? 'another thread'}”</p>
    case 'chat_context':
      return <p class="small muted">With {block.messages.length} messages of a chat</p>
  }
}
