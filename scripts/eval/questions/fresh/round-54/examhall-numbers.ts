/** Shares, durations, rates, metrics and comparisons of the online exams. Fifty-fourth round. */
import { whole } from '../../truth.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const memory = (service: string, what: t.Statistic) => m.gauge(service, 'process.memory.usage', what)
const cpu = (service: string, what: t.Statistic) => m.gauge(service, 'process.cpu.utilization', what)
const since = t.since('onset', 1)
const broken = t.all(m.submitting, m.exam(...m.BROKEN))
const ROUTES = {
  '/exams/:exam': m.opening,
  '/exams/:exam/answers': m.saving,
  '/exams/:exam/start': m.starting,
  '/exams/:exam/submit': m.submitting,
  '/results/:exam': m.looking,
}
const byRoute = (measure: (where: t.Where) => t.Measure) =>
  Object.fromEntries(Object.entries(ROUTES).map(([name, where]) => [name, measure(where as t.Where)]))
/** The last or the highest of a gauge for each value of an attribute. */
const values =
  (names: readonly string[], measure: (name: string) => t.Measure, tolerance: number): t.Expect =>
  (asked) => ({
    groups: Object.fromEntries(
      names.map((one) => [one, { ...t.numberOf(asked, 'any', t.anytime, [measure(one)]), tolerance }]),
    ),
  })
const mostOf =
  (names: readonly string[], measure: (name: string) => t.Measure): t.Expect =>
  ({ world }) => {
    const of = (name: string) => measure(name)(world, whole(world))
    return { first: { name: names.toSorted((a, b) => of(b) - of(a))[0] ?? '', among: [...names] } }
  }

export const EXAMHALL_NUMBERS_54 = [
  ask(
    'ratio',
    'share of submits that fail right now',
    t.percent(t.last(5), t.share(m.submitting), t.share(m.submitting, m.status(409, 504)), t.share(m.desk)),
  ),
  ask('ratio', 'error rate of exam-portal since {@onset+1}', t.percent(since, t.share(m.portal))),
  ask('ratio', 'failure rate on POST /v1/drafts/flush, last 15 min', t.percent(t.last(15), t.share(m.flushing))),
  ask(
    'ratio',
    'what percentage of proofs gets refused?',
    t.percent(t.anytime, t.share(m.identity, m.status(403, 422))),
  ),
  ask(
    'ratio',
    'LAW-305 submits: % with `http.response.status_code` >= 500 since {@onset+1}',
    t.percent(since, t.share(t.all(m.submitting, m.exam('LAW-305')))),
  ),
  ask(
    'ratio',
    'bounce rate of the results mails',
    t.percent(t.anytime, t.logShare(t.all(m.mailer, t.says(/^results mail/)), m.bounced)),
  ),

  ask('percentile', 'p95 of question-bank in the last 30 minutes', t.millis(t.last(30), t.took(m.bank, 0.95))),
  ask(
    'percentile',
    'p99 by route on exam-portal',
    t.groups(
      'ms',
      t.anytime,
      byRoute((where) => t.took(where, 0.99)),
    ),
  ),
  ask('percentile', 'p50 of POST /v1/proofs', t.millis(t.anytime, t.took(m.identity, 0.5))),
  ask(
    'percentile',
    'p99 of POST /exams/:exam/submit before {@onset}',
    t.millis(t.before('onset'), t.took(m.submitting, 0.99)),
  ),
  ask('percentile', 'median time a plagiarism check takes', t.millis(t.anytime, t.took(m.plagiarism, 0.5))),
  ask(
    'mean-max',
    'avg duration of `exam.graded process` on results-mailer',
    t.millis(t.anytime, t.took(m.mailer, 'mean')),
  ),
  ask('mean-max', 'how long does grading a sheet take on average?', t.millis(t.anytime, t.took(m.grader, 'mean'))),
  ask('mean-max', 'the longest identity proof took how long', t.millis(t.anytime, t.took(m.identity, 'max'))),
  ask(
    'slowest',
    'which portal route is the slowest at p95?',
    t.words({ saysFirst: [['/submit']], neverFirst: ['log records'] }),
  ),
  ask(
    'slowest',
    'show me one of the slowest traces',
    t.words({ says: [['submit', 'flush', 'submission-desk', 'answer-autosave']] }),
  ),

  ask('rate', 'requests per second on exam-portal, last 30 min', t.perS(t.last(30), t.perSecond(t.requests(m.portal)))),
  ask('rate', 'drafts saved per minute before {@onset}', t.perS(t.before('onset'), ...m.SAVED.map(t.perSecond))),
  ask('rate', 'and drafts saved per minute from {@onset+1} on?', t.perS(since, ...m.SAVED.map(t.perSecond))),
  ask('rate', 'failed submits a minute since {@onset+1}', t.perS(since, ...m.TIMED_OUT.map(t.perSecond))),

  ask('sum', 'sum of `kb` over all stored chunks', t.value(t.anytime, m.sumOf(m.stored, 'kb'))),
  ask('sum', 'total pages of the accepted submissions', t.count(t.anytime, m.sumOf(m.accepted, 'pages'))),
  ask(
    'sum',
    'how many reminder mails went out altogether (field `mails` of the batches sent)',
    t.count(t.anytime, m.sumOf(t.says(/^reminder batch sent/), 'mails')),
  ),
  ask('field', 'avg `points` of graded sheets', t.within(0.01, t.value(t.anytime, m.meanOf(m.graded, 'points')))),
  ask(
    'field',
    'highest similarity the plagiarism check found',
    t.value(t.anytime, t.stated(/similarity (\d+) percent/, 'max')),
  ),

  ask(
    'metric',
    'how many students sit in LAW-305 at the moment?',
    t.within(0.02, t.value(t.anytime, m.students('LAW-305', 'last'))),
  ),
  ask(
    'metric',
    'students in exams right now, all exams together',
    t.within(
      0.02,
      t.value(
        t.anytime,
        m.allOf(m.EXAMS, (one) => m.students(one, 'last')),
      ),
    ),
  ),
  ask('metric', 'max `upload.backlog` for webcam', t.within(0.01, t.value(t.anytime, m.backlog('webcam', 'max')))),
  ask('metric', 'current grading queue for essays', t.within(0.04, t.value(t.anytime, m.queue('essay', 'last')))),
  ask('metric', 'kafka lag on partition 2 now', t.within(0.03, t.value(t.anytime, m.lag('2', 'last')))),
  ask('metric', 'peak memory of identity-proof', t.within(0.01, t.bytes(t.anytime, memory('identity-proof', 'max')))),
  ask(
    'metric',
    'memory grading-worker uses rihgt now',
    t.within(0.02, t.bytes(t.anytime, memory('grading-worker', 'last'))),
  ),
  ask(
    'metric',
    'highest cpu of proctor-upload',
    t.within(0.015, t.value(t.anytime, cpu('proctor-upload', 'max'), t.scaled(cpu('proctor-upload', 'max'), 100))),
  ),
  ask('metric-group', 'latest `kafka.consumer.lag` of partitions 2 and 3', (asked) => ({
    numbers: ['2', '3'].map((id) => ({ ...t.numberOf(asked, 'any', t.anytime, [m.lag(id, 'last')]), tolerance: 0.03 })),
  })),
  ask(
    'metric-group',
    'last value of `upload.backlog` by `proctor.source`',
    values(m.SOURCES, (one) => m.backlog(one, 'last'), 0.03),
  ),
  ask(
    'metric-group',
    'average grading.queue.length per `exam.kind`',
    values(['essay', 'choice', 'code'], (one) => m.queue(one, 'mean'), 0.05),
  ),
  ask(
    'top',
    'which exam has most students in it at the moment?',
    mostOf(m.EXAMS, (one) => m.students(one, 'last')),
  ),

  ask(
    'compare',
    'p95 GET /v1/papers/:exam before and after 6.2.0',
    t.compared('ms', t.took(m.bank, 0.95), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'accepted submissions {@onset-20}-{@onset} vs {@onset+1}-{@onset+21}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -20], ['onset', 0]), m.ACCEPTED),
      t.numberOf(asked, 'count', t.during(['onset', 1], ['onset', 21]), m.ACCEPTED),
    ],
  })),
  ask(
    'compare',
    'portal requests last 10 min vs the 10 min 45 minutes ago',
    t.compared('count', t.requests(m.portal), t.last(10), t.earlier(10, 45)),
  ),
  ask(
    'compare',
    'failure rate of submits: LAW-305 against BIO-220, since {@onset+1}',
    t.groups(
      'percent',
      since,
      m.each(['LAW-305', 'BIO-220'], (one) => t.share(t.all(m.submitting, m.exam(one)))),
    ),
  ),
  ask(
    'compare',
    'p50 of proofs, eid vs passport',
    t.groups(
      'ms',
      t.anytime,
      m.each(['eid', 'passport'], (one) => t.took(t.all(m.identity, m.proof(one)), 0.5)),
    ),
  ),
  ask('trend', 'is the lag on partition 3 still going up?', t.verdict('yes', 'up')),
  ask('trend', 'is the webcam backlog growing', t.verdict('yes', 'up')),
  ask('trend', 'do the essays in the grading queue get fewer?', t.verdict('yes', 'down')),
  ask('trend', 'has question-bank become slower since 6.2.0?', t.verdict('yes', 'bad')),
  ask(
    'anomaly',
    'does `kafka.consumer.lag` look weird anywhere?',
    t.words({
      says: [['\\brise|\\brose|\\brising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|from \\d']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),

  ask(
    'several',
    'p50, p95 and p99 of POST /v1/proofs pls',
    t.both(
      t.anytime,
      ['ms', t.took(m.identity, 0.5)],
      ['ms', t.took(m.identity, 0.95)],
      ['ms', t.took(m.identity, 0.99)],
    ),
  ),
  ask('several', 'how many submits did we get in the last 30 min and how many of them failed?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.last(30), [t.requests(m.submitting)]),
      t.numberOf(asked, 'count', t.last(30), m.FAILED),
    ],
  })),
  ask('several', 'students in STAT-101 now? and the lag of partition 2?', (asked) => ({
    numbers: [m.students('STAT-101', 'last'), m.lag('2', 'last')].map((one) => ({
      ...t.numberOf(asked, 'any', t.anytime, [one]),
      tolerance: 0.03,
    })),
  })),

  ...talk(
    'latency',
    ask('follow-up', 'p95 of identity-proof?', t.millis(t.anytime, t.took(m.identity, 0.95))),
    ask('follow-up', 'only `proof.method` = eid', t.millis(t.anytime, t.took(t.all(m.identity, m.proof('eid')), 0.95))),
    ask(
      'follow-up',
      'and student_card?',
      t.millis(t.anytime, t.took(t.all(m.identity, m.proof('student_card')), 0.95)),
    ),
    ask(
      'follow-up',
      'max instead of p95',
      t.millis(t.anytime, t.took(t.all(m.identity, m.proof('student_card')), 'max')),
    ),
  ),
  ...talk(
    'rates',
    ask('follow-up', 'error rate of submission-desk, last 20 min', t.percent(t.last(20), t.share(m.desk))),
    ask(
      'follow-up',
      'just STAT-101, BIO-220 and LAW-305',
      t.percent(t.last(20), t.share(t.all(m.desk, m.exam(...m.BROKEN))), t.share(broken)),
    ),
    ask(
      'follow-up',
      'what about answer-autosave in that time?',
      t.percent(t.last(20), t.share(m.autosave), t.share(t.all(m.autosave, m.exam(...m.BROKEN)))),
    ),
  ),
  ...talk(
    'lagging',
    ask('follow-up', 'highest lag of partition 3?', t.within(0.02, t.value(t.anytime, m.lag('3', 'max')))),
    ask('follow-up', 'partition 2', t.within(0.02, t.value(t.anytime, m.lag('2', 'max')))),
    ask('follow-up', 'and partition 1?', t.value(t.anytime, m.lag('1', 'max'))),
  ),
  ...talk(
    'hall',
    ask(
      'follow-up',
      'how many students are in MATH-201 now',
      t.within(0.03, t.value(t.anytime, m.students('MATH-201', 'last'))),
    ),
    ask(
      'follow-up',
      'rising or falling?',
      t.words({
        saysFirst: [['fall|fell|drop|declin|decreas|lower|down|fewer|shrink']],
        neverFirst: ['\\brising\\b(?! or)|\\brose\\b|increas'],
      }),
    ),
    ask('follow-up', 'what was the most?', t.within(0.02, t.value(t.anytime, m.students('MATH-201', 'max')))),
  ),
]
