/** Questions to the arcade that are no plain numbers, threads, other languages: fifth round. */
import { ARCADE_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { ARCADE_COUNTS_5 } from './arcade-numbers.ts'

const edge = t.of('edge-gw')
const match = t.of('matchmaker')
const store = t.of('inventory')
const wallet = t.of('wallet')
const settled = t.says(/^purchase \S+ settled/)
const declinedCharge = t.all(wallet, t.says(/declined/))

export const ARCADE_5 = [
  ask('state', 'are we ok?', t.trouble()),
  ask('state', 'still burning?', t.verdict('yes', 'bad')),
  ask('state', 'is it fixed already y/n', t.verdict('no', 'good')),
  ask('health', 'matchmaker healthy?', t.healthy),
  ask('health', 'chat-relay: any trouble?', t.noTrouble),
  ask('health', 'is inventory up', t.trouble()),
  ask('health', 'why did matchmaker crash', t.denied('matchmaker')),
  ask('health', 'leaderboard got slower after the lobby release, right?', t.denied('leaderboard')),
  ask('cause', 'players cannot buy stuff. whats going on', t.because(ARCADE_INCIDENT)),
  ask('cause', 'root cause in one line pls', t.becauseFirst(ARCADE_INCIDENT, 'time')),
  ask('cause', 'why so many 502 on edge-gw', t.because(ARCADE_INCIDENT, 'mechanism')),
  ask('cause', 'just got paged, brief me', t.because(ARCADE_INCIDENT, 'mechanism', 'time')),
  ask('cause', 'wallet is throwing errors, is wallet itself the problem?', t.because(ARCADE_INCIDENT)),
  ask('since', 'when did the purchases start failing', t.began()),
  ask('since', 'first OutOfMemoryError at what time', t.began()),
  ask('how-long', 'for how long has it been broken now', t.lasted()),
  ask('impact', 'how bad is it for players', t.howBad(['edge-gw', 'inventory', 'wallet'], 'playerId')),
  ask('impact', 'how many players are affected', t.howBad(['edge-gw'], 'playerId')),
  ask('next-step', 'ok and what do i do now?', t.words({ saysFirst: [['inventory'], ['heap', 'memory']] })),
  ask('deploy', 'did anyone deploy something in the last hour', t.words({ says: [['lobby'], ['3\\.10\\.0']] })),
  ask('deploy', 'was it the lobby release?', t.verdict('no', 'bad')),
  ask('deploy', 'any feature flags switched?', t.words({ says: [['crossplay_v2']] })),
  ask('version', 'what version of inventory runs in prod', t.words({ saysFirst: [['5\\.3\\.2']] })),
  ask('version', 'lobby version before the rollout', t.words({ saysFirst: [['3\\.9\\.4']] })),
  ask(
    'timeline',
    'timeline of the outage',
    t.words({ says: [['inventory'], ['wallet', 'edge-gw']], neverFirst: ['log records'] }),
  ),
  ask('lookup', 'what happened to purchase {failedOrder}', t.words({ says: [['rolled back'], ['50[03]']] })),
  ask('lookup', '{settledOrder}', t.words({ says: [['settled']] })),
  ask('lookup', 'trace {failedTrace}', t.words({ says: [['inventory'], ['wallet']] })),
  ask('lookup', 'how many log lines mention player {failedPlayer}?', (asked) =>
    t.count(
      t.anytime,
      t.logs((log) => log.body.includes(asked.world.names['failedPlayer'] ?? '-')),
    )(asked),
  ),
  ask(
    'message',
    'what does "purchase PX-… rolled back: inventory answered 500" mean',
    t.words({ says: [['wallet'], ['inventory']] }),
  ),
  ask(
    'message',
    'java.lang.OutOfMemoryError: Java heap space - who logs that and why',
    t.words({ saysFirst: [['inventory']] }),
  ),
  ask('dependency', 'who calls inventory', t.words({ says: [['wallet'], ['edge-gw']] })),
  ask('dependency', 'what does lobby depend on', t.words({ says: [['matchmaker']] })),
  ask('unknown', 'errors of the anticheat service', t.declined('unknown')),
  ask('unknown', 'how many requests from platform=stadia', t.declined('no_data')),
  ask('unknown', 'redis memory usage', t.declined('no_data')),
  ask('order', 'restart inventory please', t.declined('read_only')),
  ask('order', 'scale wallet to 6 replicas', t.declined('read_only')),
  ask('talk', 'thx, good bot', t.declined('small_talk')),
  ask('off-topic', 'whats the capital of australia', t.declined('off_topic')),
  ask('typo', 'erors in invnetory since {@onset}', t.count(t.since('onset'), ...t.errors(store))),
  ask('typo', 'how mny requsts did egde-gw fail in teh last 10 mins', t.count(t.last(10), t.failures(edge))),
  ask('typo', 'p95 latncy of match maker', t.millis(t.anytime, t.took(match, 0.95))),
  ask(
    'language',
    'Wie viele Anfragen an edge-gw sind in den letzten 10 Minuten fehlgeschlagen?',
    t.count(t.last(10), t.failures(edge)),
  ),
  ask('language', 'was ist kaputt und seit wann', t.because(ARCADE_INCIDENT, 'time')),
  ask('language', 'Welcher Dienst hat die meisten Fehler?', t.words({ saysFirst: [['edge-gw', 'inventory']] })),
  ask(
    'language',
    '¿cuántas compras fallaron desde las {@onset}?',
    t.count(t.since('onset'), t.failures(t.all(edge, t.named('POST /v2/purchase'))), t.logs(t.says(/rolled back/))),
  ),
  ask('language', '¿está bien el servicio inventory ahora?', t.trouble()),
  ask('language', "combien d'erreurs dans wallet depuis une demi-heure ?", t.count(t.last(30), ...t.errors(wallet))),
  ask('language', 'pourquoi les achats échouent ?', t.because(ARCADE_INCIDENT)),
  ask('language', 'インベントリは大丈夫ですか', t.declined('language', '日本語|英語')),
  ask(
    'several',
    'how many 503s and how many 502s did edge-gw return?',
    t.both(
      t.anytime,
      ['count', t.requests(t.all(edge, t.has('http.status', 503)))],
      ['count', t.requests(t.all(edge, t.has('http.status', 502)))],
    ),
  ),
  ask('several', 'p50 and p99 of wallet', t.both(t.anytime, ['ms', t.took(wallet, 0.5)], ['ms', t.took(wallet, 0.99)])),
  ask('several', 'what broke, and is it still going on?', t.because(ARCADE_INCIDENT)),
  ...talk(
    'declines',
    ask('follow-up', 'charges declined by bank', t.count(t.anytime, t.logs(declinedCharge))),
    ask(
      'follow-up',
      'only pixelforge',
      t.count(t.anytime, t.logs(t.all(declinedCharge, t.has('tenantId', 'pixelforge')))),
    ),
    ask(
      'follow-up',
      'and northgate?',
      t.count(t.anytime, t.logs(t.all(declinedCharge, t.has('tenantId', 'northgate')))),
    ),
    ask(
      'follow-up',
      'by currency',
      t.groups(
        'count',
        t.anytime,
        Object.fromEntries(
          ['EUR', 'USD', 'BRL'].map((one) => [
            one,
            t.logs(t.all(declinedCharge, t.has('tenantId', 'northgate'), t.has('currency', one))),
          ]),
        ),
      ),
    ),
    ask(
      'follow-up',
      'last 20 min only',
      t.groups(
        'count',
        t.last(20),
        Object.fromEntries(
          ['EUR', 'USD'].map((one) => [
            one,
            t.logs(t.all(declinedCharge, t.has('tenantId', 'northgate'), t.has('currency', one))),
          ]),
        ),
      ),
    ),
  ),
  ...talk(
    'latency',
    ask('follow-up', 'p95 of FindMatch in the last half hour', t.millis(t.last(30), t.took(match, 0.95))),
    ask('follow-up', 'median?', t.millis(t.last(30), t.took(match, 0.5))),
    ask('follow-up', 'just casual', t.millis(t.last(30), t.took(t.all(match, t.has('mode', 'casual')), 0.5))),
    ask('follow-up', 'how many is that', t.count(t.last(30), t.requests(t.all(match, t.has('mode', 'casual'))))),
    ask('follow-up', 'same for wallet', t.count(t.last(30), t.requests(wallet))),
  ),
  ...talk(
    'cause',
    ask('follow-up', 'what broke?', t.because(ARCADE_INCIDENT)),
    ask('follow-up', 'since?', t.began()),
    ask(
      'follow-up',
      'how sure are you',
      t.words({ saysFirst: [['sure', 'confiden', 'certain', 'likely', 'probab', 'evidence']] }),
    ),
    ask('follow-up', 'failed requests there?', t.count(t.anytime, t.failures(store), t.failures(edge))),
  ),
  ...talk(
    'edge',
    ask(
      'follow-up',
      'edge-gw requests between {@start+5} and {@start+20}',
      t.count(t.during(['start', 5], ['start', 20]), t.requests(edge)),
    ),
    ask(
      'follow-up',
      'and the 15 minutes after that',
      t.count(t.during(['start', 20], ['start', 35]), t.requests(edge)),
    ),
    ask(
      'follow-up',
      'only xbox',
      t.count(t.during(['start', 20], ['start', 35]), t.requests(t.all(edge, t.has('platform', 'xbox')))),
    ),
    ask(
      'follow-up',
      'all platforms again, but only the failed ones',
      t.count(t.during(['start', 20], ['start', 35]), t.failures(edge)),
    ),
    ask('follow-up', 'and since {@onset}?', t.count(t.since('onset'), t.failures(edge))),
    ask('follow-up', 'as a percentage', t.percent(t.since('onset'), t.share(edge))),
  ),
  ...talk(
    'settled',
    ask('follow-up', 'wieviele käufe gingen durch (settled)', t.count(t.anytime, t.logs(settled))),
    ask('follow-up', 'nur mudlark', t.count(t.anytime, t.logs(t.all(settled, t.has('tenantId', 'mudlark'))))),
  ),
  ...ARCADE_COUNTS_5,
]
