/** What the questions to the car insurer count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, meanOfHistogram, spansOf } from '../measures.ts'

export const web = t.of('quote-web')
export const api = t.of('quote-api')
export const rating = t.of('rating-engine')
export const vehicles = t.of('vehicle-lookup')
export const issuer = t.of('policy-issuer')
export const documents = t.of('document-builder')
export const mailer = t.of('quote-mailer')
export const fraud = t.of('fraud-check')
export const feed = t.of('partner-feed')

export const asked = t.all(web, t.named('POST /quotes'))
export const made = t.all(api, t.named('POST /quotes'))
export const read = t.all(web, t.named('GET /quotes/{quoteId}'))
export const policies = t.all(web, t.named('POST /policies'))
export const plates = t.all(web, t.named('GET /vehicles/{plate}'))
export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const sold = (...names: string[]) => t.has('sales.channel', ...names)
export const region = (...names: string[]) => t.has('customer.region', ...names)
export const fuel = (...names: string[]) => t.has('vehicle.fuel', ...names)
export const cover = (...names: string[]) => t.has('quote.cover', ...names)
export const CHANNELS = ['website', 'app', 'broker']
export const REGIONS = ['north', 'south', 'east', 'west']
export const FUELS = ['petrol', 'diesel', 'electric', 'hybrid']
export const COVERS = ['liability', 'partial', 'full']
export const ROUTES = ['/quotes', '/quotes/{quoteId}', '/policies', '/vehicles/{plate}']

export const noTariff = t.says(/^Rating failed/)
export const quoteFailed = t.says(/^Quote \S+ failed/)
export const quoteCreated = t.says(/^Quote \S+ created/)
export const unknownCar = t.says(/vehicle is unknown$/)
export const expired = t.says(/^Quote has expired/)
export const unknownPlate = t.says(/^plate not found/)
export const issued = t.says(/^Policy \S+ issued$/)
export const refused = t.says(/direct debit refused/)
export const built = t.says(/^policy document built/)
export const noFont = t.says(/^font is missing/)
export const mailed = t.says(/^mail for \S+ sent$/)
export const bounced = t.says(/^mail for \S+ bounced/)
export const suspicious = t.says(/is suspicious/)
export const delivered = t.says(/^batch delivered/)
export const premium = /^Premium (\d+) EUR/

export const CREATED = [
  ...[t.logs(quoteCreated), t.requests(t.all(made, status(201)))],
  t.metric('quote-api', 'quotes.created', 'sum'),
]
/** Quotes that somebody asked for, or only those that were made. */
export const QUOTES = [t.requests(asked), t.requests(made), ...CREATED]
/** What did not end in a quote because of us; some count unknown cars as well. */
export const FAILED_QUOTES = [
  ...[t.failures(made), t.logs(quoteFailed), t.logs(noTariff)],
  t.requests(t.all(made, status(422, 500))),
]
export const ISSUED = [t.logs(issued), t.requests(t.all(issuer, status(201)))]
export const REFUSED = [t.logs(refused), t.requests(t.all(issuer, status(402)))]
export const ELECTRIC = [t.requests(t.all(made, fuel('electric'))), t.requests(t.all(rating, fuel('electric')))]

/** From midnight (UTC) or all there is, which is the same but for the first hours of a day. */
export const today: t.When = ({ world }) => {
  const midnightMs = Math.floor(world.endMs / 86_400_000) * 86_400_000
  return [[{ fromMs: Math.max(midnightMs, world.startMs), toMs: world.endMs }]]
}
/** From the minute of the beginning to the minute of the end, or to the minute after. */
export const outage: t.When = (about) => [
  ...t.during(['onset', 0], ['recovery', 0])(about),
  ...t.during(['onset', 0], ['recovery', 1])(about),
]

/** How bad it was: failed requests, their share in all, in the outage or since it began, or who met them. */
export function damage(about: Asked): Expectation {
  const electric = t.all<SpanRow>(made, fuel('electric'))
  const wheres = [t.any, web, asked, api, made, rating, electric]
  const who = t.differentOf(t.all(web, t.failed), 'customer.id')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who]
  return howBad(about, [t.anytime, t.since('onset'), t.sinceMark('onset'), outage], measures)
}
