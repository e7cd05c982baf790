/** What an answer did not read, said where its numbers stand: a part is never shown as the whole. */
import type { QueryWork } from '@observability-agent/sdk'

const REASONS: Readonly<Record<string, string>> = {
  limit: 'More match than are shown.',
  records: 'The query read as many records as one query may; a shorter range reads all.',
  bytes: 'The query read as much as one query may; a shorter range reads all.',
  time: 'The query took as long as one query may; a shorter range reads all.',
}

export function Incomplete({ work }: { readonly work: QueryWork | undefined }) {
  if (work === undefined || work.partial.length === 0) return null
  return (
    <p class="small" role="status">
      <span class="badge warning">not complete</span>{' '}
      {work.partial.map((reason) => REASONS[reason] ?? `Left out: ${reason}.`).join(' ')}
    </p>
  )
}
