/** What the questions to the property portal count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const portal = t.of('listing-portal')
const search = t.of('search-api')
export const planner = t.of('viewing-planner')
export const applications = t.of('tenant-apply')
export const credit = t.of('credit-gate')
const desk = t.of('contract-desk')
export const rents = t.of('rent-collect')
export const repairs = t.of('repair-desk')
export const photos = t.of('photo-worker')
export const index = t.of('index-job')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const city = (...names: string[]) => t.has('listing.city', ...names)
export const channel = (...names: string[]) => t.has('visit.channel', ...names)
export const country = (...names: string[]) => t.has('applicant.country', ...names)
export const home = (...names: string[]) => t.has('tenant.country', ...names)
export const scope = (...names: string[]) => t.has('address.scope', ...names)
export const purpose = (...names: string[]) => t.has('check.purpose', ...names)
export const trade = (...names: string[]) => t.has('ticket.trade', ...names)
export const place = (...names: string[]) => t.has('ticket.city', ...names)
export const urgent = t.has('ticket.urgent', 'yes')
export const bank = (...names: string[]) => t.has('debit.bank', ...names)
export const room = (...names: string[]) => t.has('photo.room', ...names)
export const CITIES = ['cologne', 'hamburg', 'leipzig', 'munich']
export const ABROAD = ['PL', 'FR', 'IT', 'NL']
export const TRADES = ['heating', 'plumbing', 'electrics', 'locks']
export const ROOMS = ['kitchen', 'bathroom', 'living-room', 'facade']
export const BANKS = ['sparkasse', 'volksbank', 'postbank', 'direktbank']

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
export const searching = route(portal, 'GET /search')
export const looking = route(portal, 'GET /listings/{id}')
export const wishing = route(portal, 'POST /viewings')
export const front = route(portal, 'POST /apply')
export const suggesting = route(search, 'GET /suggest')
export const querying = route(search, 'GET /query')
export const booking = route(planner, 'POST /slots/book')
export const cancelling = route(planner, 'DELETE /slots/{id}')
export const applying = route(applications, 'POST /applications')
export const checking = route(credit, 'POST /checks')
export const drawing = route(desk, 'POST /contracts')
export const signing = route(desk, 'POST /contracts/{id}/signatures')
export const debiting = route(rents, 'debits.due process')
export const reporting = route(repairs, 'POST /tickets')

export const refused = t.says(/^bureau refused the check/)
export const received = t.says(/^credit report received/)
export const parked = t.says(/^application parked/)
export const resumed = t.says(/^parked application taken up again/)
export const passed = t.says(/^application passed on/)
export const incomplete = t.says(/^application incomplete/)
export const lowScore = t.says(/^application declined/)
export const held = t.says(/on hold: no credit report/)
export const drawn = t.says(/drawn up, monthly rent/)
export const expired = t.says(/^signing code of/)
const booked = t.says(/^viewing VW-\d+ of \S+ booked/)
export const taken = t.says(/^slot of \S+ is taken/)
export const cancelled = t.says(/^viewing VW-\d+ cancelled/)
export const returned = t.says(/^debit RD-\d+ returned/)
export const uncovered = t.says(/account has no cover/)
export const dark = t.says(/is too dark/)
export const resized = t.says(/ resized, /)
export const RENT = /drawn up, monthly rent (\d+) EUR/
export const PAID = /^debit RD-\d+ collected, ([\d.]+) EUR/
export const CHANGED = /^batch \d+ indexed, (\d+) listings changed/

/** Applications that no credit check was possible for: at the front and behind it. */
export const PARKED = [t.logs(parked), t.failures(applying), t.failures(front)]
export const PASSED = [t.logs(passed), t.requests(t.all(applying, status(201)))]
export const APPLIED = [t.requests(applying), t.requests(front)]
export const HELD = [t.logs(held), t.failures(drawing)]
export const DRAWN = [t.logs(drawn), t.requests(t.all(drawing, status(201)))]
export const REFUSED = [t.logs(refused), t.failures(checking)]
export const BOOKED = [t.logs(booked), t.requests(t.all(booking, status(201)))]

const numbersOf = (rows: readonly LogRow[], key: string): number[] => rows.map((log) => Number(log.attributes[key]))
/** The mean, the least or the greatest of what lines state under a key. */
export const field =
  (where: t.Where<LogRow>, key: string, what: 'min' | 'max' | 'mean'): t.Measure =>
  (world, window) => {
    const all = numbersOf(t.logsIn(where)(world, window), key)
    if (what === 'mean') return all.reduce((sum, one) => sum + one, 0) / all.length
    return what === 'min' ? Math.min(...all) : Math.max(...all)
  }

export const gauge = (service: string, name: string, what: t.Statistic, key = '', one = '') =>
  t.metric(service, name, what, (point) => key === '' || point.attributes[key] === one)

/** How bad it was: failed requests, their share, applications and contracts that met it. */
export function damage(asked: Asked): Expectation {
  const foreign = t.all<SpanRow>(checking, scope('foreign'))
  const wheres = [t.any, portal, applications, credit, desk, front, applying, checking, drawing, foreign]
  const measures = wheres.flatMap((one) => [t.failures(one), t.share(one)])
  const exact: t.When = ({ world }) => [
    [{ fromMs: world.marks['onset'] ?? 0, toMs: world.marks['recovery'] ?? 0 }],
    [{ fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }],
  ]
  const clock = t.during(['onset', 0], ['recovery', 0])
  return howBad(asked, [t.anytime, exact, clock, t.since('onset'), t.during(['onset', 0], ['recovery', 1])], measures)
}
