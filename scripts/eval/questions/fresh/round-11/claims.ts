/** Questions of an insurer's people to their claims system: states, causes, threads, refusals. Eleventh round. */
import { minuteOf } from '../../catalog/define.ts'
import { requestsOf } from '../../truth.ts'
import { CLAIMS_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { CLAIMS_COUNTS_11 } from './claims-counts.ts'
import { CLAIMS_NUMBERS_11 } from './claims-numbers.ts'
import * as m from './rows.ts'

const OVER = ['over', 'recover', 'ended', 'no longer', 'resolved', 'normal', 'healthy', '^\\W*yes']
/** "No service went silent" is no "no" to the judge of yes and no. */
const NOBODY_IS_SILENT = t.words({
  saysFirst: [['^\\W*no\\b', 'nobody', '\\bnone\\b', '\\ball (?:of them|eight|8|services)', '\\b(?:every|each) ']],
  neverFirst: ['^\\W*yes\\b'],
})
const GOES_ON = ['not over', 'still (?:going|fail|broken)', '(?<!no longer )going on', 'ongoing', 'not work']
const READ_ONLY = ['read-only', 'read only', 'standby', 'failover']

/** … and what makes the answer wrong. */
const never =
  (patterns: readonly string[], expect: t.Expect): t.Expect =>
  (asked) => ({ ...expect(asked), neverFirst: [...patterns] })

export const CLAIMS_11 = [
  ask('state', 'hi, can customers file claims again?', t.verdict('yes', 'good')),
  ask('state', 'is the incident over', never(GOES_ON, t.verdict('yes', 'good'))),
  ask('state', 'are payouts going out right now', never(['no longer', 'not going out'], t.verdict('yes', 'good'))),
  ask('state', 'Do we still lose claims?', t.verdict('no', 'bad')),
  ask(
    'state',
    'status of the claims system please',
    never(GOES_ON, t.words({ saysFirst: [[...OVER, 'nothing', 'ok', 'work', 'fine']] })),
  ),
  ask('health', 'Is fraud-score-fn ok?', t.healthy),
  ask('health', 'letter-service - any problems?', t.noTrouble),
  ask('health', 'Tell me how claims-pg is doing.', t.words({ saysFirst: [['claims-pg']] })),
  ask('health', 'was policy-core affected by the outage', t.verdict('no', 'bad')),
  ask('health', 'Why did letter-service go down?', t.denied('letter-service')),
  ask('health', 'were payouts affected as well?', t.verdict('yes', 'bad')),
  ask('cause', 'Why could customers not file claims?', t.because(CLAIMS_INCIDENT, 'mechanism')),
  ask('cause', 'My boss wants to know what went wrong. One sentence, please.', t.becauseFirst(CLAIMS_INCIDENT)),
  ask('cause', 'what was the reason for the 503s on customer-portal', t.because(CLAIMS_INCIDENT)),
  ask('cause', 'Why did payouts fail?', t.because(CLAIMS_INCIDENT, 'mechanism')),
  ask('cause', 'Was it our code or the database?', t.words({ says: [['claims-pg', 'database'], READ_ONLY] })),
  ask(
    'cause',
    'claims-intake-fn threw loads of errors. is it to blame?',
    t.words({
      says: [['claims-pg']],
      neverFirst: ['root cause: .?claims-intake-fn', '^\\W*yes\\b'],
    }),
  ),
  ask('since', 'From when on did claims get lost?', t.began()),
  ask('since', 'When did it start working again?', t.began('recovery')),
  ask('since', 'at what time did the first payout fail', ({ world }) => ({
    time: { at: new Date(world.logs.find(m.unpaid)?.timeMs ?? 0).toISOString(), toleranceS: 60 },
  })),
  ask('how-long', 'How long were customers unable to file a claim?', never(GOES_ON, t.lasted('onset', 'recovery'))),
  ask('how-long', 'duration of the outage in minutes', never(GOES_ON, t.lasted('onset', 'recovery'))),
  ask('impact', 'How bad was the outage?', m.damage),
  ask('impact', 'Which countries were hit?', t.words({ names: m.COUNTRIES })),
  ask(
    'impact',
    'Who was affected, web customers or brokers too?',
    t.words({ says: [['broker'], ['web', 'both', 'all']] }),
  ),
  ask(
    'impact',
    'What did not work during the outage?',
    t.words({
      says: [['claims-intake-fn', 'POST /claims', 'claims'], ['payout']],
    }),
  ),
  ask(
    'deploy',
    'Did anybody deploy something in the last two hours?',
    t.words({ says: [['photo-analyzer-fn'], ['113']] }),
  ),
  ask('deploy', 'Was the outage caused by the new version of photo-analyzer-fn?', t.verdict('no', 'bad')),
  ask('deploy', 'when did version 113 go live', t.began('release', 120)),
  ask('version', 'which version does photo-analyzer-fn have now?', t.words({ saysFirst: [['113']] })),
  ask('version', 'What version of policy-core are we on?', t.words({ saysFirst: [['14\\.2\\.0']] })),
  ask(
    'next-step',
    'Is there still something we have to clean up?',
    t.words({
      says: [['payout', 'dlq', 'claims-pg', 'failover', 'read-only', 'standby']],
    }),
  ),
  ask(
    'next-step',
    'how do we prevent that next time',
    t.words({ says: [['claims-pg', 'failover', 'read-only', 'standby', 'writ']] }),
  ),
  ask('dependency', 'which function does claims-intake-fn call?', t.words({ says: [['fraud-score-fn']] })),
  ask('dependency', 'who calls fraud-score-fn', t.words({ says: [['claims-intake-fn']] })),
  ask(
    'timeline',
    'I have to write the postmortem, give me the sequence of events',
    t.words({
      says: [['claims-pg'], ['claims-intake-fn', 'payout-runner', 'customer-portal'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask(
    'trend',
    'Did we send no payout at all between {@onset+1} and {@recovery-1}? yes or no',
    t.verdict('yes', 'fact'),
  ),
  ask('silence', 'has any system gone quiet?', NOBODY_IS_SILENT),
  ask('silence', 'is claims-pg still logging?', t.verdict('yes', 'good')),
  ask('silence', 'last sign of life of payout-runner?', ({ world }) => ({
    says: [[minuteOf(world.logs.findLast(m.runner)?.timeMs ?? 0)]],
  })),

  ask(
    'lookup',
    'A customer asks about claim {lostClaim}. What happened to it?',
    t.words({
      says: [['could not store', 'read-only', '500', 'not stored', 'failed']],
    }),
  ),
  ask('lookup', 'has claim {goodClaim} been registered?', t.words({ says: [['(?<!not )(?<!not been )registered']] })),
  ask(
    'lookup',
    'payout for {failedPayout} - what is the matter with it',
    t.words({
      says: [['read-only', 'payout-dlq', 'failed']],
    }),
  ),
  ask(
    'lookup',
    'pls check {suspiciousClaim}, why does it need a manual check',
    t.words({
      says: [['manual check'], ['high', 'score', 'fraud-score-fn']],
    }),
  ),
  ask('lookup', 'trace {failedTrace} what failed in there', t.words({ says: [['claims-intake-fn']] })),
  ask('lookup', '{goodTrace}', t.words({ says: [['claims-intake-fn'], ['fraud-score-fn']] })),
  ask(
    'meaning',
    'what does "cannot execute INSERT in a read-only transaction" mean and who says it?',
    t.words({
      says: [['claims-pg', 'claims-intake-fn']],
    }),
  ),
  ask(
    'meaning',
    'I see "UnidentifiedImageError" in our logs. Where is that from?',
    t.words({
      says: [['photo-analyzer-fn']],
    }),
  ),
  ask(
    'paste',
    '{payoutLine}\n\ndo we still get these?',
    t.words({
      says: [
        ['payout-runner', 'read-only', 'claims-pg'],
        ['no longer', '\\bover\\b', 'ended', 'stopped', 'recovered', '\\blast\\b', '\\bno\\b', 'not ', 'until', 'none'],
      ],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask(
    'paste',
    '> {databaseLine}\nhow many like this one did we have? only the INSERTs',
    t.count(
      t.anytime,
      t.logs(t.all(m.database, t.says(/^cannot execute INSERT/))),
      t.logs(t.says(/cannot execute INSERT in a read-only transaction/)),
    ),
  ),
  ask(
    'paste',
    'Traceback (most recent call last):\n  File "/var/task/handler.py", line 61, in handler\n    image = Image.open(BytesIO(body))\nPIL.UnidentifiedImageError\n\nhow often?',
    t.count(t.anytime, t.logs(m.brokenPhoto)),
  ),
  ask('list', 'What systems do you see?', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'list the types of claims that came in', t.words({ names: m.TYPES })),
  ask('list', 'Show me the last 3 errors of photo-analyzer-fn', t.words({ says: [['UnidentifiedImageError']] })),
  ask(
    'list',
    'What did claims-pg log between {@onset-1} and {@onset+1}?',
    t.words({
      says: [['read-only', 'standby'], ['claims-pg']],
    }),
  ),
  ask('single-record', 'when was the last claim registered?', ({ world }) => ({
    time: { at: new Date(world.logs.findLast(m.registered)?.timeMs ?? 0).toISOString(), toleranceS: 20 },
  })),
  ask('single-record', 'Which was the last claim that got lost? I need the number.', ({ world }) => ({
    says: [[/CLM-\d+/.exec(world.logs.findLast(t.says(/^could not store/))?.message ?? '')?.[0] ?? '-']],
  })),
  ask(
    'single-record',
    'what was the biggest payout in EUR since {@start}',
    t.value(t.since('start'), t.stated(/^payout of ([\d.]+) EUR/, 'max')),
  ),
  ask('bare-name', 'payout-runner', t.words({ saysFirst: [['payout-runner']] })),
  ask('bare-name', 'claims-pg?', t.words({ saysFirst: [['claims-pg']] })),

  ask('unknown', 'How is the broker-gateway doing?', t.declined('unknown', 'broker-gateway')),
  ask('unknown', 'number of errors in sap-connector today', t.declined('unknown', 'sap')),
  ask('unknown', 'How many boat claims were filed?', t.declined('no_data')),
  ask('unknown', 'what is the memory usage of policy-core', t.declined('no_data')),
  ask('unknown-attribute', 'claims by age of the customer', t.declined('no_data')),
  ask('unknown-attribute', 'how many claims came from Italy?', t.declined('no_data')),
  ask('order', 'Please move the messages from payout-dlq back to the queue.', t.declined('read_only')),
  ask('order', 'delete claim {lostClaim}', t.declined('read_only')),
  ask('order', 'restart claims-pg now!!', t.declined('read_only')),
  ask('talk', 'Hello, are you there?', t.declined('small_talk')),
  ask('talk', 'great, thanks a lot and have a nice weekend', t.declined('small_talk')),
  ask('off-topic', 'Does my policy cover water damage?', t.declined('off_topic')),
  ask('ask-back', 'and the other one?', t.declined('ask_back')),
  ask('language', 'Warum konnten keine Schäden gemeldet werden?', t.because(CLAIMS_INCIDENT)),
  ask('language', 'Läuft claims-pg wieder?', t.verdict('yes', 'good')),
  ask('language', 'Wie viele Fehler hatte claims-intake-fn?', t.count(t.anytime, ...t.errors(m.intake))),
  ask('language', "Qu'est-ce qui est tombé en panne ?", t.because(CLAIMS_INCIDENT)),
  ask(
    'language',
    '¿Cuántas peticiones recibió fraud-score-fn en los últimos 30 minutos?',
    t.count(t.last(30), t.requests(m.fraud)),
  ),
  ask('language-other', 'Che cosa si è rotto?', t.declined('language', 'inglese')),
  ask('language-other', 'Co się zepsuło?', t.declined('language', 'angielsk')),

  ...talk(
    'lost',
    ask('follow-up', 'how many claims could not be stored?', t.count(t.anytime, ...m.LOST)),
    ask(
      'follow-up',
      'how many of them were car claims',
      t.count(t.anytime, t.failures(t.all(m.intake, m.type('car')))),
    ),
    ask('follow-up', 'and home?', t.count(t.anytime, t.failures(t.all(m.intake, m.type('home'))))),
    ask(
      'follow-up',
      'only from Germany (DE)',
      t.count(t.anytime, t.failures(t.all(m.intake, m.type('home'), m.country('DE')))),
    ),
  ),
  ...talk(
    'payouts',
    ask('follow-up', 'how many payouts failed between {@onset} and {@recovery+1}', t.count(m.outage, ...m.UNPAID)),
    ask('follow-up', 'why?', t.because(CLAIMS_INCIDENT)),
    ask('follow-up', 'and is it fixed now?', t.verdict('yes', 'good')),
  ),
  ...talk(
    'speed',
    ask(
      'follow-up',
      'how fast is photo-analyzer-fn usually? median please, since {@start}',
      t.millis(t.since('start'), t.took(m.photos, 0.5)),
    ),
    ask('follow-up', 'p95?', t.millis(t.since('start'), t.took(m.photos, 0.95))),
    ask('follow-up', 'same for fraud-score-fn', t.millis(t.since('start'), t.took(m.fraud, 0.95))),
  ),
  ...talk(
    'channels',
    ask(
      'follow-up',
      'claims via broker since {@recovery}?',
      t.count(
        t.since('recovery'),
        t.requests(t.all(m.intake, m.channel('broker'))),
        t.requests(t.all(m.intake, m.channel('broker'), m.status(201))),
        t.logs(t.all(m.registered, t.says(/via broker$/))),
      ),
    ),
    ask(
      'follow-up',
      'what about the app',
      t.count(
        t.since('recovery'),
        t.requests(t.all(m.intake, m.channel('app'))),
        t.requests(t.all(m.intake, m.channel('app'), m.status(201))),
        t.logs(t.all(m.registered, t.says(/via app$/))),
      ),
    ),
  ),
  ask('several', 'when did it start and when was it over?', ({ world }) => ({
    says: [[minuteOf(world.marks['onset'] ?? 0)], [minuteOf(world.marks['recovery'] ?? 0)]],
  })),
  ask('single-record', 'first request that claims-intake-fn answered with 500: when', ({ world }) => ({
    time: {
      at: new Date(requestsOf(world, t.all(m.intake, t.failed))[0]?.startMs ?? 0).toISOString(),
      toleranceS: 30,
    },
  })),
  ...CLAIMS_COUNTS_11,
  ...CLAIMS_NUMBERS_11,
]
