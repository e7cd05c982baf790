/** Questions about numbers of requests and lines of the subtitle service, under all kinds of conditions. */
import type { LogRow, SpanRow } from '../../records.ts'
import { isErrorLog } from '../../truth.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'

const ALL = t.anytime
const SLOW_MS = 2000

const COUNTS = [
  ask(
    'count',
    'how many requests did caption-gateway get in the last half hour?',
    t.count(t.last(30), t.requests(r.gateway), t.logs(r.gateway)),
  ),
  ask(
    'count',
    'audio uploads that reached the gateway between {at10} and {at20}',
    t.count(
      t.during(['start', 10], ['start', 20]),
      t.requests(r.at(r.gateway, r.AUDIO)),
      t.logs(r.line(r.gateway, /\/audio \d/)),
    ),
  ),
  ask(
    'count',
    '429s on caption-gateway since {at30}?',
    t.count(t.since('start', 30), t.requests(r.answered(r.gateway, 429)), t.logs(r.line(r.gateway, / 429$/))),
  ),
  ask('errors', 'number of errors on glossary-api last hour', t.count(ALL, ...t.errors(r.glossary))),
  ask(
    'errors',
    'failed requests at caption-gateway between {at40} and {at45}?',
    t.count(t.during(['start', 40], ['start', 45]), ...t.errors(r.gateway)),
  ),
  ask('errors', 'how many errors did editor-desk log', t.count(ALL, t.logs(t.all<LogRow>(r.desk, isErrorLog)))),
  ask(
    'errors',
    'errors in all of the system between {at35} and {at45}, log lines i mean',
    t.count(t.during(['start', 35], ['start', 45]), t.logs(isErrorLog)),
  ),
  ask('level', 'warn lines from cue-publisher, last 20 minutes', t.count(t.last(20), t.logs(r.warned(r.cuePublisher)))),
  ask(
    'level',
    'DEBUG lines of glossary-api between {at4} and {at12}?',
    t.count(t.during(['start', 4], ['start', 12]), t.logs(t.all<LogRow>(r.glossary, t.level('DEBUG')))),
  ),
]

const CONTENT = [
  ask('text', 'grep "fallback to rules" and count pls', t.count(ALL, t.logs(t.says(/fallback to rules/)))),
  ask('text', 'lines mentioning SlowDown in the last 35 minutes', t.count(t.last(35), t.logs(t.says(/SlowDown/)))),
  ask(
    'attribute',
    'chunks accepted for tenant uni-basel',
    t.count(ALL, t.logs(t.all<LogRow>(r.ACCEPTED, t.has('tenant', 'uni-basel')))),
  ),
  ask(
    'attribute',
    'how many gateway requests had client.type browser in the last half hour?',
    t.count(t.last(30), t.requests(t.all(r.gateway, t.has('client.type', 'browser')))),
  ),
  ask(
    'attribute',
    'gateway calls of customers on the standard plan since {at15}',
    t.count(t.since('start', 15), t.requests(t.all(r.gateway, t.has('tenant.plan', 'standard')))),
  ),
  ask(
    'attribute',
    'how many cues did we send to sdi',
    t.count(ALL, t.logs(r.line(r.cuePublisher, /^cue sent to sdi/))),
  ),
]

const NARROWED = [
  ask(
    'conditions',
    'POST /v1/sessions at the gateway slower than 2 s, how many?',
    t.count(ALL, t.requests(t.all<SpanRow>(r.at(r.gateway, r.OPEN), t.longer(SLOW_MS)))),
  ),
  ask(
    'conditions',
    'german chunks of parlament-tv that were not captioned',
    t.count(ALL, r.lost(t.has('tenant', 'parlament-tv'), t.has('language', 'de'))),
  ),
  ask(
    'conditions',
    'captioned chunks with seconds above 7 in asr-worker',
    t.count(ALL, t.logs(t.all<LogRow>(r.CAPTIONED, r.over('seconds', 7)))),
  ),
  ask(
    'conditions',
    'how many 503s did nordkanal get on GET /v1/glossaries/{id} at the gateway?',
    t.count(
      ALL,
      t.requests(t.all<SpanRow>(r.at(r.gateway, r.GLOSSARY), r.status(503), t.has('tenant.id', 'nordkanal'))),
    ),
  ),
  ask(
    'conditions',
    'low confidence lines where confidence is under 0.66',
    t.count(ALL, t.logs(t.all<LogRow>(r.line(r.asr, /^low confidence/), r.under('confidence', 0.66)))),
  ),
  ask(
    'exclusion',
    'gateway requests without the audio uploads, last 30 min',
    t.count(t.last(30), t.requests(t.all<SpanRow>(r.gateway, t.not(t.named(r.AUDIO))))),
  ),
  ask(
    'exclusion',
    'errors anywhere but on glossary-api in the last hour',
    t.count(ALL, ...t.errors(t.not(r.glossary))),
  ),
  ask(
    'exclusion',
    '4xx of caption-gateway other than 429, how many',
    t.count(ALL, t.requests(t.all<SpanRow>(r.gateway, r.status(401, 404, 409, 410, 413, 422)))),
  ),
]

const OUTCOMES = [
  ask(
    'outcome',
    'sessions turned away because the plan was full, last 45 min',
    t.count(t.last(45), t.logs(r.FULL), t.requests(r.answered(r.sessionApi, 409))),
  ),
  ask('outcome', 'how many cues were corrected without terms', t.count(ALL, t.logs(r.line(r.desk, /without terms/)))),
  ask(
    'outcome',
    'transcripts downloaded in the last 40 minutes',
    t.count(
      t.last(40),
      t.logs(r.line(r.desk, /^Transcript of \S+ downloaded/)),
      t.requests(t.all<SpanRow>(r.at(r.desk, r.TRANSCRIPT), r.status(200))),
    ),
  ),
  ask('outcome', 'how many glossary saves went through', t.count(ALL, t.logs(r.line(r.glossary, /^glossary saved/)))),
  ask(
    'distinct',
    'how many different sessions had a chunk accepted?',
    t.count(ALL, t.differentIn(r.ACCEPTED, 'session')),
  ),
  ask('distinct', 'how many distinct sessions had late cues', t.count(ALL, t.differentTexts(/^cue late for (\S+):/))),
  ask('distinct', 'on how many pods does caption-gateway run', t.count(ALL, r.pods('caption-gateway'))),
  ask('sum', 'minutes metered by usage-meter in total?', r.lengths(60_000, ALL, t.stated(/^metered (\d+) min/, 'sum'))),
  ask(
    'sum',
    'total of archived cues over the last half hour',
    t.count(t.last(30), t.stated(/archived: (\d+) cues/, 'sum')),
  ),
  ask(
    'sum',
    'sum up the bytes of all accepted chunks in the last 10 min',
    t.bytes(t.last(10), r.sumOf(r.ACCEPTED, 'bytes')),
  ),
  ask(
    'sum',
    'how many seconds of audio were accepted between {at50} and {at55}',
    r.lengths(1000, t.during(['start', 50], ['start', 55]), r.sumOf(r.ACCEPTED, 'seconds')),
  ),
]

export const SUBTITLES_COUNTS = [...COUNTS, ...CONTENT, ...NARROWED, ...OUTCOMES]
