/** Shares, durations, rates, sums, metrics and comparisons of the video-conference service. Sixtieth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const queue = (what: t.Statistic) => m.gauge('upload-worker', 'upload_queue_length', what)
const disk = (node: string, what: t.Statistic) => m.gauge('recorder', 'disk_used_percent', what, 'node', node)
const loss = (relay: string, what: t.Statistic) => m.gauge('media-relay', 'relay.packet_loss', what, 'relay', relay)
const band = (relay: string, what: t.Statistic) => m.gauge('media-relay', 'relay.bandwidth', what, 'relay', relay)
const people = (region: string, what: t.Statistic) =>
  m.gauge('signalling', 'participants.active', what, 'region', region)
const active = (kind: string, what: t.Statistic) => m.gauge('room-api', 'rooms.active', what, 'kind', kind)
const seats = (plan: string, what: t.Statistic) => m.gauge('seat-billing', 'seats.billed', what, 'plan', plan)
const memory = (service: string, what: t.Statistic) => m.gauge(service, 'process.memory.usage', what)
const cpu = (service: string, what: t.Statistic) => m.gauge(service, 'cpu_percent', what)
/** In cents or in whole units. */
const money = (measure: t.Measure) => [measure, t.scaled(measure, 0.01)]
const some = (tolerance: number, when: t.When, ...measures: t.Measure[]) =>
  t.within(tolerance, t.value(when, ...measures))
const perName = (names: readonly string[], when: t.When, tolerance: number, measure: (name: string) => t.Measure) =>
  ((asked) => ({
    groups: Object.fromEntries(
      names.map((one) => [one, { ...t.numberOf(asked, 'any', when, [measure(one)]), tolerance }]),
    ),
  })) satisfies t.Expect

export const MEETINGS_NUMBERS_60 = [
  ask(
    'ratio',
    'what share of recording requests failed since {@full}',
    t.percent(t.sinceMark('full'), t.share(m.recording)),
  ),
  ask('ratio', 'error rate of room-api in the last 20 minutes', t.percent(t.last(20), t.share(m.rooms))),
  ask('ratio', 'how many percent of the charges are delined', t.percent(t.anytime, t.share(m.charging, m.status(402)))),
  ask(
    'ratio',
    'failure rate of upload-worker overall',
    t.percent(t.anytime, t.share(m.uploader), t.logShare(m.uploader)),
  ),
  ask(
    'ratio',
    'share of GET /recordings/{id} answered with 409 since {@onset+1}',
    t.percent(t.since('onset', 1), t.share(m.fetching, m.status(409))),
  ),

  ask('percentile', 'p95 of POST /rooms/{id}/participants', t.millis(t.anytime, t.took(m.joining, 0.95))),
  ask('percentile', 'p99 of room-api last 30 minutes', t.millis(t.last(30), t.took(m.rooms, 0.99))),
  ask('percentile', 'median upload time before {@onset}', t.millis(t.before('onset'), t.took(m.uploader, 0.5))),
  ask(
    'percentile',
    'p95 of signalling since the release at {@release}',
    t.millis(t.sinceMark('release'), t.took(m.signalling, 0.95)),
  ),

  ask('mean-max', 'avg duration of POST /captions', t.millis(t.anytime, t.took(m.captioning, 'mean'))),
  ask('mean-max', 'how long does a transcript take on average', t.millis(t.anytime, t.took(m.transcribing, 'mean'))),
  ask('mean-max', 'longest upload today, how long did it take', t.millis(t.anytime, t.took(m.uploader, 'max'))),
  ask(
    'mean-max',
    'how big was the biggest recording in megabytes',
    t.value(t.anytime, m.stat(m.finished, 'megabytes', 'max')),
  ),
  ask(
    'mean-max',
    'average length of a finished recording in seconds',
    t.within(0.01, t.value(t.anytime, m.stat(m.finished, 'seconds', 'mean'))),
  ),
  ask('mean-max', 'worst packet loss in the log lines of media-relay', t.value(t.anytime, t.stated(m.LOST, 'max'))),
  ask(
    'mean-max',
    'how many words does a transcript have on average',
    t.within(0.01, t.value(t.anytime, t.stated(m.WORDS, 'mean'))),
  ),

  ask(
    'slowest',
    'which route of seat-billing is slowest',
    t.words({ saysFirst: [['/charges']], neverFirst: ['log records'] }),
  ),

  ask(
    'rate',
    'joins per minute in the last half hour',
    t.perS(t.last(30), ...[t.requests(m.joining), ...m.JOINED].map(t.perSecond)),
  ),
  ask('rate', 'requests per second on room-api', t.perS(t.anytime, t.perSecond(t.requests(m.rooms)))),
  ask(
    'rate',
    'refused uploads per minute since {@full}',
    t.perS(t.sinceMark('full'), ...m.UPLOADS_REFUSED.map(t.perSecond)),
  ),

  ask('sum', 'how many seats were added in total', t.value(t.anytime, m.stat(m.seatsAdded, 'seats', 'sum'))),
  ask('sum', 'total amount charged in the last hour', t.value(t.last(60), ...money(m.stat(m.charged, 'cents', 'sum')))),
  ask(
    'sum',
    'how much money is in the declined cards',
    t.value(t.anytime, ...money(m.stat(m.declined, 'cents', 'sum'))),
  ),
  ask(
    'sum',
    'how many megabytes did we upload before {@onset}',
    some(0.01, t.before('onset'), m.stat(m.uploaded, 'megabytes', 'sum')),
  ),

  ask('metric', 'how long is the upload queue now', t.value(t.anytime, queue('last'))),
  ask('metric', 'disk usage of rec-a right now', some(0.005, t.anytime, disk('rec-a', 'last'))),
  ask('metric', 'packet loss on relay-us-1, average', some(0.02, t.anytime, loss('relay-us-1', 'mean'))),
  ask('metric', 'highest packet loss of relay-ap-1', some(0.005, t.anytime, loss('relay-ap-1', 'max'))),
  ask('metric', 'bandwith of relay-eu-1 now', some(0.005, t.anytime, band('relay-eu-1', 'last'))),
  ask('metric', 'how many classroom rooms are active', some(0.005, t.anytime, active('classroom', 'last'))),
  ask('metric', 'participants in us-east at the moment', some(0.005, t.anytime, people('us-east', 'last'))),
  ask('metric', 'how many enterprise seats do we bill', some(0.0001, t.anytime, seats('enterprise', 'last'))),
  ask('metric', 'max memory of recorder', t.within(0.01, t.bytes(t.anytime, memory('recorder', 'max')))),
  ask('metric', 'average cpu of room-api in the last 30 minutes', some(0.02, t.last(30), cpu('room-api', 'mean'))),
  ask(
    'metric',
    'jvm heap of the transcriber, max',
    t.within(0.01, t.bytes(t.anytime, m.gauge('transcriber', 'jvm.memory.used', 'max'))),
  ),

  ask(
    'metric-group',
    'packet loss per relay, mean of the last 20 minutes',
    perName(m.RELAYS, t.last(20), 0.04, (one) => loss(one, 'mean')),
  ),
  ask(
    'metric-group',
    'max bandwidth by relay',
    perName(m.RELAYS, t.anytime, 0.005, (one) => band(one, 'max')),
  ),
  ask(
    'metric-group',
    'average active rooms per kind',
    perName(m.KINDS, t.anytime, 0.02, (one) => active(one, 'mean')),
  ),
  ask(
    'top',
    'which relay uses the most bandwidth',
    t.words({ saysFirst: [['relay-eu-1']], neverFirst: ['(?:relay-eu-2|relay-us-1|relay-ap-1).*relay-eu-1'] }),
  ),
  ask(
    'top',
    'which relay has the worst packet loss',
    t.words({ saysFirst: [['relay-ap-1']], neverFirst: ['(?:relay-eu-1|relay-eu-2|relay-us-1).*relay-ap-1'] }),
  ),

  ask(
    'compare',
    'p50 of POST /sessions before and after 3.5.0',
    t.compared('ms', t.took(m.sessions, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'refused uploads: {@onset} to {@onset+10} compared to {@full} to {@full+10}',
    t.compared(
      'count',
      t.logs(m.uploadRefused),
      t.during(['onset', 0], ['onset', 10]),
      t.during(['full', 0], ['full', 10]),
    ),
  ),
  ask(
    'compare',
    'refused recordings of meetings vs classrooms',
    t.groups(
      'count',
      t.anytime,
      m.each(['meeting', 'classroom'], (one) => t.failures(t.all(m.recording, m.kind(one)))),
    ),
  ),
  ask(
    'compare',
    'average packet loss relay-eu-1 vs relay-ap-1',
    perName(['relay-eu-1', 'relay-ap-1'], t.anytime, 0.03, (one) => loss(one, 'mean')),
  ),

  ask('trend', 'is packet loss on relay-ap-1 going up?', t.verdict('yes', 'up')),
  ask('trend', 'are participants in us-east increasing', t.verdict('yes', 'up')),
  ask('trend', 'are people leaving? participants in eu-west dropping?', t.verdict('no', 'down')),
  ask('trend', 'did joins get slower with signalling 3.5.0', t.verdict('yes', 'bad')),
  ask('trend', 'did the upload queue grow since {@onset}', t.verdict('yes', 'up')),
  ask(
    'anomaly',
    'anything unusual in disk_used_percent?',
    t.words({
      says: [
        ['\\brise|\\brose|\\brising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|full|peak|from \\d'],
      ],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),

  ask(
    'several',
    'p50, p95 and p99 of seat-billing',
    t.both(t.anytime, ['ms', t.took(m.billing, 0.5)], ['ms', t.took(m.billing, 0.95)], ['ms', t.took(m.billing, 0.99)]),
  ),
  ask('several', 'how many recordings were started before {@full} and how many were refused after?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.before('full'), m.STARTED),
      t.numberOf(asked, 'count', t.sinceMark('full'), m.REFUSED),
    ],
  })),
  ask(
    'several',
    'number of rooms created and rooms closed in the last hour',
    t.both(t.last(60), ['count', t.logs(t.says(/^room created/))], ['count', t.logs(m.closed)]),
  ),

  ...talk(
    'bandwidth',
    ask('follow-up', 'average bandwidth of relay-us-1', some(0.01, t.anytime, band('relay-us-1', 'mean'))),
    ask('follow-up', 'and relay-ap-1', some(0.01, t.anytime, band('relay-ap-1', 'mean'))),
    ask('follow-up', 'what was its maximum?', some(0.005, t.anytime, band('relay-ap-1', 'max'))),
  ),
  ...talk(
    'latency',
    ask('follow-up', 'p95 of recorder', t.millis(t.anytime, t.took(m.recorder, 0.95))),
    ask('follow-up', 'last 15 minutes only', t.millis(t.last(15), t.took(m.recorder, 0.95))),
    ask('follow-up', 'and the median?', t.millis(t.last(15), t.took(m.recorder, 0.5))),
  ),
]
