/** Shares, durations, rates, metrics and comparisons of the race timing. Fifty-first round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const battery = (mat: string, what: t.Statistic) => t.metric('mat-reader', 'mat.battery', what, m.at('mat', mat))
const course = (race: string, what: t.Statistic) => t.metric('splitcalc', 'runners.on_course', what, m.at('race', race))
const viewers = (race: string, what: t.Statistic) => t.metric('liveboard', 'board.viewers', what, m.at('race', race))
const memory = (service: string, what: t.Statistic) => t.metric(service, 'memory.used', what)
const since = t.since('onset', 1)

export const RACETIMING_NUMBERS_51 = [
  ask('ratio', 'liveboard failure rate since {@onset+1}', t.percent(since, t.share(m.board))),
  ask(
    'ratio',
    'what share of the half marathon boards fails at the moment?',
    t.percent(
      t.last(5),
      t.share(t.all(m.tables, m.race('half'))),
      t.share(t.all(m.board, m.race('half'))),
      t.share(t.all(m.route('/b/:race'), m.race('half'))),
    ),
  ),
  ask('ratio', 'error rate frontgate, last quarter hour', t.percent(t.last(15), t.share(m.gate))),
  ask(
    'ratio',
    'how many percent of the certificates failed since {@onset+1}',
    t.percent(since, t.share(m.certs), t.share(m.route('/c/:bib'))),
  ),
  ask(
    'ratio',
    'percentage of entry cards declined',
    t.percent(t.anytime, t.share(m.paybox, m.code(402)), t.share(t.all(m.paybox, m.means('card')), m.code(402))),
  ),
  ask('ratio', 'share of chip reads that are doubles', t.percent(t.anytime, t.share(m.mats, m.code(208)))),

  ask('percentile', 'p95 cert.render', t.millis(t.anytime, t.took(m.certs, 0.95))),
  ask(
    'percentile',
    'median of photo.match since {@release+1}',
    t.millis(t.since('release', 1), t.took(m.matching, 0.5)),
  ),
  ask('percentile', 'p99 latency frontgate over the last half hour', t.millis(t.last(30), t.took(m.gate, 0.99))),
  ask(
    'percentile',
    '95th percentile of rank.table before {@onset}',
    t.millis(t.before('onset'), t.took(m.tables, 0.95)),
  ),
  ask('percentile', 'p50 text.send on skyline', t.millis(t.anytime, t.took(t.all(m.kin, m.carrier('skyline')), 0.5))),
  ask('mean-max', 'longest certificate render in the last hour?', t.millis(t.last(60), t.took(m.certs, 'max'))),
  ask(
    'slowest',
    'which carrier is the slowest for texts?',
    t.words({ saysFirst: [['skyline']], neverFirst: ['^\\W*(?:northtel|bluecell)'] }),
  ),
  ask('slowest', 'slowest operation of all?', t.words({ saysFirst: [['photo\\.match', 'photomatch']] })),

  ask(
    'rate',
    'chip reads per minute',
    t.perS(t.anytime, t.perSecond(t.requests(m.mats)), t.perSecond(t.logs(m.taken))),
  ),
  ask('rate', 'req/s on frontgate last 8 minutes', t.perS(t.last(8), t.perSecond(t.requests(m.gate)))),
  ask(
    'rate',
    'texts sent per minute before {@onset}',
    t.perS(t.before('onset'), ...m.SENT.map(t.perSecond), t.perSecond(t.requests(m.kin))),
  ),
  ask(
    'rate',
    'How many photos do we match per hour?',
    t.perS(t.anytime, t.perSecond(t.logs(m.matched)), t.perSecond(t.requests(m.matching))),
  ),

  ask('sum', 'cents charged in total for entries', t.count(t.anytime, m.sumOf(m.charged, 'cents'))),
  ask(
    'sum',
    'how many runners were at the line in all waves together',
    t.count(t.anytime, t.stated(/^gun fired for wave \w, (\d+) at the line/, 'sum')),
  ),
  ask('mean-max', 'average pace on the splits', t.within(0.02, t.value(t.anytime, m.meanOf(m.timed, 'pace')))),

  ask('metric', 'battery of the km10 mat now', t.within(0.02, t.value(t.anytime, battery('km10', 'last')))),
  ask(
    'metric',
    'runners still out on the marathon course',
    t.within(0.01, t.value(t.anytime, course('marathon', 'last'))),
  ),
  ask('metric', 'max viewers of the half board', t.within(0.01, t.value(t.anytime, viewers('half', 'max')))),
  ask('metric', 'text credit left', t.within(0.01, t.value(t.anytime, t.metric('kintext', 'text.credit', 'last')))),
  ask('metric', 'peak of the photo.uploads queue', t.value(t.anytime, t.metric('photomatch', 'queue.depth', 'max'))),
  ask(
    'metric',
    'mean queue depth of chip.reads last 30 minutes',
    t.within(0.08, t.value(t.last(30), t.metric('splitcalc', 'queue.depth', 'mean'))),
  ),
  ask('metric', 'liveboard memory at its highest', t.within(0.01, t.bytes(t.anytime, memory('liveboard', 'max')))),
  ask(
    'metric',
    'rank.failures for the half, total',
    t.within(0.03, t.count(t.anytime, t.metric('liveboard', 'rank.failures', 'sum'), t.failures(m.board))),
  ),
  ask('metric', 'mat.battery per mat, latest', (asked) => ({
    groups: Object.fromEntries(
      m.MATS.map((one) => [one, { ...t.numberOf(asked, 'any', t.anytime, [battery(one, 'last')]), tolerance: 0.02 }]),
    ),
  })),
  ask('trend', 'is the text credit shrinking?', t.verdict('yes', 'down')),
  ask(
    'trend',
    'viewers of the marathon board: more or fewer over time?',
    t.words({
      saysFirst: [['more\\b', 'ris', 'rose', 'grow', 'grew', 'up\\b', 'increas', 'higher', 'climb']],
      neverFirst: ['\\bfewer\\b(?! over)', 'falling', 'decreas'],
    }),
  ),
  ask(
    'anomaly',
    'is there anything odd about rank.failures',
    t.words({
      says: [['half', 'ris', 'rose', 'jump', 'increas', 'from 0', 'spike', 'higher', 'yes', 'unusual', 'grew']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),

  ask(
    'compare',
    'photo.match median before and after {@release}',
    t.compared('ms', t.took(m.matching, 0.5), t.before('release'), t.since('release')),
  ),
  ask('compare', 'texts sent last 15 min vs the 15 before', (asked) => ({
    numbers: [t.last(15), t.earlier(15, 15)].map((when) => t.numberOf(asked, 'count', when, m.SENT)),
  })),
  ask(
    'compare',
    'are kiosks hit harder than phones since {@onset+1}? error rates',
    t.groups(
      'percent',
      since,
      m.each(['kiosk', 'phone'], (one) => t.share(t.all(m.gate, m.device(one)))),
    ),
  ),
  ask(
    'several',
    'median and p99 of fee.charge',
    t.both(t.anytime, ['ms', t.took(m.paybox, 0.5)], ['ms', t.took(m.paybox, 0.99)]),
  ),
  ask('several', 'how many certificates were made and how many failed in the last 20 min', (asked) => ({
    numbers: [t.numberOf(asked, 'count', t.last(20), m.MADE), t.numberOf(asked, 'count', t.last(20), m.NOT_MADE)],
  })),

  ...talk(
    'speed',
    ask('follow-up', 'p95 on /enter', t.millis(t.anytime, t.took(m.route('/enter'), 0.95))),
    ask('follow-up', 'what about /c/:bib', t.millis(t.anytime, t.took(m.route('/c/:bib'), 0.95))),
    ask('follow-up', 'and its median', t.millis(t.anytime, t.took(m.route('/c/:bib'), 0.5))),
  ),
  ...talk(
    'failing-share',
    ask('follow-up', 'certprint error rate in the last 12 minutes', t.percent(t.last(12), t.share(m.certs))),
    ask('follow-up', 'kintext as well?', t.percent(t.last(12), t.share(m.kin))),
    ask('follow-up', 'and in the half hour up to {@onset}', t.percent(t.ahead('onset', 30), t.share(m.kin))),
  ),
]
