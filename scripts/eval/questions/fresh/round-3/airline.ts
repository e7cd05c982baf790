/** Questions to the airline's check-in: third round. */
import { AIRLINE_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const web = t.of('web-edge')
const checkin = t.all(web, t.named('POST /api/checkin'))
const dcs = t.of('dcs-link')
const CHAIN = ['web-edge', 'checkin-api', 'dcs-link']

export const AIRLINE_3 = [
  ask('state', 'what is the situation as of now', t.trouble(['dcs-link', 'checkin-api', 'web-edge'])),
  ask('state', 'Did the partner system come back already?', t.verdict('no', 'good')),
  ask('health', 'bag-tags: anything unusual', t.noTrouble),
  ask(
    'health',
    'seat-map ok? loyalty ok?',
    t.words({
      says: [['seat-map'], ['loyalty']],
      neverFirst: ['^\\W*(?:probable |likely )?root cause\\b', '^\\W*no\\b'],
    }),
  ),
  ask('cause', 'PROD DOWN check-in 502 need root cause asap', t.becauseFirst(AIRLINE_INCIDENT)),
  ask(
    'cause',
    'is the problem on our side or at the partner?',
    t.words({ says: [['dcs-link'], ['hostlink', 'partner', 'outside', 'external', 'ETIMEDOUT']] }),
  ),
  ask('since', 'first failing check-in when?', t.began()),
  ask(
    'impact',
    'which airports see failures and how many',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries(
        ['MUC', 'FRA', 'LIS', 'CPH'].map((one) => [one, t.failures(t.all(web, t.has('airport', one)))]),
      ),
    ),
  ),
  ask('impact', 'give me numbers for the major incident mail: requests failed, share', t.howBad(CHAIN, 'user.id')),
  ask(
    'next-step',
    'whom should I call, what do I tell them',
    t.words({ says: [['dcs-link', 'hostlink']], neverFirst: ['stack trace', 'roll ?back'] }),
  ),
  ask('deploy', 'loyalty 4.5.0 was released today, is there a link to the outage?', t.verdict('no', 'bad')),
  ask(
    'count',
    'how many 422 did checkin-api answer',
    t.count(t.anytime, t.requests(t.all(t.of('checkin-api'), t.has('http.response.status_code', 422)))),
  ),
  ask(
    'count',
    'POST /api/checkin, channel app, since {@onset}: total requests',
    t.count(t.since('onset'), t.requests(t.all(checkin, t.has('channel', 'app')))),
  ),
  ask('text', 'out of paper, how many printers complaints?', t.count(t.anytime, t.logs(t.says(/is out of paper/)))),
  ask('text', 'ETIMEDOUT count in the last 5 min', t.count(t.last(5), t.logs(t.says(/ETIMEDOUT/)))),
  ask(
    'severity',
    'checkin-api errors and warnings separately',
    t.groups('count', t.anytime, {
      error: t.logs(t.all(t.of('checkin-api'), t.level('ERROR', 'FATAL'))),
      warn: t.logs(t.all(t.of('checkin-api'), t.level('WARN'))),
    }),
  ),
  ask(
    'attribute',
    'check-in failures on flight NB733',
    t.count(
      t.anytime,
      t.logs(t.all(t.says(/^check-in of .* failed/), t.has('flight', 'NB733'))),
      t.failures(t.all(t.of('checkin-api'), t.has('flight', 'NB733'))),
    ),
  ),
  ask(
    'exclusion',
    'failed requests on web-edge apart from the kiosk channel',
    t.count(t.anytime, t.failures(t.all(web, t.not(t.has('channel', 'kiosk'))))),
  ),
  ask('ratio', 'web-edge availability last 10 min in %', t.percent(t.last(10), t.share(web, t.not(t.failed)))),
  ask(
    'ratio',
    'of all check-in requests today (POST /api/checkin) how many percent were refused with 422',
    t.percent(t.anytime, t.share(checkin, t.has('http.response.status_code', 422))),
  ),
  ask(
    'percentile',
    'p95 dcs-link before it broke, say {@start+2} to {@onset-1}',
    t.millis(t.during(['start', 2], ['onset', -1]), t.took(dcs, 0.95)),
  ),
  ask(
    'percentile',
    'p90 of POST /checkin since {@onset+1}',
    t.millis(t.since('onset', 1), t.took(t.all(t.of('checkin-api'), t.named('POST /checkin')), 0.9)),
  ),
  ask(
    'mean-max',
    'average GET /api/seats duration in the last 30 min',
    t.millis(t.last(30), t.took(t.all(web, t.named('GET /api/seats')), 'mean')),
  ),
  ask('metric', 'open sockets of dcs-link now vs. its normal level', (asked) => ({
    numbers: [t.last(5), t.before('onset')].map((when) => ({
      ...t.numberOf(asked, 'count', when, [t.metric('dcs-link', 'dcs.sockets.open', 'mean')]),
      tolerance: 0.2,
    })),
  })),
  ask(
    'metric',
    'memory of seat-map, latest value in MB',
    t.bytes(t.anytime, t.metric('seat-map', 'process.memory.usage', 'last')),
  ),
  ask(
    'rate',
    'check-ins completed per minute before {@onset-1}',
    t.perS(t.before('onset', -1), t.perSecond(t.logs(t.says(/^check-in of .* completed/)))),
  ),
  ask(
    'compare',
    'dcs-link failures in %: {@onset-10}-{@onset} and {@onset+1}-{@onset+11}',
    t.compared('percent', t.share(dcs), t.during(['onset', -10], ['onset', 0]), t.during(['onset', 1], ['onset', 11])),
  ),
  ask(
    'distinct',
    'how many distinct users came through web-edge in the last 20 min',
    t.count(t.last(20), t.differentOf(web, 'user.id')),
  ),
  ask('top', 'most used channel?', ({ world }) => {
    const counts = ['app', 'web', 'kiosk'].map(
      (one) => [one, world.spans.filter((span) => web(span) && span.attributes['channel'] === one).length] as const,
    )
    return { first: { name: counts.toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '', among: ['app', 'web', 'kiosk'] } }
  }),
  ask(
    'slowest',
    'any trace over 5 seconds? show some',
    t.words({ says: [['5[.,]\\d+ ?s|5,?\\d\\d\\d(?:\\.\\d+)? ?ms'], ['checkin', 'dcs-link', 'web-edge']] }),
  ),
  ask('id', 'passenger with PNR {checkedPnr} says app crashed, did the check-in go through?', ({ world }) => ({
    says: [[world.names['checkedPnr'] ?? ''], ['completed']],
  })),
  ask('unknown', 'p95 of gate-boarding', t.declined('unknown', 'gate-boarding')),
  ask('multi', 'how many check-ins completed and how many failed in the last 30 minutes?', (asked) => {
    const measured = ['completed', 'failed'].map((word) =>
      t.numberOf(asked, 'count', t.last(30), [t.logs(t.says(new RegExp(`^check-in of .* ${word}`)))]),
    )
    return { numbers: measured }
  }),
  ask(
    'bare-name',
    'dcs-link??',
    t.words({
      saysFirst: [['dcs-link']],
      says: [
        ['fail', 'error', 'time'],
        ['%', 'request'],
      ],
    }),
  ),
  ...talk(
    'errs',
    ask(
      'follow-up',
      'error share of checkin-api over the last 15 min',
      t.percent(t.last(15), t.share(t.of('checkin-api'))),
    ),
    ask('follow-up', 'same thing for dcs-link', t.percent(t.last(15), t.share(dcs))),
    ask('follow-up', 'seat-map too?', t.percent(t.last(15), t.share(t.of('seat-map')))),
  ),
  ask('language-other', 'hva er ødelagt?', t.declined('language', 'engelsk')),
  ask('destructive', 'pls whitelist 10.40.2.9 in the firewall', t.declined('read_only')),
]
