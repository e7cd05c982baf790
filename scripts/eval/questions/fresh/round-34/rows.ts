/** What the questions to the car parks count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { pointsOf, whole } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const kerb = t.of('kerb-api')
export const lanes = t.of('lane-controller')
export const reader = t.of('plate-reader')
export const tariff = t.of('tariff-engine')
export const pay = t.of('pay-bridge')
export const book = t.of('permit-book')
export const tracker = t.of('occupancy-tracker')
export const barrier = t.of('barrier-unit')
export const camera = t.of('lane-camera')
export const job = t.of('statement-export')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const garage = (...names: string[]) => t.has('parking.garage', ...names)
export const client = (...names: string[]) => t.has('client.app', ...names)
export const method = (...names: string[]) => t.has('payment.method', ...names)
export const GARAGES = ['harbour', 'station', 'market', 'opera']
export const ROUTES = ['/v1/garages', '/v1/stays/current', '/v1/payments', '/v1/plates/check', '/v1/permits']

export const on = (...routes: string[]) => t.all<SpanRow>(kerb, t.has('http.route', ...routes))
export const arriving = t.all<SpanRow>(lanes, t.named('POST /lanes/{lane}/arrivals'))
export const leaving = t.all<SpanRow>(lanes, t.named('POST /lanes/{lane}/departures'))
export const checking = t.all<SpanRow>(kerb, t.named('POST /v1/plates/check'))
export const paying = t.all<SpanRow>(kerb, t.named('POST /v1/payments'))
export const applying = t.all<SpanRow>(book, t.named('POST /permits'))
export const lookingUp = t.all<SpanRow>(book, t.named('GET /permits/{plate}'))

export const gpuLost = t.says(/GPU is lost/)
export const onCpu = t.says(/^no CUDA device/)
export const read = t.says(/^plate read$/)
export const unreadable = t.says(/^plate unreadable/)
export const admitted = t.says(/^arrival admitted/)
export const released = t.says(/^departure released/)
export const undecided = t.says(/undecided: no plate/)
export const turnedAway = t.says(/^arrival turned away/)
export const unpaid = t.says(/^departure refused/)
export const paper = t.says(/^paper ticket issued/)
export const captured = t.says(/^payment captured/)
export const declined = t.says(/^payment declined/)
export const noAnswer = t.says(/^acquirer gave no answer/)
export const issued = t.says(/^permit issued/)
export const quota = t.says(/^permit refused/)
export const raised = t.says(/^boom raised/)
export const byHand = t.says(/^boom raised by attendant/)
export const held = t.says(/^boom held/)
export const noDecision = t.says(/^boom held .*: no decision/)
export const dark = t.says(/^image too dark/)
export const frames = t.says(/^frame sent/)
export const drifted = t.says(/^count drifted/)
export const selfTest = t.says(/^self test passed/)
export const holiday = t.says(/^holiday calendar missing/)
export const noisy = t.says(/^loop detector noisy/)
export const paperRoll = t.says(/^paper roll low/)
export const statements = t.says(/^statement written/)
export const token = t.says(/^token expired/)

export const lines = (...parts: t.Where<LogRow>[]) => t.logs(t.all<LogRow>(...parts))
export const spans = (...parts: t.Where<SpanRow>[]) => t.requests(t.all<SpanRow>(...parts))
export const ADMITTED = [t.logs(admitted), spans(arriving, status(201)), spans(arriving, status(200, 201))]
export const RELEASED = [t.logs(released), spans(leaving, status(200))]
export const UNDECIDED = [t.logs(undecided), t.failures(lanes)]
export const READ = [t.logs(read), spans(reader, status(200))]
export const DECLINED = [t.logs(declined), spans(pay, status(402)), spans(paying, status(402))]
export const CAPTURED = [t.logs(captured), spans(pay, status(201)), spans(paying, status(201))]
export const ISSUED = [t.logs(issued), spans(applying, status(201))]
export const REFUSED = [t.logs(quota), spans(applying, status(409))]

/** The trouble from its beginning to its end, by the moment or by the minute. */
export const outage: t.When = (asked) => [
  [{ fromMs: asked.world.marks['onset'] ?? 0, toMs: asked.world.marks['recovery'] ?? 0 }],
  ...t.during(['onset', 0], ['recovery', 0])(asked),
  ...t.during(['onset', 0], ['recovery', 1])(asked),
]

/** All there is: what was last is now. */
export const upToNow: t.When = ({ world }) => [[whole(world)]]

/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const log of t.logsIn(where)(world, window)) sum += Number(log.attributes[key] ?? 0)
    return sum
  }

export const free = (name: string, what: t.Statistic) =>
  t.metric('occupancy-tracker', 'parking.spaces.free', what, (point) => point.attributes['parking.garage'] === name)

/** Spaces that are free in all garages together, by the last point of each. */
export const freeInAll: t.Measure = (world, window) => {
  const last = new Map<unknown, number>()
  for (const point of pointsOf(world, 'occupancy-tracker', 'parking.spaces.free', window))
    last.set(point.attributes['parking.garage'], point.value)
  let sum = 0
  for (const one of last.values()) sum += one
  return sum
}

/** How bad it was: failed requests, their share, drivers who met them, in all and while it lasted. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, kerb, lanes, reader, arriving, leaving, checking]
  const who = t.differentOf(t.all(kerb, t.failed), 'driver.id')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, t.logs(gpuLost)]
  return howBad(asked, [t.anytime, outage, t.sinceMark('onset')], measures)
}
