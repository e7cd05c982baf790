/**
 * A bakery that bakes in bays: lines state weights and refunds, spans carry the bay, ovens have a gauge each, dough waits
 * in a queue that slowly grows, and a planner goes silent after it has said why.
 */
import type { LogRow, PointRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { END_MS, worldOf } from './trade-world.ts'

const STARTED_MS = END_MS - 60 * 60_000
const BAYS = ['A', 'B', 'C'] as const
const OVENS = ['OV1', 'OV2', 'OV3'] as const
/** The queue begins to grow then, and leaves its everyday later. */
const GROWS_FROM = 30
/** The planner writes nothing from this minute on. */
const SILENT_FROM = 35

export function bakeryWorld(): World {
  const base = worldOf({
    gateway: 'shop-edge',
    routes: { 'POST /batches': 'bake-desk', 'GET /recipes': 'recipe-list' },
    failing: 'POST /batches',
    store: 'postgresql',
  })
  const logs: LogRow[] = []
  const spans: SpanRow[] = []
  const points: PointRow[] = []
  for (let minute = 0; minute < 60; minute++) {
    const timeMs = STARTED_MS + minute * 60_000 + 20_000
    const bay = BAYS[minute % 3] ?? ''
    const line = (service: string, severity: LogRow['severity'], message: string, fields = {}): void => {
      logs.push({
        ...{ timeMs, service, severity, isSeveritySent: true, message, attributes: {}, version: '1.0.0' },
        ...{ traceId: '', spanId: '', instance: `${service}-1` },
        body: Object.keys(fields).length === 0 ? message : JSON.stringify({ ...fields, msg: message }),
      })
    }
    line('weigh-desk', 'INFO', `Loaf L-${7000 + minute} baked in bay ${bay}, ${500 + minute} g`)
    if (minute % 6 === 0) line('weigh-desk', 'WARN', `Loaf L-${8000 + minute} held: weight differs by ${minute + 11} g`)
    if (minute % 4 === 0)
      line('weigh-desk', 'ERROR', `Loaf L-${9000 + minute} timed out in bay ${BAYS[(minute / 4) % 2]}: no oven free`)
    if (minute % 5 === 0)
      line(
        'refund-desk',
        'INFO',
        `Cake K-${minute + 100} taken back (${minute % 10 === 0 ? 'wrong size' : 'too late'}), refund ${minute + 10}.50 EUR`,
      )
    const isKept = minute % 3 !== 0
    line('order-desk', isKept ? 'INFO' : 'ERROR', isKept ? 'cake order accepted' : 'cake order not accepted: no oven', {
      order: `O-${minute + 500}`,
      value_eur: 20 + minute,
    })
    if (minute < SILENT_FROM) line('crumb-planner', 'INFO', `recipe R-${minute + 300} planned`)
    if (minute === SILENT_FROM - 1) line('crumb-planner', 'ERROR', 'licence of the planner has expired, stopping')
    if (minute % 2 === 0) line('oven-watch', 'WARN', `oven waits for a batch since ${minute} s`)
    if (minute % 7 === 0) line('oven-watch', 'WARN', `door left open for ${minute} s`)
    const span = (nth: number): SpanRow => ({
      ...{ traceId: (0xbad0000 + minute * 4 + nth).toString(16).padStart(32, '0'), parentSpanId: '', isError: false },
      ...{
        spanId: (0xe000 + minute * 4 + nth).toString(16).padStart(16, '0'),
        service: 'bay-desk',
        name: 'POST /pulls',
      },
      ...{
        kind: 'server',
        startMs: timeMs + nth * 1000,
        endMs: timeMs + nth * 1000 + (minute >= 30 && bay === 'B' ? 900 : 60),
      },
      ...{
        statusMessage: '',
        attributes: { bay, customer: nth % 2 === 0 ? 'acme' : 'nordic', 'http.response.status_code': 200 },
        version: '1.0.0',
      },
      ...{ instance: 'bay-desk-1', isFailed: false, isEntry: true },
    })
    for (let nth = 0; nth < 4; nth++) spans.push(span(nth))
    const point = (name: string, value: number, attributes = {}, unit = ''): PointRow => ({
      ...{ timeMs, startMs: STARTED_MS, service: 'oven-watch', name, unit, type: 'gauge', value, buckets: null },
      ...{ attributes, version: '1.0.0', instance: 'oven-watch-1' },
    })
    for (const [at, oven] of OVENS.entries()) points.push(point('oven.fuel.percent', 90 - at * 20, { oven }, '%'))
    points.push(
      point('dough.queue.depth', ((minute * 7) % 5) + (minute < GROWS_FROM ? 0 : (minute - GROWS_FROM) * 0.7)),
    )
  }
  return {
    ...{
      ...base,
      services: [
        ...base.services,
        'weigh-desk',
        'refund-desk',
        'order-desk',
        'crumb-planner',
        'oven-watch',
        'bay-desk',
      ],
    },
    ...{ logs: [...base.logs, ...logs], spans: [...base.spans, ...spans], points },
  }
}
