/** A tool call of the agent: exactly what was asked, and the result. */
import type { ContentBlock } from '@observability-agent/sdk'
import { durationText } from '../time.tsx'
import { FieldList, Json } from './artifact.tsx'
import { fieldsOf } from './data.ts'

export type ToolCallBlock = Extract<ContentBlock, { type: 'tool_call' }>

const STATUS: Readonly<Record<string, string>> = {
  in_progress: 'running',
  success: 'done',
  error: 'failed',
  unknown: 'cut short',
}

export const toolText = (name: string): string => name.replaceAll('_', ' ')

export function ToolCall({ call, isOpen = false }: { readonly call: ToolCallBlock; readonly isOpen?: boolean }) {
  const { name, params, result, status, durationMs } = call
  return (
    <details class="tool-call" open={isOpen}>
      <summary class="small">
        <span class={status === 'error' ? 'badge critical' : status === 'in_progress' ? 'badge info' : 'badge'}>
          {STATUS[status ?? ''] ?? 'done'}
        </span>{' '}
        <strong class="foreign">{toolText(name)}</strong>
        {durationMs !== undefined && (
          <span class="muted"> {durationMs < 1_000 ? `${Math.round(durationMs)} ms` : durationText(durationMs)}</span>
        )}
      </summary>
      <div class="stack tight">
        <p class="small muted">Asked</p>
        <FieldList fields={fieldsOf(params)} />
        {result !== undefined && (
          <>
            <p class="small muted">Result</p>
            <Json value={result} />
          </>
        )}
      </div>
    </details>
  )
}
