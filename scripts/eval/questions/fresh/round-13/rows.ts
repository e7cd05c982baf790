/** What the questions to the city libraries count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { pointsOf } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const opac = t.of('opac-web')
export const core = t.of('loan-core')
export const solr = t.of('search-solr')
export const kiosk = t.of('kiosk-gw')
export const desk = t.of('staff-desk')
export const notices = t.of('notice-batch')
export const covers = t.of('cover-fetch')
export const fines = t.of('fines-import')

export const status = (...codes: number[]) => t.has('http.status_code', ...codes)
export const branch = (...names: string[]) => t.has('branch', ...names)
export const group = (...names: string[]) => t.has('reader.group', ...names)
export const device = (...names: string[]) => t.has('client.device', ...names)
export const medium = (...names: string[]) => t.has('media.type', ...names)
export const route = (...names: string[]) => t.has('http.route', ...names)
export const BRANCHES = ['mitte', 'nord', 'hafen', 'campus']
export const GROUPS = ['adult', 'student', 'child']
export const MEDIA = ['book', 'dvd', 'game', 'audiobook']

export const issues = t.all(core, t.named('POST /loan-core/issue'))
export const returns = t.all(core, t.named('POST /loan-core/return'))
export const checkouts = t.all(kiosk, t.named('POST /kiosk/checkout'))
export const checkins = t.all(kiosk, t.named('POST /kiosk/checkin'))
export const deskLoans = t.all(desk, t.named('POST /desk/loan'))

export const duplicate = t.says(/Duplicate entry/)
export const issued = t.says(/^Issue \d+: item/)
export const blocked = t.says(/^Issue refused: card \d+ is blocked/)
export const overdue = t.says(/^Return: item \d+ is \d+ days overdue/)
export const broughtBack = t.says(/^Return: item/)
export const notRenewed = t.says(/^Renewal refused/)
export const phpWarning = t.says(/^PHP Warning/)
export const noPaper = t.says(/receipt printer out of paper/)
export const checkoutFailed = t.says(/checkout failed/)
export const finished = t.says(/^run \d+ finished/)

export const LOANED = [t.logs(issued), t.requests(t.all(issues, status(200)))]
/** Loans that were made, or all that somebody asked for. */
export const LOANS = [...LOANED, t.requests(issues)]
export const FAILED_LOANS = [t.failures(issues), t.logs(duplicate), t.requests(t.all(issues, status(409, 500)))]
export const RETURNED = [t.requests(returns), t.logs(broughtBack)]
export const severe = (where: t.Where) => t.logs(t.all<LogRow>(where, t.level('ERROR', 'FATAL')))
export const succeeded: t.Where<SpanRow> = (span) => !span.isFailed

/** What counters of a name rose by: the sum over their series of the last point less the first. */
export const increase =
  (service: string, name: string, has: Readonly<Record<string, string>> = {}): t.Measure =>
  (world, window) => {
    const ends = new Map<string, readonly [number, number]>()
    for (const point of pointsOf(world, service, name, window)) {
      if (Object.entries(has).some(([key, value]) => point.attributes[key] !== value)) continue
      const series = JSON.stringify(point.attributes)
      ends.set(series, [ends.get(series)?.[0] ?? point.value, point.value])
    }
    let sum = 0
    for (const [first, last] of ends.values()) sum += last - first
    return sum
  }

/** How bad it is: failed requests, their share since the onset or in the last minutes, cards or kiosks that met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, core, issues, kiosk, checkouts, desk, deskLoans]
  const cards = t.differentTexts(/ to card (\d+) failed/)
  const kiosks = t.differentOf(t.all(checkouts, t.failed), 'kiosk.id')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), cards, kiosks]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), t.last(5), t.last(15)], measures)
}
