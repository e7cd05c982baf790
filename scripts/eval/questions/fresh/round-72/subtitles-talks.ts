/** Talks about the live subtitle service: each question leans on those before it. */
import { minuteOf } from '../../catalog/define.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { isErrorLog } from '../../truth.ts'
import { each } from '../measures.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as r from './rows.ts'

const ALL = t.anytime
const NOW = t.last(10)
const german = t.has('language', 'de')
const corrections = (editor: string) => t.logs(r.line(r.desk, new RegExp(`corrected by ${editor}\\b`)))
const viewers = (output: string) => t.metric('cue-publisher', 'viewers.connected', 'last', r.of('output.kind', output))
const notOpenedFor = (tenant: string) => r.line(r.sessionApi, new RegExp(`not opened for ${tenant}:`))
const memory = (service: string) => t.metric(service, 'process.memory.usage', 'max')

const INCIDENT_TALKS = [
  ...talk(
    'subtitles-a',
    ask('cause', 'hey, woken up by an alert. what is or was wrong?', t.because(r.INCIDENT)),
    ask('follow-up', 'since when?', t.began()),
    ask('follow-up', 'is it over?', t.verdict('yes', 'good')),
    ask('follow-up', 'which services did it drag down', t.words({ names: ['asr-worker', 'session-api'] })),
    ask('follow-up', 'how many errors on session-api from that', t.count(ALL, ...t.errors(r.sessionApi))),
  ),
  ...talk(
    'subtitles-b',
    ask('count', 'how many chunks failed in asr-worker?', t.count(ALL, t.failures(r.asr), r.lost())),
    ask(
      'follow-up',
      'per tenant?',
      t.groups(
        'count',
        ALL,
        each(r.TENANTS, (name) => r.lost(t.has('tenant', name))),
      ),
    ),
    ask(
      'follow-up',
      'only between {at30} and {at40}, total',
      t.count(t.during(['start', 30], ['start', 40]), t.failures(r.asr), r.lost()),
    ),
    ask(
      'follow-up',
      'and for nordkanal in that window',
      t.count(
        t.during(['start', 30], ['start', 40]),
        r.lost(t.has('tenant', 'nordkanal')),
        t.failures(t.all(r.asr, t.has('tenant.id', 'nordkanal'))),
      ),
    ),
  ),
  ...talk(
    'subtitles-c',
    ask(
      'group',
      'errors by service, last hour',
      t.groupsBy(ALL, r.lines(isErrorLog), ({ service }) => service),
    ),
    ask('follow-up', 'why so many on glossary-api', t.because(r.INCIDENT, 'mechanism')),
    ask('follow-up', 'show me one of those lines', t.words({ says: [['request aborted']] })),
    ask('follow-up', 'when was the last one?', r.lastAt(t.all<LogRow>(r.glossary, isErrorLog))),
  ),
  ...talk(
    'subtitles-d',
    ask('version', 'which version of asr-worker runs now?', t.words({ says: [['4\\.12\\.0']] })),
    ask('follow-up', 'since when', t.began('release', 120)),
    ask('follow-up', 'what was it before', t.words({ says: [['4\\.11\\.3']] })),
    ask('follow-up', 'so did that release cause the 503s?', t.verdict('no', 'fact', ['glossary-api'])),
  ),
  ...talk(
    'subtitles-e',
    ask('silence', 'is usage-meter alive?', t.verdict('no', 'good', ['usage-meter'])),
    ask('follow-up', 'what was the last thing it said', t.words({ says: [['lease']] })),
    ask('follow-up', 'and when', t.began('dark', 60)),
    ask('follow-up', 'how many lines did it write before that?', (asked) => {
      const lines = t.logs(t.of('usage-meter'))
      const all = t.numberOf(asked, 'count', ALL, [lines])
      return {
        numbers: [
          {
            ...all,
            also: [
              ...(all.also ?? []),
              lines(asked.world, { fromMs: asked.world.startMs, toMs: asked.world.endMs }) - 1,
            ],
          },
        ],
      }
    }),
  ),
  ...talk(
    'subtitles-f',
    ask('lookup', 'open trace {lostTrace} for me', t.words({ says: [['glossary-api']] })),
    ask('follow-up', 'which tenant was that?', ({ world }) => ({
      says: [
        [
          String(
            r
              .lines(r.LOST)(world)
              .find(({ traceId }) => traceId === world.names['lostTrace'])?.attributes['tenant'],
          ),
        ],
      ],
    })),
    ask('follow-up', 'how many chunks did that tenant lose overall', ({ world, askedMs }) => {
      const row = r
        .lines(r.LOST)(world)
        .find(({ traceId }) => traceId === world.names['lostTrace'])
      return t.count(ALL, r.lost(t.has('tenant', row?.attributes['tenant'] ?? '')))({ world, askedMs })
    }),
  ),
]

const COUNT_TALKS = [
  ...talk(
    'subtitles-g',
    ask(
      'percentile',
      'p95 on glossary-api in the last 8 minutes?',
      t.within(0.1, t.millis(t.last(8), t.took(r.glossary, 0.95))),
    ),
    ask('follow-up', 'and the median', t.within(0.08, t.millis(t.last(8), t.took(r.glossary, 0.5)))),
    ask('follow-up', 'same for editor-desk', t.within(0.08, t.millis(t.last(8), t.took(r.desk, 0.5)))),
  ),
  ...talk(
    'subtitles-h',
    ask(
      'count',
      'requests at the gateway in the last 15 minutes',
      t.count(t.last(15), t.requests(r.gateway), t.logs(r.gateway)),
    ),
    ask(
      'follow-up',
      'how many of those were audio uploads?',
      t.count(t.last(15), t.requests(r.at(r.gateway, r.AUDIO)), t.logs(r.line(r.gateway, /\/audio \d/))),
    ),
    ask('follow-up', 'any of them rate limited (429)?', (asked) =>
      t.count(
        t.last(15),
        t.requests(t.all<SpanRow>(r.at(r.gateway, r.AUDIO), r.status(429))),
        t.logs(r.line(r.gateway, /\/audio 429$/)),
      )(asked),
    ),
  ),
  ...talk(
    'subtitles-i',
    ask(
      'outcome',
      'sessions opened in the last half hour?',
      t.count(t.last(30), t.logs(r.OPENED), t.requests(r.answered(r.sessionApi, 201))),
    ),
    ask(
      'follow-up',
      'how many were refused in the same time',
      t.count(t.last(30), t.logs(r.FULL), t.requests(r.answered(r.sessionApi, 409))),
    ),
    ask(
      'follow-up',
      'and not opened with an error?',
      t.count(t.last(30), t.logs(r.NOT_OPENED), t.failures(r.sessionApi)),
    ),
    ask(
      'follow-up',
      'just for nordkanal',
      t.count(
        t.last(30),
        t.logs(notOpenedFor('nordkanal')),
        t.failures(t.all(r.sessionApi, t.has('tenant.id', 'nordkanal'))),
      ),
    ),
  ),
  ...talk(
    'subtitles-j',
    ask('metric', 'how many viewers on hls', t.value(NOW, viewers('hls'))),
    ask('follow-up', 'and web?', t.value(NOW, viewers('web'))),
    ask('follow-up', 'is that going down?', t.verdict('yes', 'down')),
  ),
  ...talk(
    'subtitles-k',
    ask('level', 'how many warnings on audio-ingest in the last hour', t.count(ALL, t.logs(r.warned(r.ingest)))),
    ask(
      'follow-up',
      'how many of them because the session is closed?',
      t.count(ALL, t.logs(r.line(r.ingest, /session is closed/))),
    ),
    ask('follow-up', 'the rest?', t.count(ALL, t.logs(r.line(r.ingest, /longer than/)))),
  ),
  ...talk(
    'subtitles-l',
    ask('outcome', 'how many cues did mira correct?', t.count(ALL, corrections('mira'))),
    ask('follow-up', 'jonas?', t.count(ALL, corrections('jonas'))),
    ask(
      'follow-up',
      'who did the most',
      t.topOf(t.logRows(r.CORRECTED), (row) => /by (\w+)/.exec('message' in row ? row.message : '')?.[1] ?? ''),
    ),
    ask('follow-up', 'and how many corrections got refused', t.count(ALL, t.logs(r.line(r.desk, /refused/)))),
  ),
  ...talk(
    'subtitles-m',
    ask('metric', 'max memory of glossary-api in the last hour', t.bytes(ALL, memory('glossary-api'))),
    ask('follow-up', 'asr-worker?', t.bytes(ALL, memory('asr-worker'))),
    ask('follow-up', 'cpu of it, max', t.value(ALL, t.metric('asr-worker', 'process.cpu.percent', 'max'))),
  ),
  ...talk(
    'subtitles-n',
    ask(
      'mean-max',
      'mean request duration on the gateway between {at15} and {at25}?',
      t.millis(t.during(['start', 15], ['start', 25]), t.took(r.gateway, 'mean')),
    ),
    ask(
      'follow-up',
      'between {at30} and {at40}',
      t.millis(t.during(['start', 30], ['start', 40]), t.took(r.gateway, 'mean')),
    ),
    ask('follow-up', 'and in the last 5 minutes', t.within(0.08, t.millis(t.last(5), t.took(r.gateway, 'mean')))),
  ),
  ...talk(
    'subtitles-o',
    ask('count', 'how many 404 on session-api?', t.count(ALL, t.requests(r.answered(r.sessionApi, 404)))),
    ask('follow-up', '409?', t.count(ALL, t.requests(r.answered(r.sessionApi, 409)))),
    ask('follow-up', 'and 503', t.count(ALL, t.requests(r.answered(r.sessionApi, 503)))),
    ask(
      'follow-up',
      'what is the share of those in all its requests',
      t.percent(ALL, t.share(r.sessionApi, r.status(503))),
    ),
  ),
  ...talk(
    'subtitles-p',
    ask('text', 'count cue-publisher lines with "cue late"', t.count(ALL, t.logs(r.LATE))),
    ask('follow-up', 'when was the first', r.firstAt(r.LATE)),
    ask('follow-up', 'and the last one', r.lastAt(r.LATE)),
    ask('follow-up', 'any in the last five minutes?', t.count(t.last(5), t.logs(r.LATE))),
  ),
  ...talk(
    'subtitles-q',
    ask(
      'attribute',
      'german chunks captioned by asr-worker, last 20 min',
      t.count(t.last(20), t.logs(t.all<LogRow>(r.CAPTIONED, german))),
    ),
    ask('follow-up', 'english ones?', t.count(t.last(20), t.logs(t.all<LogRow>(r.CAPTIONED, t.has('language', 'en'))))),
    ask('follow-up', 'over the whole hour', t.count(ALL, t.logs(t.all<LogRow>(r.CAPTIONED, t.has('language', 'en'))))),
  ),
  ...talk(
    'subtitles-r',
    ask('order', 'when did asr-worker 4.12.0 start and when did errors begin?', ({ world }) => ({
      says: [[minuteOf(world.marks['release'] ?? 0)], [minuteOf(world.marks['onset'] ?? 0)]],
    })),
    ask(
      'follow-up',
      'any failed chunks between those two?',
      t.count(t.during(['release', 0], ['onset', 0]), t.failures(r.asr)),
    ),
  ),
]

export const SUBTITLES_TALKS = [...INCIDENT_TALKS, ...COUNT_TALKS]
