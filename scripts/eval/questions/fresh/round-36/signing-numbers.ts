/** Shares, durations, rates, metrics, comparisons of the signing company. Round 36. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = t.metric
const memory = (service: string, what: t.Statistic) => gauge(service, 'process.memory.usage', what)
const open = (tenant: string, what: t.Statistic) =>
  gauge('envelope-api', 'envelopes.open', what, (point) => point.attributes['tenant'] === tenant)
const validity = (issuer: string, what: t.Statistic) =>
  gauge('seal-service', 'crl.validity.remaining', what, (point) => point.attributes['issuer'] === issuer)
const after = t.since('onset', 1)
const qes = t.all(m.seal, m.level('QES'))

export const SIGNING_NUMBERS_36 = [
  ask('ratio', 'error rate seal-service since {@onset+1}?', t.percent(after, t.share(m.seal))),
  ask('ratio', 'what share of QES seals is refused at the moment', t.percent(t.last(5), t.share(qes))),
  ask(
    'ratio',
    'how many % of identity checks are not confirmed',
    t.percent(t.anytime, t.share(m.ident, m.status(422))),
  ),
  ask('ratio', 'share of webhooks that are not delivered', t.percent(t.anytime, t.logShare(m.hooks, t.level('WARN')))),
  ask(
    'ratio',
    'bounce rate of our mails',
    t.percent(
      t.anytime,
      t.logShare(m.mail, m.bounced),
      t.logShare((row) => m.mailed(row) || m.bounced(row), m.bounced),
    ),
  ),
  ask(
    'ratio',
    'what fraction of seals are qualified (QES)?',
    t.percent(t.anytime, t.share(m.seal, m.level('QES')), t.share(t.all(m.seal, m.status(201)), m.level('QES'))),
  ),
  ask(
    'ratio',
    'failure rate of vella-bank on envelope-api since {@onset+1}',
    t.percent(after, t.share(t.all(m.api, m.tenant('vella-bank')))),
  ),

  ask('percentile', 'p95 envelope-api', t.millis(t.anytime, t.took(m.api, 0.95))),
  ask('percentile', 'p99 of ident-check last hour', t.millis(t.last(60), t.took(m.ident, 0.99))),
  ask('percentile', 'median time to seal a QES before {@onset}', t.millis(t.before('onset'), t.took(qes, 0.5))),
  ask('percentile', 'p95 of video checks', t.millis(t.anytime, t.took(t.all(m.ident, m.method('video')), 0.95))),
  ask('mean-max', 'how long does an identity check take on avg?', t.millis(t.anytime, t.took(m.ident, 'mean'))),
  ask('mean-max', 'longest request on front-gate in the last hour', t.millis(t.last(60), t.took(m.gate, 'max'))),
  ask(
    'slowest',
    'which ident method is the slowest?',
    t.words({ saysFirst: [['video']], neverFirst: ['log records'] }),
  ),
  ask(
    'slowest',
    'are QES seals slower than AES ones before {@onset}?',
    t.words({ saysFirst: [['^\\W*yes\\b', 'slower', 'qes.*(?:higher|longer)']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask(
    'slowest',
    'the slowest traces of the last hour',
    t.words({ says: [['\\bms\\b', '\\d ?s\\b']], neverFirst: ['log records'] }),
  ),

  ask('rate', 'requests/s on front-gate', t.perS(t.anytime, t.perSecond(t.requests(m.gate)))),
  ask('rate', 'how many envelopes per minute are sent?', t.perS(t.anytime, ...m.SENT.map(t.perSecond))),
  ask('rate', 'seal requests per minute, last 15 min', t.perS(t.last(15), t.perSecond(t.requests(m.seal)))),
  ask(
    'sum',
    'how many kilobytes did we archive in total?',
    t.count(t.anytime, m.valuesOf(m.archived, 'kilobytes', 'sum')),
  ),
  ask(
    'sum',
    'average kilobytes per archived document',
    t.within(0.02, t.value(t.anytime, m.valuesOf(m.archived, 'kilobytes', 'mean'))),
  ),
  ask('sum', 'sum of reminders sent by all reminder runs', t.count(t.anytime, t.stated(/(\d+) reminders sent/, 'sum'))),
  ask('sum', 'most reminders due in a single run?', t.value(t.anytime, t.stated(/(\d+) due,/, 'max'))),
  ask('metric', 'peak memory doc-render', t.within(0.01, t.bytes(t.anytime, memory('doc-render', 'max')))),
  ask(
    'metric',
    'memory of seal-service right now?',
    t.within(0.06, t.bytes(t.anytime, memory('seal-service', 'last'))),
  ),
  ask('metric', 'avg cpu of envelope-api in the last hour', (asked) => ({
    numbers: [
      {
        ...t.numberOf(asked, 'any', t.last(60), [
          gauge('envelope-api', 'process.cpu.utilization', 'mean'),
          t.scaled(gauge('envelope-api', 'process.cpu.utilization', 'mean'), 100),
        ]),
        tolerance: 0.04,
      },
    ],
  })),
  ask('metric', 'open envelopes of vella-bank now', t.within(0.01, t.value(t.anytime, open('vella-bank', 'last')))),
  ask(
    'metric',
    'what is the highest webhooks.queue.depth?',
    t.value(t.anytime, gauge('hook-sender', 'webhooks.queue.depth', 'max')),
  ),
  ask(
    'metric',
    'crl.validity.remaining of qca2, last value',
    t.within(0.01, t.millis(t.anytime, t.scaled(validity('qca2', 'last'), 1000))),
  ),
  ask(
    'metric',
    'lowest crl.validity.remaining for qca3',
    t.words({ saysFirst: [['[-−–]\\s?(?:1[,.\\s]?2[4-6]\\d|20[.,]\\d|21)']] }),
  ),
  ask(
    'metric',
    'total seals.refused since {@onset}',
    t.within(0.02, t.count(t.since('onset'), gauge('seal-service', 'seals.refused', 'sum'), ...m.REFUSED)),
  ),
  ask(
    'metric',
    'mails.sent in the last 30 minutes',
    t.within(0.03, t.count(t.last(30), gauge('notify-mail', 'mails.sent', 'sum'), t.logs(m.mailed))),
  ),
  ask(
    'metric',
    'mean of http.server.request.duration, envelope-api',
    t.millis(
      t.anytime,
      t.scaled(m.meanOfHistogram('envelope-api', 'http.server.request.duration'), 1000),
      t.took(m.api, 'mean'),
    ),
  ),
  ask('metric', 'envelopes.open per tenant', (asked) => ({
    groups: Object.fromEntries(
      m.TENANTS.map((one) => [
        one,
        {
          ...t.numberOf(asked, 'any', t.anytime, [open(one, 'last'), open(one, 'mean'), open(one, 'max')]),
          tolerance: 0.02,
        },
      ]),
    ),
  })),
  ask(
    'metric',
    'how many bytes are in the archive?',
    t.within(0.005, t.bytes(t.anytime, gauge('archive-store', 'archive.bytes.stored', 'last'))),
  ),

  ask(
    'compare',
    'p95 of doc-render before and after {@release}',
    t.compared('ms', t.took(m.draw, 0.95), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'completed envelopes {@onset-15}-{@onset} vs {@onset}-{@onset+15}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -15], ['onset', 0]), m.COMPLETED),
      t.numberOf(asked, 'count', t.during(['onset', 0], ['onset', 15]), m.COMPLETED),
    ],
  })),
  ask(
    'compare',
    'front-gate requests: last 10 min against the same 10 min half an hour ago',
    t.compared('count', t.requests(m.gate), t.last(10), t.earlier(10, 30)),
  ),
  ask(
    'compare',
    'who sends more envelopes, medilex or nordbau?',
    t.words({ first: { name: 'nordbau', among: ['nordbau', 'medilex'] } }),
  ),
  ask(
    'compare',
    'error rate QES vs AES since {@onset+1}',
    t.groups(
      'percent',
      after,
      m.each(['QES', 'AES'], (one) => t.share(t.all(m.seal, m.level(one)))),
    ),
  ),
  ask(
    'compare',
    'did the new doc-render make things slower?',
    t.words({
      saysFirst: [['^\\W*no\\b', 'not slower', 'no slower', 'faster', 'did(?: not|n.t)', 'fell', 'drop', 'lower']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('trend', 'are the open envelopes of vella-bank rising?', t.verdict('yes', 'up')),
  ask('trend', 'more failures on envelope-api than before {@onset}?', t.verdict('yes', 'up')),
  ask(
    'trend',
    'refused seals per 5 minutes since {@onset-5}',
    t.words({ says: [['\\d\\d:\\d\\d']], neverFirst: ['root cause'] }),
  ),
  ask(
    'anomaly',
    'whats wrong with crl.validity.remaining',
    t.words({
      says: [['qca3'], ['fall', 'fell', 'drop', 'negative', 'below', 'declin', 'decreas', '[-−–]\\d', 'zero', 'down']],
    }),
  ),
  ask(
    'anomaly',
    'hsm.sessions.active normal?',
    t.words({
      saysFirst: [
        ['^\\W*yes\\b', 'normal', 'no (?:change|anomal|jump)', 'steady', 'stable', 'unchanged', 'usual', 'nothing'],
      ],
      neverFirst: ['^\\W*no\\b[,.:] '],
    }),
  ),
  ask(
    'several',
    'p50, p95 of front-gate in the last hour',
    t.both(t.last(60), ['ms', t.took(m.gate, 0.5)], ['ms', t.took(m.gate, 0.95)]),
  ),
  ask('several', 'how many envelopes were sent and how many completed in the last 45 min?', (asked) => ({
    numbers: [t.numberOf(asked, 'count', t.last(45), m.SENT), t.numberOf(asked, 'count', t.last(45), m.COMPLETED)],
  })),
  ask('several', 'error rate of seal-service last 15 min and the number of refused seals in that time', (asked) => ({
    numbers: [
      t.numberOf(asked, 'percent', t.last(15), [t.share(m.seal)]),
      t.numberOf(asked, 'count', t.last(15), m.REFUSED),
    ],
  })),
  ask(
    'group',
    'median duration per identification method',
    t.groups(
      'ms',
      t.anytime,
      m.each(m.METHODS, (one) => t.took(t.all(m.ident, m.method(one)), 0.5)),
    ),
  ),
  ...talk(
    'latency',
    ask('follow-up', 'p95 of ident-check in the last 30 min?', t.millis(t.last(30), t.took(m.ident, 0.95))),
    ask('follow-up', 'archive-store?', t.millis(t.last(30), t.took(m.archive, 0.95))),
    ask('follow-up', 'and the average', t.millis(t.last(30), t.took(m.archive, 'mean'))),
  ),
  ...talk(
    'rate',
    ask('follow-up', 'error rate of envelope-api in the last 15 minutes?', t.percent(t.last(15), t.share(m.api))),
    ask('follow-up', 'seal-service', t.percent(t.last(15), t.share(m.seal))),
    ask('follow-up', 'only QES there', t.percent(t.last(15), t.share(qes))),
  ),
  ...talk(
    'shift',
    ask('follow-up', 'requests on seal-service in the last 10 min', t.count(t.last(10), t.requests(m.seal))),
    ask('follow-up', 'and the 10 min before that?', t.count(t.earlier(10, 10), t.requests(m.seal))),
  ),
]
