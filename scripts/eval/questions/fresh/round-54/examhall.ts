/** Questions to the online exams: states, causes, single things, what cannot be answered. Fifty-fourth round. */
import { EXAMHALL_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { EXAMHALL_COUNTS_54 } from './examhall-counts.ts'
import { EXAMHALL_NUMBERS_54 } from './examhall-numbers.ts'
import * as m from './rows.ts'

const PARTITIONS = EXAMHALL_INCIDENT.mechanism
/** What the lines say beyond the partitions that a question names itself. */
const FENCED = ['reassign', 'rebalanc', 'fenced', 'group\\.instance\\.id', 'no consumer', 'autosave-1', 'KR-48']
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const EXAMHALL_54 = [
  ask(
    'state',
    'are students locked out right now?',
    t.words({
      says: [['submi', 'hand(?:ed|ing)? in', 'answer-autosave']],
      neverFirst: ['nothing (?:is|was) wrong|all (?:is )?(?:fine|good)'],
    }),
  ),
  ask('state', 'can people hand in their exams again?', t.verdict('no', 'good')),
  ask('state', 'are submissions still timing out', t.verdict('yes', 'bad')),
  ask('state', 'is it possible to start an exam at the moment', t.verdict('yes', 'good')),
  ask(
    'state',
    'did we recover yet or is this still burning?',
    t.words({
      saysFirst: [['\\bno\\b', '\\bnot\\b', 'still', 'ongoing', 'continu']],
      neverFirst: ['^\\W*yes,? (?:it )?(?:has )?recovered', '(?<!not )recovered at'],
    }),
  ),
  ask('health', 'identity-proof ok?', t.healthy),
  ask('health', 'proctors keep asking me: is the video upload healthy?', t.healthy),
  ask('premise', 'why did identity-proof crash?', t.denied('identity-proof')),
  ask('premise', 'how come results-mailer is down', t.denied('results-mailer')),
  ask('premise', 'is plagiarism-check slower than usual?', t.noTrouble),
  ask(
    'cause',
    'dean is on the phone: why can half the students not submit??',
    t.because(EXAMHALL_INCIDENT, 'mechanism'),
  ),
  ask('cause', 'root cause for the 504s on exam-portal', t.because(EXAMHALL_INCIDENT, 'mechanism')),
  ask('cause', 'why does submission-desk run into timeouts', t.because(EXAMHALL_INCIDENT, 'mechanism')),
  ask('cause', 'What exactly went wrong with the exams around {@onset}?', t.because(EXAMHALL_INCIDENT)),
  ask(
    'cause',
    'students write that their answers are not being saved any more. what is behind that?',
    t.because(EXAMHALL_INCIDENT),
  ),
  ask('cause', 'why is `kafka.consumer.lag` on partition 2 so high', t.words({ says: [[...FENCED]] })),
  ask(
    'cause',
    'question-bank release, broker move or the grading restart - which one was it?',
    t.words({
      saysFirst: [[...PARTITIONS]],
      neverFirst: ['^\\W*(?:it (?:is|was) |yes,? )?(?:the )?(?:question-bank|grading)\\b'],
    }),
  ),
  ask('since', 'since when do submits fail', t.began()),
  ask('since', 'when did the lag begin to build up', t.began()),
  ask('since', 'first time POST /v1/drafts/flush returned 504?', ({ world }) =>
    at(m.spansOf(t.all(m.flushing, t.failed))(world)[0]?.startMs, 90),
  ),
  ask('how-long', 'how long has this been going on now?', t.lasted()),
  ask('impact', 'how bad was it really?', m.damage),
  ask('impact', 'give me the blast radius in numbers, management wants one sentence', m.damage),
  ask('impact', 'which exams are affected', t.words({ names: m.BROKEN })),
  ask(
    'impact',
    'what else is dragged down by answer-autosave?',
    t.words({ names: ['exam-portal', 'submission-desk'] }),
  ),
  ask('impact', 'is the proctoring video hit too?', t.verdict('no', 'bad')),
  ask(
    'impact',
    'I promised the law faculty a number. How many LAW-305 students could not submit?',
    t.count(
      t.anytime,
      t.differentOf(t.all(m.submitting, t.failed, m.exam('LAW-305')), 'student.id'),
      t.failures(t.all(m.submitting, m.exam('LAW-305'))),
    ),
  ),
  ask(
    'impact',
    'is only northlake affected or the others as well?',
    t.words({
      says: [['brenner', 'all three', 'all (?:of )?(?:the )?universities', 'every university', 'others', '^\\W*no\\b']],
    }),
  ),
  ask('deploy', 'did anybody ship a release in the last hour?', t.words({ says: [['question-bank'], ['6\\.2\\.0']] })),
  ask('deploy', 'is question-bank 6.2.0 to blame for the timeouts?', t.verdict('no', 'bad')),
  ask(
    'deploy',
    'what was changed right before submissions broke?',
    t.words({ says: [['KR-48', 'reassign', 'partitions? 2', 'kafka-[13]']] }),
  ),
  ask('version', 'version of exam-portal in prod?', t.words({ saysFirst: [['9\\.2\\.0']] })),
  ask('version', 'which version did question-bank run before?', t.words({ says: [['6\\.1\\.4']] })),
  ask(
    'restart',
    'something restarted earlier today i think - which deployment had a pod restart?',
    t.words({ says: [['grading-worker']] }),
  ),
  ask('restart', 'when was grading-worker back up again', t.began('restart', 120)),
  ask('next-step', 'what should we do now, concretely?', t.words({ says: [['answer-autosave'], [...PARTITIONS]] })),
  ask('dependency', 'upstream callers of answer-autosave', t.words({ names: ['submission-desk'] })),
  ask(
    'dependency',
    'what does exam-portal depend on?',
    t.words({ names: ['question-bank', 'identity-proof', 'submission-desk'] }),
  ),
  ask('dependency', 'who consumes exam.graded', t.words({ says: [['results-mailer']] })),
  ask('dependency', 'which db does answer-autosave write to?', t.words({ says: [['mongodb']] })),
  ask(
    'timeline',
    'timeline of events for the incident report',
    t.words({
      says: [['answer-autosave'], ['exam-portal', 'submission-desk'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'did any of our services stop talking?', t.words({ saysFirst: [['reminder-mailer']] })),
  ask('silence', 'is reminder-mailer still sending?', t.verdict('no', 'good')),
  ask('silence', 'last line of reminder-mailer was at what time', ({ world }) =>
    at(world.logs.findLast(m.reminder)?.timeMs, 60),
  ),
  ask('silence', 'results-mailer still alive?', t.verdict('yes', 'good')),
  ask(
    'lookup',
    'what became of submission {failedSubmission}',
    t.words({ says: [['fail', '504', 'timed out', 'time-?out']] }),
  ),
  ask(
    'lookup',
    'is {goodSubmission} in?',
    t.words({ says: [['accepted', 'graded', '201', 'mail sent']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask('lookup', '{lateSubmission}: why was it turned down?', t.words({ says: [['deadline', '409', 'too late']] })),
  ask(
    'lookup',
    'show me everything about student {failedStudent}',
    t.words({ says: [['submission failed', 'submit failed', '504', 'flush timed out']] }),
  ),
  ask(
    'lookup',
    'trace {failedTrace} - where did the time go',
    t.words({ says: [['answer-autosave', 'drafts/flush']] }),
  ),
  ask('lookup', 'walk me through trace {goodTrace}', t.words({ says: [['exam-portal'], ['submission-desk']] })),
  ask('meaning', 'what does `group.instance.id in use` mean here', t.words({ says: [['answer-autosave']] })),
  ask('meaning', 'what is KR-48', t.words({ says: [['reassign', 'partitions? 2', 'kafka-[13]']] })),
  ask(
    'meaning',
    '"partition 2 of exam.answers has no consumer" - can you explain',
    t.words({ says: [['answer-autosave']] }),
  ),
  ask(
    'paste',
    '{flushLine}\nis this common today?',
    t.count(
      t.anytime,
      t.logs(m.flushLost),
      t.logs(t.all(m.flushLost, t.says(/partition 2/))),
      t.logs(t.all(m.flushLost, t.says(/partition 3/))),
    ),
  ),
  ask('paste', 'got this from the helpdesk, what caused it?\n{failedLine}', t.because(EXAMHALL_INCIDENT)),
  ask('paste', '{faceLine}\nrelated to the submit problem?', UNRELATED),
  ask('paste', '{fencedLine}\nsince when do we get these?', t.began()),
  ask('list', 'which services report here', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'what metrics does proctor-upload send',
    t.words({ names: ['upload.backlog', 'process.cpu.utilization', 'process.memory.usage'] }),
  ),
  ask('list', 'routes of exam-portal?', t.words({ says: [['/answers'], ['/start'], ['/submit'], ['/results']] })),
  ask('list', 'possible values of `exam.code`', t.words({ names: m.EXAMS })),
  ask('single-record', 'lastest error of exam-portal', t.words({ says: [['submit failed']] })),
  ask('single-record', 'when did a results mail bounce last', ({ world }) =>
    at(world.logs.findLast(t.all(m.bounced))?.timeMs, 60),
  ),
  ask('bare-name', 'answer-autosave', t.words({ saysFirst: [['answer-autosave']] })),
  ask('bare-name', 'grading worker', t.words({ saysFirst: [['grading-worker']] })),

  ask('unknown', 'p95 of seat-planner', t.declined('unknown', 'seat-planner')),
  ask('unknown', 'errors in certificate-api last 10 min', t.declined('unknown', 'certificate-api')),
  ask('unknown', 'what happened to submission SB-9999999?', t.declined('no_data')),
  ask('unknown-attribute', 'failed submits by faculty', t.declined('no_data')),
  ask('order', 'move partitions 2 and 3 back to kafka-1', t.declined('read_only')),
  ask('order', 'please restart answer-autosave-1', t.declined('read_only')),
  ask('talk', 'hey there', t.declined('small_talk')),
  ask('talk', 'great, thx for the help', t.declined('small_talk')),
  ask('off-topic', 'how do i study best for a statistics exam?', t.declined('off_topic')),
  ask('ask-back', 'and what about the other two of those?', t.declined('ask_back')),
  ask('language', 'Warum können die Studierenden nicht abgeben?', t.because(EXAMHALL_INCIDENT)),
  ask('language', 'Wie viele Abgaben sind in den letzten 20 Minuten fehlgeschlagen?', t.count(t.last(20), ...m.FAILED)),

  ...talk(
    'status',
    ask('follow-up', 'quick status: what is broken?', t.because(EXAMHALL_INCIDENT)),
    ask('follow-up', 'why?', t.words({ says: [[...PARTITIONS]] })),
    ask('follow-up', 'since when?', t.began()),
    ask('follow-up', 'is it over', t.verdict('no', 'good')),
  ),
  ...talk(
    'rollout',
    ask('follow-up', 'what about the rollout of question-bank, when was that', t.began('release', 120)),
    ask('follow-up', 'so that is what broke submits?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'exams',
    ask('follow-up', 'are LAW-305 submits failing at the moment?', t.verdict('yes', 'bad')),
    ask('follow-up', 'MATH-201 too?', t.verdict('no', 'bad')),
  ),
  ask('several', 'what is broken, since when, and is it still going on?', (asked) => ({
    ...t.because(EXAMHALL_INCIDENT, 'time')(asked),
    says: [['still', 'ongoing', 'not over', 'continu', 'yes', 'now']],
  })),
  ask(
    'several',
    'which versions do exam-portal and submission-desk run?',
    t.words({ says: [['9\\.2\\.0'], ['4\\.0\\.6']] }),
  ),
  ...EXAMHALL_COUNTS_54,
  ...EXAMHALL_NUMBERS_54,
]
