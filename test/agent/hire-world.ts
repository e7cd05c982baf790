/**
 * A trade with amounts: a tool-hire counter whose lines and spans carry money and a risk score, a service whose spans
 * have no kinds, a counter with a key of its own, and metrics whose names alone tell their unit.
 */
import type { LogRow, PointRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { END_MS, worldOf } from './trade-world.ts'

const STARTED_MS = END_MS - 60 * 60_000
export const BRANCHES = ['harbour', 'mill', 'store24'] as const

export interface Hire {
  readonly branch: string
  readonly amount: number
  readonly score: number
}

/** One hire a minute: branches in turn, amounts from 10 to 69, scores from 0 to 59. */
export const HIRES: readonly Hire[] = Array.from({ length: 60 }, (_, minute) => ({
  branch: BRANCHES[minute % BRANCHES.length] ?? '',
  amount: 10 + minute,
  score: (minute * 7) % 60,
}))

/** The world; `crate-lift`, without kinds, takes ten seconds more in each request than the one before. */
export function hireWorld(): World {
  const base = worldOf({
    gateway: 'counter-edge',
    routes: { 'POST /hires': 'hire-desk', 'GET /tools': 'tool-list' },
    failing: 'POST /hires',
    store: 'postgresql',
  })
  const logs: LogRow[] = []
  const spans: SpanRow[] = []
  const points: PointRow[] = []
  for (const [minute, { branch, amount, score }] of HIRES.entries()) {
    const timeMs = STARTED_MS + minute * 60_000 + 50_000
    const traceId = (0xabc0000 + minute).toString(16).padStart(32, '0')
    const body = JSON.stringify({ branch, amount_eur: amount, score, msg: 'hire paid' })
    const own = { version: '1.0.0', traceId, spanId: '' }
    logs.push({
      ...{ ...own, timeMs, service: 'hire-desk', severity: 'INFO', isSeveritySent: true, message: 'hire paid', body },
      ...{ attributes: { branch, amount_eur: amount, score }, instance: 'hire-desk-1' },
    })
    const span = (id: number, parentSpanId: string, name: string, lengthMs: number, attributes = {}): SpanRow => ({
      ...{ traceId, spanId: (0xf000 + minute * 8 + id).toString(16).padStart(16, '0'), parentSpanId, name },
      ...{ service: 'crate-lift', kind: 'unspecified', startMs: timeMs, endMs: timeMs + lengthMs, isError: false },
      ...{ statusMessage: '', attributes, version: '1.0.0', instance: 'crate-lift-1', isFailed: false },
      isEntry: parentSpanId === '',
    })
    const line = (service: string, message: string, fields: Record<string, string | number> = {}): LogRow => ({
      ...{ timeMs, service, severity: 'INFO', isSeveritySent: true, message, attributes: fields, version: '1.0.0' },
      ...{ traceId: '', spanId: '', instance: `${service}-1` },
      body: Object.keys(fields).length === 0 ? message : JSON.stringify({ ...fields, msg: message }),
    })
    if (minute % 10 === 0) logs.push(line('stocktake', `stock run ${minute} started`))
    if (minute % 10 === 1) logs.push(line('stocktake', `stock run ${minute - 1} finished in ${minute + 3} s`))
    if (minute % 6 === 0) logs.push(line('hire-desk', 'card declined', { hire: `H-${70_000 + minute}`, branch }))
    if (minute % 20 === 0)
      logs.push(line('hire-desk', 'hire refused by the deposit check', { hire: `H-${80_000 + minute}`, branch }))
    const haul = { haul: `HL-${minute + 300}`, seconds: 60 + minute, megabytes: 5 + minute }
    logs.push(line('haul-svc', 'haul finished', haul))
    if (minute < 30)
      logs.push(line('haul-svc', 'archive uploaded', { archive: `AR-${minute + 400}`, megabytes: 900 - minute }))
    if (minute % 15 === 0) logs.push(line('haul-svc', 'upload queue grows, archives wait', { depth: minute }))
    if (minute % 12 === 0)
      logs.push(
        line('haul-svc', `rope not wound: hoist east\nio.hire.RustyWinchException: no grease\n\tat io.hire.Winch`),
      )
    if (minute % 20 === 0) logs.push(line('haul-svc', `wind speed 9 noted at hoist-east`))
    const root = span(1, '', 'lift crate', 1000 + minute * 10, { 'lift.score': score, 'hire.branch': branch })
    spans.push(root, span(2, root.spanId, 'turn winch', 900, { 'hire.branch': branch }))
    const point = (name: string, type: PointRow['type'], value: number, attributes = {}): PointRow => ({
      ...{ timeMs, startMs: STARTED_MS, service: 'hire-desk', name, unit: '', type, value, buckets: null },
      ...{ attributes, version: '1.0.0', instance: 'hire-desk-1' },
    })
    points.push(
      point('tickets_total', 'cumulative', (minute + 1) * 6, { outcome: 'printed' }),
      point('tickets_total', 'cumulative', (minute + 1) * 2, { outcome: 'torn' }),
      point('hire_desk_resident_memory_bytes', 'gauge', 250_000_000 + minute * 1000),
      point('crate_queue_length', 'gauge', minute === 40 ? 17 : 2),
      point('hoist.wind_speed', 'gauge', 10 + (minute % 10), { hoist: 'hoist-east' }),
      point('hoist.wind_speed', 'gauge', 30 + (minute % 10), { hoist: 'hoist-west' }),
      point('winch_rope_left', 'gauge', 5),
      point('spare_rope_left', 'gauge', 9),
    )
  }
  const services = [...base.services, 'crate-lift']
  return {
    ...{ ...base, services },
    ...{ logs: [...base.logs, ...logs], spans: [...base.spans, ...spans], points },
  }
}
