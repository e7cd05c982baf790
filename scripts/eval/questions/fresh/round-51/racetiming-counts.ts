/** How many, and who has most: entries, reads, splits, texts, certificates, photos of the race timing. Fifty-first round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const page = (name: string) => [t.requests(m.route(name)), t.logs(m.routeLine(name))]

export const RACETIMING_COUNTS_51 = [
  ask('count', 'certificates failed so far, how many', t.count(t.anytime, ...m.NOT_MADE)),
  ask('count', 'how many relatives texts went out in the last half hour?', t.count(t.last(30), ...m.SENT)),
  ask('count', 'number of new entries in the last 25 minutes', t.count(t.last(25), ...m.ENTERED)),
  ask(
    'count',
    'How many chip reads did we take between {@restart} and {@restart+15}?',
    t.count(
      t.during(['restart', 0], ['restart', 15]),
      t.logs(m.taken),
      t.requests(m.mats),
      t.requests(t.all(m.mats, m.code(202))),
    ),
  ),
  ask('count', 'reads of unknown chips today?', t.count(t.anytime, ...m.UNKNOWN_CHIPS)),
  ask(
    'count',
    'how many splits were timed in the last quarter of an hour',
    t.count(t.last(15), t.logs(m.timed), t.requests(t.all(m.splits, m.code(200)))),
  ),
  ask(
    'count',
    'photos without a readable number',
    t.count(t.anytime, t.logs(m.unreadable), t.requests(t.all(m.matching, m.code(204)))),
  ),
  ask('count', 'how many guns were fired today?', t.count(t.anytime, t.logs(m.gun))),
  ask('count', 'how often did the bank decline a card for an entry fee', t.count(t.anytime, ...m.DECLINED)),
  ask(
    'count',
    'people who opted out of texts?',
    t.count(t.anytime, t.logs(m.optedOut), t.requests(t.all(m.kin, m.code(410))), t.differentIn(m.optedOut, 'bib')),
  ),
  ask('count', 'hits on /b/:race in the last 12 min', t.count(t.last(12), ...page('/b/:race'))),
  ask('count', 'rank.one calls in the last 20 minutes pls', t.count(t.last(20), t.requests(m.single))),

  ask(
    'status',
    'how many 502s did runners see at frontgate since {@onset+2}',
    t.count(t.since('onset', 2), t.requests(t.all(m.gate, m.code(502))), t.logs(m.notServed)),
  ),
  ask(
    'status',
    'frontgate 429 today',
    t.count(t.anytime, t.requests(t.all(m.gate, m.code(429))), t.logs(t.all(m.gate, m.code(429)))),
  ),
  ask('status', 'any 5xx at frontgate earlier than {@onset-1}?', NONE),

  ask('errors', 'errs liveboard last 10m', t.count(t.last(10), ...t.errors(m.board))),
  ask('errors', 'how many errors does kintxt have?', t.count(t.anytime, ...t.errors(m.kin))),
  ask('errors', 'Does splitcalc log any errors at all?', NONE),
  ask('level', 'warnings mat reader', t.count(t.anytime, t.logs(t.all(m.mats, t.level('WARN'))))),
  ask(
    'level',
    'ERROR lines of all services together since {@onset+5}',
    t.count(t.since('onset', 5), t.logs(t.level('ERROR'))),
  ),
  ask('text', 'how often do we see "general contract" in the logs', t.count(t.anytime, t.logs(m.fault))),
  ask('text', 'how many lines mention the gantry clock', t.count(t.anytime, t.logs(t.says(/gantry clock/)))),

  ask(
    'attribute',
    'how many reads at the finish mat',
    t.count(
      t.anytime,
      t.requests(t.all(m.mats, m.mat('finish'))),
      t.requests(t.all(m.mats, m.mat('finish'), m.code(202))),
      t.metric('mat-reader', 'mat.reads', 'sum', m.at('mat', 'finish')),
    ),
  ),
  ask(
    'attribute',
    'entries for the tenk taken in the last hour',
    t.count(
      t.last(60),
      t.logs(t.all(m.entered, m.race('tenk'))),
      t.requests(t.all(m.desk, m.race('tenk'), m.code(201))),
    ),
  ),
  ask(
    'attribute',
    'frontgate requests from kiosk devices',
    t.count(t.anytime, t.requests(t.all(m.gate, m.device('kiosk'))), t.logs(t.all(m.gate, m.device('kiosk')))),
  ),
  ask(
    'attribute',
    'texts via bluecell sent in the last 20 min',
    t.count(
      t.last(20),
      t.logs(t.all(m.textSent, m.carrier('bluecell'))),
      t.requests(t.all(m.kin, m.carrier('bluecell'), m.code(200))),
      t.metric('kintext', 'texts.sent', 'sum', m.at('carrier', 'bluecell')),
    ),
  ),
  ask(
    'conditions',
    'phones that got a 502 on /r/:bib for the half',
    t.count(
      t.anytime,
      t.requests(t.all(m.route('/r/:bib'), m.code(502), m.device('phone'), m.race('half'))),
      t.differentOf(t.all(m.route('/r/:bib'), m.code(502), m.device('phone'), m.race('half')), 'visitor'),
    ),
  ),
  ask(
    'conditions',
    'kids entries refused with 409',
    t.count(t.anytime, t.requests(t.all(m.desk, m.race('kids'), m.code(409))), t.logs(t.all(m.full, m.race('kids')))),
  ),
  ask(
    'conditions',
    'km5 or km10: chips not in the list',
    t.count(t.anytime, t.requests(t.all(m.mats, m.mat('km5', 'km10'), m.code(404)))),
  ),
  ask(
    'exclusion',
    'errors not counting liveboard since {@onset}',
    t.count(t.since('onset'), t.logs(t.all(t.level('ERROR'), t.not(m.board))), t.failures(t.not(m.board))),
  ),
  ask(
    'slow',
    'card charges that took over 350 ms',
    t.count(t.anytime, t.requests(t.all(m.paybox, m.means('card'), t.longer(350)))),
  ),

  ask(
    'distinct',
    'how many different visitors came by in the last 10 min?',
    t.count(t.last(10), t.differentOf(m.gate, 'visitor')),
  ),
  ask('distinct', 'on how many mats do we read chips', t.count(t.anytime, t.differentOf(m.mats, 'mat'))),
  ask(
    'group',
    'chip reads per mat',
    t.groups(
      'count',
      t.anytime,
      m.each(m.MATS, (one) => t.requests(t.all(m.mats, m.mat(one)))),
    ),
  ),
  ask(
    'group',
    '502 pages split by device',
    t.groups(
      'count',
      t.anytime,
      m.each(m.DEVICES, (one) => t.requests(t.all(m.gate, m.code(502), m.device(one)))),
    ),
  ),
  ask(
    'group',
    'held texts per carrier',
    t.groups(
      'count',
      t.anytime,
      m.each(m.CARRIERS, (one) => t.failures(t.all(m.kin, m.carrier(one)))),
    ),
  ),
  ask(
    'group',
    'entries taken by race please',
    t.groups(
      'count',
      t.anytime,
      m.each(m.RACES, (one) => t.requests(t.all(m.desk, m.race(one), m.code(201)))),
    ),
  ),
  ask('group', 'errors in each service since {@onset+1}', (asked) => ({
    groups: Object.fromEntries(
      (
        [
          ['frontgate', m.gate],
          ['liveboard', m.board],
          ['certprint', m.certs],
          ['kintext', m.kin],
        ] as const
      ).map(([name, where]) => [name, t.numberOf(asked, 'count', t.since('onset', 1), t.errors(where))]),
    ),
  })),
  ask('top', 'which mat reads the most chips?', t.topOf(m.spansOf(m.mats), t.attribute('mat'))),
  ask('top', 'route of frontgate with the most failures', t.topOf(t.failedRequests(m.gate), t.attribute('route'))),
  ask('top', 'how do most people pay their fee?', t.topOf(m.spansOf(m.paybox), t.attribute('means'))),
  ask(
    'top',
    'which service has most errors',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),

  ...talk(
    'texts',
    ask('follow-up', 'texts sent to relatives, last 10 minutes', t.count(t.last(10), ...m.SENT)),
    ask('follow-up', 'and the ten minutes before those?', t.count(t.earlier(10, 10), ...m.SENT)),
    ask(
      'follow-up',
      'just northtel',
      t.count(
        t.earlier(10, 10),
        t.logs(t.all(m.textSent, m.carrier('northtel'))),
        t.requests(t.all(m.kin, m.carrier('northtel'), m.code(200))),
        t.metric('kintext', 'texts.sent', 'sum', m.at('carrier', 'northtel')),
      ),
    ),
  ),
  ...talk(
    'pages',
    ask(
      'follow-up',
      'how many pages failed at the frontgate since {@onset}?',
      t.count(t.since('onset'), t.failures(m.gate), t.logs(m.notServed)),
    ),
    ask(
      'follow-up',
      'only the certificates route',
      t.count(t.since('onset'), t.failures(m.route('/c/:bib')), t.logs(t.all(m.notServed, m.routeLine('/c/:bib')))),
    ),
    ask(
      'follow-up',
      'split that by device',
      t.groups(
        'count',
        t.since('onset'),
        m.each(m.DEVICES, (one) => t.failures(t.all(m.route('/c/:bib'), m.device(one)))),
      ),
    ),
  ),
  ...talk(
    'warn',
    ask('follow-up', 'warnings of the entrydesk', t.count(t.anytime, t.logs(t.all(m.desk, t.level('WARN'))))),
    ask('follow-up', 'same for splitcalc', t.count(t.anytime, t.logs(t.all(m.splits, t.level('WARN'))))),
    ask('follow-up', 'now only the last 25 min', t.count(t.last(25), t.logs(t.all(m.splits, t.level('WARN'))))),
  ),
]
