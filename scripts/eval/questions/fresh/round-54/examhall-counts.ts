/** How many, and who has most: submits, drafts, proofs, chunks, sheets and mails of the online exams. Fifty-fourth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const per = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  t.groups('count', when, m.each(names, measure))
const since = t.since('onset')
const podOf = (pod: string) => t.logs(t.all(m.autosave, t.level('ERROR'), (row) => row.instance === pod))

export const EXAMHALL_COUNTS_54 = [
  ask('outcome', 'how many submisions made it through?', t.count(t.anytime, ...m.ACCEPTED)),
  ask('outcome', 'exams handed in fine over the last 25 minutes', t.count(t.last(25), ...m.ACCEPTED)),
  ask('outcome', 'submissions that timed out so far', t.count(t.anytime, ...m.TIMED_OUT)),
  ask(
    'outcome',
    'how many students came after the deadline?',
    t.count(t.anytime, t.logs(m.late), t.differentIn(m.late, 'student')),
  ),
  ask(
    'outcome',
    'drafts saved between {@release} and {@onset}',
    t.count(t.during(['release', 0], ['onset', 0]), ...m.SAVED),
  ),
  ask('outcome', 'results mails that bounced, all in all', t.count(t.anytime, t.logs(m.bounced))),
  ask(
    'outcome',
    'How many identity checks were confirmed in the past half hour?',
    t.count(t.last(30), t.logs(t.says(/^identity confirmed/)), t.requests(t.all(m.identity, m.status(201)))),
  ),

  ask('count', 'requests on exam-portal in the last 15 minutes?', t.count(t.last(15), t.requests(m.portal))),
  ask(
    'count',
    'exam-portal where `http.response.status_code` >= 500, last 20 min',
    t.count(t.last(20), t.requests(t.all(m.portal, m.status(504)))),
  ),
  ask('count', '404 on the results route', t.count(t.anytime, t.requests(t.all(m.looking, m.status(404))))),
  ask(
    'count',
    'how busy was identity-proof in the last half hour, in requests',
    t.count(t.last(30), t.requests(m.identity)),
  ),
  ask('count', 'plagiarism checks run so far today', t.count(t.anytime, t.requests(m.plagiarism))),
  ask('count', '`exam.submitted process` on grading-worker, past 40 min', t.count(t.last(40), t.requests(m.grader))),
  ask('count', 'lines written by reminder-mailer before it went quiet', t.count(t.anytime, t.logs(m.reminder))),
  ask('count', 'POST /v1/drafts/flush with `error.type` = "504"', t.count(t.anytime, t.failures(m.flushing))),
  ask(
    'class-of-codes',
    '4xx from identity-proof since {@release}',
    t.count(t.since('release'), t.requests(t.all(m.identity, m.status(403, 422)))),
  ),
  ask(
    'class-of-codes',
    'how many 5xx did submission-desk send back in the last 10 min?',
    t.count(t.last(10), t.requests(t.all(m.desk, m.status(504)))),
  ),

  ask('errors', 'errors in answer-autosave over the last 15 min', t.count(t.last(15), ...t.errors(m.autosave))),
  ask('errors', 'subission-desk errors, whole time', t.count(t.anytime, ...t.errors(m.desk))),
  ask('errors', 'did any request fail with >= 500 before {@onset}?', NONE),
  ask(
    'errors',
    'count everything at level error since {@onset+4}',
    t.count(t.since('onset', 4), t.logs(t.level('ERROR'))),
  ),
  ask(
    'level',
    'warn lines of exam-portal during the last 20 minutes',
    t.count(t.last(20), t.logs(t.all(m.portal, t.level('WARN')))),
  ),

  ask('text', 'log lines containing "has no consumer"', t.count(t.anytime, t.logs(m.flushLost))),
  ask('text', '"autosave not confirmed" in the last 10 minutes, how often', t.count(t.last(10), t.logs(m.unconfirmed))),
  ask('text', 'messages like "member autosave-1 fenced" since {@onset}', t.count(since, t.logs(m.fenced))),
  ask(
    'text',
    'how many papers were suspected of plagiarism, similarity above the limit',
    t.count(t.anytime, t.logs(m.similar)),
  ),

  ask(
    'attribute',
    'submits on exam-portal with `exam.code` = LAW-305, last 30 min',
    t.count(t.last(30), t.requests(t.all(m.submitting, m.exam('LAW-305')))),
  ),
  ask(
    'attribute',
    'requests from students of brenner at the portal',
    t.count(t.anytime, t.requests(t.all(m.portal, m.university('brenner')))),
  ),
  ask(
    'attribute',
    '`exam.answers process` with `messaging.destination.partition.id` = 2 before {@onset}',
    t.count(t.before('onset'), t.requests(t.all(m.writing, m.partition('2')))),
  ),
  ask(
    'conditions',
    'exam-portal: `exam.code` = STAT-101 and `http.response.status_code` = 504',
    t.count(t.anytime, t.requests(t.all(m.submitting, m.exam('STAT-101'), m.status(504)))),
  ),
  ask(
    'conditions',
    'submits with 504 for northlake and LAW-305 on exam-portal since {@onset}',
    t.count(since, t.requests(t.all(m.submitting, m.exam('LAW-305'), m.university('northlake'), m.status(504)))),
  ),
  ask(
    'conditions',
    'proofs with a passport that ended in 422',
    t.count(t.anytime, t.requests(t.all(m.identity, m.proof('passport'), m.status(422)))),
  ),
  ask(
    'conditions',
    'graded sheets with `kind` = essay and `points` >= 80',
    t.count(
      t.anytime,
      t.logs(t.all(m.graded, t.has('kind', 'essay'), (row) => Number(row.attributes['points']) >= 80)),
    ),
  ),
  ask(
    'slow',
    'exam-portal requests with duration > 2s',
    t.count(t.anytime, t.requests(t.all(m.portal, t.longer(2000)))),
  ),
  ask(
    'slow',
    'identity proofs that needed more than 1.5 seconds, last 40 min',
    t.count(t.last(40), t.requests(t.all(m.identity, t.longer(1500)))),
  ),
  ask(
    'exclusion',
    'chunks with `proctor.source` != webcam at proctor-upload',
    t.count(t.anytime, t.requests(t.all(m.upload, t.not(m.source('webcam'))))),
  ),

  ask(
    'distinct',
    'how many different students ran into a 504 at the portal?',
    t.count(t.anytime, t.differentOf(t.all(m.portal, t.failed), 'student.id')),
  ),
  ask(
    'distinct',
    'count distinct `student.id` on exam-portal in the last 20 min',
    t.count(t.last(20), t.differentOf(m.portal, 'student.id')),
  ),
  ask(
    'distinct',
    'unique students whose autosave was not confirmed',
    t.count(t.anytime, t.differentIn(m.unconfirmed, 'student')),
  ),

  ask(
    'group',
    'failed submits by `exam.code`',
    per(t.anytime, m.BROKEN, (one) => t.failures(t.all(m.submitting, m.exam(one)))),
  ),
  ask(
    'group',
    'exam-portal requests by `exam.university`, last 30 min',
    per(t.last(30), m.UNIVERSITIES, (one) => t.requests(t.all(m.portal, m.university(one)))),
  ),
  ask(
    'group',
    'error lines of answer-autosave per `k8s.pod.name`',
    per(t.anytime, ['answer-autosave-0', 'answer-autosave-1'], podOf),
  ),
  ask(
    'group',
    'which services have failing requests since {@onset} and how many each',
    per(since, ['exam-portal', 'submission-desk', 'answer-autosave'], (one) => t.failures(t.of(one))),
  ),
  ask(
    'group',
    'exam-portal hits per route',
    t.groups('count', t.anytime, {
      '/exams/:exam': t.requests(m.opening),
      '/exams/:exam/answers': t.requests(m.saving),
      '/exams/:exam/start': t.requests(m.starting),
      '/exams/:exam/submit': t.requests(m.submitting),
      '/results/:exam': t.requests(m.looking),
    }),
  ),
  ask(
    'top',
    'wich exam has the most failed submits?',
    t.topOf(m.spansOf(t.all(m.submitting, t.failed)), t.attribute('exam.code')),
  ),
  ask(
    'top',
    'noisiest service when it comes to errors',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),
  ask(
    'top',
    'top route by traffic on exam-portal',
    t.words({ saysFirst: [['/answers']], neverFirst: ['log records'] }),
  ),

  ...talk(
    'submits',
    ask('follow-up', 'POST /exams/:exam/submit in the last 20 minutes', t.count(t.last(20), t.requests(m.submitting))),
    ask('follow-up', 'how many of those were 504', t.count(t.last(20), t.failures(m.submitting))),
    ask('follow-up', 'only BIO-220', t.count(t.last(20), t.failures(t.all(m.submitting, m.exam('BIO-220'))))),
    ask('follow-up', 'and LAW-305?', t.count(t.last(20), t.failures(t.all(m.submitting, m.exam('LAW-305'))))),
  ),
  ...talk(
    'video',
    ask(
      'follow-up',
      'how many chunks came in at proctor-upload in the last 30 min?',
      t.count(t.last(30), t.requests(m.upload)),
    ),
    ask(
      'follow-up',
      'per `proctor.source`',
      per(t.last(30), m.SOURCES, (one) => t.requests(t.all(m.upload, m.source(one)))),
    ),
    ask('follow-up', 'screen only, last 10 min', t.count(t.last(10), t.requests(t.all(m.upload, m.source('screen'))))),
  ),
  ...talk(
    'mails',
    ask(
      'follow-up',
      'results mails sent since {@release}?',
      t.count(t.since('release'), t.logs(m.sent), t.requests(m.mailer)),
    ),
    ask('follow-up', 'and how many bounced?', t.count(t.since('release'), t.logs(m.bounced))),
    ask('follow-up', 'same for the last 30 minutes', t.count(t.last(30), t.logs(m.bounced))),
  ),
  ...talk(
    'desk',
    ask('follow-up', 'errors of submission-desk in the last 12 minutes', t.count(t.last(12), ...t.errors(m.desk))),
    ask('follow-up', 'exam-portal?', t.count(t.last(12), ...t.errors(m.portal))),
    ask('follow-up', 'and before {@onset}', NONE),
  ),
  ...talk(
    'proofing',
    ask('follow-up', 'exam starts on the portal in the last 40 min', t.count(t.last(40), t.requests(m.starting))),
    ask(
      'follow-up',
      'how many were refused',
      t.count(t.last(40), t.requests(t.all(m.starting, m.status(403))), t.logs(t.says(/^start refused/))),
    ),
    ask(
      'follow-up',
      'only oxmoor',
      t.count(t.last(40), t.requests(t.all(m.starting, m.status(403), m.university('oxmoor')))),
    ),
  ),
]
