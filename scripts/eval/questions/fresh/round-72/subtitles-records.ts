/** Questions about single records of the subtitle service, pasted lines, meanings, lists, and several things at once. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'

const LOOKUP = [
  ask('lookup', 'what happened to session {failedSession}?', t.words({ says: [['not opened', '503', 'glossary']] })),
  ask('lookup', 'which editor touched {correctedCue}?', r.told('correctedCue', /corrected by (\w+)/)),
  ask('lookup', 'correction of {finalCue} was refused, reason?', t.words({ says: [['final']] })),
  ask('lookup', '{openedSession} belongs to which tenant', r.told('openedSession', /opened for (\S+):/)),
  ask('single-record', 'last chunk that was not captioned, which session was that', r.lastSays(r.LOST, 'session')),
  ask('single-record', 'the newest error of session-api, word for word', ({ world }) => ({
    says: [[r.lines(r.NOT_OPENED)(world).at(-1)?.message.slice(0, 40) ?? '']],
  })),
  ask('single-record', 'when was glossary gl-2207 disabled', t.began('recovery', 60)),
]

const PASTED = [
  ask(
    'paste',
    '{abortedLine}\nwhat is this',
    t.words({ says: [['glossary-api'], ['event loop', 'pattern', 'abort']] }),
  ),
  ask(
    'paste',
    'found this: {leaseLine} what followed from it?',
    t.words({ says: [['usage-meter'], ['silent', 'stopped', 'last', 'nothing', 'no (?:more|further)', 'quiet']] }),
  ),
  ask('paste', '{uncaptionedLine}\n\nhow often do we have this in the last hour?', t.count(t.anytime, r.lost())),
  ask('paste', 'how many of these: {slowDownLine}', t.count(t.anytime, t.logs(t.says(/SlowDown/)))),
  ask(
    'meaning',
    'what does "chunk refused: session is closed" mean and who logs it',
    t.words({ says: [['audio-ingest'], ['closed']] }),
  ),
  ask(
    'meaning',
    'a 410 on audio uploads, what does that stand for in our case',
    t.words({ says: [['closed', 'gone']] }),
  ),
]

const LISTS = [
  ask(
    'list',
    'names of all our services?',
    t.words({
      names: [
        'caption-gateway',
        'session-api',
        'audio-ingest',
        'asr-worker',
        'punctuator',
        'glossary-api',
        'cue-publisher',
        'editor-desk',
        'archive-writer',
        'usage-meter',
      ],
    }),
  ),
  ask('list', 'which outputs do we send cues to?', t.words({ names: r.OUTPUTS })),
  ask('list', 'tenants that upload audio', t.words({ names: r.TENANTS })),
  ask('list', 'what routes does editor-desk have', t.words({ names: ['/v1/cues/{id}', '/v1/transcripts/{id}'] })),
]

const SEVERAL = [
  ask(
    'several',
    'how many sessions did session-api open and how many did it refuse because of the plan?',
    t.both(t.anytime, ['count', t.logs(r.OPENED)], ['count', t.logs(r.FULL)]),
  ),
  ask('several', 'median and p95 of editor-desk in the last 10 minutes?', (asked) => {
    const both = t.both(t.last(10), ['ms', t.took(r.desk, 0.5)], ['ms', t.took(r.desk, 0.95)])(asked)
    return { numbers: (both.numbers ?? []).map((one) => ({ ...one, tolerance: 0.12 })) }
  }),
  ask(
    'several',
    'number of 409s and number of 404s from session-api',
    t.both(
      t.anytime,
      ['count', t.requests(r.answered(r.sessionApi, 409))],
      ['count', t.requests(r.answered(r.sessionApi, 404))],
    ),
  ),
]

export const SUBTITLES_RECORDS = [...LOOKUP, ...PASTED, ...LISTS, ...SEVERAL]
