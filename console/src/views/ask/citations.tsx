/** Citations of an answer: short marks in its words and tables, each of which leads to the look-up that it stands for. */
import type { ContentBlock } from '@observability-agent/sdk'
import { type Footnote, withShortMarks } from '../../../../src/contracts/citations.ts'
import { toolText } from '../../components/answers/tool-call.tsx'
import { toast } from '../../components/toasts.tsx'

export interface Citations {
  readonly messageId: string
  /** In the order of first use. */
  readonly footnotes: readonly Footnote[]
  /** The mark of each look-up that is cited, by its id. */
  readonly marks: ReadonlyMap<string, number>
}

export function citationsOf(messageId: string, content: readonly ContentBlock[]): Citations {
  const { footnotes } = withShortMarks(content)
  return { messageId, footnotes, marks: new Map(footnotes.map(({ toolCallId, mark }) => [toolCallId, mark])) }
}

/** The id of the element that shows a look-up. */
export const lookUpId = (messageId: string, callId: string): string => `call-${messageId}-${callId}`

/** Of this answer, or of the latest earlier one that made it: ids are counted through the thread. */
function placeOf(messageId: string, callId: string): Element | undefined {
  const own = document.getElementById(lookUpId(messageId, callId))
  const ending = CSS.escape(`-${callId}`)
  return own ?? [...document.querySelectorAll(`[id^="call-"][id$="${ending}"]`)].at(-1)
}

function openLookUp(messageId: string, callId: string): void {
  const place = placeOf(messageId, callId)
  const details = place?.querySelector('details')
  if (!place || !details) {
    toast('This look-up was made for an answer that is not shown here.', 'failed')
    return
  }
  const steps = place.closest('details')
  if (steps !== null) steps.open = true
  details.open = true
  place.scrollIntoView({ block: 'center' })
  details.querySelector('summary')?.focus()
}

export function CitationMark({ callId, citations }: { readonly callId: string; readonly citations: Citations }) {
  return (
    <button
      type="button"
      class="citation"
      onClick={() => openLookUp(citations.messageId, callId)}
      title="Show the look-up"
    >
      {citations.marks.get(callId)}
      <span class="hidden-text">, show the look-up</span>
    </button>
  )
}

/** What each mark stands for. */
export function Footnotes({ citations }: { readonly citations: Citations }) {
  if (citations.footnotes.length === 0) return null
  return (
    <ul class="row small muted" aria-label="Read from">
      {citations.footnotes.map(({ toolCallId, name }) => (
        <li key={toolCallId}>
          <CitationMark callId={toolCallId} citations={citations} />{' '}
          <span class="foreign">{name === null ? 'a look-up for an earlier answer' : toolText(name)}</span>
        </li>
      ))}
    </ul>
  )
}
