/** Questions to the ride hailing: fourth round. */

import { minuteOf } from '../../catalog/define.ts'
import { TAXI_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const api = t.of('fahrt-api')
const disponent = t.of('disponent')

export const TAXI_4 = [
  ask('state', 'still red or green again?', t.verdict('yes', 'good')),
  ask(
    'health',
    'How is fahrer-push? some drivers say no pushes arrive',
    t.words({
      saysFirst: [['fahrer-push'], ['healthy', 'token', 'error', 'fail', 'unusual', 'warn']],
      neverFirst: ['^\\W*(?:probable |likely )?root cause\\b'],
    }),
  ),
  ask('health', 'preis-rechner ist down? (is it down)', t.noTrouble),
  ask(
    'cause',
    'Dear team, please do the needful and tell us the reason for the rejected rides.',
    t.becauseFirst(TAXI_INCIDENT),
  ),
  ask(
    'cause',
    'disponent 503 — capacity, bug or db?',
    t.words({ says: [['disponent'], ['queue', 'capacity', 'overload', 'full']] }),
  ),
  ask('how-long', 'the disponent issue: lasted how long', t.lasted('onset', 'recovery')),
  ask('since', 'at which time did disponent recover', t.began('recovery')),
  ask(
    'impact',
    'failed ride requests in total (POST /fahrten/anfrage at fahrt-api)',
    t.count(t.anytime, t.failures(t.all(api, t.named('POST /fahrten/anfrage')))),
  ),
  ask(
    'impact',
    'share of failed POST /fahrten/anfrage per stadt between {@onset} and {@recovery}',
    t.groups(
      'percent',
      t.during(['onset', 0], ['recovery', 0]),
      Object.fromEntries(
        ['hamburg', 'berlin'].map((one) => [
          one,
          t.share(t.all(api, t.named('POST /fahrten/anfrage'), t.has('stadt', one))),
        ]),
      ),
    ),
  ),
  ask('deploy', 'in the 10 minutes before {@onset}: any rollout?', t.verdict('no', 'bad')),
  ask('version', 'disponent version', t.words({ saysFirst: [['7\\.0\\.3']] })),
  ask('count', 'geo-index requests in the past 0.5h', t.count(t.last(30), t.requests(t.of('geo-index')))),
  ask(
    'outcome',
    'how many rides got a driver assigned before {@onset}',
    t.count(t.before('onset'), t.logs(t.says(/^ride .* assigned to driver/))),
  ),
  ask('text', 'grep "request queue full" | wc -l', t.count(t.anytime, t.logs(t.says(/request queue full/)))),
  ask(
    'attribute',
    'failed requests klasse=premium stadt=hamburg on fahrt-api',
    t.count(t.anytime, t.failures(t.all(api, t.has('klasse', 'premium'), t.has('stadt', 'hamburg')))),
  ),
  ask(
    'exclusion',
    'requests on fahrt-api with any klasse but standard',
    t.count(t.anytime, t.requests(t.all(api, t.not(t.has('klasse', 'standard'))))),
  ),
  ask(
    'ratio',
    'pushes that failed, as a percentage of all pushes',
    t.percent(
      t.anytime,
      (world, window) =>
        (100 * t.logs(t.says(/^push to driver .* failed/))(world, window)) /
        t.logs(t.says(/^push to driver/))(world, window),
    ),
  ),
  ask('percentile', 'p99 zahlung last 40 min', t.millis(t.last(40), t.took(t.of('zahlung'), 0.99))),
  ask(
    'mean-max',
    'avg ms of POST /preise',
    t.millis(t.anytime, t.took(t.all(t.of('preis-rechner'), t.named('POST /preise')), 'mean')),
  ),
  ask(
    'mean-max',
    'mean assignment time that disponent logs ("assigned to driver ... in N ms") before {@onset}',
    t.millis(t.before('onset'), t.stated(/assigned to driver \S+ in (\d+) ms/, 'mean')),
  ),
  ask('metric', 'disponent.queue.length mean between {@onset+1} and {@recovery-1}', (asked) => {
    const { numbers = [] } = t.count(
      t.during(['onset', 1], ['recovery', -1]),
      t.metric('disponent', 'disponent.queue.length', 'mean'),
    )(asked)
    return { numbers: numbers.map((one) => ({ ...one, tolerance: 0.02 })) }
  }),
  ask('counter', 'sum of rides.assigned {@onset-10} to {@onset}', (asked) => {
    const { numbers = [] } = t.count(
      t.during(['onset', -10], ['onset', 0]),
      t.metric('disponent', 'rides.assigned', 'sum'),
      t.logs(t.says(/ assigned to driver /)),
    )(asked)
    return { numbers: numbers.map((one) => ({ ...one, tolerance: 0.06 })) }
  }),
  ask(
    'top',
    'city with most ride requests? (stadt, on fahrt-api)',
    t.topOf((world) => world.spans.filter((span) => api(span) && span.isEntry), t.attribute('stadt')),
  ),
  ask(
    'slowest',
    'slow traces of disponent, top 3',
    t.words({ says: [['disponent'], ['(?:[5-9]|1\\d)[.,]\\d+ ?s|(?:[5-9]|1\\d),?\\d\\d\\d(?:\\.\\d+)? ?ms']] }),
  ),
  ask('timeline', 'what happened between {@onset-5} and now? in order', ({ world }) => ({
    names: ['disponent'],
    says: [[minuteOf(world.marks['onset'] ?? 0)]],
  })),
  ask('id', 'ride={assignedRide} driver?', ({ world }) => ({
    says: [[world.names['assignedRide'] ?? ''], ['assigned to driver']],
  })),
  ask('typo', 'dispontent erors total', (asked) => ({
    ...t.count(t.anytime, ...t.errors(disponent))(asked),
    says: [['disponent']],
  })),
  ...talk(
    'hh',
    ask(
      'follow-up',
      'requests of disponent {@onset} to {@onset+5}',
      t.count(t.during(['onset', 0], ['onset', 5]), t.requests(disponent)),
    ),
    ask(
      'follow-up',
      'the five minutes before that',
      t.count(t.during(['onset', -5], ['onset', 0]), t.requests(disponent)),
    ),
    ask('follow-up', 'p95 latency there?', t.millis(t.during(['onset', -5], ['onset', 0]), t.took(disponent, 0.95))),
  ),
  ask('language-core', '¿Cuándo empezó el problema?', t.began()),
]
