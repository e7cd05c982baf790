/** What the questions to the fundraising platform count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation, Unit } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { logsOf } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const gateway = t.of('giving-gateway')
export const campaigns = t.of('campaign-api')
export const donation = t.of('donation-service')
export const fraud = t.of('fraud-screen')
export const pay = t.of('pay-connector')
export const matching = t.of('match-funds')
export const recurring = t.of('recurring-runner')
export const payout = t.of('payout-batch')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const method = (...names: string[]) => t.has('payment.method', ...names)
export const country = (...names: string[]) => t.has('donor.country', ...names)
export const channel = (...names: string[]) => t.has('app.channel', ...names)
export const slug = (...names: string[]) => t.has('campaign.slug', ...names)
export const employer = (...names: string[]) => t.has('employer', ...names)
export const METHODS = ['card', 'sepa', 'paypal']
export const CHANNELS = ['web', 'app', 'widget']
export const CAMPAIGNS = ['clean-wells', 'winter-meals', 'old-paws', 'flood-relief', 'night-school']

export const on = (where: t.Where, ...routes: string[]) => t.all<SpanRow>(where, t.has('http.route', ...routes))
export const giving = on(gateway, '/donations')
export const oneTime = t.all<SpanRow>(donation, t.named('POST /donations'))
export const monthly = t.all<SpanRow>(donation, t.named('POST /donations/recurring'))
export const doubling = t.all<SpanRow>(matching, t.named('POST /matches'))

export const tooLarge = t.says(/larger than max/)
export const noList = t.says(/^screening refused/)
export const passed = t.says(/^screening passed/)
export const held = t.says(/^donation held/)
export const received = t.says(/^Donation DN-\d+ received/)
export const notReceived = t.says(/^Donation DN-\d+ failed/)
export const declined = t.says(/^payment declined/)
export const twice = t.says(/^webhook arrived twice/)
export const matched = t.says(/^gift matched/)
export const empty = t.says(/^matching pool is empty/)
export const written = t.says(/^receipt for DN-\d+ written/)
export const sent = t.says(/^thank-you mail sent/)
export const bounced = t.says(/^mail bounced/)
export const notCharged = t.says(/^monthly gift not charged/)
export const skipped = t.says(/^monthly gift skipped/)
export const token = t.says(/^sign-in token rejected/)

/** Gifts that arrived: all, or only those that donors make themselves. */
export const RECEIVED = [
  t.logs(received),
  t.requests(t.all(donation, status(201))),
  t.requests(t.all(giving, status(201))),
]
/** Gifts that failed: as the service has them, or as donors met them, or the monthly ones beside them. */
export const FAILED = [
  t.logs(notReceived),
  t.failures(donation),
  t.failures(giving),
  t.logs(t.all<LogRow>(donation, t.level('ERROR'))),
]
export const DECLINED = [t.logs(declined), t.requests(t.all(pay, status(402)))]
export const HELD = [t.logs(held), t.requests(t.all(fraud, status(403)))]
export const MATCHED = [t.logs(matched), t.requests(t.all(doubling, status(201)))]
/** A pool that was empty: also when it was only asked for a preview. */
export const EMPTY = [t.logs(empty), t.requests(t.all(matching, status(409))), t.requests(t.all(doubling, status(409)))]
/** Not charged because of a failure, or also those that were skipped. */
export const NOT_CHARGED = [
  t.logs(notCharged),
  t.failures(recurring),
  t.failures(monthly),
  t.logs((row) => notCharged(row) || skipped(row)),
]

/** A code as the spans of the gateway have it, or as its lines say it. */
export const atGateway = (...codes: number[]) => [
  t.requests(t.all(gateway, status(...codes))),
  t.logs(t.all(gateway, t.has('statusCode', ...codes))),
]

export const above =
  (key: string, limit: number): t.Where<LogRow> =>
  (row) =>
    Number(row.attributes[key] ?? 0) > limit

/** Euros that lines of received donations state. */
export const euros = (by = '\\w+', what: t.Statistic = 'sum', slugs = '\\S+') =>
  t.stated(new RegExp(`received: (\\d+)\\.00 EUR by ${by} for ${slugs}`), what)

/** A number for each name, of any of several measures. */
export const groupsOf =
  (unit: Unit, when: t.When, measures: Readonly<Record<string, readonly t.Measure[]>>): t.Expect =>
  (asked) => ({
    groups: Object.fromEntries(
      Object.entries(measures).map(([name, some]) => [name, t.numberOf(asked, unit, when, some)]),
    ),
  })

/** The first or last line of some. */
export const momentOf =
  (where: t.Where<LogRow>, which: 'first' | 'last', toleranceS = 30): t.Expect =>
  ({ world }) => {
    const rows = logsOf(world, where)
    const timeMs = (which === 'first' ? rows[0] : rows.at(-1))?.timeMs ?? 0
    return { time: { at: new Date(timeMs).toISOString(), toleranceS } }
  }

/** How bad it is: failed requests, their share since the onset or in the last minutes, donors who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, gateway, donation, fraud, giving, oneTime, recurring, monthly]
  const who = t.differentOf(t.all(gateway, t.failed), 'donor.id')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, t.logs(noList)]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), t.last(5), t.last(15)], measures)
}
