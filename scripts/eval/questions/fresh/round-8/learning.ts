/** Questions to the learning platform that are no plain numbers, threads, refusals: eighth round. */
import type { World } from '../../records.ts'
import { requestsOf } from '../../truth.ts'
import { LEARNING_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { LEARNING_NUMBERS_8 } from './learning-numbers.ts'
import * as m from './rows.ts'

const SECRET = ['password', 'credential', 'secret', 'authenticat', '28P01']

/** The student of the last mail that bounced. */
function lastBounced(world: World): string {
  return String(world.logs.findLast(m.bounced)?.attributes['student'])
}

export const LEARNING_8 = [
  ask('state', 'Is the platform healthy at the moment?', t.trouble()),
  ask('state', 'Can students submit their quizzes right now?', t.verdict('no', 'good')),
  ask('state', 'is quiz-service still failing?', t.verdict('yes', 'bad')),
  ask('state', 'Has quiz-service recovered in the meantime?', t.verdict('no', 'good')),
  ask('state', 'Are certificates still being issued normally?', t.verdict('yes', 'good')),
  ask('health', 'Is course-api healthy?', t.healthy),
  ask('health', 'Does login-service have any problems?', t.noTrouble),
  ask('health', 'Is grade-worker the problem?', t.verdict('no', 'bad')),
  ask('health', 'why is course-api so slow?', t.denied('course-api')),
  ask('health', 'Did mail-sender crash?', t.verdict('no', 'bad')),
  ask('health', 'Is the kafka.consumer.records_lag of grade-worker growing?', t.verdict('no', 'up')),
  ask('health', 'did the cpu utilization of grade-worker go down after {@onset}?', t.verdict('yes', 'down')),
  ask(
    'health',
    'Are more than half of the submissions at web-gateway failing since {@onset+1}?',
    t.verdict('yes', 'fact'),
  ),
  ask('cause', 'Why do students get an error when they hand in a quiz?', t.because(LEARNING_INCIDENT, 'mechanism')),
  ask('cause', 'What is the root cause, and since when does it happen?', t.becauseFirst(LEARNING_INCIDENT, 'time')),
  ask('cause', 'what broke', t.because(LEARNING_INCIDENT)),
  ask('cause', 'Hi team, what is wrong with quiz-service?', t.words({ says: [SECRET] })),
  ask('cause', 'Is it Kafka, Postgres, the network or our code?', t.because(LEARNING_INCIDENT, 'mechanism')),
  ask('cause', 'why are fewer submissions being graded than usual', t.because(LEARNING_INCIDENT)),
  ask('since', 'When did the 500 errors start?', t.began()),
  ask('since', 'since when can nobody hand in a quiz', t.began()),
  ask('how-long', 'How long has quiz-service been failing now?', t.lasted()),
  ask('impact', 'How many students were affected by the failures (enduser.id)?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.anytime, [
        t.differentOf(t.all(m.gateway, t.failed), 'enduser.id'),
        t.differentOf(t.all(m.submissions, t.failed), 'enduser.id'),
      ]),
    ],
  })),
  ask('impact', 'Which schools are affected?', t.words({ names: m.SCHOOLS })),
  ask(
    'impact',
    'What share of all requests at web-gateway has failed since {@onset}?',
    t.percent(t.since('onset'), t.share(m.gateway)),
  ),
  ask('impact', 'How bad is it?', t.howBad(['quiz-service', 'web-gateway'], 'enduser.id')),
  ask('deploy', 'Did the login-service release cause the outage?', t.verdict('no', 'bad')),
  ask('deploy', 'What changed just before {@onset+1}?', t.words({ says: [['secret', 'quiz-db-credentials']] })),
  ask('deploy', 'Was anything deployed in the last 90 minutes?', t.words({ says: [['login-service'], ['4\\.8\\.0']] })),
  ask('deploy', 'was quiz-service deployed recently?', t.verdict('no', 'fact')),
  ask('version', 'Which version of quiz-service is running?', t.words({ saysFirst: [['3\\.9\\.4']] })),
  ask('version', 'what login-service version did we have before 4.8.0', t.words({ saysFirst: [['4\\.7\\.1']] })),
  ask(
    'next-step',
    'What should I do first?',
    t.words({ says: [['quiz-service', 'quiz-db-credentials', 'quiz_app'], SECRET] }),
  ),
  ask(
    'timeline',
    'Please write a timeline of the incident.',
    t.words({ says: [['quiz-service'], SECRET], neverFirst: ['log records'] }),
  ),
  ask('dependency', 'Who calls course-api?', t.words({ says: [['web-gateway']] })),
  ask(
    'dependency',
    'Which services does web-gateway call?',
    t.words({ names: ['course-api', 'quiz-service', 'login-service', 'certificate-service'] }),
  ),
  ask('dependency', 'what comes after grade-worker', t.words({ says: [['progress-tracker']] })),

  ask('single-record', 'Which student was the last bounced mail for?', ({ world }) => ({
    says: [[lastBounced(world)]],
  })),
  ask('single-record', 'show me the first error of quiz-service after {@onset}', t.words({ says: [SECRET] })),
  ask('list', 'List all services with their versions, please.', ({ world }) => ({
    names: [...world.services],
    says: [['3\\.9\\.4'], ['4\\.8\\.0'], ['5\\.12\\.0'], ['0\\.18\\.1']],
  })),
  ask('list', 'What are the 3 slowest POST /api/certificates requests? I need the trace ids.', ({ world }) => {
    const slowest = requestsOf(world, m.certificatePosts).toSorted(
      (a, b) => b.endMs - b.startMs - (a.endMs - a.startMs),
    )
    return { says: slowest.slice(0, 3).map((span) => [span.traceId.slice(0, 8)]) }
  }),
  ask('list', 'last five warnings of login-service', ({ world }) => {
    const warnings = world.logs.filter((log) => log.service === 'login-service' && log.severity === 'WARN').slice(-5)
    return { names: warnings.map((log) => String(log.attributes['student'])) }
  }),
  ask('list', 'Which endpoints does course-api have?', t.words({ says: [['GET /courses'], ['/lessons/']] })),
  ask('list', 'show me error messages of mail-sender', t.words({ says: [['mailbox unavailable']] })),
  ask('lookup', 'Where does trace {failedTrace} fail?', t.words({ says: [['quiz-service']] })),
  ask('lookup', 'What happened to submission {submission}?', t.words({ says: [['graded', 'accepted']] })),
  ask('lookup', '{certificate}', t.words({ says: [['issued']] })),
  ask(
    'lookup',
    'A parent called about student {lostStudent}: can you find the errors of this student?',
    t.words({ says: [['could not save', 'database login refused', '\\b500\\b', 'failed']] }),
  ),
  ask('lookup', 'show me trace {goodTrace}', t.words({ says: [['web-gateway'], ['quiz-service']] })),
  ask(
    'paste',
    'HikariPool-1 - Cannot acquire connection: FATAL: password authentication failed for user "quiz_app"\n\nWhat does that mean and where does it come from?',
    t.words({ says: [['quiz-service']] }),
  ),
  ask(
    'paste',
    '{"level":"ERROR","msg":"smtp 550 mailbox unavailable"} how many of these did mail-sender write?',
    t.count(t.anytime, t.logs(m.bounced)),
  ),
  ask(
    'paste',
    'Users report "Could not save submission of S-1234: database login refused". Since when do we log that?',
    t.began('onset', 180),
  ),
  ask('meaning', 'What does 28P01 mean?', t.words({ says: [['password', 'authenticat', 'quiz-service', 'login']] })),
  ask('unknown', 'How many errors does payment-service have?', t.declined('unknown', 'payment-service')),
  ask('unknown', 'requests from the school riverdale', t.declined('no_data')),
  ask('unknown', 'Is rabbitmq ok?', t.declined('no_data')),
  ask('unknown-attribute', 'Can you split the gateway traffic by country?', t.declined('no_data')),
  ask('unknown-attribute', 'disk usage of quiz-service', t.declined('no_data')),
  ask('order', 'Please restart quiz-service.', t.declined('read_only')),
  ask('order', 'roll the secret quiz-db-credentials back to version 6', t.declined('read_only')),
  ask('talk', 'Thank you so much, you saved my night!', t.declined('small_talk')),
  ask('talk', 'Hello!', t.declined('small_talk')),
  ask('off-topic', 'Can you recommend a good pizza place?', t.declined('off_topic')),
  ask('ask-back', 'Which one is better?', t.declined('ask_back')),
  ask('typo', 'how many requsts did corse-api get in the last 20 minuts', t.count(t.last(20), t.requests(m.courseApi))),
  ask('typo', 'errror rate of quizservice sinse {@onset}', t.percent(t.since('onset'), t.share(m.quiz))),
  ask('typo', 'webgateway 500 by scool', (asked) =>
    t.groups(
      'count',
      t.anytime,
      m.each(m.SCHOOLS, (one) => t.requests(t.all(m.gateway, m.status(500), m.school(one)))),
    )(asked),
  ),
  ask(
    'language',
    'Wie viele Abgaben (POST /api/quizzes/…/submissions) sind seit {@onset} fehlgeschlagen?',
    t.count(t.since('onset'), t.failures(m.submissions), t.logs(m.notSaved)),
  ),
  ask('language', 'Was ist die Ursache der Fehler in quiz-service?', t.because(LEARNING_INCIDENT, 'mechanism')),
  ask(
    'language',
    '¿cuántas peticiones recibió course-api en los últimos 30 minutos?',
    t.count(t.last(30), t.requests(m.courseApi)),
  ),
  ask('language', '¿Sigue fallando quiz-service?', t.verdict('yes', 'bad')),
  ask('language', 'Depuis quand quiz-service est-il en panne ?', t.began()),
  ask('bare-name', 'quiz-service', t.words({ saysFirst: [['quiz-service']], says: [['fail', 'error', 'password']] })),
  ask('bare-name', 'grade-worker', t.words({ saysFirst: [['grade-worker']] })),

  ...talk(
    'gateway',
    ask(
      'follow-up',
      'How many requests failed at web-gateway in the last 20 minutes?',
      t.count(t.last(20), t.failures(m.gateway)),
    ),
    ask(
      'follow-up',
      'And only for northfield?',
      t.count(t.last(20), t.failures(t.all(m.gateway, m.school('northfield')))),
    ),
    ask(
      'follow-up',
      'What share of their requests is that?',
      t.percent(t.last(20), t.share(t.all(m.gateway, m.school('northfield')))),
    ),
    ask('follow-up', 'Why do they fail?', t.because(LEARNING_INCIDENT)),
  ),
  ...talk(
    'certificates',
    ask(
      'follow-up',
      'p95 of POST /certificates on certificate-service between {@start+10} and {@start+40}?',
      t.millis(t.during(['start', 10], ['start', 40]), t.took(m.certificates, 0.95)),
    ),
    ask('follow-up', 'and the median?', t.millis(t.during(['start', 10], ['start', 40]), t.took(m.certificates, 0.5))),
    ask('follow-up', 'same for since {@onset}', t.millis(t.since('onset'), t.took(m.certificates, 0.5))),
  ),
  ...talk(
    'grading',
    ask(
      'follow-up',
      'How many submissions did grade-worker process before {@onset}?',
      t.count(t.before('onset'), t.requests(m.grader), t.logs(m.graded)),
    ),
    ask(
      'follow-up',
      'Please split that by quiz.kind.',
      t.groups(
        'count',
        t.before('onset'),
        m.each(m.KINDS, (one) => t.requests(t.all(m.grader, m.kind(one)))),
      ),
    ),
    ask(
      'follow-up',
      'And since {@onset}?',
      t.groups(
        'count',
        t.since('onset'),
        m.each(m.KINDS, (one) => t.requests(t.all(m.grader, m.kind(one)))),
      ),
    ),
  ),
  ...talk(
    'incident',
    ask('follow-up', 'What is going on with the quizzes?', t.because(LEARNING_INCIDENT)),
    ask('follow-up', 'When did that start?', t.began()),
    ask('follow-up', 'Was there a deployment around that time?', t.verdict('no', 'fact')),
    ask('follow-up', 'ok, and is it still going on?', t.verdict('yes', 'bad')),
  ),
  ...LEARNING_NUMBERS_8,
]
