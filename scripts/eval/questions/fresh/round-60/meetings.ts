/** Questions to the video-conference service: states, causes, single things, what cannot be answered. Sixtieth round. */
import { minuteOf } from '../../catalog/define.ts'
import { MEETINGS_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { MEETINGS_COUNTS_60 } from './meetings-counts.ts'
import { MEETINGS_NUMBERS_60 } from './meetings-numbers.ts'
import * as m from './rows.ts'

const KEYS = MEETINGS_INCIDENT.mechanism
const DISK = ['no space', '\\bdisks?\\b', '\\b507\\b', 'out of (?:disk )?space', 'storage']
/** A refused recording: its next cause is the full disk, its first one the key. */
const NO_RECORDING = t.words({
  says: [
    [...DISK, ...KEYS],
    ['recorder', 'upload-worker'],
  ],
  never: ['nothing broke', 'no incident'],
  neverFirst: ['\\bhas the most\\b'],
})
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const MEETINGS_60 = [
  ask('state', 'can people record right now? yes or no', t.verdict('no', 'good')),
  ask('state', 'are uploads still refused', t.verdict('yes', 'bad')),
  ask('state', 'do joins work at the moment?', t.verdict('yes', 'good')),
  ask('state', 'can customers still create rooms?', t.verdict('yes', 'good')),
  ask('health', 'is signalling ok?', t.healthy),
  ask('health', 'is the relay healthy', t.healthy),
  ask('health', 'seat-billing fine?', t.healthy),
  ask('health', 'is upload-worker ok', t.trouble()),
  ask('health', 'recorder ok now?', t.trouble()),
  ask('premise', 'why did media-relay crash', t.denied('media-relay')),
  ask('premise', 'why is seat-billing down?', t.denied('seat-billing')),
  ask('premise', 'is transcriber slow tonight', t.noTrouble),

  ask('cause', 'why are uploads failing', t.because(MEETINGS_INCIDENT, 'mechanism')),
  ask('cause', "why can't customers start a recording?", NO_RECORDING),
  ask('cause', 'why is the recorder disk full', t.because(MEETINGS_INCIDENT)),
  ask('cause', 'what broke at {@onset}', t.because(MEETINGS_INCIDENT)),
  ask('cause', 'why is the uplaod queue so long?', t.because(MEETINGS_INCIDENT, 'mechanism')),
  ask('cause', 'why does room-api return 503', NO_RECORDING),
  ask('cause', 'why do we get no transcripts any more?', t.words({ says: [['upload-worker'], [...KEYS]] })),
  ask(
    'cause',
    'Support is getting calls from schools that the record button gives an error, classes themselves run fine. What is the reason?',
    NO_RECORDING,
  ),
  ask(
    'cause',
    'what does upload-worker fail with',
    t.words({ says: [['\\b403\\b', 'InvalidAccessKey', 'access key', 'credential']] }),
  ),
  ask('since', 'since when are uploads refused', t.began()),
  ask('since', 'when did the recorder start refusing recordings', t.began('full', 120)),
  ask('since', 'when was the storage key rotated', t.began('onset', 90)),
  ask('how-long', 'for how long have uploads been failing', t.lasted('onset')),
  ask('how-long', 'how long is recording impossible already', t.lasted('full')),

  ask('impact', 'how bad is it', m.damage),
  ask(
    'impact',
    'which services are afected by the refused uploads?',
    t.words({ names: ['upload-worker', 'recorder', 'room-api'] }),
  ),
  ask('impact', 'are joins affected?', t.verdict('no', 'bad')),
  ask(
    'impact',
    'which customer has the most uploads refused',
    t.topOf(t.logRows(m.uploadRefused), t.attribute('tenant')),
  ),

  ask('deploy', 'what was deployed in the last 80 minutes', t.words({ says: [['signalling'], ['3\\.5\\.0']] })),
  ask('deploy', 'when was signalling 3.5.0 rolled out', t.began('release', 120)),
  ask('deploy', 'did the signalling release break recordings?', t.verdict('no', 'bad')),
  ask('version', 'which version of signalling is running', t.words({ saysFirst: [['3\\.5\\.0']] })),
  ask('version', 'signalling version before the release', t.words({ says: [['3\\.4\\.2']] })),
  ask('version', 'version of recorder', t.words({ saysFirst: [['5\\.0\\.3']] })),
  ask('restart', 'when did seat-billing restart', t.began('restart', 120)),
  ask('restart', 'did upload-worker restart since {@onset}', t.verdict('no', 'fact')),
  ask('restart', 'why was seat-billing restarted?', t.words({ says: [['node upgrade', 'node is drained', 'drain']] })),
  ask(
    'next-step',
    'ok I am the only one awake and customers want to record their morning meetings. what should I do now to get recordings working again?',
    t.words({ says: [['upload-worker'], [...KEYS, 'restart']] }),
  ),
  ask('dependency', 'who calls recorder', t.words({ names: ['room-api'] })),
  ask('dependency', 'what does signalling depend on', t.words({ names: ['media-relay'] })),
  ask('dependency', 'which database does room-api use', t.words({ says: [['postgres']] })),
  ask('dependency', 'what consumes recordings.finished?', t.words({ says: [['upload-worker']] })),
  ask(
    'timeline',
    'give me a timeline for the handover',
    t.words({ says: [['upload-worker'], ['recorder', 'room-api'], ['\\d\\d:\\d\\d']], neverFirst: ['log records'] }),
  ),

  ask('silence', 'did any service go silent', t.words({ saysFirst: [['calendar-sync']] })),
  ask('silence', 'last log line of calendar-sync, when', ({ world }) =>
    at(world.logs.findLast(m.calendar)?.timeMs, 60),
  ),
  ask('silence', 'is calendar-sync still running?', t.verdict('no', 'good')),
  ask('silence', 'is media-relay still logging', t.verdict('yes', 'good')),
  ask(
    'silence',
    'a customer says his meeting invitation never arrived. when did the calendar stop sending invitations?',
    ({ world }) => at(world.logs.findLast(m.sent)?.timeMs, 90),
  ),
  ask(
    'lookup',
    'what happened to {stuckRecording}',
    t.words({
      says: [
        ['upload-worker', 'upload'],
        ['\\b403\\b', 'refus', 'InvalidAccessKey', 'fail'],
      ],
    }),
  ),
  ask(
    'lookup',
    'was {goodRecording} uploaded?',
    t.words({ says: [['uploaded', 'yes\\b']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask('lookup', '{cutRecording} was cut off, why', t.words({ says: [['no space', 'cut short', 'disk']] })),
  ask(
    'lookup',
    'what failed in {stuckTrace}',
    t.words({ says: [['upload-worker'], ['\\b403\\b', 'refus', 'InvalidAccessKey', 'PUT']] }),
  ),
  ask(
    'lookup',
    'why could {refusedRoom} not be recorded?',
    t.words({ says: [['no space', '\\b507\\b', 'could not be started', '\\b503\\b']] }),
  ),
  ask('meaning', 'what is SEC-274?', t.words({ says: [['upload-worker'], [...KEYS]] })),
  ask('meaning', 'RTC-889', t.words({ says: [['signalling'], ['3\\.5\\.0', 'start']] })),
  ask('paste', '{uploadLine}\nhow many of these do we have?', t.count(t.anytime, ...m.UPLOADS_REFUSED)),
  ask('paste', '{fullLine}\nwhat causes this', NO_RECORDING),
  ask('paste', '{stackLine}\nis this related to the recordings?', UNRELATED),
  ask('list', 'which services make up our conferencing', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'which metrics does media-relay send', t.words({ names: ['relay.packet_loss', 'relay.bandwidth'] })),
  ask(
    'list',
    'routes of room-api',
    t.words({ says: [['/rooms/\\{id\\}/participants'], ['/rooms/\\{id\\}/recordings'], ['/recordings/\\{id\\}']] }),
  ),

  ask('single-record', 'when was the first upload refused', ({ world }) =>
    at(world.logs.find(m.uploadRefused)?.timeMs, 60),
  ),
  ask('single-record', 'time of the last successful upload', ({ world }) =>
    at(world.logs.findLast(m.uploaded)?.timeMs, 60),
  ),
  ask('single-record', 'when did the disk reach 90 percent', ({ world }) =>
    at(world.logs.find(t.says(/^disk 90 percent/))?.timeMs, 75),
  ),
  ask('slow-trace', 'slowest join, which trace', ({ world }) => {
    const spans = m.spansOf(m.joining)(world)
    const slowest = spans.toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))[0]
    return { says: [[slowest?.traceId ?? '']] }
  }),
  ask('slow-trace', 'show me the slowest upload trace', ({ world }) => {
    const spans = m.spansOf(m.uploader)(world)
    const slowest = spans.toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))[0]
    return { says: [[slowest?.traceId ?? '']] }
  }),
  ask('bare-name', 'upload-worker', t.words({ saysFirst: [['upload-worker']] })),

  ask('unknown', 'how many errors does whiteboard-service have', t.declined('unknown', 'whiteboard-service')),
  ask('unknown', 'is redis down?', t.declined('unknown', 'redis')),
  ask('unknown', 'what happened to REC-9988776', t.declined('no_data')),
  ask('unknown-attribute', 'joins per browser version', t.declined('no_data')),
  ask('order', 'restart upload-worker', t.declined('read_only')),
  ask('talk', 'hi, you there?', t.declined('small_talk')),
  ask('talk', 'ok thanks, that helped', t.declined('small_talk')),
  ask('off-topic', 'how do I get better light for video calls at home', t.declined('off_topic')),
  ask('ask-back', 'and the second one of them?', t.declined('ask_back')),
  ask('language', 'warum werden uploads abgelehnt?', t.because(MEETINGS_INCIDENT)),
  ask('language', 'wie viele Fehler hat recorder', t.count(t.anytime, ...t.errors(m.recorder))),

  ...talk(
    'night',
    ask(
      'follow-up',
      'got paged for recordings. what is wrong?',
      t.words({ says: [[...KEYS, ...DISK], ['upload-worker']], neverFirst: ['\\bhas the most\\b'] }),
    ),
    ask('follow-up', 'since when?', ({ world }) => ({
      saysFirst: [[minuteOf(world.marks['onset'] ?? 0), minuteOf(world.marks['full'] ?? 0)]],
    })),
    ask('follow-up', 'is it over?', t.verdict('no', 'good')),
    ask(
      'follow-up',
      'what can I do?',
      t.words({
        says: [
          ['upload-worker', 'recorder'],
          [...KEYS, ...DISK, 'restart'],
        ],
      }),
    ),
  ),
  ...talk(
    'release',
    ask(
      'follow-up',
      'was there a release of signalling today?',
      t.words({ says: [['3\\.5\\.0']], neverFirst: ['^\\W*no\\b'] }),
    ),
    ask('follow-up', 'is that why recordings fail?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'calendar',
    ask('follow-up', 'is calendar-sync alive', t.verdict('no', 'good')),
    ask('follow-up', 'when did we last hear from it', ({ world }) => at(world.logs.findLast(m.calendar)?.timeMs, 90)),
    ask(
      'follow-up',
      'how many warnings did it have before',
      t.count(t.anytime, t.logs(t.all(m.calendar, t.level('WARN')))),
    ),
  ),
  ask('several', 'what is broken, since when, and are rooms affected?', (asked) => ({
    ...t.because(MEETINGS_INCIDENT)(asked),
    says: [[minuteOf(asked.world.marks['onset'] ?? 0)]],
  })),
  ask('several', 'is calendar-sync running and when was its last line?', ({ world }) => ({
    ...at(world.logs.findLast(m.calendar)?.timeMs, 90),
    verdict: { is: 'no', sense: 'good' },
  })),
  ...MEETINGS_COUNTS_60,
  ...MEETINGS_NUMBERS_60,
]
