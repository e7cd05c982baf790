/** Counts, shares, durations and values of the metering system: sixth round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const clientError: t.Where = (row) => {
  const status = Number(row.attributes['http.response.status_code'])
  return status >= 400 && status < 500
}
const METER = /meter=(MT\d+)/

export const METERING_NUMBERS_6 = [
  ask('count', 'how many 504s did portal_bff hand out?', t.count(t.anytime, t.requests(m.timedOut))),
  ask(
    'count',
    'GET /usage 504 utility=belt since {@onset}, number pls',
    t.count(t.since('onset'), t.requests(t.all(m.usage, m.code(504), t.has('utility', 'belt')))),
  ),
  ask(
    'count',
    'Could you tell me how many frames from the south region ended with result SPOOLED?',
    t.count(t.anytime, t.requests(t.all(m.spooled, t.has('region', 'south')))),
  ),
  ask('count', '401 count portal_bff last 20 min', t.count(t.last(20), t.requests(t.all(m.portal, m.code(401))))),
  ask(
    'count',
    'mdm.Write with db.code 55P03 after {@onset+5}: how many',
    t.count(t.since('onset', 5), t.requests(t.all(m.mdm, t.named('mdm.Write'), t.has('db.code', '55P03')))),
  ),
  ask(
    'class-of-codes',
    '4xx on portal_bff by industry customers (customer.segment), how many',
    t.count(t.anytime, t.requests(t.all(m.portal, clientError, t.has('customer.segment', 'industry')))),
  ),
  ask(
    'class-of-codes',
    'client errors (4xx) at the portal_bff between {@start+10} and {@start+40}',
    t.count(t.during(['start', 10], ['start', 40]), t.requests(t.all(m.portal, clientError))),
  ),
  ask('outcome', 'HOW MANY INVOICES GOT POSTPONED', t.count(t.anytime, t.logs(m.postponed))),
  ask(
    'outcome',
    'invoices computed on the night tariff in the last 25 minutes',
    t.count(
      t.last(25),
      t.logs(t.all(m.computed, t.says(/tariff=night/))),
      t.requests(t.all(m.tariff, t.has('tariff', 'night'), t.not(t.failed))),
    ),
  ),
  ask('text', '"lock wait timeout" - number of occurences?', t.count(t.anytime, t.logs(m.lockWait))),
  ask(
    'text',
    'frames dropped bc of bad CRC from DCU-31, total',
    t.count(t.anytime, t.logs(t.says(/bad CRC dcu=DCU-31/))),
  ),
  ask(
    'text',
    'self readings that were called implausible, how many',
    t.count(t.anytime, t.logs(t.says(/is implausible$/)), t.requests(t.all(m.portal, m.code(422)))),
  ),
  ask('id', 'log lines mentioning customer {failedCustomer}: count', (asked) =>
    t.count(
      t.anytime,
      t.logs((log) => log.body.includes(asked.world.names['failedCustomer'] ?? '-')),
    )(asked),
  ),
  ask('level', 'how many warnings did firmware_push write', t.count(t.anytime, t.logs(t.all(m.push, t.level('WARN'))))),
  ask(
    'level',
    'ERROR lines across tariff_calc + head_end, both together',
    t.count(t.anytime, t.logs(t.all(t.of('tariff_calc', 'head_end'), t.level('ERROR')))),
  ),
  ask(
    'attribute',
    'outage tickets opened on feeder F-03?',
    t.count(t.anytime, t.logs(t.all(m.opened, t.has('feeder', 'F-03')))),
  ),
  ask(
    'attribute',
    'opened outage tickets with more than 50 customers',
    t.count(t.anytime, t.logs(t.all(m.opened, (log) => Number(log.attributes['customers']) > 50))),
  ),
  ask(
    'exclusion',
    'portal_bff failures that are NOT on GET /usage',
    t.count(t.anytime, t.failures(t.all(m.portal, t.not(t.named('GET /usage'))))),
  ),
  ask(
    'exclusion',
    'lock wait timeouts excluding mdm.Write',
    t.count(
      t.anytime,
      t.logs((log) => m.lockWait(log) && !log.body.includes('op="mdm.Write"')),
    ),
  ),
  ask(
    'slow',
    'portal_bff requests > 3 s, how many since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(m.portal, t.longer(3000)))),
  ),
  ask(
    'slow',
    'number of GET /bill requests slower than 60 ms',
    t.count(t.anytime, t.requests(t.all(m.bills, t.longer(60)))),
  ),

  ask('ratio', 'what pct of GET /usage failed in the last 15 minutes', t.percent(t.last(15), t.share(m.usage))),
  ask(
    'ratio',
    'share of frames that had to be spooled since {@onset}',
    t.percent(t.since('onset'), t.share(m.head), t.logShare(m.head, t.says(/^frame spooled/))),
  ),
  ask('ratio', 'mdm_store error rate, last 10 min', t.percent(t.last(10), t.share(m.mdm))),
  ask(
    'ratio',
    'out of all portal_bff requests, how many percent are 401?',
    t.percent(t.anytime, t.share(m.portal, m.code(401))),
  ),
  ask(
    'ratio',
    'postponed invoices as a percentage of all invoices, {@onset+1} to {@onset+16}',
    t.percent(t.during(['onset', 1], ['onset', 16]), t.share(m.tariff), t.logShare(m.tariff, m.postponed)),
  ),
  ask('percentile', 'p95 GET /usage since {@onset}', t.millis(t.since('onset'), t.took(m.usage, 0.95))),
  ask('percentile', 'head_end p99 before {@onset}?', t.millis(t.before('onset'), t.took(m.head, 0.99))),
  ask(
    'percentile',
    'median duration of mdm.Read on db.table invoices',
    t.millis(t.anytime, t.took(t.all(m.mdm, t.named('mdm.Read'), t.has('db.table', 'invoices')), 0.5)),
  ),
  ask(
    'mean-max',
    'on average how long does invoice.compute take, before {@onset}',
    t.millis(t.before('onset'), t.took(m.tariff, 'mean')),
  ),
  ask('mean-max', 'max latency GET /bill', t.millis(t.anytime, t.took(m.bills, 'max'))),
  ask(
    'mean-max',
    'mean response time of portal_bff for segment farm, last half hour',
    t.millis(t.last(30), t.took(t.all(m.portal, t.has('customer.segment', 'farm')), 'mean')),
  ),
  ask('stated', 'longest firmware install in seconds (firmware_push says "installed on … in … s")', (asked) => {
    const seconds = /^firmware 7\.2\.0 installed on \S+ in ([\d.]+) s$/
    return { numbers: [t.numberOf(asked, 'ms', t.anytime, [t.scaled(t.stated(seconds, 'max'), 1000)])] }
  }),
  ask(
    'stated',
    'average number of buffers written per checkpoint',
    t.value(t.anytime, t.stated(/^checkpoint complete: (\d+) buffers/, 'mean')),
  ),
  ask(
    'sum',
    'total amount in EUR of all computed invoices',
    t.value(t.anytime, t.stated(/computed .*amount=([\d.]+) EUR/, 'sum')),
  ),
  ask(
    'sum',
    'sum of kwh in stored frames of region west between {@start+20} and {@start+50}',
    t.value(t.during(['start', 20], ['start', 50]), t.stated(/^frame stored .*region=west .*kwh=([\d.]+)/, 'sum')),
  ),
  ask('rate', 'frames per minute into head_end', t.perS(t.anytime, t.perSecond(t.requests(m.head)))),
  ask(
    'rate',
    'portal_bff req/s between {@onset-20} and {@onset}',
    t.perS(t.during(['onset', -20], ['onset', 0]), t.perSecond(t.requests(m.portal))),
  ),
  ask(
    'distinct',
    'how many different customers ran into a 504',
    t.count(t.anytime, t.differentOf(m.timedOut, 'customer_no')),
  ),
  ask(
    'distinct',
    'number of distinct meters with a spooled frame since {@onset}',
    t.count(t.since('onset'), t.differentTexts(METER, t.says(/^frame spooled/))),
  ),
  ask('distinct', 'how many dcu are sending at all?', t.count(t.anytime, t.differentOf(m.head, 'dcu'))),
  ask('metric', 'frames_waiting right now', t.value(t.anytime, t.metric('head_end', 'frames_waiting', 'last'))),
  ask(
    'metric',
    'lowest grid_frequency (Hz)',
    t.within(0.0002, t.value(t.anytime, t.metric('outage_desk', 'grid_frequency', 'min'))),
  ),
  ask(
    'metric',
    'peak load of feeder F-03 in kW',
    t.value(
      t.anytime,
      t.metric('outage_desk', 'feeder_load', 'max', (point) => point.attributes['feeder'] === 'F-03'),
    ),
  ),
  ask('metric', 'avg active_sessions', t.value(t.anytime, t.metric('portal_bff', 'active_sessions', 'mean'))),
  ask(
    'metric',
    'how many meters got updated in total (meters_updated)',
    t.value(t.anytime, t.metric('firmware_push', 'meters_updated', 'sum'), t.logs(m.installed)),
  ),
]
