/** What the questions to the race timing count, under the names that people give it. Fifty-first round. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, PointRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const gate = t.of('frontgate')
export const desk = t.of('entrydesk')
export const paybox = t.of('paybox')
export const wave = t.of('wavestart')
export const mats = t.of('mat-reader')
export const splits = t.of('splitcalc')
export const board = t.of('liveboard')
export const photo = t.of('photomatch')
export const certs = t.of('certprint')
export const kin = t.of('kintext')

export const RACES = ['marathon', 'half', 'tenk', 'kids']
export const DEVICES = ['phone', 'desktop', 'kiosk']
export const CARRIERS = ['northtel', 'bluecell', 'skyline']
export const MATS = ['start', 'km5', 'km10', 'km15', 'finish']
export const MEANS = ['card', 'sepa', 'voucher']

export const code = (...codes: number[]) => t.has('code', ...codes)
export const race = (...names: string[]) => t.has('race', ...names)
export const device = (...names: string[]) => t.has('device', ...names)
export const carrier = (...names: string[]) => t.has('carrier', ...names)
export const mat = (...names: string[]) => t.has('mat', ...names)
export const means = (...names: string[]) => t.has('means', ...names)
export const route = (...names: string[]) => t.all<SpanRow>(gate, t.has('route', ...names))
/** A line of the gate about the same route. */
export const routeLine = (...names: string[]) => t.all<LogRow>(gate, t.has('route', ...names))
export const at = (key: string, name: string) => (point: PointRow) => point.attributes[key] === name

export const tables = t.all<SpanRow>(board, t.named('rank.table'))
export const single = t.all<SpanRow>(board, t.named('rank.one'))
export const matching = t.all<SpanRow>(photo, t.named('photo.match'))
export const finding = t.all<SpanRow>(photo, t.named('pics.find'))

export const fault = t.says(/^ranking failed/)
export const served = t.says(/^page served/)
export const notServed = t.says(/^page not served/)
export const textSent = t.says(/^text sent/)
export const textHeld = t.says(/^text held back/)
export const optedOut = t.says(/^number has opted out/)
export const made = t.says(/^certificate made/)
export const notMade = t.says(/^certificate not made/)
export const font = t.says(/^font has no glyph/)
export const unknownChip = t.says(/^chip not in list/)
export const doubled = t.says(/^double read dropped/)
export const taken = t.says(/^read taken/)
export const timed = t.says(/^split timed/)
export const heldSplit = t.says(/^pace not human/)
export const entered = t.says(/^entry taken/)
export const full = t.says(/^race is full/)
export const unpaid = t.says(/^entry left unpaid/)
export const declined = t.says(/^card declined/)
export const charged = t.says(/^fee charged/)
export const unreadable = t.says(/^no number readable/)
export const matched = t.says(/^photo matched/)
export const oldBoard = t.says(/^board is older/)
export const gun = t.says(/^gun fired/)

export const SENT = [t.logs(textSent), t.requests(t.all(kin, code(200))), t.metric('kintext', 'texts.sent', 'sum')]
export const HELD = [t.logs(textHeld), t.failures(kin)]
export const MADE = [
  t.logs(made),
  t.requests(t.all(certs, code(200))),
  t.requests(t.all(route('/c/:bib'), code(200))),
  t.metric('certprint', 'certs.made', 'sum'),
]
export const NOT_MADE = [t.logs(notMade), t.failures(certs)]
export const ENTERED = [t.logs(entered), t.requests(t.all(desk, code(201)))]
export const UNKNOWN_CHIPS = [t.logs(unknownChip), t.requests(t.all(mats, code(404)))]
export const DECLINED = [t.logs(declined), t.requests(t.all(paybox, code(402)))]
export const FULL = [t.logs(full), t.requests(t.all(desk, code(409)))]

/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const log of t.logsIn(where)(world, window)) sum += Number(log.attributes[key] ?? 0)
    return sum
  }
export const meanOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) =>
    sumOf(where, key)(world, window) / t.logsIn(where)(world, window).length

/** How bad it is: failed requests, their share since the onset or in the last minutes, visitors who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, gate, board, certs, kin, tables, single]
  const halves = wheres.map((one) => t.all(one, race('half')))
  const who = t.differentOf(t.all(gate, t.failed), 'visitor')
  const measures = [...[...wheres, ...halves].flatMap((one) => [t.failures(one), t.share(one)]), who]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), t.last(5), t.last(15)], measures)
}
