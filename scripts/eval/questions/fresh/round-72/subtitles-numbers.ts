/** Questions about groups, shares, rates, durations, metrics and comparisons of the subtitle service. */
import { each } from '../measures.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'

const ALL = t.anytime
const lastPoint = t.last(10)

const GROUPED = [
  ask(
    'group',
    'break down gateway requests per route over the last half hour',
    t.groupsBy(t.last(30), r.spans(r.gateway), (row) => ('name' in row ? row.name : '')),
  ),
  ask(
    'group',
    'status codes of session-api with counts?',
    t.groupsBy(ALL, r.spans(r.sessionApi), t.attribute('http.response.status_code')),
  ),
  ask(
    'group',
    'cues sent per output',
    t.groups(
      'count',
      ALL,
      each(r.OUTPUTS, (name) => t.logs(r.line(r.cuePublisher, new RegExp(`^cue sent to ${name} `)))),
    ),
  ),
  ask('group', 'captioned chunks per language?', t.groupsBy(ALL, r.lines(r.CAPTIONED), t.attribute('language'))),
  ask('top', 'which tenant lost the most chunks', t.topOf(t.logRows(r.LOST), t.attribute('tenant'))),
  ask(
    'top',
    'busiest route on caption-gateway?',
    t.topOf(r.spans(r.gateway), (row) => ('name' in row ? row.name : '')),
  ),
  ask(
    'top',
    'noisiest service by number of log lines',
    t.topOf(t.logRows(t.any), ({ service }) => service),
  ),
]

const SHARES = [
  ask(
    'ratio',
    'what percent of POST /v1/sessions failed at the gateway between {at30} and {at45}?',
    t.percent(t.during(['start', 30], ['start', 45]), t.share(r.at(r.gateway, r.OPEN))),
  ),
  ask(
    'ratio',
    'share of captioned chunks with low confidence',
    t.percent(ALL, r.linesPer(r.line(r.asr, /^low confidence/), r.CAPTIONED)),
  ),
  ask(
    'ratio',
    'how much of the gateway traffic is nordkanal, in percent?',
    t.percent(ALL, t.share(r.gateway, t.has('tenant.id', 'nordkanal'))),
  ),
  ask(
    'ratio',
    'percentage of corrections that were refused with a 409 on editor-desk',
    t.percent(ALL, t.share(r.at(r.desk, r.CORRECT), r.status(409))),
  ),
  ask(
    'ratio',
    'of all audio messages asr-worker took in the last 8 minutes, how many percent failed',
    t.percent(t.last(8), t.share(r.asr)),
  ),
  ask(
    'rate',
    'requests per second on caption-gateway, last 10 minutes?',
    t.perS(t.last(10), t.perSecond(t.requests(r.gateway))),
  ),
  ask(
    'rate',
    'errors per minute on asr-worker between {at35} and {at45}',
    t.perS(t.during(['start', 35], ['start', 45]), t.perSecond(r.lost())),
  ),
  ask(
    'rate',
    'cues sent per minute during the last quarter of an hour',
    t.perS(t.last(15), t.perSecond(t.logs(r.SENT))),
  ),
]

const LENGTHS = [
  ask('percentile', 'p95 of glossary-api over the hour', t.millis(ALL, t.took(r.glossary, 0.95))),
  ask(
    'percentile',
    'median time of GET /v1/transcripts/{id} on editor-desk?',
    t.millis(ALL, t.took(r.at(r.desk, r.TRANSCRIPT), 0.5)),
  ),
  ask(
    'percentile',
    'p90 of message processing in asr-worker from {at10} to {at25}',
    t.within(0.08, t.millis(t.during(['start', 10], ['start', 25]), t.took(r.asr, 0.9))),
  ),
  ask(
    'mean-max',
    'slowest request on the gateway in the last hour, how long did it take?',
    t.millis(ALL, t.took(r.gateway, 'max')),
  ),
  ask(
    'mean-max',
    'mean duration of PATCH on editor-desk between {at30} and {at45}',
    t.millis(t.during(['start', 30], ['start', 45]), t.took(r.at(r.desk, r.CORRECT), 'mean')),
  ),
  ask(
    'mean-max',
    'longest event loop block that glossary-api logged (blocked_ms)',
    r.lengths(1, ALL, r.maxOf(r.line(r.glossary, /^event loop blocked/), 'blocked_ms')),
  ),
  ask(
    'mean-max',
    'worst delay among the late cues, in seconds?',
    r.lengths(1000, ALL, t.stated(/^cue late for \S+: ([\d.]+) s/, 'max')),
  ),
]

const METRICS = [
  ask(
    'metric',
    'cpu of glossary-api right now?',
    t.value(lastPoint, t.metric('glossary-api', 'process.cpu.percent', 'last')),
  ),
  ask(
    'metric',
    'how high did nodejs.eventloop.delay.max get',
    r.lengths(1, ALL, t.metric('glossary-api', 'nodejs.eventloop.delay.max', 'max')),
  ),
  ask('metric', 'max asr.queue.depth?', t.value(ALL, t.metric('asr-worker', 'asr.queue.depth', 'max'))),
  ask(
    'metric',
    'current caption.delay',
    r.lengths(1000, lastPoint, t.metric('cue-publisher', 'caption.delay', 'last')),
  ),
  ask(
    'metric',
    'archive.quota.free, latest value?',
    r.lengths(1e9, lastPoint, t.metric('archive-writer', 'archive.quota.free', 'last')),
  ),
  ask(
    'metric-group',
    'sessions.open by plan, now',
    t.groups(
      'any',
      lastPoint,
      each(['broadcast', 'pro', 'standard'], (plan) =>
        t.metric('session-api', 'sessions.open', 'last', r.of('tenant.plan', plan)),
      ),
    ),
  ),
  ask(
    'metric-group',
    'highest process.cpu.percent per service',
    t.groups(
      'any',
      ALL,
      each(['glossary-api', 'asr-worker', 'punctuator', 'editor-desk'], (name) =>
        t.metric(name, 'process.cpu.percent', 'max'),
      ),
    ),
  ),
]

const CHANGES = [
  ask(
    'compare',
    'gateway requests in the last 10 min vs the 10 min before that',
    t.compared('count', t.requests(r.gateway), t.last(10), t.earlier(10, 10)),
  ),
  ask(
    'compare',
    'failed share of session-api: {at15} to {at25} against {at30} to {at40}',
    t.compared(
      'percent',
      t.share(r.sessionApi),
      t.during(['start', 15], ['start', 25]),
      t.during(['start', 30], ['start', 40]),
    ),
  ),
  ask(
    'compare',
    'failed chunks {at30}-{at35} compared to {at35}-{at40}',
    t.compared('count', r.lost(), t.during(['start', 30], ['start', 35]), t.during(['start', 35], ['start', 40])),
  ),
  ask('trend', 'are hls viewers going up?', t.verdict('yes', 'up')),
  ask('trend', 'did caption.delay climb between {at25} and {at45}?', t.verdict('yes', 'up')),
  ask('trend', 'memory of asr-worker creeping up? leak maybe?', t.verdict('no', 'up')),
  ask(
    'anomaly',
    'which metrics went crazy while it was broken',
    t.words({ says: [['eventloop\\.delay', 'caption\\.delay', 'process\\.cpu', 'chunks\\.lost', 'queue\\.depth']] }),
  ),
  ask('anomaly', 'anything unusual about punctuator today', t.verdict('no', 'bad')),
  ask(
    'window',
    'requests on the gateway in the five minutes before {atOnset}',
    t.count(t.during(['onset', -5], ['onset', 0]), t.requests(r.gateway), t.logs(r.gateway)),
  ),
  ask(
    'window',
    'lost chunks in the 10 min after {atOnset}?',
    t.count(t.during(['onset', 0], ['onset', 10]), r.lost(), t.failures(r.asr), r.LOST_METRIC),
  ),
  ask(
    'window',
    'glossary-api errors from {at45} till {at50}',
    t.count(t.during(['start', 45], ['start', 50]), ...t.errors(r.glossary)),
  ),
  ask(
    'window',
    'sessions opened in the last 12 minutes and 30 seconds',
    t.count(t.last(12.5), t.logs(r.OPENED), t.requests(r.answered(r.sessionApi, 201))),
  ),
  ask('window', 'errors at the gateway in the last 90 seconds', t.count(t.last(1.5), ...t.errors(r.gateway))),
]

export const SUBTITLES_NUMBERS = [...GROUPED, ...SHARES, ...LENGTHS, ...METRICS, ...CHANGES]
