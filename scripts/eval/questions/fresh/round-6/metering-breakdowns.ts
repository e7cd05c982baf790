/** Break-downs, rankings, times and comparisons of the metering system: sixth round. */
import { clockMs } from '../../catalog/define.ts'
import type { SpanRow } from '../../records.ts'
import { countBy, requestsOf, type Window } from '../../truth.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const SERVICES = ['mdm_store', 'head_end', 'portal_bff', 'tariff_calc']
const ROUTES = ['GET /usage', 'GET /bill', 'POST /self-reading', 'GET /planned-outages']
const statusOf = t.attribute('http.response.status_code')
const spansOf = (where: t.Where<SpanRow>) => (world: Parameters<t.Measure>[0], window?: Window) =>
  requestsOf(world, where, window)

function busiestMinutes(moments: readonly number[]): string[] {
  const ranked = countBy(moments, (timeMs) => new Date(timeMs).toISOString().slice(11, 16))
  return ranked.filter(([, number]) => number === ranked[0]?.[1]).map(([minute]) => minute)
}

export const METERING_BREAKDOWNS_6 = [
  ask(
    'group',
    '504s of portal_bff by utility',
    t.groups(
      'count',
      t.anytime,
      m.each(m.UTILITIES, (one) => t.requests(t.all(m.timedOut, t.has('utility', one)))),
    ),
  ),
  ask(
    'group',
    'Please break the received frames down by region.',
    t.groups(
      'count',
      t.anytime,
      m.each(m.REGIONS, (one) => t.requests(t.all(m.head, t.has('region', one)))),
    ),
  ),
  ask('group', 'portal_bff requests per status code', t.groupsBy(t.anytime, spansOf(m.portal), statusOf)),
  ask(
    'group',
    'p95 per route, portal_bff, since {@onset}',
    t.groups(
      'ms',
      t.since('onset'),
      m.each(ROUTES, (one) => t.took(t.all(m.portal, t.named(one)), 0.95)),
    ),
  ),
  ask(
    'group',
    'errors by service',
    t.groups(
      'count',
      t.anytime,
      m.each(SERVICES, (one) => t.failures(t.of(one))),
    ),
  ),
  ask(
    'group',
    'spool rate per region in % since {@onset}',
    t.groups(
      'percent',
      t.since('onset'),
      m.each(m.REGIONS, (one) => t.share(t.all(m.head, t.has('region', one)))),
    ),
  ),
  ask(
    'group',
    'invoices computed grouped by tariff, before {@onset}',
    t.groups(
      'count',
      t.before('onset'),
      m.each(['flat', 'night', 'spot'], (one) => t.requests(t.all(m.tariff, t.has('tariff', one), t.not(t.failed)))),
    ),
  ),
  ask(
    'group',
    'opened tickets per feeder',
    t.groups(
      'count',
      t.anytime,
      m.each(['F-01', 'F-02', 'F-03', 'F-04'], (one) => t.logs(t.all(m.opened, t.has('feeder', one)))),
    ),
  ),
  ask('top', 'which dcu has the most spooled frames', t.topOf(t.failedRequests(m.head), t.attribute('dcu'))),
  ask(
    'top',
    'top customer segment by failed portal_bff requests',
    t.topOf(t.failedRequests(m.portal), t.attribute('customer.segment')),
  ),
  ask(
    'top',
    'who logs the most lines',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask('top', 'route w/ most 504', t.topOf(t.failedRequests(m.portal), t.attribute('url.path'))),
  ask(
    'top',
    'top 3 DCUs by frames received since {@start}',
    t.groupsBy(t.since('start'), spansOf(m.head), t.attribute('dcu'), 3),
  ),

  ask(
    'window',
    'head_end frames between {@start+5} and {@start+12}',
    t.count(t.during(['start', 5], ['start', 12]), t.requests(m.head)),
  ),
  ask(
    'window',
    'portal_bff: number of requests in the 5 minutes before {@onset}',
    t.count(t.during(['onset', -5], ['onset', 0]), t.requests(m.portal)),
  ),
  ask(
    'window',
    'failed GET /usage from {@onset+2} til {@onset+7}',
    t.count(t.during(['onset', 2], ['onset', 7]), t.failures(m.usage)),
  ),
  ask(
    'window',
    'how many meters were flashed to 7.2.0 since the campaign fw-7.2 started',
    t.count(t.sinceMark('campaign'), t.logs(m.installed)),
  ),
  ask(
    'window',
    'expired sessions (401) since the portal_bff release',
    t.count(
      t.sinceMark('release'),
      t.requests(t.all(m.portal, m.code(401))),
      t.logs(t.says(/^session of \S+ expired/)),
    ),
  ),
  ask(
    'window',
    'self readings sent (POST /self-reading) until {@start+45}',
    t.count(t.before('start', 45), t.requests(t.all(m.portal, t.named('POST /self-reading')))),
  ),
  ask(
    'window',
    'how many invoices were computed in the first half hour of the telemetry',
    t.count(t.after('start', 30), t.logs(m.computed), t.requests(t.all(m.tariff, t.not(t.failed)))),
  ),
  ask(
    'window',
    'spooled frames in the first ten minutes after {@onset}',
    t.count(t.during(['onset', 0], ['onset', 10]), t.requests(m.spooled), t.logs(t.says(/^frame spooled/))),
  ),
  ask(
    'window',
    'bad CRC frames in the half hour before {@onset}',
    t.count(t.during(['onset', -30], ['onset', 0]), t.logs(t.says(/bad CRC/))),
  ),
  ask(
    'window',
    'mdm_store p50 from {@onset-12} to {@onset-2}',
    t.millis(t.during(['onset', -12], ['onset', -2]), t.took(m.mdm, 0.5)),
  ),

  ask(
    'compare',
    'failed portal_bff requests: 10 min before {@onset} vs 10 min after it',
    t.compared(
      'count',
      t.failures(m.portal),
      t.during(['onset', -10], ['onset', 0]),
      t.during(['onset', 0], ['onset', 10]),
    ),
  ),
  ask(
    'compare',
    'GET /usage p95 over the last 10 minutes compared to the same ten minutes an hour ago',
    t.compared('ms', t.took(m.usage, 0.95), t.last(10), t.earlier(10, 60)),
  ),
  ask(
    'compare',
    'failure rate since {@onset}: GET /usage against POST /self-reading',
    t.groups('percent', t.since('onset'), {
      'GET /usage': t.share(m.usage),
      'POST /self-reading': t.share(t.all(m.portal, t.named('POST /self-reading'))),
    }),
  ),
  ask(
    'compare',
    'who spooled more frames, north or west?',
    t.words({ saysFirst: [['^(?:(?!\\bwest\\b).)*\\bnorth\\b']], neverFirst: ['west\\W+(?:has|had|spooled) more'] }),
  ),
  ask(
    'compare',
    'frames/min of head_end before {@onset} and after',
    t.compared('per_second', t.perSecond(t.requests(m.head)), t.before('onset'), t.since('onset')),
  ),
  ask(
    'compare',
    'kwh in stored frames {@onset-16}-{@onset-1} vs {@onset+1}-{@onset+16}',
    t.compared(
      'any',
      t.stated(/^frame stored .*kwh=([\d.]+)/, 'sum'),
      t.during(['onset', -16], ['onset', -1]),
      t.during(['onset', 1], ['onset', 16]),
    ),
  ),
  ask(
    'compare',
    'portal_bff requests: 10 minutes before its release vs the 10 minutes after the release',
    t.compared('count', t.requests(m.portal), t.ahead('release', 10), t.after('release', 10)),
  ),
  ask(
    'compare',
    'tariff_calc against portal_bff: how many failed requests each',
    t.groups('count', t.anytime, { tariff_calc: t.failures(m.tariff), portal_bff: t.failures(m.portal) }),
  ),
  ask(
    'compare',
    'avg latency tariff_calc in the quarter hour before {@onset} and in the quarter hour after',
    t.compared(
      'ms',
      t.took(m.tariff, 'mean'),
      t.during(['onset', -15], ['onset', 0]),
      t.during(['onset', 0], ['onset', 15]),
    ),
  ),

  ask('when', 'minute in which mdm_store had the most lock wait timeouts', ({ world }) => ({
    saysFirst: [
      [
        ...busiestMinutes(world.logs.filter(m.lockWait).map((log) => log.timeMs)),
        ...busiestMinutes(requestsOf(world, t.all(m.mdm, t.failed)).map((span) => span.startMs)),
      ],
    ],
  })),
  ask('when', 'when was portal_bff 2026.11.1 rolled out', t.began('release', 90)),
  ask('when', 'time of the very last 504 on portal_bff?', ({ world }) => {
    const at = requestsOf(world, m.timedOut).at(-1)?.startMs ?? 0
    return { time: { at: new Date(at).toISOString(), toleranceS: 20 } }
  }),
  ask('when', 'at what time did the firmware campaign begin', t.began('campaign', 90)),
  ask('when', 'how many 504 had we by {@onset+10}, and how many in the minute from {@onset+10} on', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', () => [[{ fromMs: asked.world.startMs, toMs: clockMs(asked.world, 'onset', 10) }]], [
        t.requests(m.timedOut),
      ]),
      t.numberOf(asked, 'count', t.during(['onset', 10], ['onset', 11]), [t.requests(m.timedOut)]),
    ],
  })),
]
