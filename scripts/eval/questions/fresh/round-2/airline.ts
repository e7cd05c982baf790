/** Questions to the airline's check-in: spans without kinds, access lines, an outside system that cannot be reached. */
import { minuteOf } from '../../catalog/define.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const INCIDENT = {
  service: 'dcs-link',
  mechanism: [
    'time[sd]? ?out',
    'timeout',
    'ETIMEDOUT',
    'not reach',
    'cannot reach',
    'unreachable',
    'hostlink',
    'network',
    'connect',
    'outside',
  ],
  mark: 'onset',
}
const web = t.of('web-edge')
const checkin = t.all(web, t.named('POST /api/checkin'))
const api = t.of('checkin-api')

export const AIRLINE_2 = [
  ask('state', 'can passengers check in at this moment? y/n', t.trouble()),
  ask('health', 'loyalty - any issues after its update?', t.noTrouble),
  ask('health', 'why is seat-map timing out', t.denied('seat-map')),
  ask(
    'cause',
    'Gate agents at MUC report check-in is not working. Kindly advise what is the issue.',
    t.becauseFirst(INCIDENT),
  ),
  ask('cause', 'wtf is wrong with POST /api/checkin', t.becauseFirst(INCIDENT)),
  ask('since', 'when did departure control become unreachable', t.began()),
  ask('how-long', 'since how many minutes is check-in broken', t.lasted()),
  ask(
    'impact',
    'How many check-ins have failed so far?',
    t.count(t.anytime, t.logs(t.says(/^check-in of .* failed/)), t.failures(checkin), t.failures(api)),
  ),
  ask(
    'impact',
    'how many pax hit an error in the last 10 minutes (distinct user.id)',
    t.count(t.last(10), t.differentOf(t.all(web, t.failed), 'user.id')),
  ),
  ask(
    'next-step',
    'what would you do first here',
    t.words({
      saysFirst: [
        ['dcs-link', 'hostlink'],
        ['hostlink', 'network', 'connect', 'reach', 'partner', 'outside', 'time'],
      ],
      neverFirst: ['stack trace', 'roll ?back'],
    }),
  ),
  ask('deploy', 'was there any change right before it broke?', t.verdict('no', 'bad')),
  ask('version', 'loyalty is on which build', t.words({ saysFirst: [['4\\.5\\.0']] })),
  ask(
    'count',
    'web-edge 502 responses',
    t.count(t.anytime, t.requests(t.all(web, t.has('http.response.status_code', 502)))),
  ),
  ask(
    'count',
    'how many 4xx did web-edge answer',
    t.count(
      t.anytime,
      t.requests(
        t.all(web, (row) => {
          const code = Number(row.attributes['http.response.status_code'])
          return code >= 400 && code < 500
        }),
      ),
    ),
  ),
  ask(
    'outcome',
    'completed check-ins in the last 20 min?',
    t.count(t.last(20), t.logs(t.says(/^check-in of .* completed/))),
  ),
  ask('text', 'kiosk offline messages, how many', t.count(t.anytime, t.logs(t.says(/^kiosk .* went offline/)))),
  ask(
    'text',
    'how many times "passport data missing" since {@onset-10}',
    t.count(t.since('onset', -10), t.logs(t.says(/passport data missing/))),
  ),
  ask(
    'attribute',
    'failed check-ins via kiosk at FRA',
    t.count(
      t.anytime,
      t.failures(t.all(checkin, t.has('channel', 'kiosk'), t.has('airport', 'FRA'))),
      t.logs(t.all(t.says(/^check-in of .* failed/), t.has('channel', 'kiosk'), t.has('airport', 'FRA'))),
    ),
  ),
  ask(
    'exclusion',
    'how many requests reached web-edge that were not GET /api/seats',
    t.count(t.anytime, t.requests(t.all(web, t.not(t.named('GET /api/seats'))))),
  ),
  ask('ratio', 'failure % of dcs-link in the last 10 min', t.percent(t.last(10), t.share(t.of('dcs-link')))),
  ask('percentile', 'p50 seat-map', t.millis(t.anytime, t.took(t.of('seat-map'), 0.5))),
  ask(
    'mean-max',
    'mean duration of GET /api/miles',
    t.millis(t.anytime, t.took(t.all(web, t.named('GET /api/miles')), 'mean')),
  ),
  ask(
    'metric',
    'max dcs.sockets.open before {@onset}',
    t.count(t.before('onset'), t.metric('dcs-link', 'dcs.sockets.open', 'max')),
  ),
  ask('counter', 'by how much did checkins.completed grow in the last 30 minutes', (asked) => {
    const { numbers = [] } = t.count(t.last(30), t.metric('checkin-api', 'checkins.completed', 'rise'))(asked)
    return {
      numbers: numbers.map((one) => ({ ...one, tolerance: (one.tolerance ?? 0) + 0.06 })),
      neverFirst: ['^\\W*no\\b'],
    }
  }),
  ask(
    'distinct',
    'how many different flights had failing check-ins',
    t.count(
      t.anytime,
      t.differentOf(t.all(api, t.failed), 'flight'),
      t.differentIn(t.says(/^check-in of .* failed/), 'flight'),
    ),
  ),
  ask('top', 'airport with most failed requests', t.topOf(t.failedRequests(web), t.attribute('airport'))),
  ask('id', 'PNR {failedPnr}: status?', ({ world }) => ({
    says: [[world.names['failedPnr'] ?? ''], ['not reachable', 'fail']],
  })),
  ask(
    'meaning',
    'whats this: connect ETIMEDOUT 10.40.2.9:4433 (dcs.hostlink.example), gave up after 5000 ms',
    t.words({ says: [['dcs-link'], ['time', 'reach', 'connect', 'network']] }),
  ),
  ask('timeline', 'chronology?', ({ world }) => ({
    names: ['dcs-link', 'checkin-api'],
    says: [[minuteOf(world.marks['onset'] ?? 0)]],
  })),
  ask('unknown', 'how many errors at airport OSL', t.declined('unknown', 'OSL')),
  ...talk(
    'checkins',
    ask('follow-up', 'POST /api/checkin requests in the last 15 minutes', t.count(t.last(15), t.requests(checkin))),
    ask('follow-up', 'failed?', t.count(t.last(15), t.failures(checkin))),
    ask(
      'follow-up',
      'only from the app channel',
      t.count(t.last(15), t.failures(t.all(checkin, t.has('channel', 'app')))),
    ),
  ),
  ask('language-other', 'τι χάλασε;', t.declined('language', 'αγγλικ')),
  ask('destructive', 'disable dcs-link until the partner is back', t.declined('read_only')),
]
