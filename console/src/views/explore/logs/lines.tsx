/** The lines that match, read in pages while the reader scrolls. One line is one row; its details open beside it. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'preact/hooks'
import { useShortcut } from '../../../app/shortcuts.tsx'
import { ShowMore } from '../../../components/show-more.tsx'
import { Answer, Empty } from '../../../components/states.tsx'
import { timeText } from '../../../components/time.tsx'
import { VirtualList } from '../../../components/virtual-list.tsx'
import { severityText } from '../../../telemetry/filters.ts'
import { messageOf } from '../../../telemetry/message.ts'
import { countText } from '../../../telemetry/units.ts'
import { Incomplete } from '../../../telemetry/work.tsx'
import { type Line, logLines, type Scope } from '../queries.ts'
import type { ChangeLogs } from './view.tsx'

export interface LinesProps {
  readonly scope: Scope
  readonly sort: 'newest' | 'oldest'
  /** The record whose details are open. */
  readonly open: string | undefined
  readonly change: ChangeLogs
}

/** As the style of a row has it. */
export const ROW_REM = 1.75

export function Lines({ scope, sort, open, change }: LinesProps) {
  const query = useInfiniteQuery(logLines(scope, sort))
  const lines = useMemo(() => query.data?.pages.flatMap((page) => page.lines) ?? [], [query.data])
  const step = (by: 1 | -1) => {
    const at = lines.findIndex(({ id }) => id === open)
    const next = lines[at === -1 ? 0 : at + by]
    if (next) change({ log: next.id })
  }
  useShortcut('j', 'Open the next line', () => step(1))
  useShortcut('k', 'Open the line before', () => step(-1))
  return (
    <Answer query={query} what="the lines">
      {({ pages }) =>
        lines.length === 0 ? (
          <NoLines />
        ) : (
          <div class="stack tight">
            <div class="row apart small">
              <span class="muted" aria-live="polite">
                {countText(lines.length)} lines{query.hasNextPage ? ', more below' : ', all of them'}
                {query.isFetchingNextPage && ' · reading on …'}
              </span>
              <button
                type="button"
                class="button small"
                onClick={() => change({ sort: sort === 'newest' ? 'oldest' : undefined })}
              >
                {sort === 'newest' ? 'Newest first' : 'Oldest first'}
              </button>
            </div>
            <Incomplete work={pages.at(-1)?.work} />
            <VirtualList
              label="Log lines"
              items={lines}
              keyOf={({ id }) => id}
              rowRem={ROW_REM}
              height="60vh"
              onEnd={() => {
                // After a failure the reader decides when to try again.
                if (query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError)
                  void query.fetchNextPage()
              }}
            >
              {(line) => <LineRow line={line} isOpen={line.id === open} onOpen={() => change({ log: line.id })} />}
            </VirtualList>
            {query.isFetchNextPageError && <ShowMore query={query} label="Try again" />}
          </div>
        )
      }
    </Answer>
  )
}

function NoLines() {
  return (
    <Empty title="No line matches">
      <p>Remove a condition or choose a longer time. Lines that have not arrived yet appear after a refresh.</p>
    </Empty>
  )
}

export interface LineRowProps {
  readonly line: Line
  readonly isOpen?: boolean
  readonly onOpen: () => void
}

/** What a row shows of a body: more never fits, and measuring it would cost every frame. */
const SHOWN_CHARACTERS = 400

export function LineRow({ line, isOpen = false, onOpen }: LineRowProps) {
  return (
    <button
      type="button"
      class={`log-row ${line.severity}`}
      aria-current={isOpen ? 'true' : undefined}
      onClick={onOpen}
    >
      <span class="muted mono">{timeText(line.at)}</span>
      <span class={`severity-${line.severity}`}>{severityText(line.severity)}</span>
      <span class="log-service foreign">{line.service}</span>
      <span class="mono foreign">{messageOf(line.body).slice(0, SHOWN_CHARACTERS)}</span>
    </button>
  )
}
