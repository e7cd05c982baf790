/** Questions to the airline's check-in: fourth round. */
import { AIRLINE_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const web = t.of('web-edge')
const api = t.of('checkin-api')
const dcs = t.of('dcs-link')

export const AIRLINE_4 = [
  ask('state', 'ALL GREEN??', t.trouble()),
  ask('state', 'can you confirm that the outage is over', t.verdict('no', 'good')),
  ask('health', 'Did seat-map have any failed request today?', t.verdict('no', 'bad')),
  ask('health', 'why is loyalty so slow since its release', t.denied('loyalty')),
  ask('cause', 'web-edge 502s: trace it down to the origin please', t.becauseFirst(AIRLINE_INCIDENT)),
  ask('cause', 'two sentences for the status page: what is wrong and since when', t.because(AIRLINE_INCIDENT, 'time')),
  ask('since', 'ETIMEDOUT first seen at', t.began()),
  ask('how-long', 'outage duration until now', t.lasted()),
  ask(
    'impact',
    'percentage of POST /api/checkin that fails now (last 5 min)',
    t.percent(t.last(5), t.share(t.all(web, t.named('POST /api/checkin')))),
  ),
  ask(
    'next-step',
    'proposal for a workaround or fix?',
    t.words({ saysFirst: [['dcs-link', 'hostlink']], neverFirst: ['stack trace', 'roll ?back'] }),
  ),
  ask('deploy', 'what changed in the last hour', t.words({ says: [['loyalty'], ['4\\.5\\.0']] })),
  ask('version', 'which version of checkin-api is live, and did it change', t.words({ saysFirst: [['6\\.1\\.0']] })),
  ask(
    'count',
    'how many requests did web-edge see from LIS or CPH',
    t.count(t.anytime, t.requests(t.all(web, t.has('airport', 'LIS', 'CPH')))),
  ),
  ask(
    'count',
    '504s from dcs-link in the last 600 seconds',
    t.count(t.last(10), t.requests(t.all(dcs, t.has('http.response.status_code', 504)))),
  ),
  ask(
    'outcome',
    'bag tags printed since {@start+10}',
    t.count(t.since('start', 10), t.logs(t.says(/^bag tag of .* printed/))),
  ),
  ask(
    'text',
    'how many log lines mention NB902 and "not reachable"',
    t.count(
      t.anytime,
      t.logs((log) => /NB902/.test(log.message) && /not reachable/.test(log.message)),
    ),
  ),
  ask(
    'text',
    'kiosks going offline at MUC - count',
    t.count(t.anytime, t.logs(t.says(/^kiosk \S+ at MUC went offline/))),
  ),
  ask(
    'attribute',
    'completed check-ins in channel web at FRA in the last half hour',
    t.count(
      t.last(30),
      t.logs(t.all(t.says(/^check-in of .* completed/), t.has('channel', 'web'), t.has('airport', 'FRA'))),
    ),
  ),
  ask(
    'exclusion',
    'checkin-api warnings and errors, but leave out "passport data missing"',
    t.count(t.anytime, t.logs(t.all(api, t.level('WARN', 'ERROR', 'FATAL'), t.not(t.says(/passport data missing/))))),
  ),
  ask(
    'exclusion',
    'web-edge: everything that was not a 2xx',
    t.count(
      t.anytime,
      t.requests(
        t.all(web, (row) => {
          const code = Number(row.attributes['http.response.status_code'])
          return code < 200 || code >= 300
        }),
      ),
    ),
  ),
  ask(
    'ratio',
    'GET /api/miles: how many % end in 404',
    t.percent(t.anytime, t.share(t.all(web, t.named('GET /api/miles')), t.has('http.response.status_code', 404))),
  ),
  ask(
    'percentile',
    'median of POST /api/checkin at web-edge: before {@onset} and since {@onset+1}',
    t.compared('ms', t.took(t.all(web, t.named('POST /api/checkin')), 0.5), t.before('onset'), t.since('onset', 1)),
  ),
  ask('mean-max', 'slowest seat-map request', t.millis(t.anytime, t.took(t.of('seat-map'), 'max'))),
  ask(
    'metric',
    'kiosks.online at LIS, current',
    t.count(
      t.anytime,
      t.metric('bag-tags', 'kiosks.online', 'last', (point) => point.attributes['airport'] === 'LIS'),
    ),
  ),
  ask('trend', 'dcs.sockets.open: did it go up?', t.verdict('yes', 'up')),
  ask('rate', 'requests per minute on web-edge', t.perS(t.anytime, t.perSecond(t.requests(web)))),
  ask(
    'group',
    'failed check-in requests by channel (POST /api/checkin on web-edge)',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries(
        ['app', 'web', 'kiosk'].map((one) => [
          one,
          t.failures(t.all(web, t.named('POST /api/checkin'), t.has('channel', one))),
        ]),
      ),
    ),
  ),
  ask(
    'top',
    'flight with the most failed check-ins',
    t.topOf(t.logRows(t.says(/^check-in of .* failed/)), t.attribute('flight')),
  ),
  ask('dependency', 'who calls dcs-link', t.words({ names: ['checkin-api'], neverFirst: ['no outgoing', 'loyalty'] })),
  ask('id', 'trace {failedTrace} pls', t.words({ names: ['web-edge', 'checkin-api', 'dcs-link'] })),
  ask('meaning', 'departure control not reachable', t.words({ says: [['checkin-api'], ['dcs-link']] })),
  ask('unknown', 'show errors for flight NB999', t.declined('no_data', 'NB999')),
  ask('multi', 'what is p50 and p99 of seat-map, and how many requests did it get', ({ world }) => {
    const spans = world.spans.filter((span) => span.isEntry && span.service === 'seat-map')
    return {
      says: [
        [String(spans.length).replace(/\B(?=(?:\d{3})+$)/g, ',?')],
        ['1[234](?:\\.\\d+)? ?ms'],
        ['(?:2\\d|3\\d)(?:\\.\\d+)? ?ms'],
      ],
    }
  }),
  ...talk(
    'fl',
    ask(
      'follow-up',
      'how many check-ins failed on NB410 (log lines)',
      t.count(t.anytime, t.logs(t.all(t.says(/^check-in of .* failed/), t.has('flight', 'NB410')))),
    ),
    ask(
      'follow-up',
      'NB412?',
      t.count(t.anytime, t.logs(t.all(t.says(/^check-in of .* failed/), t.has('flight', 'NB412')))),
    ),
    ask(
      'follow-up',
      'per airport please',
      t.groups(
        'count',
        t.anytime,
        Object.fromEntries(
          ['MUC', 'FRA'].map((one) => [
            one,
            t.logs(t.all(t.says(/^check-in of .* failed/), t.has('flight', 'NB412'), t.has('airport', one))),
          ]),
        ),
      ),
    ),
  ),
  ask('language-core', 'Warum schlägt der Check-in fehl?', t.because(AIRLINE_INCIDENT)),
  ask('language-core', "Quel est le taux d'erreur de dcs-link ?", t.percent(t.anytime, t.share(dcs))),
  ask('language-other', 'vad är det för fel på systemet?', t.declined('language', 'engelsk')),
  ask('off-topic', 'can I get a refund for my flight?', t.declined('off_topic')),
]
