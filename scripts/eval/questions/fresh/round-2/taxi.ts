/** Questions to the ride hailing: an overload in Hamburg that is over, German names in an English conversation. */

import { minuteOf } from '../../catalog/define.ts'
import { TAXI_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const api = t.of('fahrt-api')
const rides = t.all(api, t.named('POST /fahrten/anfrage'))
const rejected = t.says(/^ride .* rejected/)
const assigned = t.says(/^ride .* assigned to driver/)

export const TAXI_2 = [
  ask('state', 'Moin, alles wieder ok?? i mean is it all fine again', t.verdict('yes', 'good')),
  ask('state', 'do rides still get rejected as we speak', t.verdict('no', 'bad')),
  ask('cause', 'Why were ride requests rejected around {@onset+3}?', t.becauseFirst(TAXI_INCIDENT)),
  ask('cause', 'incident summary: what failed, why, since when', (asked) => ({
    ...t.becauseFirst(TAXI_INCIDENT, 'time')(asked),
    never: ['nothing broke', 'still going on'],
  })),
  ask('since', 'when did the rejections stop?', t.began('recovery')),
  ask('how-long', 'how many minutes did the disponent trouble take overall', t.lasted('onset', 'recovery')),
  ask(
    'impact',
    'how many distinct riders (enduser.id) had a failed request',
    t.count(t.anytime, t.differentOf(t.all(api, t.failed), 'enduser.id')),
  ),
  ask('health', 'geo-index was it slow too?', t.noTrouble),
  ask('health', 'is zahlung doing what it should', t.healthy),
  ask('deploy', 'preis-rechner: when was 2.9.0 rolled out', t.began('release', 90)),
  ask('deploy', 'is the new preis-rechner release to blame', t.verdict('no', 'bad')),
  ask(
    'count',
    'POST /fahrten/anfrage on fahrt-api: how many came in during {@onset} - {@recovery}?',
    t.count(t.during(['onset', 0], ['recovery', 0]), t.requests(rides)),
  ),
  ask('outcome', 'rides rejected vs rides assigned, totals please', ({ world }) => ({
    says: [
      [`\\b${world.logs.filter(rejected).length}\\b`],
      [`\\b1,?${String(world.logs.filter(assigned).length).slice(1)}\\b`],
    ],
  })),
  ask('outcome', 'rejected rides in hamburg?', t.count(t.anytime, t.logs(t.all(rejected, t.has('stadt', 'hamburg'))))),
  ask('text', 'push failed because of token expired - how often', t.count(t.anytime, t.logs(t.says(/token expired/)))),
  ask(
    'attribute',
    'premium class requests in berlin, number',
    t.count(t.anytime, t.requests(t.all(api, t.has('klasse', 'premium'), t.has('stadt', 'berlin')))),
  ),
  ask(
    'exclusion',
    'rejected rides outside hamburg',
    t.count(t.anytime, t.logs(t.all(rejected, t.not(t.has('stadt', 'hamburg'))))),
  ),
  ask(
    'exclusion',
    'fahrt-api requests but no status polling (GET /fahrten/status)',
    t.count(t.anytime, t.requests(t.all(api, t.not(t.named('GET /fahrten/status'))))),
  ),
  ask(
    'ratio',
    'declined charges as % of all zahlung requests',
    t.percent(t.anytime, t.share(t.of('zahlung'), t.has('http.response.status_code', 402))),
  ),
  ask(
    'ratio',
    'what fraction of POST /fahrten/anfrage succeeded between {@onset+1} and {@recovery-1}',
    t.percent(t.during(['onset', 1], ['recovery', -1]), t.share(rides, t.not(t.failed))),
  ),
  ask(
    'percentile',
    'p95 of POST /auftraege before and during? i need {@onset-12}-{@onset-2} and {@onset+1}-{@onset+11}',
    t.compared(
      'ms',
      t.took(t.of('disponent'), 0.95),
      t.during(['onset', -12], ['onset', -2]),
      t.during(['onset', 1], ['onset', 11]),
    ),
  ),
  ask(
    'metric',
    'highest disponent.queue.length',
    t.count(t.anytime, t.metric('disponent', 'disponent.queue.length', 'max')),
  ),
  ask('metric', 'cpu of disponent right now', (asked) => {
    const last = t.metric('disponent', 'process.cpu.utilization', 'last')
    const few = t.metric('disponent', 'process.cpu.utilization', 'mean')
    const windows = t.last(5)(asked)[0] ?? []
    const fair = [
      last(asked.world, { fromMs: asked.world.startMs, toMs: asked.world.endMs }),
      ...windows.map((one) => few(asked.world, one)).filter((one) => one > 0),
    ]
    const [value = 0, ...also] = fair.flatMap((one) => [one, one * 100])
    return { numbers: [{ value, unit: 'any', also, tolerance: 0.06 }] }
  }),
  ask(
    'group',
    'failed requests of fahrt-api by stadt',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries(
        ['hamburg', 'berlin', 'muenchen', 'koeln'].map((one) => [one, t.failures(t.all(api, t.has('stadt', one)))]),
      ),
    ),
  ),
  ask('id', 'rider is on the phone, ride {rejectedRide}, what went wrong with it', ({ world }) => ({
    says: [[world.names['rejectedRide'] ?? ''], ['queue full', 'rejected']],
  })),
  ask('timeline', 'Please list the sequence of events with timestamps', ({ world }) => ({
    names: ['disponent'],
    says: [[minuteOf(world.marks['onset'] ?? 0)], [minuteOf(world.marks['recovery'] ?? 0)]],
  })),
  ...talk(
    'rides',
    ask(
      'follow-up',
      'failed requests on fahrt-api between {@onset} and {@onset+10}',
      t.count(t.during(['onset', 0], ['onset', 10]), t.failures(api)),
    ),
    ask(
      'follow-up',
      'per klasse please',
      t.groups(
        'count',
        t.during(['onset', 0], ['onset', 10]),
        Object.fromEntries(
          ['standard', 'xl', 'premium'].map((one) => [one, t.failures(t.all(api, t.has('klasse', one)))]),
        ),
      ),
    ),
    ask(
      'follow-up',
      'only hamburg',
      t.groups(
        'count',
        t.during(['onset', 0], ['onset', 10]),
        Object.fromEntries(
          ['standard', 'xl', 'premium'].map((one) => [
            one,
            t.failures(t.all(api, t.has('klasse', one), t.has('stadt', 'hamburg'))),
          ]),
        ),
      ),
    ),
  ),
  ask('language-core', 'Wie viele Anfragen hatte geo-index?', t.count(t.anytime, t.requests(t.of('geo-index')))),
]
