/** What the questions to the mobile operator count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, meanOfHistogram, spansOf } from '../measures.ts'

export const gateway = t.of('public-gateway')
export const balance = t.of('balance-api')
export const topup = t.of('topup-api')
export const payment = t.of('payment-adapter')
export const plans = t.of('plan-catalog')
export const sims = t.of('sim-activation')
export const rater = t.of('usage-rater')
export const texts = t.of('sms-dispatcher')

export const balances = t.all(gateway, t.named('GET /v1/balance'))
export const planPages = t.all(gateway, t.named('GET /v1/plans'))
export const topups = t.all(gateway, t.named('POST /v1/topups'))
export const activations = t.all(gateway, t.named('POST /v1/sims/{iccid}/activate'))
export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const channel = (...names: string[]) => t.has('app.channel', ...names)
export const tariff = (...names: string[]) => t.has('subscriber.tariff', ...names)
export const provider = (...names: string[]) => t.has('payment.provider', ...names)
export const usage = (...names: string[]) => t.has('usage.type', ...names)
export const CHANNELS = ['app', 'web', 'ussd', 'retail']
export const TARIFFS = ['prepaid', 'flex-s', 'flex-m', 'flex-l']

export const noFile = t.says(/too many open files/)
export const uncredited = t.says(/paid but not credited/)
export const credited = t.says(/^top-up credited/)
export const activated = t.says(/^SIM activated/)
export const usedSim = t.says(/^SIM is already active/)
export const undelivered = t.says(/^SMS not delivered/)
export const delivered = t.says(/^SMS delivered/)
export const declinedCard = t.says(/^card declined/)

const ok: t.Where<SpanRow> = (span) => !span.isFailed
export const CREDITED = [t.logs(credited), t.requests(t.all(topups, status(201)))]
/** Top-ups that somebody tried to make, or only those that were made. */
export const TOPUPS = [t.requests(topups), t.requests(topup), ...CREDITED]
/** What did not end in a credit because of us; some count declined cards as well. */
export const FAILED_TOPUPS = [t.failures(topup), t.logs(uncredited), t.requests(t.all(topup, status(402, 503)))]
export const DECLINED = [t.requests(t.all(payment, status(402))), t.logs(declinedCard)]
export const ACTIVATED = [t.logs(activated), t.requests(t.all(sims, status(200)))]
export const DELIVERED = [t.logs(delivered), t.metric('sms-dispatcher', 'sms.delivered', 'sum')]
export const succeeded = (where: t.Where<SpanRow>) => t.all<SpanRow>(where, ok)
export const files = (what: t.Statistic) => t.metric('balance-api', 'process.open_file_descriptor.count', what)

/** How bad it was: failed requests, their share in all, in the outage or since it began, or who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, gateway, balances, topups, balance, topup, rater]
  const who = t.differentOf(t.all(gateway, t.failed), 'subscriber.id')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, t.logs(uncredited)]
  const outage = t.during(['onset', 0], ['recovery', 1])
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), outage], measures)
}
