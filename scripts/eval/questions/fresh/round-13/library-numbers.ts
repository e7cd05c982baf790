/** Shares, durations, rates, counters and comparisons of the city libraries. Thirteenth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const RSS = 'process_resident_memory_bytes'
const load = (service: string, what: t.Statistic) => t.metric(service, 'node_load1', what)
const TOOK = /took (\d+) s$/
const PAGES = ['/search.php', '/record.php', '/account.php', '/renew.php']
/** "At the moment" is the last minutes, however many. */
const lately: t.When = (asked) => [5, 10, 15].flatMap((minutes) => t.last(minutes)(asked))

export const LIBRARY_NUMBERS_13 = [
  ask('ratio', 'kiosk-gw error rate since {@onset+1}?', t.percent(t.since('onset', 1), t.share(m.kiosk))),
  ask(
    'ratio',
    'share of checkouts that fail at the moment (POST /kiosk/checkout)',
    t.percent(lately, t.share(m.checkouts)),
  ),
  ask('ratio', 'error rate of staff-desk, last 15 minutes', t.percent(t.last(15), t.share(m.desk))),
  ask('ratio', 'percentage of phones on opac-web', t.percent(t.anytime, t.share(m.opac, m.device('phone')))),
  ask(
    'ratio',
    'what part of the returns is overdue, in %?',
    t.percent(t.anytime, t.logShare(m.broughtBack, m.overdue)),
  ),
  ask('ratio', 'error rate of loan-core before {@onset}', t.percent(t.before('onset'), t.share(m.core))),
  ask('percentile', 'p95 of search-solr?', t.millis(t.anytime, t.took(m.solr, 0.95))),
  ask('percentile', '99th percentile of opac-web in the last 30 minutes', t.millis(t.last(30), t.took(m.opac, 0.99))),
  ask('percentile', 'median response of loan-core since {@onset}', t.millis(t.since('onset'), t.took(m.core, 0.5))),
  ask(
    'mean-max',
    'avg time GET /record.php',
    t.millis(t.anytime, t.took(t.all(m.opac, m.route('/record.php')), 'mean')),
  ),
  ask('mean-max', 'max duration search-solr', t.millis(t.anytime, t.took(m.solr, 'max'))),
  ask(
    'mean-max',
    'how long does a checkout at the kiosk take on average?',
    t.millis(t.anytime, t.took(m.checkouts, 'mean'), t.took(t.all(m.checkouts, m.status(200)), 'mean')),
  ),
  ask('slowest', 'slowest page of opac-web', t.words({ first: { name: '/search.php', among: PAGES } })),
  ask('slowest', 'which 3 requests to search-solr were the slowest?', ({ world }) => {
    const [worst = 0] = m
      .spansOf(m.solr)(world)
      .map((span) => span.endMs - span.startMs)
      .toSorted((a, b) => b - a)
    const whole = [Math.floor(worst), Math.round(worst), Math.round(worst / 10) * 10]
    return { says: [[...whole.map((one) => `\\b${one}(?:\\.\\d+)? ?ms`), `\\b${(worst / 1000).toFixed(2)}\\d* ?s\\b`]] }
  }),
  ask('stated', 'average run time of notice-batch in seconds', (asked) => ({
    numbers: [
      {
        ...t.numberOf(asked, 'any', t.anytime, [t.scaled(t.stated(TOOK, 'mean'), 1000), t.stated(TOOK, 'mean')]),
        tolerance: 0.02,
      },
    ],
  })),
  ask(
    'stated',
    'longest notice-batch run?',
    t.value(t.anytime, t.scaled(t.stated(TOOK, 'max'), 1000), t.stated(TOOK, 'max')),
  ),
  ask('stated', 'highest QTime in the solr log', t.value(t.anytime, t.stated(/QTime=(\d+)$/, 'max'))),
  ask(
    'sum',
    'how many notices were sent in total?',
    t.within(
      0.01,
      t.count(
        t.anytime,
        t.stated(/(\d+) notices sent/, 'sum'),
        t.metric('notice-batch', 'notices_sent_total', 'last'),
        m.increase('notice-batch', 'notices_sent_total'),
      ),
    ),
  ),
  ask(
    'sum',
    'EUR imported by fines-import altogether',
    t.within(0.005, t.value(t.anytime, t.stated(/^imported \d+ payments, ([\d.]+) EUR/, 'sum'))),
  ),
  ask('sum', 'covers fetched, total', t.count(t.anytime, t.stated(/^fetched (\d+) covers/, 'sum'))),
  ask('rate', 'hits per second on opac-web', t.perS(t.anytime, t.perSecond(t.requests(m.opac)))),
  ask('rate', 'loans per minute before {@onset}?', t.perS(t.before('onset'), ...m.LOANS.map(t.perSecond))),
  ask(
    'rate',
    'how many errors per minute on loan-core since {@onset+1}',
    t.perS(t.since('onset', 1), ...t.errors(m.core).map(t.perSecond)),
  ),
  ask('metric', 'RSS of search-solr now', t.within(0.01, t.bytes(t.anytime, t.metric('search-solr', RSS, 'last')))),
  ask(
    'metric',
    'max process_resident_memory_bytes loan-core',
    t.within(0.01, t.bytes(t.anytime, t.metric('loan-core', RSS, 'max'))),
  ),
  ask(
    'metric',
    'load on the solr host, average (node_load1)',
    t.within(0.02, t.value(t.anytime, load('search-solr', 'mean'))),
  ),
  ask(
    'metric',
    'highest node_load1 of loan-core in the last 30 minutes?',
    t.value(t.last(30), load('loan-core', 'max')),
  ),
  ask(
    'metric',
    'how much disk is left on /var of loan-core?',
    t.within(0.01, t.bytes(t.anytime, t.metric('loan-core', 'node_filesystem_avail_bytes', 'last'))),
  ),
  ask(
    'metric',
    'mysql connections, max',
    t.value(t.anytime, t.metric('loan-core', 'mysql_global_status_threads_connected', 'max')),
  ),
  ask(
    'metric',
    'php_fpm_active_processes average',
    t.within(0.02, t.value(t.anytime, t.metric('opac-web', 'php_fpm_active_processes', 'mean'))),
  ),
  ask(
    'counter',
    'increase of http_requests_total on loan-core with code 500',
    t.within(
      0.03,
      t.count(
        t.anytime,
        m.increase('loan-core', 'http_requests_total', { code: '500' }),
        t.metric('loan-core', 'http_requests_total', 'last', (point) => point.attributes['code'] === '500'),
      ),
    ),
  ),
  ask(
    'counter',
    'rate of http_requests_total on opac-web over the last 30 minutes',
    t.perS(t.last(30), t.perSecond(m.increase('opac-web', 'http_requests_total'))),
  ),
  ask('counter', 'node_cpu_seconds_total mode user of loan-core: how many seconds in the last 30 minutes?', (asked) => {
    const used = m.increase('loan-core', 'node_cpu_seconds_total', { mode: 'user' })
    return { numbers: [{ ...t.numberOf(asked, 'any', t.last(30), [used, t.scaled(used, 1000)]), tolerance: 0.04 }] }
  }),
  ask(
    'compare',
    'p95 of opac-web before and after the update to 7.5.0',
    t.compared('ms', t.took(m.opac, 0.95), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'did opac-web get slower with 7.5.0?', t.noTrouble),
  ask('compare', 'returns {@onset-20}-{@onset} vs {@onset}-{@onset+20}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -20], ['onset', 0]), m.RETURNED),
      t.numberOf(asked, 'count', t.during(['onset', 0], ['onset', 20]), m.RETURNED),
    ],
  })),
  ask(
    'compare',
    'error rate of kiosk-gw {@onset-15} to {@onset} against {@onset+1} to {@onset+16}',
    t.compared(
      'percent',
      t.share(m.kiosk),
      t.during(['onset', -15], ['onset', 0]),
      t.during(['onset', 1], ['onset', 16]),
    ),
  ),
  ask('trend', 'has the free space on /var of loan-core gone down?', t.verdict('yes', 'down')),
  ask('trend', 'are errors on kiosk-gw higher than before {@onset}?', t.verdict('yes', 'up')),
  ask(
    'anomaly',
    'anything strange with search-solr?',
    t.words({
      neverFirst: ['root cause: .?search-solr', '^\\W*yes\\b'],
      saysFirst: [
        ['search-solr'],
        ['no\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none', 'as (?:always|before)'],
      ],
    }),
  ),
  ask('several', 'p50, p99 of loan-core', t.both(t.anytime, ['ms', t.took(m.core, 0.5)], ['ms', t.took(m.core, 0.99)])),
  ask('several', 'loans failed and returns booked since {@onset}, both numbers', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.since('onset'), m.FAILED_LOANS),
      t.numberOf(asked, 'count', t.since('onset'), m.RETURNED),
    ],
  })),
  ask(
    'group',
    'average duration by page on opac-web',
    t.groups(
      'ms',
      t.anytime,
      m.each(PAGES, (one) => t.took(t.all(m.opac, m.route(one)), 'mean')),
    ),
  ),
  ask(
    'group',
    'failure rate of checkouts per branch since {@onset+1} (POST /kiosk/checkout)',
    t.groups(
      'percent',
      t.since('onset', 1),
      m.each(m.BRANCHES, (one) => t.share(t.all(m.checkouts, m.branch(one)))),
    ),
  ),

  ...talk(
    'branch',
    ask(
      'follow-up',
      'failed checkouts on kiosk-gw since {@onset}?',
      t.count(t.since('onset'), t.failures(m.checkouts)),
    ),
    ask('follow-up', 'nord?', t.count(t.since('onset'), t.failures(t.all(m.checkouts, m.branch('nord'))))),
    ask('follow-up', 'and hafen', t.count(t.since('onset'), t.failures(t.all(m.checkouts, m.branch('hafen'))))),
  ),
  ...talk(
    'pages',
    ask(
      'follow-up',
      'how many requests did opac-web have in the last 30 minutes?',
      t.count(t.last(30), t.requests(m.opac)),
    ),
    ask(
      'follow-up',
      'per page please',
      t.groups(
        'count',
        t.last(30),
        m.each(PAGES, (one) => t.requests(t.all(m.opac, m.route(one)))),
      ),
    ),
    ask(
      'follow-up',
      'only phones',
      t.groups(
        'count',
        t.last(30),
        m.each(PAGES, (one) => t.requests(t.all(m.opac, m.route(one), m.device('phone')))),
      ),
    ),
  ),
  ...talk(
    'solr',
    ask('follow-up', 'p95 search-solr before {@onset}', t.millis(t.before('onset'), t.took(m.solr, 0.95))),
    ask('follow-up', 'and since then?', t.millis(t.since('onset'), t.took(m.solr, 0.95))),
  ),
  ...talk(
    'warn',
    ask(
      'follow-up',
      'warnings on loan-core in the last 40 minutes?',
      t.count(t.last(40), t.logs(t.all(m.core, t.level('WARN')))),
    ),
    ask('follow-up', 'errors instead', t.count(t.last(40), ...t.errors(m.core))),
  ),
]
