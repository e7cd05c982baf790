/** Shares, durations, rates, metrics and comparisons of the city's online services. Forty-second round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
const broken = t.during(['onset', 1], ['recovery', 0])
const calm = t.during(['onset', -15], ['onset', 0])
const early = t.during(['onset', 1], ['onset', 16])
const settledRoutes = m.on(m.portal, '/residence/register', '/residence/move')

export const CITYHALL_NUMBERS_42 = [
  ask(
    'ratio',
    'residence-registry failure rate from {@onset+1} to {@recovery}',
    t.percent(broken, t.share(m.registry)),
  ),
  ask(
    'ratio',
    'percentage of registrations that failed between {@onset+1} and {@recovery}',
    t.percent(
      broken,
      t.share(m.registering),
      t.share(m.settling),
      t.share(settledRoutes),
      t.share(m.on(m.portal, '/residence/register')),
    ),
  ),
  ask('ratio', 'how many percent of logins are refused', t.percent(t.anytime, t.share(m.login, m.status(401)))),

  ask('percentile', 'p95 termin-service past half hour', t.millis(t.last(30), t.took(m.termin, 0.95))),
  ask('percentile', 'p99 latency, portal-web', t.millis(t.anytime, t.took(m.portal, 0.99))),
  ask('percentile', 'p90 of logins via eid', t.millis(t.anytime, t.took(t.all(m.login, m.way('eid')), 0.9))),
  ask('mean-max', 'average time epay-bridge needs for a payment', t.millis(t.anytime, t.took(m.paying, 'mean'))),
  ask('mean-max', 'longest answer of the chatbot today?', t.millis(t.anytime, t.took(m.bot, 'max'))),
  ask('slowest', 'which portal route is the slowest', t.words({ saysFirst: [['/chat']], neverFirst: ['log records'] })),

  ask('rate', 'portal-web requests per second', t.perS(t.anytime, t.perSecond(t.requests(m.portal)))),
  ask(
    'rate',
    'bookings per minute in the last 30 min',
    t.perS(t.last(30), ...[...m.BOOKED, t.requests(m.booking)].map(t.perSecond)),
  ),
  ask('rate', 'letters printed per minute?', t.perS(t.anytime, t.perSecond(t.logs(m.printed)))),

  ask('sum', 'sum of cents captured by epay-bridge', t.count(t.anytime, m.sumOf(m.captured, 'cents'))),
  ask(
    'sum',
    'how many reminders did notice-mailer send altogether?',
    t.count(t.anytime, t.stated(/(\d+) reminders sent/, 'sum')),
  ),

  ask(
    'metric',
    'letters_waiting right now',
    t.within(0.04, t.value(t.anytime, gauge('letter-press', 'letters_waiting', 'last'))),
  ),
  ask(
    'metric',
    'peak of chat.sessions.active',
    t.value(t.anytime, gauge('amt-chatbot', 'chat.sessions.active', 'max')),
  ),
  ask(
    'metric',
    'average busy php-fpm processes',
    t.within(0.02, t.value(t.anytime, gauge('termin-service', 'phpfpm_active_processes', 'mean'))),
  ),
  ask(
    'metric',
    'memory of amt-chatbot, maximum',
    t.within(0.01, t.bytes(t.anytime, gauge('amt-chatbot', 'process.memory.usage', 'max'))),
  ),
  ask(
    'metric',
    'lowest letters_waiting in the last 40 minutes',
    t.value(t.last(40), gauge('letter-press', 'letters_waiting', 'min')),
  ),
  ask(
    'metric',
    'how many tokens did the bot use in the last 30 minutes?',
    t.within(0.04, t.value(t.last(30), gauge('amt-chatbot', 'chat_tokens_total', 'rise'))),
  ),
  ask('metric', 'cpu of epay-bridge', t.declined('no_data')),

  ask(
    'compare',
    'fines-desk p50 before vs after 3.14.0',
    t.compared('ms', t.took(m.fines, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'compare 502s on portal-web {@onset-15}-{@onset} and {@onset+1}-{@onset+16}', (asked) => ({
    numbers: [t.numberOf(asked, 'count', calm, m.atPortal(502)), t.numberOf(asked, 'count', early, m.atPortal(502))],
  })),
  ask(
    'compare',
    'are eid logins slower than password logins?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'eid.{0,80}slower', 'password.{0,80}faster', 'eid.{0,40}\\d']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask('compare', 'did fines-desk get slower with the release?', t.verdict('yes', 'up')),
  ask('trend', 'is the number of 502s going up at the moment?', t.verdict('no', 'up')),
  ask(
    'anomaly',
    'was chat.sessions.active odd at some point?',
    t.words({
      says: [['rose', 'higher', 'jump', 'increase', 'peak', 'unusual', '^\\W*yes', 'up', 'climb', 'above']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'traces',
    'slowest traces through amt-chatbot',
    t.words({ says: [['[0-9a-f]{8}'], ['amt-chatbot', '/chat', '/dialog']] }),
  ),
  ask(
    'several',
    'how many appointments were booked and how many slots were already taken in the last 30 min?',
    t.both(t.last(30), ['count', t.logs(m.booked)], ['count', t.logs(m.taken)]),
  ),
  ask(
    'group',
    'failure rate of POST /residence/register by channel {@onset+1}-{@recovery}',
    t.groups(
      'percent',
      broken,
      m.each(m.CHANNELS, (one) => t.share(t.all(m.on(m.portal, '/residence/register'), m.channel(one)))),
    ),
  ),

  ...talk(
    'speed',
    ask('follow-up', 'how fast is citizen-login, p95', t.millis(t.anytime, t.took(m.login, 0.95))),
    ask('follow-up', 'and termin-service?', t.millis(t.anytime, t.took(m.termin, 0.95))),
    ask('follow-up', 'the median please', t.millis(t.anytime, t.took(m.termin, 0.5))),
    ask('follow-up', 'of the last 15 minutes', t.millis(t.last(15), t.took(m.termin, 0.5))),
  ),
  ...talk(
    'share',
    ask('follow-up', 'error rate of the registry {@onset+1} to {@onset+16}', t.percent(early, t.share(m.registry))),
    ask('follow-up', 'and what about portal-web then?', t.percent(early, t.share(m.portal))),
  ),
]
