/** How many: loans, codes, lines, jobs of the city libraries, and who has most. Thirteenth round. */
import { minuteOf } from '../../catalog/define.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

export const LIBRARY_COUNTS_13 = [
  ask('count', 'number of 500 on kiosk-gw', t.count(t.anytime, t.requests(t.all(m.kiosk, m.status(500))))),
  ask(
    'count',
    'staff-desk: how many requests returned 500 since {@onset+5}',
    t.count(t.since('onset', 5), t.requests(t.all(m.desk, m.status(500)))),
  ),
  ask('count', 'how many hits on /search.php?', t.count(t.anytime, t.requests(t.all(m.opac, m.route('/search.php'))))),
  ask('count', 'requests to search-solr last 20 min', t.count(t.last(20), t.requests(m.solr))),
  ask('count', 'how many times was loan-core called in the last half hour', t.count(t.last(30), t.requests(m.core))),
  ask(
    'count',
    'log lines of kiosk-gw between {@onset} and {@onset+15}?',
    t.count(t.during(['onset', 0], ['onset', 15]), t.logs(m.kiosk)),
  ),
  ask('class-of-codes', '4xx on opac-web, how many', t.count(t.anytime, t.requests(t.all(m.opac, m.status(404, 409))))),
  ask('class-of-codes', 'any 5xx on opac-web?', t.verdict('no', 'bad')),
  ask('errors', 'errors loan core', t.count(t.anytime, ...t.errors(m.core))),
  ask('errors', 'how many errors in stafdesk in the last 10 minutes', t.count(t.last(10), ...t.errors(m.desk))),
  ask('errors', 'number of errors on search-solr', t.count(t.anytime, ...t.errors(m.solr))),
  ask('level', 'warnings of opac-web?', t.count(t.anytime, t.logs(t.all(m.opac, t.level('WARN'))))),
  ask('level', 'how many SEVERE lines did staff-desk write', t.count(t.anytime, m.severe(m.desk))),
  ask(
    'level',
    'loan-core: number of WARN lines before {@onset}',
    t.count(t.before('onset'), t.logs(t.all(m.core, t.level('WARN')))),
  ),
  ask('outcome', 'how many loans failed?', t.count(t.anytime, ...m.FAILED_LOANS)),
  ask(
    'outcome',
    'how many items were lent in the hour before {@onset}?',
    t.count(t.during(['onset', -60], ['onset', 0]), ...m.LOANS),
  ),
  ask('outcome', 'returns booked since {@onset}', t.count(t.since('onset'), ...m.RETURNED)),
  ask(
    'outcome',
    'how many renewals were refused?',
    t.count(
      t.anytime,
      t.logs(m.notRenewed),
      t.requests(t.all(m.core, t.named('POST /loan-core/renew'), m.status(409))),
    ),
  ),
  ask(
    'outcome',
    'how many loans were refused because the card is blocked',
    t.count(t.anytime, t.logs(m.blocked), t.requests(t.all(m.issues, m.status(409)))),
  ),
  ask('outcome', 'overdue items returned, last 45 minutes', t.count(t.last(45), t.logs(m.overdue))),
  ask('text', 'grep -c "Duplicate entry"', t.count(t.anytime, t.logs(m.duplicate))),
  ask('text', 'how many PHP warnings', t.count(t.anytime, t.logs(m.phpWarning))),
  ask('text', 'out of paper messages since {@release}', t.count(t.since('release'), t.logs(m.noPaper))),
  ask('text', 'Lines with "filterCache" please, only the number', t.count(t.anytime, t.logs(t.says(/filterCache/)))),
  ask(
    'attribute',
    'requests on kiosk-gw from branch nord',
    t.count(t.anytime, t.requests(t.all(m.kiosk, m.branch('nord')))),
  ),
  ask(
    'attribute',
    'how many opac-web requests came from phones?',
    t.count(t.anytime, t.requests(t.all(m.opac, m.device('phone')))),
  ),
  ask(
    'attribute',
    'DVDs lent?',
    t.count(
      t.anytime,
      t.logs(t.says(/^Issue \d+: .*\(dvd\)$/)),
      t.requests(t.all(m.issues, m.medium('dvd'))),
      t.requests(t.all(m.issues, m.medium('dvd'), m.status(200))),
    ),
  ),
  ask('attribute', 'kiosk-gw requests of students', t.count(t.anytime, t.requests(t.all(m.kiosk, m.group('student'))))),
  ask(
    'conditions',
    'failed POST /kiosk/checkout at campus, children only',
    t.count(t.anytime, t.failures(t.all(m.checkouts, m.branch('campus'), m.group('child')))),
  ),
  ask(
    'conditions',
    'successful desk loans at branch mitte since {@release}',
    t.count(
      t.since('release'),
      t.requests(t.all(m.deskLoans, m.branch('mitte'), m.status(200))),
      t.requests(t.all(m.deskLoans, m.branch('mitte'), m.succeeded)),
    ),
  ),
  ask(
    'conditions',
    'GET /search.php from a tablet that took more than 150 ms',
    t.count(t.anytime, t.requests(t.all(m.opac, m.route('/search.php'), m.device('tablet'), t.longer(150)))),
  ),
  ask(
    'exclusion',
    'kiosk-gw failures everywhere but mitte',
    t.count(t.anytime, t.failures(t.all(m.kiosk, t.not(m.branch('mitte'))))),
  ),
  ask(
    'exclusion',
    'opac-web requests except /search.php',
    t.count(t.anytime, t.requests(t.all(m.opac, t.not(m.route('/search.php'))))),
  ),
  ask(
    'slow',
    'how many opac-web requests needed more than 200 ms?',
    t.count(t.anytime, t.requests(t.all(m.opac, t.longer(200)))),
  ),
  ask(
    'slow',
    'solr queries above 100ms in the last hour',
    t.count(t.last(60), t.requests(t.all(m.solr, t.longer(100)))),
  ),
  ask('distinct', 'how many kiosks are in use?', t.count(t.anytime, t.differentOf(m.kiosk, 'kiosk.id'))),
  ask('distinct', 'how many branches send requests', t.count(t.anytime, t.differentOf(t.any, 'branch'))),
  ask(
    'cron',
    'how often did notice-batch run?',
    t.count(t.anytime, t.logs(m.finished), t.logs(t.all(m.notices, t.says(/started$/)))),
  ),
  ask('cron', 'did cover-fetch run in the last 20 minutes?', ({ world }) => ({
    saysFirst: [['^\\W*no\\b', 'did not', 'silent', minuteOf(world.logs.findLast(m.covers)?.timeMs ?? 0)]],
    neverFirst: ['^\\W*yes\\b'],
  })),
  ask('cron', 'when did cover-fetch last run', ({ world }) => ({
    time: { at: new Date(world.logs.findLast(m.covers)?.timeMs ?? 0).toISOString(), toleranceS: 30 },
  })),
  ask(
    'cron',
    'did every fines-import work?',
    t.words({ says: [['treasury', 'missing', 'nothing imported']], neverFirst: ['^\\W*yes\\b'] }),
  ),
  ask('cron', 'when was treasury.csv missing', ({ world }) => ({
    time: { at: new Date(world.logs.find(t.says(/^treasury/))?.timeMs ?? 0).toISOString(), toleranceS: 60 },
  })),
  ask(
    'group',
    'failed checkouts by branch',
    t.groups(
      'count',
      t.anytime,
      m.each(m.BRANCHES, (one) => t.failures(t.all(m.checkouts, m.branch(one)))),
    ),
  ),
  ask(
    'group',
    'status codes of loan-core',
    t.groups('count', t.anytime, {
      200: t.requests(t.all(m.core, m.status(200))),
      409: t.requests(t.all(m.core, m.status(409))),
      500: t.requests(t.all(m.core, m.status(500))),
    }),
  ),
  ask(
    'group',
    'opac-web hits per page (http.route)',
    t.groups(
      'count',
      t.anytime,
      m.each(['/search.php', '/record.php', '/account.php', '/renew.php'], (one) =>
        t.requests(t.all(m.opac, m.route(one))),
      ),
    ),
  ),
  ask(
    'group',
    'error lines by service, last 20 minutes',
    t.groups('count', t.last(20), {
      'loan-core': m.severe(m.core),
      'kiosk-gw': m.severe(m.kiosk),
      'staff-desk': m.severe(m.desk),
    }),
  ),
  ask(
    'group',
    'kiosk requests per reader.group since {@onset}',
    t.groups(
      'count',
      t.since('onset'),
      m.each(m.GROUPS, (one) => t.requests(t.all(m.kiosk, m.group(one)))),
    ),
  ),
  ask('top', 'busiest branch at the kiosks?', t.topOf(m.spansOf(m.kiosk), t.attribute('branch'))),
  ask(
    'top',
    'noisiest service (errors)?',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),
  ask('top', 'which page of opac-web is visited most', t.topOf(m.spansOf(m.opac), t.attribute('http.route'))),
  ask('top', 'which media type is lent most?', t.topOf(m.spansOf(m.issues), t.attribute('media.type'))),
  ask(
    'window',
    'checkouts at kiosk-gw from {@onset-10} to {@onset}',
    t.count(
      t.during(['onset', -10], ['onset', 0]),
      t.requests(m.checkouts),
      t.requests(t.all(m.checkouts, m.status(200))),
    ),
  ),
  ask(
    'window',
    'failed loans in the first 10 minutes after {@onset+1}',
    t.count(t.during(['onset', 1], ['onset', 11]), ...m.FAILED_LOANS),
  ),
]
