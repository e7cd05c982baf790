/** Counts, shares, durations, values, break-downs and comparisons of the learning platform: eighth round. */
import type { PointRow, SpanRow } from '../../records.ts'
import { countBy, durationsOf, percentile, requestsOf, type Window } from '../../truth.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const spansOf = (where: t.Where<SpanRow>) => (world: Parameters<t.Measure>[0], window?: Window) =>
  requestsOf(world, where, window)
const heap = 'jvm.memory.used'
const idle = (point: PointRow) => point.attributes['db.client.connection.state'] === 'idle'
const cpu = t.metric('grade-worker', 'process.cpu.utilization', 'mean')

function busiest(moments: readonly number[]): string[] {
  const ranked = countBy(moments, (timeMs) => new Date(timeMs).toISOString().slice(11, 16))
  return ranked.filter(([, number]) => number === ranked[0]?.[1]).map(([minute]) => minute)
}

export const LEARNING_NUMBERS_8 = [
  ask(
    'count',
    'How many requests did web-gateway handle in the last 30 minutes?',
    t.count(t.last(30), t.requests(m.gateway)),
  ),
  ask(
    'count',
    'how many submissions were graded since {@start+10}?',
    t.count(t.since('start', 10), t.requests(m.grader), t.logs(m.graded)),
  ),
  ask(
    'count',
    'Number of certificates issued?',
    t.count(t.anytime, t.logs(m.issued), t.requests(m.certificates), t.requests(m.certificatePosts)),
  ),
  ask(
    'count',
    'How many logins were refused between {@start+20} and {@start+50}?',
    t.count(
      t.during(['start', 20], ['start', 50]),
      t.logs(m.wrongPassword),
      t.requests(t.all(m.logins, m.status(401))),
      t.requests(t.all(m.login, m.status(401))),
    ),
  ),
  ask(
    'count',
    'Count the 404 responses of course-api.',
    t.count(t.anytime, t.requests(t.all(m.courseApi, m.status(404)))),
  ),
  ask(
    'count',
    'How many 500 errors did web-gateway return in the last 15 minutes?',
    t.count(t.last(15), t.requests(t.all(m.gateway, m.status(500)))),
  ),
  ask(
    'count',
    'hi, how many requests did we get from hartmann in the last hour? thanks',
    t.count(t.last(60), t.requests(t.all(m.gateway, m.school('hartmann'))), t.requests(m.school('hartmann'))),
  ),
  ask(
    'count',
    'how many web-gateway requests come from the android app (learn-android)',
    t.count(t.anytime, t.requests(m.client('learn-android'))),
  ),
  ask(
    'count',
    'How many times was POST /api/login called in the last 45 minutes?',
    t.count(t.last(45), t.requests(m.logins)),
  ),
  ask(
    'count',
    'failed submissions of lakeside on safari since {@onset}',
    t.count(t.since('onset'), t.failures(t.all(m.submissions, m.school('lakeside'), m.client('safari')))),
  ),
  ask(
    'count',
    'Students told us that mails bounced. How many bounced?',
    t.count(t.anytime, t.logs(m.bounced), t.failures(m.mails)),
  ),
  ask(
    'class-of-codes',
    'How many 4xx did web-gateway answer in the last 20 minutes?',
    t.count(t.last(20), t.requests(t.all(m.gateway, m.status(401, 404, 422)))),
  ),
  ask(
    'class-of-codes',
    'successful (2xx) responses of quiz-service before {@onset}',
    t.count(t.before('onset'), t.requests(t.all(m.quiz, m.status(200, 202)))),
  ),
  ask(
    'text',
    'How often does "password authentication failed" appear in the logs?',
    t.count(t.anytime, t.logs(m.refusedPassword)),
  ),
  ask('text', 'how many GC pauses did course-api log', t.count(t.anytime, t.logs(t.says(/^GC pause/)))),
  ask(
    'text',
    'lines that mention "Font Lato Black missing"',
    t.count(t.anytime, t.logs(t.says(/Font Lato Black missing/))),
  ),
  ask(
    'level',
    'How many warnings did course-api log?',
    t.count(t.anytime, t.logs(t.all(m.courseApi, t.level('WARN')))),
  ),
  ask(
    'level',
    'error log lines of quiz-service from {@onset+1} to {@onset+11}',
    t.count(t.during(['onset', 1], ['onset', 11]), t.logs(t.all(m.quiz, t.level('ERROR')))),
  ),
  ask(
    'attribute',
    'How many submissions with quiz.kind essay did grade-worker process?',
    t.count(t.anytime, t.requests(t.all(m.grader, m.kind('essay')))),
  ),
  ask(
    'attribute',
    'mail-sender lines with template=certificate_ready_parent',
    t.count(t.anytime, t.logs(t.all(m.mails, t.has('template', 'certificate_ready_parent')))),
  ),
  ask(
    'exclusion',
    'How many requests to web-gateway failed, apart from those of northfield?',
    t.count(t.anytime, t.failures(t.all(m.gateway, t.not(m.school('northfield'))))),
  ),
  ask(
    'exclusion',
    'web-gateway requests without POST /api/login between {@start+10} and {@start+40}',
    t.count(t.during(['start', 10], ['start', 40]), t.requests(t.all(m.gateway, t.not(t.named('POST /api/login'))))),
  ),
  ask(
    'slow',
    'How many POST /api/certificates requests took longer than 1.5 seconds?',
    t.count(t.anytime, t.requests(t.all(m.certificatePosts, t.longer(1500)))),
  ),
  ask(
    'slow',
    'lesson requests slower than 50 ms on web-gateway, last 30 min',
    t.count(t.last(30), t.requests(t.all(m.lessons, t.longer(50)))),
  ),
  ask(
    'outcome',
    'How many quizzes could not be loaded?',
    t.count(t.anytime, t.logs(m.notLoaded), t.failures(m.quizPages)),
  ),
  ask(
    'outcome',
    'how many submissions were too late (422)',
    t.count(t.anytime, t.requests(t.all(m.submissions, m.status(422))), t.logs(t.says(/^Submission of .* is late/))),
  ),

  ask('ratio', 'What is the error rate of quiz-service right now?', t.percent(m.now, t.share(m.quiz))),
  ask('ratio', 'What percentage of logins is refused?', t.percent(t.anytime, t.share(m.logins, m.status(401)))),
  ask(
    'ratio',
    'share of web-gateway requests that come from safari, please',
    t.percent(t.anytime, t.share(m.gateway, m.client('safari'))),
  ),
  ask(
    'ratio',
    'What fraction of the mails bounces?',
    t.percent(t.anytime, t.share(m.mails), t.logShare(t.all(m.mails, t.says(/^mail delivered|^smtp 550/)), m.bounced)),
  ),
  ask(
    'ratio',
    'failure rate of POST /api/quizzes/:quizId/submissions since {@onset+1}',
    t.percent(t.since('onset', 1), t.share(m.submissions)),
  ),
  ask(
    'percentile',
    'What is the p95 latency of POST /api/certificates?',
    t.millis(t.anytime, t.took(m.certificatePosts, 0.95)),
  ),
  ask(
    'percentile',
    'median grading time of essays (process submissions, quiz.kind=essay)',
    t.millis(t.anytime, t.took(t.all(m.grader, m.kind('essay')), 0.5)),
  ),
  ask('percentile', 'p99 of course-api in the last half hour', t.millis(t.last(30), t.took(m.courseApi, 0.99))),
  ask('mean-max', 'How long does a POST /api/login take on average?', t.millis(t.anytime, t.took(m.logins, 'mean'))),
  ask(
    'mean-max',
    'what was the longest process submissions on grade-worker for a code quiz',
    t.millis(t.anytime, t.took(t.all(m.grader, m.kind('code')), 'max')),
  ),
  ask(
    'mean-max',
    'avg response time quiz-service before {@onset}',
    t.millis(t.before('onset'), t.took(m.quiz, 'mean')),
  ),
  ask(
    'stated',
    'What is the lowest score that was graded?',
    t.value(t.anytime, t.stated(/^graded .* score=(\d+)/, 'min')),
  ),
  ask(
    'stated',
    'average score of the graded essays',
    t.value(t.anytime, t.stated(/^graded .* kind=essay score=(\d+)/, 'mean')),
  ),
  ask(
    'sum',
    'total time course-api spent in GC pauses since {@start}',
    t.within(0.01, t.millis(t.since('start'), t.stated(/^GC pause of (\d+) ms/, 'sum'))),
  ),
  ask(
    'rate',
    'requests per second at web-gateway, last 10 minutes',
    t.perS(t.last(10), t.perSecond(t.requests(m.gateway))),
  ),
  ask(
    'rate',
    'How many submissions per minute did grade-worker process before {@onset}?',
    t.perS(t.before('onset'), t.perSecond(t.requests(m.grader))),
  ),
  ask(
    'distinct',
    'How many different students logged in successfully?',
    t.count(
      t.anytime,
      t.differentOf(t.all(m.logins, m.status(200)), 'enduser.id'),
      t.differentIn(t.says(/^login succeeded/), 'student'),
    ),
  ),
  ask('distinct', 'how many schools use web-gateway', t.count(t.anytime, t.differentOf(m.gateway, 'org.id'))),
  ask(
    'metric',
    'What is the highest heap usage (jvm.memory.used) of certificate-service?',
    t.bytes(t.anytime, t.metric('certificate-service', heap, 'max')),
  ),
  ask(
    'metric',
    'memory of course-api right now?',
    t.bytes(m.now, t.metric('course-api', heap, 'last'), t.metric('course-api', heap, 'mean')),
  ),
  ask('metric', 'average cpu utilization of grade-worker before {@onset}', (asked) => ({
    numbers: [{ ...t.numberOf(asked, 'any', t.before('onset'), [cpu, t.scaled(cpu, 100)]), tolerance: 0.02 }],
  })),
  ask(
    'metric',
    'How many idle database connections did quiz-service have on average before {@onset}?',
    t.within(0.02, t.value(t.before('onset'), t.metric('quiz-service', 'db.client.connection.count', 'mean', idle))),
  ),
  ask(
    'metric',
    'max kafka.consumer.records_lag in the last hour',
    t.value(t.last(60), t.metric('grade-worker', 'kafka.consumer.records_lag', 'max')),
  ),
  ask(
    'metric',
    'mean http.server.request.duration of course-api since {@start+5}',
    t.millis(t.since('start', 5), t.scaled(m.meanOfHistogram('course-api', 'http.server.request.duration'), 1000)),
  ),

  ask(
    'group',
    'Could you break the web-gateway requests down by school (org.id)?',
    t.groups(
      'count',
      t.anytime,
      m.each(m.SCHOOLS, (one) => t.requests(t.all(m.gateway, m.school(one)))),
    ),
  ),
  ask(
    'group',
    'failed web-gateway requests by http.route',
    t.groupsBy(t.anytime, spansOf(t.all(m.gateway, t.failed)), t.attribute('http.route')),
  ),
  ask(
    'group',
    'Status codes of web-gateway in the last 30 minutes',
    t.groups(
      'count',
      t.last(30),
      m.each(['200', '201', '202', '401', '404', '422', '500'], (one) =>
        t.requests(t.all(m.gateway, m.status(Number(one)))),
      ),
    ),
  ),
  ask(
    'group',
    'How many submissions were graded per quiz.kind?',
    t.groups(
      'count',
      t.anytime,
      m.each(m.KINDS, (one) => t.requests(t.all(m.grader, m.kind(one)))),
    ),
  ),
  ask(
    'group',
    'error rate per browser (user_agent.name) on web-gateway since {@onset}',
    t.groups(
      'percent',
      t.since('onset'),
      m.each(m.CLIENTS, (one) => t.share(t.all(m.gateway, m.client(one)))),
    ),
  ),
  ask(
    'group',
    'requests of quiz-service by k8s.pod.name',
    t.groupsBy(t.anytime, spansOf(m.quiz), (row) => row.instance),
  ),
  ask(
    'group',
    'p95 of the lesson requests at web-gateway for each school',
    t.groups(
      'ms',
      t.anytime,
      m.each(m.SCHOOLS, (one) => t.took(t.all(m.lessons, m.school(one)), 0.95)),
    ),
  ),
  ask(
    'attribute',
    '500s of quiz-service on k8s.node.name node-b',
    t.count(
      t.anytime,
      t.requests((row) => m.quiz(row) && m.status(500)(row) && row.resource?.['k8s.node.name'] === 'node-b'),
    ),
  ),
  ask('top', 'Which school has the most failed requests?', t.topOf(t.failedRequests(m.gateway), t.attribute('org.id'))),
  ask(
    'top',
    'which route of web-gateway gets the most traffic',
    t.topOf((world) => requestsOf(world, m.gateway), t.attribute('http.route')),
  ),
  ask(
    'top',
    'Which kind of quiz (quiz.kind) takes longest to grade?',
    t.words({ first: { name: 'code', among: m.KINDS } }),
  ),
  ask('top', 'What are the two slowest services by p95?', ({ world }) => {
    const p95 = (service: string) => percentile(durationsOf(requestsOf(world, t.of(service))), 0.95)
    const ranked = world.services.toSorted((a, b) => p95(b) - p95(a))
    return { names: ranked.slice(0, 2) }
  }),

  ask(
    'window',
    'How many submissions came in between {@start+15} and {@start+25}?',
    t.count(
      t.during(['start', 15], ['start', 25]),
      t.requests(m.submissions),
      t.requests(m.grader),
      t.logs(t.says(/^Accepted SUB-/)),
    ),
  ),
  ask(
    'window',
    'failed requests at web-gateway in the first ten minutes after {@onset}',
    t.count(t.during(['onset', 0], ['onset', 10]), t.failures(m.gateway)),
  ),
  ask(
    'window',
    'wrong passwords since the login-service release',
    t.count(
      t.sinceMark('release'),
      t.logs(m.wrongPassword),
      t.requests(t.all(m.logins, m.status(401))),
      t.requests(t.all(m.login, m.status(401))),
    ),
  ),
  ask(
    'window',
    'course-api requests from {@onset-20} until {@onset-5}',
    t.count(t.during(['onset', -20], ['onset', -5]), t.requests(m.courseApi)),
  ),
  ask(
    'window',
    'certificates issued in the half hour before {@onset}',
    t.count(
      t.during(['onset', -30], ['onset', 0]),
      t.logs(m.issued),
      t.requests(m.certificates),
      t.requests(m.certificatePosts),
    ),
  ),
  ask(
    'compare',
    'Compare the failure rate of quiz-service in the 10 minutes before {@onset} with the 10 minutes after {@onset+1}.',
    t.compared(
      'percent',
      t.share(m.quiz),
      t.during(['onset', -10], ['onset', 0]),
      t.during(['onset', 1], ['onset', 11]),
    ),
  ),
  ask(
    'compare',
    'northfield vs lakeside, number of web-gateway requests',
    t.groups(
      'count',
      t.anytime,
      m.each(['northfield', 'lakeside'], (one) => t.requests(t.all(m.gateway, m.school(one)))),
    ),
  ),
  ask(
    'compare',
    'Was login-service slower after its release? median 20 minutes before and 20 minutes after please',
    t.compared('ms', t.took(m.login, 0.5), t.ahead('release', 20), t.after('release', 20)),
  ),
  ask(
    'compare',
    'graded submissions {@onset-15} to {@onset} against {@onset+2} to {@onset+17}',
    t.compared(
      'count',
      t.requests(m.grader),
      t.during(['onset', -15], ['onset', 0]),
      t.during(['onset', 2], ['onset', 17]),
    ),
  ),
  ask(
    'several',
    'How many requests did quiz-service get since {@onset}, and how many of them failed?',
    t.both(t.since('onset'), ['count', t.requests(m.quiz)], ['count', t.failures(m.quiz)]),
  ),
  ask('when', 'In which minute did web-gateway have the most 500s?', ({ world }) => {
    const failed = requestsOf(world, t.all(m.gateway, m.status(500)))
    return {
      saysFirst: [[...busiest(failed.map(({ startMs }) => startMs)), ...busiest(failed.map(({ endMs }) => endMs))]],
    }
  }),
  ask('when', 'when was the last mail that bounced', ({ world }) => ({
    time: {
      at: new Date(world.logs.findLast(m.bounced)?.timeMs ?? 0).toISOString(),
      toleranceS: 20,
    },
  })),
  ask('when', 'When did login-service 4.8.0 go live?', t.began('release', 90)),
]
