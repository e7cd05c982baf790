/** Questions to the co-working spaces about shares, rates, durations, sums, metrics, comparisons and windows. */
import { each } from '../measures.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'

const SITES = ['ham-hafen', 'ber-mitte', 'muc-ost', 'cgn-dom']
const PRINTERS = ['prn-ham-1', 'prn-ber-1', 'prn-muc-1']
const of = (key: string, name: string) => (point: { attributes: Readonly<Record<string, string | number>> }) =>
  point.attributes[key] === name
const logins = r.told(r.wifi, /Login/)
const booking = t.all(r.bookings, t.named(r.BOOK))

export const COWORKING_73_NUMBERS = [
  ask(
    'ratio',
    'what share of unlocks fails right now (last 10 min)',
    t.percent(t.last(10), t.share(r.doors), t.share(t.all(r.proxy, t.named(r.UNLOCK)))),
  ),
  ask(
    'ratio',
    `percent of ${r.BOOK} ending in 502 on booking-api, last 15 min`,
    t.percent(t.last(15), t.share(booking, r.code(502))),
  ),
  ask(
    'ratio',
    'which fraction of wifi logins is incorrect',
    t.percent(t.anytime, t.logShare(logins, t.says(/incorrect/))),
  ),
  ask(
    'ratio',
    'how much of what we print is colour, in % of jobs',
    t.percent(t.anytime, t.share(r.prints, t.has('mode', 'colour'))),
  ),
  ask('ratio', 'front-proxy 5xx rate before {at30}', t.percent(t.before('start', 30), t.share(r.proxy))),
  ask(
    'ratio',
    'percentage of daypass unlocks that failed since {@onset}, door-api',
    t.percent(t.since('onset'), t.share(t.all(r.doors, r.plan('daypass')))),
  ),
  ask('rate', 'rps on front-proxy last 10 min', t.perS(t.last(10), t.perSecond(t.requests(r.proxy)))),
  ask('rate', 'usage events per minute in usage-ledger', t.perS(t.anytime, t.perSecond(t.requests(r.ledger)))),
  ask(
    'rate',
    'ok wifi logins a minute since {at40}',
    t.perS(t.since('start', 40), t.perSecond(t.logs(r.told(r.wifi, /Login OK/)))),
  ),
  ask('percentile', 'p95 door-api', t.millis(t.anytime, t.took(r.doors, 0.95))),
  ask('percentile', `p90 latency of ${r.BOOK} on booking-api, last 30 min`, t.millis(t.last(30), t.took(booking, 0.9))),
  ask('percentile', 'median response time of visitor-desk', t.millis(t.anytime, t.took(r.guests, 0.5))),
  ask(
    'mean-max',
    'average duration of unlocks that worked (200) on door-api',
    t.millis(t.anytime, t.took(t.all(r.doors, r.code(200)), 'mean')),
  ),
  ask('mean-max', 'slowest request member-api had in the last hour', t.millis(t.anytime, t.took(r.members, 'max'))),
  ask(
    'mean-max',
    'avg motor_ms of opened doors',
    t.value(t.anytime, r.fieldOf(r.told(r.doors, /^door opened/), 'motor_ms', 'mean')),
  ),
  ask(
    'mean-max',
    `longest ${r.CHECK_IN} on member-api in the last 45 min`,
    t.millis(t.last(45), t.took(t.all(r.members, t.named(r.CHECK_IN)), 'max')),
  ),
  ask(
    'mean-max',
    'how many pages does a print job have on average',
    t.value(t.anytime, t.stated(/: (\d+) pages/, 'mean')),
  ),
  ask(
    'sum',
    'pages printed in total',
    t.count(t.anytime, t.stated(/: (\d+) pages/, 'sum'), t.metric('print-relay', 'pages.printed', 'last')),
  ),
  ask('sum', 'total minutes of saved bookings', t.value(t.anytime, t.stated(/saved for [\w-]+: (\d+) min/, 'sum'))),
  ask(
    'sum',
    'how many badges were pushed to the locks of ham-hafen altogether',
    t.count(t.anytime, t.stated(/pushed (\d+) badges to locks of ham-hafen/, 'sum')),
  ),
  ask(
    'metric',
    'memory of usage-ledger now',
    t.within(0.02, t.bytes(t.last(5), t.metric('usage-ledger', 'process.memory.usage', 'last'))),
  ),
  ask(
    'metric',
    'max cpu of grant-service in the last hour',
    t.value(t.anytime, t.metric('grant-service', 'process.cpu.percent', 'max')),
  ),
  ask(
    'metric',
    'avg print.queue.depth',
    t.within(0.03, t.value(t.anytime, t.metric('print-relay', 'print.queue.depth', 'mean'))),
  ),
  ask(
    'metric',
    'what does the grants.issued counter sum up to from {at10} to {at20}',
    t.value(
      r.mins(10, 20),
      t.metric('grant-service', 'grants.issued', 'sum'),
      t.logs(r.told(r.grants, /^grant issued/)),
    ),
  ),
  ask(
    'metric',
    'highest db.client.connection.count of the grants pool',
    t.value(t.anytime, t.metric('grant-service', 'db.client.connection.count', 'max')),
  ),
  ask(
    'metric-group',
    'desks occupied per site now',
    t.groups(
      'any',
      t.last(5),
      each(SITES, (site) => t.metric('booking-api', 'desks.occupied', 'last', of('site.id', site))),
    ),
  ),
  ask(
    'metric-group',
    'toner level by printer',
    t.groups(
      'any',
      t.last(5),
      each(PRINTERS, (name) => t.metric('print-relay', 'toner.level', 'last', of('printer', name))),
    ),
  ),
  ask(
    'compare',
    'door-api requests {at10}-{at20} vs {at40}-{at50}',
    t.compared('count', t.requests(r.doors), r.mins(10, 20), r.mins(40, 50)),
  ),
  ask(
    'compare',
    'brightfox vs mint-robotics, failed unlocks each?',
    t.groups(
      'count',
      t.anytime,
      each(['brightfox', 'mint-robotics'], (name) => t.failures(t.all(r.doors, r.company(name)))),
    ),
  ),
  ask('compare', 'is p95 of door-api higher since {@onset} than before', t.verdict('yes', 'up')),
  ask(
    'compare',
    'failed unlocks on door-api 4.6.2 vs 4.7.0',
    t.groups(
      'count',
      t.anytime,
      each(['4.6.2', '4.7.0'], (name) => t.failures(t.all(r.doors, r.release(name)))),
    ),
  ),
  ask('trend', 'did memory of usage-ledger go up', t.verdict('no', 'up')),
  ask('trend', 'toner of prn-ber-1 going down?', t.verdict('yes', 'down')),
  ask(
    'trend',
    'how did db.sequence.used develop over the last hour',
    t.words({
      says: [['\\bris', '\\brose', 'increas', 'climb', '\\bup\\b', 'grew', 'grow'], ['(?<![\\d.])100(?![\\d.]*\\d)']],
    }),
  ),
  ask('trend', 'are more desks getting occupied at ham-hafen?', t.verdict('yes', 'up')),
  ask(
    'window',
    'error lines between {@onset+2} and {@onset+7}',
    t.count(t.during(['onset', 2], ['onset', 7]), t.logs(r.isError)),
  ),
  ask('window', 'unlock requests on door-api from {at12} til {at15}', t.count(r.mins(12, 15), t.requests(r.doors))),
  ask(
    'window',
    'front-proxy failures 20 to 10 minutes ago',
    t.count(t.earlier(10, 10), t.failures(r.proxy), t.logs(r.levelled(r.proxy, 'ERROR', 'FATAL'))),
  ),
  ask(
    'several',
    'how many bookings failed on booking-api and how many unlocks on door-api',
    t.both(t.anytime, ['count', t.failures(r.bookings)], ['count', t.failures(r.doors)]),
  ),
  ask(
    'several',
    'p50 and p99 of door-api please',
    t.both(t.anytime, ['ms', t.took(r.doors, 0.5)], ['ms', t.took(r.doors, 0.99)]),
  ),
]
