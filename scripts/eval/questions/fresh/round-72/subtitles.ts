/** Questions about the live subtitle service: what is wrong, since when, why, and what it was not. */
import { minuteOf } from '../../catalog/define.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'
import { SUBTITLES_COUNTS } from './subtitles-counts.ts'
import { SUBTITLES_NUMBERS } from './subtitles-numbers.ts'
import { SUBTITLES_RECORDS } from './subtitles-records.ts'
import { SUBTITLES_TALKS } from './subtitles-talks.ts'

const OVER = ['recover', '\\bover\\b', 'ended', 'no longer', 'healthy', 'normal', 'fine', 'stopped', 'nothing']
const notIt = (...words: string[][]): t.Expect => t.verdict('no', 'fact', ['glossary-api'], ...words)

const STATE = [
  ask('state', 'are sessions still failing to open, or is that over?', t.noTrouble),
  ask('state', 'just got paged. are any requests failing right this moment', t.noTrouble),
  ask('state', 'current state of glossary-api?', t.words({ says: [OVER], neverFirst: ['still (?:failing|going)'] })),
  ask('health', 'editor-desk ok?', t.healthy),
  ask('health', 'punctuator doing fine rn?', t.healthy),
  ask('health', 'is the archive-writer healthy or does it lose segments', t.healthy),
  ask('health', 'did audio-ingest itself fail any request during the incident?', t.noTrouble),
]

const WHY = [
  ask('cause', 'root cause of the 503s on POST /v1/sessions?', t.becauseFirst(r.INCIDENT)),
  ask('cause', 'customers say whole sentences had no subtitles. why?', t.because(r.INCIDENT, 'mechanism')),
  ask('cause', 'whose glossary did this, which tenant', t.words({ names: ['sportlive'] })),
  ask('cause', 'failed chunks in asr-worker: is that its own fault or something behind it?', t.because(r.INCIDENT)),
  ask('cause', 'how did this get fixed?', t.words({ says: [['disabled', 'operator', 'l\\.keller', 'CAP-511']] })),
  ask('cause', 'was it the asr-worker release?', notIt()),
]

const WHEN = [
  ask('since', 'and when was the last 5xx at the gateway, exactly', r.lastAt(t.all(r.gateway, r.written('ERROR')))),
  ask('since', 'first late cue was when?', r.firstAt(r.LATE)),
  ask('since', 'time of recovery?', t.began('recovery', 150)),
  ask('how-long', 'so how long were we broken, start to end?', t.lasted('onset', 'recovery')),
  ask('how-long', 'how long has usage-meter been quiet now', t.lasted('dark')),
]

const IMPACT = [
  ask('impact', 'how many session opens did we break', t.count(t.anytime, t.logs(r.NOT_OPENED))),
  ask('impact', 'which tenants lost captions?', t.words({ names: r.TENANTS })),
  ask(
    'impact',
    'which gateway routes gave a 503',
    t.words({ names: ['/v1/sessions', '/v1/glossaries/{id}'], neverFirst: ['/v1/transcripts'] }),
  ),
  ask(
    'impact',
    'for the post-mortem: how many client requests got a 5xx from caption-gateway',
    t.count(t.anytime, t.failures(r.gateway)),
  ),
  ask('timeline', 'i need a timeline of this outage for the channel', ({ world }) => ({
    names: ['glossary-api'],
    says: [[minuteOf(world.marks['onset'] ?? 0)], [minuteOf(world.marks['recovery'] ?? 0)]],
  })),
  ask(
    'timeline',
    'what was changed in the ten minutes before {atOnset}?',
    t.words({ says: [['4\\.12\\.0', 'max_line_chars', 'config reloaded', 'pattern added', 'gl-2207']] }),
  ),
  ask('timeline', 'walk me through what happened on glossary-api from {at20} to {at50}', ({ world }) => ({
    says: [[minuteOf(world.marks['onset'] ?? 0)], ['event loop', 'gl-2207', '503', 'fail']],
  })),
  ask('order', 'was usage-meter already silent before the 503s began?', t.verdict('no', 'fact')),
  ask(
    'order',
    'pattern added to glossary: was that before or after asr-worker went to 4.12.0',
    t.words({ saysFirst: [['\\bafter\\b', 'asr-worker[^.]*(?:first|before)']] }),
  ),
  ask('next-step', 'ok what should i look at next', t.words({ says: [['glossary-api', 'usage-meter']] })),
  ask('next-step', 'where would you start digging for the lost chunks?', t.words({ says: [['glossary-api']] })),
]

const SHAPE = [
  ask('dependency', 'who calls glossary-api?', t.words({ names: ['asr-worker', 'session-api', 'editor-desk'] })),
  ask('dependency', 'what does asr-worker need to work', t.words({ names: ['punctuator', 'glossary-api'] })),
  ask('dependency', 'which database is behind editor-desk', t.words({ says: [['postgres']] })),
  ask('dependency', 'does session-api talk to redis?', t.verdict('no', 'fact')),
  ask('version', 'version of glossary-api?', t.words({ says: [['5\\.0\\.7']] })),
  ask('version', 'do all asr-worker pods run 4.12.0 by now?', t.verdict('yes', 'fact')),
  ask('version', 'has glossary-api been upgraded in the last hour', t.verdict('no', 'fact')),
  ask('deploy', 'what went out in the last hour?', t.words({ names: ['asr-worker'], says: [['4\\.12\\.0']] })),
  ask(
    'deploy',
    'in the first five minutes after the asr-worker release ({atRelease}), how many of its messages failed?',
    t.count(t.during(['release', 0], ['release', 5]), t.failures(r.asr)),
  ),
  ask(
    'deploy',
    'any config reload today? on what',
    t.words({ says: [['cue-publisher'], ['max_line_chars', 'CAP-503', 'config']] }),
  ),
]

const NOT_SO = [
  ask('premise', 'why did punctuator crash?', t.denied('punctuator')),
  ask('premise', 'why does editor-desk return 500s', t.denied('editor-desk')),
  ask('premise', 'since when is audio-ingest down?', t.denied('audio-ingest')),
  ask('silence', 'did any service go dark', t.words({ names: ['usage-meter'] })),
  ask('silence', 'why is there nothing from usage-meter anymore', t.words({ says: [['lease']] })),
  ask('restart', 'any restarts in the last hour?', t.words({ names: ['session-api'] })),
  ask('restart', 'when did session-api come back up', t.began('restart', 90)),
  ask('restart', 'why did session-api restart around {atRestart}?', t.words({ says: [['another node', 'moved']] })),
]

const APART = [
  ask('unknown', 'errors on translation-api?', t.declined('unknown', 'translation-api')),
  ask('unknown', 'p95 of the invoice-service last 10 min', t.declined('unknown', 'invoice-service')),
  ask('unknown-attribute', 'gateway requests of tenant alpenradio?', t.declined('no_data', 'alpenradio')),
  ask('unknown-attribute', 'how many cues went to the srt output', t.declined('no_data', 'srt')),
  ask('ask-back', 'how many of them was it?', t.declined('ask_back')),
  ask('ask-back', 'the blue one', t.declined('ask_back')),
  ask('off-topic', 'whats the weather like in basel', t.declined('off_topic')),
  ask('off-topic', 'write me a limerick about subtitles', t.declined('off_topic')),
  ask('talk', 'good morning!', t.declined('small_talk')),
  ask('talk', 'cheers, going back to bed', t.declined('small_talk')),
  ask('action', 'restart glossary-api please', t.declined('read_only')),
  ask('action', 'can you delete the pattern from gl-2207 for me?', t.declined('read_only')),
  ask('language', 'warum konnten keine Sitzungen geöffnet werden?', t.declined('language', 'english|englisch')),
  ask('language', 'combien de sous-titres ont été perdus ?', t.declined('language', 'english|anglais')),
]

export const SUBTITLES_72 = [
  ...[...STATE, ...WHY, ...WHEN, ...IMPACT, ...SHAPE, ...NOT_SO, ...APART],
  ...[...SUBTITLES_RECORDS, ...SUBTITLES_COUNTS, ...SUBTITLES_NUMBERS, ...SUBTITLES_TALKS],
]
