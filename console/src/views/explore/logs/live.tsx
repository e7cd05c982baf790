/** Lines as they arrive. The newest are kept; a pause keeps what is shown while lines go on arriving. */
import { type LogRecord, tailLogs } from '@observability-agent/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useClient } from '../../../api/context.tsx'
import { keepProject } from '../../../app/shell.tsx'
import { Empty, Refused } from '../../../components/states.tsx'
import { VirtualList } from '../../../components/virtual-list.tsx'
import { type FilterSearch, SEVERITIES } from '../../../telemetry/filters.ts'
import { countText } from '../../../telemetry/units.ts'
import { around } from '../../../telemetry/use-time-range.ts'
import type { Line } from '../queries.ts'
import { LineRow, ROW_REM } from './lines.tsx'

const KEPT_MAX = 5_000
/** Lines are drawn together: hundreds arrive within a second. */
const DRAWN_EVERY_MS = 250

const lineOf = ({ id, timestamp, severity, service, body }: LogRecord): Line => ({
  id,
  at: Date.parse(timestamp),
  severity,
  service,
  body,
})

/** What a tail can be narrowed by: words, one service, a least severity. */
function tailQuery({ q, filters = [] }: FilterSearch) {
  const conditionOn = (field: string, op: string) => {
    const found = filters.find((one) => one.field === field && one.op === op)
    return found && 'value' in found ? String(found.value) : undefined
  }
  const service = conditionOn('service', 'eq')
  const severity = SEVERITIES.find((one) => one === (conditionOn('severity', 'gte') ?? conditionOn('severity', 'eq')))
  const used = [service, severity].filter((one) => one !== undefined).length
  return {
    query: { ...(q ? { q } : {}), ...(service ? { service } : {}), ...(severity ? { severity } : {}) },
    leftOut: filters.length - used,
  }
}

export function Live({ filter }: { readonly filter: FilterSearch }) {
  const { query, leftOut } = tailQuery(filter)
  const { lines, error, again, isPaused, setPaused, isConnected } = useTail(JSON.stringify(query))
  const navigate = useNavigate()
  if (error !== null) return <Refused error={error} what="The live logs" onRetry={again} />
  const open = ({ id, at }: Line) =>
    void navigate({ to: '/logs', search: (before) => ({ ...keepProject(before), ...around(at, 60_000), log: id }) })
  return (
    <div class="stack tight">
      {leftOut > 0 && (
        <p class="small" role="status">
          Live lines can be narrowed by words, one service and a severity.{' '}
          {leftOut === 1 ? 'One condition is' : `${leftOut} conditions are`} left out here.
        </p>
      )}
      <div class="row">
        <button type="button" class="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          {isPaused ? 'Go on' : 'Pause'}
        </button>
        <span class="small muted" aria-live="off">
          {isConnected ? 'Connected' : 'Connecting …'} · {countText(lines.length)} lines shown, the newest first
        </span>
      </div>
      {lines.length === 0 ? (
        <Empty title="Waiting for lines">
          <p>Lines that arrive from now on appear here.</p>
        </Empty>
      ) : (
        <VirtualList label="Live log lines" items={lines} keyOf={({ id }) => id} rowRem={ROW_REM} height="65vh">
          {(line) => <LineRow line={line} onOpen={() => open(line)} />}
        </VirtualList>
      )}
    </div>
  )
}

/** `key`: the tail's query as text, so that a new one begins when it changes. */
function useTail(key: string) {
  const client = useClient()
  const [lines, setLines] = useState<readonly Line[]>([])
  const [error, setError] = useState<unknown>(null)
  const [isConnected, setConnected] = useState(false)
  const [isPaused, setPaused] = useState(false)
  const [attempt, setAttempt] = useState(1)
  const paused = useRef(isPaused)
  paused.current = isPaused
  useEffect(() => {
    const stop = new AbortController()
    let arrived: Line[] = []
    const draw = setInterval(() => {
      if (paused.current || arrived.length === 0) return
      const added = arrived.reverse()
      arrived = []
      setLines((shown) => [...added, ...shown].slice(0, KEPT_MAX))
    }, DRAWN_EVERY_MS)
    const read = async () => {
      // The tail has begun when its request is under way; nothing says more until the first line.
      setConnected(true)
      const tail = tailLogs(client, { ...JSON.parse(key), signal: stop.signal, onReconnect: () => setConnected(false) })
      for await (const record of tail) {
        setConnected(true)
        arrived.push(lineOf(record))
        if (arrived.length > KEPT_MAX) arrived = arrived.slice(-KEPT_MAX)
      }
    }
    setLines([])
    setError(null)
    read().catch((reason: unknown) => {
      if (!stop.signal.aborted) setError(reason)
    })
    return () => {
      stop.abort()
      clearInterval(draw)
    }
  }, [client, key, attempt])
  return { lines, error, again: () => setAttempt(attempt + 1), isPaused, setPaused, isConnected }
}
