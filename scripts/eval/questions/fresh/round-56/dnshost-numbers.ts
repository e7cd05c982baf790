/** Shares, durations, rates, money, metrics and comparisons of the registrar. Fifty-sixth round. */
import type { PointRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const deposit = (one: string, what: t.Statistic) => m.gauge('registrar-epp', 'registry.deposit', what, 'registry', one)
const lag = (one: string, what: t.Statistic) =>
  m.gauge('billing-renewals', 'kafka.consumer.lag', what, 'partition', one)
const depth = (one: string, what: t.Statistic) =>
  m.gauge('zone-publisher', 'publish_queue.depth', what, 'ns.group', one)
const ids = (what: t.Statistic) => m.gauge('zone-publisher', 'postgresql.xid.remaining', what)
const held = (what: t.Statistic) => m.gauge('zone-editor', 'zone.changes.held', what)
const pending = (what: t.Statistic) => m.gauge('cert-issuer', 'certs.pending', what)
const ofPod = (one: string) => (point: PointRow) => point.instance === one
const broken = t.since('onset', 1)
const cpu = (service: string, what: t.Statistic) => {
  const one = t.metric(service, 'process.cpu.utilization', what)
  return [one, t.scaled(one, 100)]
}
const RISING =
  '\\brise|\\brose|\\brising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|spike|peak|from \\d'

export const DNSHOST_NUMBERS_56 = [
  ask(
    'percentile',
    'service:zone-editor p95(duration) by route last 30m',
    t.groups(
      'ms',
      t.last(30),
      m.each(m.ROUTES, (one) => t.took(t.all(m.editor, m.route(one)), 0.95)),
    ),
  ),
  ask('percentile', 'p99 duration domain-search', t.millis(t.anytime, t.took(m.search, 0.99))),
  ask('percentile', 'median(@duration) @http.route:/checkout', t.millis(t.anytime, t.took(m.checkout, 0.5))),
  ask(
    'percentile',
    'quantile(0.9, duration) service=zone-publisher last 40m',
    t.millis(t.last(40), t.took(m.publisher, 0.9)),
  ),
  ask(
    'percentile',
    'p75:trace.duration{service:registrar-epp,registry:nic-io}',
    t.millis(t.anytime, t.took(t.all(m.epp, m.registry('nic-io')), 0.75)),
  ),
  ask(
    'mean-max',
    'avg(duration) service:cert-issuer status:201',
    t.millis(t.anytime, t.took(t.all(m.certs, m.status(201)), 'mean')),
  ),
  ask('mean-max', 'max(duration) service=control-panel last 1h', t.millis(t.last(60), t.took(m.panel, 'max'))),
  ask(
    'mean-max',
    '| stats avg(duration) by registry service=registrar-epp',
    t.groups(
      'ms',
      t.anytime,
      m.each(m.REGISTRIES, (one) => t.took(t.all(m.epp, m.registry(one)), 'mean')),
    ),
  ),
  ask('rate', 'rate(requests) control-panel', t.perS(t.anytime, t.perSecond(t.requests(m.panel)))),
  ask(
    'rate',
    'sum(rate(requests{service="domain-search"}[30m]))',
    t.perS(t.last(30), t.perSecond(t.requests(m.search))),
  ),
  ask('rate', 'errors/min zone-editor since {@onset+1}', t.perS(broken, ...t.errors(m.editor).map(t.perSecond))),
  ask('ratio', 'error_rate{service="zone-publisher"} from {@onset+1} to now', t.percent(broken, t.share(m.publisher))),
  ask(
    'ratio',
    'count(status>=500)/count(*) service:cert-issuer last 20m',
    t.percent(t.last(20), t.share(m.certs, m.answered(500, 599))),
  ),
  ask(
    'metric-group',
    'avg kafka lag by partition',
    m.gauges(0.02, t.anytime, m.PARTITIONS, (one) => lag(one, 'mean')),
  ),
  ask(
    'metric-group',
    'max:kafka.consumer.lag{service:billing-renewals} by {partition}',
    m.gauges(0.005, t.anytime, m.PARTITIONS, (one) => lag(one, 'max')),
  ),
  ask(
    'metric-group',
    'avg(publish_queue.depth) by ns.group before {@onset}',
    m.gauges(0.03, t.before('onset'), ['eu', 'us', 'apac'], (one) => depth(one, 'mean')),
  ),
  ask(
    'metric-group',
    'last_over_time(registry_deposit) by (registry)',
    m.gauges(0.01, t.anytime, m.REGISTRIES, (one) => deposit(one, 'last')),
  ),
  ask('metric-group', 'avg:process.memory.usage{service:zone-editor} by {pod}', (asked) => ({
    groups: Object.fromEntries(
      m.PODS.map((one) => [
        one,
        {
          ...t.numberOf(asked, 'bytes', t.anytime, [
            t.metric('zone-editor', 'process.memory.usage', 'mean', ofPod(one)),
          ]),
          tolerance: 0.01,
        },
      ]),
    ),
  })),
  ask('metric', 'postgresql.xid.remaining latest', t.within(0.005, t.value(t.anytime, ids('last')))),
  ask('metric', 'registry.deposit{registry="denic"} now', t.within(0.01, t.value(t.anytime, deposit('denic', 'last')))),
  ask('metric', 'avg:zone.changes.held{*} last 10m', t.within(0.06, t.value(t.last(10), held('mean')))),
  ask(
    'metric',
    'min search.cache.hit_ratio',
    t.within(0.005, t.value(t.anytime, m.gauge('domain-search', 'search.cache.hit_ratio', 'min'))),
  ),
  ask(
    'metric',
    'max process.cpu.utilization domain-search',
    t.within(0.01, t.value(t.anytime, ...cpu('domain-search', 'max'))),
  ),
  ask(
    'metric',
    'increase(epp_commands_total[30m])',
    t.within(
      0.05,
      t.value(
        t.last(30),
        m.gauge('registrar-epp', 'epp_commands_total', 'rise'),
        t.logs(t.all(m.epp, t.says(/^domain:/))),
      ),
    ),
  ),
  ask(
    'metric',
    'sum(certs.issued) last 75m',
    t.within(0.02, t.value(t.last(75), m.gauge('cert-issuer', 'certs.issued', 'sum'), t.logs(m.issued))),
  ),
  ask('top', 'topk(1, dns.queries)', t.words({ saysFirst: [['ns1']], neverFirst: ['\\bns[234]\\b.*ns1'] })),
  ask('sum', 'sum(amount_eur) msg="domain registered"', t.value(t.anytime, m.field(m.registered, 'amount_eur', 'sum'))),
  ask(
    'mean-max',
    'stats max(amount_eur) where msg="card declined"',
    t.value(t.anytime, m.field(t.says(/^card declined$/), 'amount_eur', 'max')),
  ),
  ask(
    'compare',
    'p95 http.route:/suggest before vs after 4.3.0',
    t.compared('ms', t.took(m.suggesting, 0.95), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'count service:zone-editor status:502 last 10m vs previous 10m',
    t.compared('count', t.requests(t.all(m.editor, m.status(502))), t.last(10), t.earlier(10, 10)),
  ),
  ask(
    'compare',
    'count(requests) /search vs /suggest last 45m',
    t.groups('count', t.last(45), { '/search': t.requests(m.looking), '/suggest': t.requests(m.suggesting) }),
  ),
  ask(
    'several',
    'p50,p95,p99 duration service=registrar-epp',
    t.both(t.anytime, ['ms', t.took(m.epp, 0.5)], ['ms', t.took(m.epp, 0.95)], ['ms', t.took(m.epp, 0.99)]),
  ),
  ask(
    'course',
    'service:zone-editor level:error | timechart span=5m count',
    t.words({ says: [['\\d\\d:\\d\\d']], neverFirst: ['^\\W*no (?:errors?|data)\\b'] }),
  ),
  ask('course', 'zone.changes.held over time, last 60m', t.words({ says: [[RISING]], neverFirst: ['^\\W*no\\b'] })),

  ask('mean-max', 'avg time ns-sync takes to load a zone', t.millis(t.anytime, t.took(m.sync, 'mean'))),
  ask(
    'mean-max',
    'slowest cert order on buypass, how long',
    t.millis(t.anytime, t.took(t.all(m.certs, m.ca('buypass')), 'max')),
  ),
  ask(
    'slowest',
    'slowest registry?',
    t.words({ saysFirst: [['nic-io']], neverFirst: ['(?:verisign|denic|afnic|\\bpir\\b).*nic-io'] }),
  ),
  ask(
    'slowest',
    'which service has the worst average latency',
    t.words({ saysFirst: [['cert-issuer']], neverFirst: ['log records'] }),
  ),
  ask('rate', 'EPP commands per minute?', t.perS(t.anytime, t.perSecond(t.requests(m.epp)))),
  ask(
    'ratio',
    'What share of cert orders fails since {@onset+1}?',
    t.percent(broken, t.share(m.certs), t.share(t.all(m.certs, m.route('/orders'))), t.share(m.ordered)),
  ),
  ask(
    'ratio',
    'percent of transfers refused by the registry',
    t.percent(t.anytime, t.share(m.transfers, m.result(2202))),
  ),
  ask(
    'ratio',
    'how much of search traffic is .com, in %',
    t.percent(t.anytime, t.share(m.search, m.tld('com')), t.share(m.looking, m.tld('com'))),
  ),
  ask('sum', 'EUR collected by renewals so far', t.value(t.anytime, t.stated(m.PAID, 'sum'))),
  ask(
    'sum',
    'Finance asks: how many EUR are open because renewal cards were declined?',
    t.value(t.anytime, t.stated(m.OPEN, 'sum')),
  ),
  ask('metric', 'certs pending right now', t.within(0.04, t.value(t.anytime, pending('last')))),
  ask('metric', 'most zone changes held at once?', t.within(0.01, t.value(t.anytime, held('max')))),
  ask(
    'top',
    'which partition lags most',
    t.words({
      saysFirst: [['\\bpartition\\W{0,4}1\\b', '\\b1\\b']],
      neverFirst: ['partition\\W{0,4}[02]\\b.*partition\\W{0,4}1\\b'],
    }),
  ),
  ask('top', 'at which registry do we have the smallest deposit', t.words({ saysFirst: [['afnic']] })),
  ask('trend', 'held zone changes still climbing?', t.verdict('yes', 'up')),
  ask('trend', 'domain-search memory growing?', t.verdict('yes', 'up')),
  ask('trend', 'is the denic deposit going down', t.verdict('yes', 'down')),
  ask('trend', 'open spam cases falling?', t.verdict('yes', 'down')),
  ask('anomaly', 'certs.pending anything weird', t.words({ says: [[RISING]], neverFirst: ['^\\W*no\\b'] })),
  ask(
    'compare',
    'publish calls accepted: last 15 min before {@onset} vs the 15 after',
    t.compared(
      'count',
      t.requests(t.all(m.publishing, m.status(202))),
      t.during(['onset', -15], ['onset', 0]),
      t.during(['onset', 0], ['onset', 15]),
    ),
  ),
  ask(
    'compare',
    'panel vs api, failed changes on zone-editor',
    t.groups(
      'count',
      t.anytime,
      m.each(['panel', 'api'], (one) => t.failures(t.all(m.editor, t.has('channel', one)))),
    ),
  ),
  ask(
    'several',
    'how many certs issued and how many failed since {@release}?',
    t.both(t.since('release'), ['count', t.logs(m.issued)], ['count', t.failures(m.certs)]),
  ),
  ask(
    'several',
    'count 502 zone-editor; count 503 zone-publisher',
    t.both(
      t.anytime,
      ['count', t.requests(t.all(m.editor, m.status(502)))],
      ['count', t.requests(t.all(m.publisher, m.status(503)))],
    ),
  ),
  ask(
    'several',
    'Two numbers for the handover pls: renewals declined, abuse reports opened.',
    t.both(t.anytime, ['count', t.logs(t.all(m.billing, m.unpaid))], ['count', t.logs(m.opened)]),
  ),

  ...talk(
    'deposits',
    ask('follow-up', 'deposit at pir now', t.within(0.01, t.value(t.anytime, deposit('pir', 'last')))),
    ask('follow-up', 'denic?', t.within(0.01, t.value(t.anytime, deposit('denic', 'last')))),
    ask('follow-up', 'highest of that one', t.within(0.01, t.value(t.anytime, deposit('denic', 'max')))),
  ),
  ...talk(
    'latency',
    ask('follow-up', 'p95(duration) domain-search last 40m', t.millis(t.last(40), t.took(m.search, 0.95))),
    ask('follow-up', 'http.route:/suggest only', t.millis(t.last(40), t.took(m.suggesting, 0.95))),
    ask('follow-up', 'median', t.millis(t.last(40), t.took(m.suggesting, 0.5))),
  ),
  ...talk(
    'shares',
    ask('follow-up', 'failure rate zone-editor since {@onset+1}', t.percent(broken, t.share(m.editor))),
    ask('follow-up', 'same for cert-issuer', t.percent(broken, t.share(m.certs))),
    ask('follow-up', 'and control-panel', t.percent(broken, t.share(m.panel))),
  ),
]
