/** Questions to the build farm: states, causes, single things, what cannot be answered. Twenty-ninth round. */
import { requestsOf } from '../../truth.ts'
import { BUILDFARM_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { BUILDFARM_COUNTS_29 } from './buildfarm-counts.ts'
import { BUILDFARM_NUMBERS_29 } from './buildfarm-numbers.ts'
import * as m from './rows.ts'

const SPACE = [...BUILDFARM_INCIDENT.mechanism]
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
const RESTARTED = t.words({
  saysFirst: [
    ['^\\W*yes\\b', 'restarted', 'started (?:again|anew)', 'listening', 'shut ?down', '\\bonce\\b', '1 restart'],
  ],
  neverFirst: ['^\\W*no\\b'],
})
const HARMLESS = [
  '^\\W*no\\b',
  '\\bnot\\b',
  'usual',
  'normal',
  'before',
  'throughout',
  'all the time',
  'unrelated',
  'ordinary',
]

export const BUILDFARM_29 = [
  ask('state', 'are we good now?', t.verdict('yes', 'good')),
  ask('state', 'is the outage over', t.verdict('yes', 'good')),
  ask('state', 'still losing jobs?', t.verdict('no', 'bad')),
  ask('state', 'any failed requests on conductor in the last 5 minutes', t.verdict('no', 'bad')),
  ask(
    'state',
    'did it fix itself or is it still going on',
    t.words({
      saysFirst: [
        [
          '\\bover\\b',
          'recover',
          'no longer',
          'ended',
          'stopped',
          'not (?:going on|any ?more)',
          'resolved',
          'back to',
          'until',
        ],
      ],
      neverFirst: ['(?<!not |no longer )still going on', '^\\W*yes\\b', 'is not over'],
    }),
  ),
  ask('state', 'when did things go back to normal?', t.began('recovery', 150)),

  ask('health', 'cachebox ok?', t.healthy),
  ask(
    'health',
    'how is hookd doing',
    t.words({
      says: [
        ['hookd'],
        [
          'healthy',
          'no (?:failed|errors?)',
          '(?<![\\d.,])0 (?:of|failed|errors?)',
          'none',
          'normal',
          'fine',
          '\\bok\\b',
          'nothing',
        ],
      ],
      neverFirst: ['root cause: .?hookd'],
    }),
  ),
  ask('health', 'is checks-out working properly?', t.healthy),
  ask('health', 'why is cachebox slow?', t.denied('cachebox')),
  ask(
    'health',
    'what made checks-out so slow since {@release}?',
    t.words({
      saysFirst: [
        ['checks-out'],
        ['faster', 'not slow', 'no slower', 'did(?: not|n.t)', 'fell', 'drop', 'is(?: not|n.t)', 'normal', 'healthy'],
      ],
      neverFirst: ['^\\W*(?:probable |likely )?root cause\\b'],
    }),
  ),

  ask('cause', 'what broke tonight?', t.because(BUILDFARM_INCIDENT, 'mechanism')),
  ask('cause', 'why did my jobs get lost', t.because(BUILDFARM_INCIDENT, 'mechanism')),
  ask(
    'cause',
    'Our builds were red between {@onset} and {@recovery} although all tests passed. What happened?',
    t.because(BUILDFARM_INCIDENT),
  ),
  ask(
    'cause',
    'brightloop complains that their artifacts were not uploaded, whats the reason',
    t.because(BUILDFARM_INCIDENT, 'mechanism'),
  ),
  ask(
    'cause',
    'was it the network, the disk or the new release?',
    t.words({
      says: [['artifact-store']],
      saysFirst: [[...SPACE, '\\bdisk\\b']],
      neverFirst: ['^\\W*(?:it was |yes,? )?(?:the )?(?:network|(?:new )?release)\\b'],
    }),
  ),
  ask('cause', 'df says vol-2 has 1.4 TB free so how can it be "no space left"??', t.words({ says: [['inode']] })),
  ask(
    'cause',
    'what ate the inodes of vol-2',
    t.words({ says: [['report unpacked', 'unpacked', 'single files', 'quarry']] }),
  ),
  ask('cause', 'one paragraph for the postmortem: what failed, why, from when to when', (asked) => ({
    ...t.because(BUILDFARM_INCIDENT, 'mechanism', 'time')(asked),
  })),

  ask('since', 'since when were jobs lost?', t.began()),
  ask('since', 'first 507?', ({ world }) => at(requestsOf(world, t.all(m.uploading, t.failed))[0]?.startMs, 40)),
  ask('since', 'when was the last failed upload', ({ world }) =>
    at(requestsOf(world, t.all(m.uploading, t.failed)).at(-1)?.startMs, 40),
  ),
  ask('how-long', 'for how long did it last?', t.lasted('onset', 'recovery')),

  ask('impact', 'how bad was it', m.damage),
  ask(
    'impact',
    'which customers were hit?',
    t.words({
      names: ['brightloop', 'quarry'],
      neverFirst: ['(?:acorn|nimbus|tinyhat|solo-kit)\\W{0,6}[1-9]'],
    }),
  ),
  ask('impact', 'was acorn affected?', t.verdict('no', 'bad')),
  ask(
    'impact',
    'how many repos had lost jobs?',
    t.count(t.anytime, t.differentOf(t.all(m.finishing, t.failed), 'repo'), m.differentUnder(m.unfinished, 'repo')),
  ),
  ask(
    'impact',
    'could people still download artifacts during the outage?',
    t.words({
      saysFirst: [
        [
          '^\\W*yes\\b',
          'no (?:failed|errors?)',
          '(?<![\\d.,])0 (?:of|failed)',
          'none of',
          'not affected',
          'still',
          'worked',
          'healthy',
          'GET /artifacts',
        ],
      ],
      neverFirst: ['^\\W*no,? (?:they|people|downloads?)\\b', 'downloads? (?:also )?failed'],
    }),
  ),
  ask(
    'impact',
    'did pushes get through the whole time or did hookd fail too',
    t.words({
      saysFirst: [
        ['hookd'],
        [
          'no (?:failed|errors?)',
          '(?<![\\d.,])0 (?:of|failed)',
          'none',
          'not (?:fail|affected)',
          'did(?: not|n.t) fail',
          'healthy',
          'unaffected',
          'got through',
          'never',
        ],
      ],
      neverFirst: ['hookd.? (?:also |did )?fail(?:ed)? too'],
    }),
  ),

  ask('deploy', 'what got deployed in the last 2 hours?', t.words({ says: [['checks-out'], ['2\\.15\\.0']] })),
  ask('deploy', 'did the checks-out rollout break the builds?', t.verdict('no', 'bad')),
  ask('deploy', 'when did 2.15.0 go live', t.began('release', 120)),
  ask('version', 'artifact-store version?', t.words({ saysFirst: [['4\\.0\\.12']] })),
  ask('version', 'which version of checks-out ran before {@release-2}?', t.words({ saysFirst: [['2\\.14\\.3']] })),
  ask(
    'version',
    'list versions of everything',
    t.words({ says: [['2\\.15\\.0'], ['8\\.4\\.1'], ['4\\.0\\.12'], ['5\\.17\\.3'], ['0\\.31\\.0']] }),
  ),
  ask('restart', 'when was cachebox restarted?', t.began('restart', 90)),
  ask(
    'restart',
    'did the cachebox restart help, or was it something else that ended the problem?',
    t.words({
      says: [['purge', 'artifact-store', 'inode']],
      neverFirst: ['^\\W*yes\\b', 'cachebox restart (?:helped|fixed|ended)'],
    }),
  ),
  ask('restart', 'has conductor restarted', t.verdict('no', 'bad')),

  ask(
    'next-step',
    'what do we have to check so this does not come back',
    t.words({ says: [['artifact-store', 'vol-2', 'inode', 'space']] }),
  ),
  ask('next-step', 'where do I look first?', t.words({ says: [['artifact-store'], SPACE] })),

  ask('dependency', 'what uses artifact-store?', t.words({ names: ['conductor'] })),
  ask('dependency', 'conductor dependencies', t.words({ names: ['artifact-store', 'checks-out'] })),
  ask(
    'timeline',
    'give me a timeline of the incident',
    t.words({
      says: [['artifact-store'], ['conductor'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),

  ask('silence', 'did any service stop sending?', t.words({ says: [['mirrord']] })),
  ask('silence', 'since when is mirrord quiet', t.began('silence', 90)),

  ask(
    'lookup',
    'what happened to job {lostJob}?',
    t.words({ says: [['lost', 'no space left', '50[27]', 'given_up', 'given up', 'cannot be finished']] }),
  ),
  ask(
    'lookup',
    '{failedJob} why red?',
    t.words({
      says: [['exit code', 'failed after', '"result":"failed"', 'result: failed', 'conclusion.{0,6}failure']],
    }),
  ),
  ask(
    'lookup',
    'a customer asks about {reclaimedJob}, it started twice',
    t.words({ says: [['reclaimed', 'handed back', 'requeued']] }),
  ),
  ask('lookup', '{pipeline}', t.words({ says: [['pipeline created', 'enqueued', 'assigned']] })),
  ask('lookup', 'where did trace {lostTrace} break', t.words({ says: [['artifact-store']] })),
  ask('lookup', 'trace {passedTrace} which services', t.words({ names: ['conductor', 'checks-out'] })),

  ask(
    'meaning',
    'what does "machine reclaimed by the cloud" mean and is it bad?',
    t.words({
      says: [['runner-agent', 'handed back', 'requeued', 'runner', 'spot', 'cloud']],
      neverFirst: ['root cause: .?runner-agent'],
    }),
  ),
  ask('meaning', 'which service writes "commit is gone, check dropped"', t.words({ saysFirst: [['checks-out']] })),
  ask('paste', '{fullLine}\nhow often did we get this', t.count(t.anytime, t.logs(m.noSpace))),
  ask(
    'paste',
    'is this part of the problem?\n{slowForgeLine}',
    t.words({ saysFirst: [HARMLESS], neverFirst: ['^\\W*yes\\b'] }),
  ),
  ask(
    'paste',
    '{invalidLine}\ncount for this one in the last hour pls',
    t.count(t.last(60), t.logs(m.invalid), t.requests(t.all(m.planning, m.resp(422)))),
  ),

  ask('list', 'which services do you know?', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'metrics of runq?', t.words({ names: ['runq_jobs_waiting', 'runq_oldest_wait_seconds'] })),
  ask(
    'list',
    'what routes has conductor',
    t.words({
      says: [['/pipelines'], ['/jobs/\\{id\\}/finish'], ['/jobs/\\{id\\}/log'], ['/usage']],
    }),
  ),
  ask('list', 'warnings of artifact-store, which messages', t.words({ says: [['inodes of vol-2'], ['name taken']] })),
  ask('single-record', 'last error line of artifact-store', t.words({ says: [['no space left']] })),
  ask(
    'single-record',
    'show the newest line from meterd',
    t.words({ says: [['minutes_billed', 'rollup_written', 'minutes=']] }),
  ),
  ask('bare-name', 'runq', t.words({ saysFirst: [['runq']] })),

  ask('unknown', 'errors of deploybot?', t.declined('unknown', 'deploybot')),
  ask('unknown', 'is redis full?', t.declined('unknown', 'redis')),
  ask('unknown', 'logs of job J-11', t.declined('no_data')),
  ask('unknown-attribute', 'lost jobs per programming language', t.declined('no_data')),
  ask('unknown', 'how much swap does conductor use?', t.declined('no_data')),
  ask('order', 'requeue all the lost jobs please', t.declined('read_only')),
  ask('order', 'restart mirrord', t.declined('read_only')),
  ask('talk', 'perfect, thank you!', t.declined('small_talk')),
  ask('off-topic', 'can you write me a github actions workflow for a go project', t.declined('off_topic')),
  ask('ask-back', 'and the same for that one?', t.declined('ask_back')),
  ask('language', 'Warum sind so viele Jobs verloren gegangen?', t.because(BUILDFARM_INCIDENT)),
  ask('language', 'Läuft artifact-store wieder?', t.verdict('yes', 'good')),
  ask('language', '¿cuántas peticiones fallidas tuvo conductor?', t.count(t.anytime, t.failures(m.conductor))),
  ask('language', 'depuis quand mirrord est-il silencieux ?', t.began('silence', 90)),

  ...talk(
    'incident',
    ask('follow-up', 'what went wrong with the builds?', t.because(BUILDFARM_INCIDENT, 'mechanism')),
    ask('follow-up', 'from when until when?', (asked) => t.began()(asked)),
    ask(
      'follow-up',
      'and now?',
      t.words({
        saysFirst: [
          [
            '\\bover\\b',
            'recover',
            'no longer',
            'ended',
            'healthy',
            'no (?:failed|errors?)',
            'normal',
            '(?<![\\d.,])0 (?:of|failed)',
            'stopped',
            'nothing',
          ],
        ],
        neverFirst: ['still (?:failing|broken|going)'],
      }),
    ),
    ask('follow-up', 'which orgs?', t.words({ names: ['brightloop', 'quarry'] })),
  ),
  ...talk(
    'cachebox',
    ask('follow-up', 'is cachebox healthy?', t.healthy),
    ask('follow-up', 'did it restart?', RESTARTED),
    ask('follow-up', 'what about conductor, did that one restart', t.verdict('no', 'bad')),
  ),
  ask('several', 'what broke, who was affected and is it over?', (asked) => ({
    ...t.because(BUILDFARM_INCIDENT)(asked),
    names: ['conductor'],
    says: [['\\bover\\b', 'recover', 'no longer', 'ended', 'stopped', 'until', 'not (?:going on|any ?more)']],
  })),
  ...BUILDFARM_COUNTS_29,
  ...BUILDFARM_NUMBERS_29,
]
