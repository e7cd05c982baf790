/** Below a list that is read in pages: the button for the next page, and why it could not be read. */
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { sentenceOf } from './states.tsx'

export interface ShowMoreProps {
  readonly query: Pick<
    UseInfiniteQueryResult,
    'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
  >
  /** What the button shows: `Show older incidents`. */
  readonly label: string
}

export function ShowMore({ query, label }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  if (!hasNextPage) return null
  return (
    <div class="row">
      {isFetchNextPageError && <span role="alert">It could not be read. {sentenceOf(query.error)}</span>}
      <button
        type="button"
        class="button small"
        disabled={isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {isFetchingNextPage ? 'Loading more …' : isFetchNextPageError ? 'Try again' : label}
      </button>
    </div>
  )
}
