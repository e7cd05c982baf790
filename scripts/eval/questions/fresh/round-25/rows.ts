/** What the questions to the auction house count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const storefront = t.of('storefront')
export const catalog = t.of('lot-catalog')
export const engine = t.of('bid_engine')
export const payments = t.of('payments')
export const notifier = t.of('outbid_notifier')
export const closing = t.of('closing-worker')
export const socket = t.of('live_socket')
export const rates = t.of('fx_rates')

/** The code of an answer stands under an older key in spans of Elixir. */
export const status =
  (...codes: number[]): t.Where =>
  (row) =>
    t.has('http.response.status_code', ...codes)(row) || t.has('http.status_code', ...codes)(row)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const platform = (...names: string[]) => t.has('app.platform', ...names)
export const country = (...names: string[]) => t.has('user.country', ...names)
export const category = (...names: string[]) => t.has('lot.category', ...names)
export const kind = (...names: string[]) => t.has('bid.kind', ...names)
export const replica = (...names: string[]) => t.has('db.replica', ...names)
export const method = (...names: string[]) => t.has('payment.method', ...names)
export const PLATFORMS = ['web', 'ios', 'android']
export const CATEGORIES = ['watches', 'art', 'wine', 'cars', 'furniture']
export const COUNTRIES = ['DE', 'FR', 'GB', 'US', 'NL']
export const REPLICAS = ['lots-replica-1', 'lots-replica-2']

export const action = (name: string) => t.all<SpanRow>(storefront, t.named(name))
export const bidding = t.all<SpanRow>(engine, t.named('BidController.create'))
export const biddingOutside = action('BidsController#create')
export const searching = t.all<SpanRow>(catalog, t.named('GET /search'))
export const viewing = t.all<SpanRow>(catalog, t.named('GET /lots/{id}'))
export const charging = t.all<SpanRow>(payments, t.named('POST /charges'))
export const payingOutside = action('PaymentsController#create')

export const accepted = t.says(/^BID-\d+ of .* accepted$/)
export const notPlaced = t.says(/ not placed: /)
export const low = t.says(/below the minimum$/)
export const ended = t.says(/the lot has ended$/)
export const refused = t.says(/^BID-\d+ .* refused: /)
export const behindPrimary = t.says(/behind the primary/)
export const captured = t.says(/^charge CH-\d+ .* captured by /)
export const declined = t.says(/^charge CH-\d+ .* declined: /)
export const noFunds = t.says(/declined: insufficient funds/)
export const cardExpired = t.says(/declined: card expired/)
export const fraud = t.says(/declined: suspected fraud/)
export const noticeSent = t.says(/^notice for BID-\d+ sent/)
export const mailboxFull = t.says(/mailbox is full/)
export const sold = t.says(/^LOT-\d+ sold for/)
export const unsold = t.says(/unsold, reserve not met/)
export const closed = t.says(/^LOT-\d+ (?:sold for|unsold)/)
export const joined = t.says(/^viewer joined/)
export const left = t.says(/^viewer left/)
export const noHits = t.says(/^search without hits/)
export const noPictures = t.says(/^lot has no pictures/)
export const updated = t.says(/^rates updated/)
export const oldRate = t.says(/older than 10 min/)

/** Bids that were accepted: as lines, answers, messages of the queue or points of the counter. */
export const ACCEPTED = [
  t.logs(accepted),
  t.requests(t.all(bidding, status(201))),
  t.requests(notifier),
  t.metric('bid_engine', 'bids.accepted', 'sum'),
]
export const TRIED = [...ACCEPTED, t.requests(bidding)]
export const LOST = [t.logs(notPlaced), t.failures(bidding)]
export const LOW = [t.logs(low), t.requests(t.all(bidding, status(422)))]
export const ENDED = [t.logs(ended), t.requests(t.all(bidding, status(409)))]
export const CAPTURED = [t.logs(captured), t.requests(t.all(charging, status(201)))]
export const DECLINED = [t.logs(declined), t.requests(t.all(charging, status(402)))]
export const NOTIFIED = [t.logs(noticeSent), t.requests(notifier)]
/** A code of the shop front as its spans have it; its lines say the same. */
export const codeAtFront = (...codes: number[]) => t.requests(t.all(storefront, status(...codes)))

/** A number that lines carry as an attribute. */
export const carried =
  (where: t.Where<LogRow>, key: string, what: 'mean' | 'max'): t.Measure =>
  (world, window) => {
    const values = t
      .logsIn(t.all(where, (log) => log.attributes[key] !== undefined))(world, window)
      .map((log) => Number(log.attributes[key]))
    return what === 'max' ? Math.max(...values) : values.reduce((sum, one) => sum + one, 0) / values.length
  }

/** How bad it is: failed requests, their share since the onset or in all, who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, storefront, engine, bidding, biddingOutside, t.all(bidding, replica('lots-replica-2'))]
  const who = t.differentOf(t.all(storefront, t.failed), 'user.id')
  const measures = [...wheres.map((one) => t.share(one)), who, ...LOST, t.failures(t.any)]
  return howBad(asked, [t.anytime, t.sinceMark('onset'), t.last(5), t.last(10), t.last(15), t.last(30)], measures)
}
