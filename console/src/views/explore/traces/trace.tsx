/** One trace as a waterfall: who called whom, what took the time, what failed, and the lines that were logged meanwhile. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'preact/hooks'
import { useWorkplace } from '../../../api/context.tsx'
import { keepProject } from '../../../app/shell.tsx'
import { Answer } from '../../../components/states.tsx'
import { Time } from '../../../components/time.tsx'
import { countText, milliseconds } from '../../../telemetry/units.ts'
import { around } from '../../../telemetry/use-time-range.ts'
import { Incomplete } from '../../../telemetry/work.tsx'
import { AskAbout } from '../ask-about.tsx'
import '../explore.css'
import { linesOfTrace, oneTrace } from '../queries.ts'
import type { OneTraceSearch } from '../routes.ts'
import { SpanDetail } from './span-detail.tsx'
import { criticalParts, rowsOf } from './tree.ts'
import { type TraceLine, Waterfall } from './waterfall.tsx'

/** A trace lasts minutes at most; some are hours long. */
const AROUND_MS = 6 * 3_600_000

export function TraceView() {
  const { client, project } = useWorkplace()
  const { traceId = '' } = useParams({ strict: false })
  const search: OneTraceSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const range = search.at ? around(Date.parse(search.at), AROUND_MS) : {}
  const query = useQuery(oneTrace(client, project?.id ?? '', traceId, range))
  const rows = useMemo(() => rowsOf(query.data?.spans ?? []), [query.data])
  const parts = useMemo(() => criticalParts(query.data?.spans ?? []), [query.data])
  const from = rows.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY)
  const to = rows.reduce((most, { end }) => Math.max(most, end), 0)
  const lines = useLines(traceId, from, to)
  const open = (span: string | undefined) =>
    void navigate({
      to: '/traces/$traceId',
      params: { traceId },
      search: (now) => ({
        ...keepProject(now),
        ...(search.at ? { at: search.at } : {}),
        ...(span ? { span } : {}),
      }),
      replace: true,
    })
  const selected = rows.find(({ span }) => span.spanId === search.span)
  return (
    <Answer query={query} what="the trace">
      {({ spans, isTruncated, work }) => {
        const failed = spans.filter(({ status }) => status === 'error').length
        const services = new Set(spans.map(({ service }) => service)).size
        const root = rows[0]?.span
        return (
          <article class="stack">
            <div class="row apart">
              <h1 class="foreign">{root ? `${root.service}: ${root.name}` : 'Trace'}</h1>
              <AskAbout question={`What happened in trace ${traceId}?`} />
            </div>
            <p>
              {milliseconds(to - from)} from <Time at={from} /> · {countText(spans.length)} spans of {services}{' '}
              {services === 1 ? 'service' : 'services'} ·{' '}
              {failed === 0 ? 'no errors' : `${countText(failed)} with errors`} · <code>{traceId}</code>
            </p>
            {isTruncated && (
              <p class="small" role="status">
                <span class="badge warning">not complete</span> Spans are missing: a parent or a child was not sent, or
                is older than what is kept.
              </p>
            )}
            <Incomplete work={work} />
            <Waterfall
              rows={rows}
              parts={parts}
              from={from}
              to={to}
              lines={lines}
              selected={search.span}
              onSelect={(span) => open(span === search.span ? undefined : span)}
            />
            {selected && <SpanDetail span={selected.span} lines={lines} onClose={() => open(undefined)} />}
          </article>
        )
      }}
    </Answer>
  )
}

/** Clocks of services differ by less than that, as a rule. */
const MARGIN_MS = 60_000

function useLines(traceId: string, from: number, to: number): readonly TraceLine[] {
  const { client, project } = useWorkplace()
  const isKnown = Number.isFinite(from)
  const range = isKnown
    ? { from: new Date(from - MARGIN_MS).toISOString(), to: new Date(to + MARGIN_MS).toISOString() }
    : { from: '', to: '' }
  const query = useQuery({ ...linesOfTrace(client, project?.id ?? '', traceId, range), enabled: isKnown })
  return useMemo(
    () =>
      (query.data?.logs ?? []).flatMap((log) =>
        'body' in log
          ? [
              {
                id: log.id,
                at: Date.parse(log.timestamp),
                severity: log.severity,
                service: log.service,
                body: log.body,
                spanId: log.spanId,
              },
            ]
          : [],
      ),
    [query.data],
  )
}
