/** Metrics of the race timing: counters of every 45 seconds and gauges, most told apart by an attribute. */
import type { Random } from '../../../demo/random.ts'
import type { SpanRow } from '../records.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 45_000

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly silenceMs: number
}

const COUNTERS = [
  ['mat-reader', 'mat.reads', 'mat', (_span: SpanRow) => true],
  ['kintext', 'texts.sent', 'carrier', (span: SpanRow) => span.attributes['code'] === 200],
  ['certprint', 'certs.made', 'race', (span: SpanRow) => span.attributes['code'] === 200],
  ['liveboard', 'rank.failures', 'race', (span: SpanRow) => span.isFailed],
] as const
const VALUES: Readonly<Record<string, readonly string[]>> = {
  mat: ['start', 'km5', 'km10', 'km15', 'finish'],
  carrier: ['northtel', 'bluecell', 'skyline'],
  race: ['marathon', 'half', 'tenk', 'kids'],
}

export function sendRaceTimingMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    const ended = scribe.spans.filter((span) => span.endMs >= fromMs && span.endMs < timeMs)
    for (const [service, name, key, isCounted] of COUNTERS) {
      for (const one of VALUES[key] ?? []) {
        const mine = ended.filter((span) => span.service === service && span.attributes[key] === one && isCounted(span))
        const counter = { name, unit: '1', type: 'delta', timeMs, startMs: fromMs, value: mine.length } as const
        scribe.point(service, { ...counter, attributes: { [key]: one } })
      }
    }
    sendGauges(source, timeMs)
    fromMs = timeMs
  })
}

function sendGauges({ random, scribe, startMs, endMs, silenceMs }: Source, timeMs: number): void {
  const progress = (timeMs - startMs) / (endMs - startMs)
  const gauge = (service: string, name: string, unit: string, value: number, attributes = {}) =>
    scribe.point(service, { type: 'gauge', timeMs, name, unit, value, attributes })
  for (const [service, megabytes] of [
    ['frontgate', 210],
    ['entrydesk', 340],
    ['splitcalc', 520],
    ['liveboard', 760],
    ['photomatch', 1480],
  ] as const)
    gauge(service, 'memory.used', 'By', Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next())))
  for (const [mat, full, loss] of [
    ['start', 96, 3],
    ['km5', 88, 6],
    ['km10', 71, 44],
    ['km15', 83, 5],
    ['finish', 99, 1],
  ] as const) {
    const charge = Math.round((full - loss * progress + random.next()) * 10) / 10
    gauge('mat-reader', 'mat.battery', '%', charge, { mat })
  }
  gauge('splitcalc', 'queue.depth', '{message}', random.integer(0, 37), { queue: 'chip.reads' })
  gauge('kintext', 'queue.depth', '{message}', random.integer(0, 12), { queue: 'runner.splits' })
  gauge('photomatch', 'queue.depth', '{message}', random.integer(40, 190), { queue: 'photo.uploads' })
  for (const [race, out] of [
    ['marathon', 4100],
    ['half', 3350],
    ['tenk', 1900],
    ['kids', 240],
  ] as const) {
    const running = Math.round(out * (1 - 0.55 * progress)) + random.integer(-15, 15)
    gauge('splitcalc', 'runners.on_course', '{runner}', running, { race })
    const watching = Math.round(out * 0.3 * (1 + 0.4 * progress)) + random.integer(-40, 40)
    gauge('liveboard', 'board.viewers', '{viewer}', watching, { race })
  }
  gauge('kintext', 'text.credit', 'EUR', Math.round((910 - 260 * progress) * 100) / 100)
  for (const [race, open] of [
    ['marathon', 420],
    ['half', 190],
    ['tenk', 610],
  ] as const)
    gauge('entrydesk', 'places.open', '{place}', Math.round(open - 60 * progress), { race })
  if (timeMs < silenceMs) gauge('wavestart', 'gantry.clock.error', 'ms', random.integer(1, 9))
}
