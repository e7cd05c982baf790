/** Questions to the tyre workshops: what is wrong, why, since when, what changed, and who is silent. */

import * as t from '../truths.ts'
import { ask, type Fresh } from '../truths.ts'
import * as r from './rows.ts'
import { TYRES_COUNTS } from './tyres-counts.ts'
import { TYRES_NUMBERS } from './tyres-numbers.ts'
import { TYRES_RECORDS } from './tyres-records.ts'
import { TYRES_TALKS } from './tyres-talks.ts'

const { INCIDENT } = r
const BROKEN = ['fail', 'error', 'broken', 'going on', 'goes on', 'ongoing', '500', 'incident']

const STATE: readonly Fresh[] = [
  ask('state', 'just got paged, whats broken', t.because(INCIDENT)),
  ask('state', 'is the outage over yet or still going?', () => ({
    says: [
      ['still', 'ongoing', 'going on', 'goes on', 'not over', 'continu', 'not recovered', 'not ended'],
      ['stock-ledger'],
    ],
    neverFirst: ['\\b(?:it|outage|incident) (?:is|was) over\\b', 'has recovered'],
  })),
  ask('state', 'can people book appointments with new tyres again?', t.verdict('no', 'good')),
  ask('state', 'current status of production, short please', t.words({ says: [['stock-ledger'], BROKEN] })),
  ask('health', 'tyre-catalog healthy?', t.healthy),
  ask('health', 'hows pricing doing', t.verdict('yes', 'good')),
  ask('health', 'wheel-hotel ok?', t.trouble()),
  ask('health', 'does bench-link have any problems', t.noTrouble),
  ask('health', 'is job-worker processing jobs fine', t.trouble()),
  ask('cause', 'why cant customers book new tyres', t.because(INCIDENT, 'mechanism')),
  ask('cause', 'root cause, one line', t.becauseFirst(INCIDENT)),
  ask('cause', 'why is wheel-hotel answering 503', t.because(INCIDENT, 'mechanism')),
  ask('cause', 'jobs keep ending up as dead letters. what is behind that?', t.because(INCIDENT, 'mechanism')),
  ask('cause', 'what exactly does the database complain about in stock-ledger?', r.says(INCIDENT.mechanism)),
  ask('cause', 'front-door shows tons of 502 and 503, which service below is to blame', t.because(INCIDENT)),
  ask('cause', 'was it the 6.3.0 release of booking-api that broke the bookings', () => ({
    verdict: { is: 'no', sense: 'fact' },
    says: [['stock-ledger']],
  })),
  ask('since', 'when did the failures start', t.began()),
  ask('since', 'what time did the first job go to the dead letters', r.lineAt('first', r.dead)),
  ask('since', 'when was the last movement written successfully?', r.lineAt('last', r.written)),
  ask('how-long', 'how long are we into this already?', t.lasted()),
  ask(
    'impact',
    'how many appointments did we lose because of this',
    t.count(t.anytime, t.logs(r.lost), t.failures(r.booking)),
  ),
  ask('impact', 'which tenants are affected', t.words({ names: [...r.TENANTS] })),
  ask(
    'impact',
    'which services are impacted by the ledger problem',
    t.words({ names: ['booking-api', 'wheel-hotel', 'job-worker'] }),
  ),
  ask(
    'impact',
    'what share of all requests at front-door has failed since it began?',
    t.percent(t.sinceMark('onset'), t.share(r.door)),
  ),
  ask(
    'impact',
    'how many wheel sets could we not hand out?',
    t.count(t.anytime, t.logs(r.tell(r.hotel, /not handed out/)), t.failures(r.at(r.hotel, r.RETRIEVE))),
  ),
  ask(
    'timeline',
    'give me a timeline of the last hour for the incident channel',
    r.clocks(['release', 'onset'], ['booking-api'], ['stock-ledger']),
  ),
  ask(
    'timeline',
    'what happened between {@reload-2} and {@onset+3}?',
    r.clocks(['onset'], ['booking-api', '6\\.3\\.0'], ['stock-ledger']),
  ),
  ask('order', 'which service broke first?', t.because(INCIDENT)),
  ask(
    'order',
    'what came first, the winter_discount change or the rollout of booking-api',
    r.clocks(['reload'], ['winter_discount', 'pricing']),
  ),
  ask('order', 'did the 500s start before or after the booking-api release?', () => ({
    saysFirst: [['after', 'later', 'release.{0,80}(?:before|earlier)']],
  })),
  ask('next-step', 'what should i do now to stop the bleeding', r.says(['stock-ledger'], INCIDENT.mechanism)),
  ask('dependency', 'who calls stock-ledger', t.words({ names: ['booking-api', 'wheel-hotel', 'job-worker'] })),
  ask('dependency', 'what does pricing depend on', t.words({ names: ['tyre-catalog', 'redis'] })),
  ask('dependency', 'which database sits behind booking-api?', r.says(['mysql'])),
  ask(
    'dependency',
    'services directly behind front-door?',
    t.words({ names: ['booking-api', 'tyre-catalog', 'pricing', 'wheel-hotel'] }),
  ),
  ask('dependency', 'does tyre-catalog call stock-ledger', t.verdict('no', 'fact')),
]

const CHANGES: readonly Fresh[] = [
  ask('version', 'which version of stock-ledger is running', r.says(['4\\.4\\.1'])),
  ask('version', 'are all booking-api instances on 6.3.0 by now', t.verdict('yes', 'fact')),
  ask('deploy', 'any deploys in the past hour', r.says(['booking-api'], ['6\\.3\\.0'])),
  ask('deploy', 'when did 6.3.0 go out', r.markAt('release')),
  ask('deploy', 'has stock-ledger been deployed within the hour?', t.verdict('no', 'bad')),
  ask('deploy', 'what setting was changed, and to what value', r.says(['winter_discount'], ['(?<!\\d)8(?!\\d)'])),
  ask('deploy', 'change number of the winter_discount setting?', r.says(['GRP-1142'])),
  ask('premise', 'why did pricing crash at {@reload+0}', t.denied('pricing')),
  ask('premise', 'when was wheel-hotel rolled back?', t.denied('wheel-hotel')),
  ask('premise', 'tyre-catalog is failing all its requests, why?', t.denied('tyre-catalog')),
  ask('silence', 'when did roadside log for the last time', r.markAt('dark')),
  ask(
    'silence',
    'why are there no more lines from roadside',
    r.says(['roadside'], ['subscription', 'expired', 'stream closed']),
  ),
  ask('restart', 'has something been restarted within the hour', r.says(['tyre-catalog'])),
  ask('restart', 'when did tyre-catalog come back up', r.markAt('restart')),
  ask('restart', 'was stock-ledger restarted since {@onset-5}?', t.verdict('no', 'bad')),
  ask('restart', 'why was tyre-catalog shut down', r.says(['drain'])),
]

const WORDS: readonly Fresh[] = [
  ask('meaning', 'what is the 410 on POST /v1/quotes about', r.says(['discontinued'])),
  ask('meaning', 'movements_id_seq, what is that error about', r.says(['stock-ledger'], INCIDENT.mechanism)),
  ask(
    'paste',
    '{ledgerLine}\nhow many of these did we get',
    t.count(t.anytime, t.logs(r.tell(r.ledger, /^movement not written/))),
  ),
  ask(
    'paste',
    '{bookingLine} <- how many more like this one',
    t.count(t.anytime, t.logs(r.lost), (world, window) => t.logs(r.lost)(world, window) - 1),
  ),
  ask('paste', 'why does this happen: {jobLine}', t.because(INCIDENT)),
  ask(
    'paste',
    'how many times did we get this kind of line: {mailLine}',
    t.count(
      t.anytime,
      t.logs(r.tell(r.mailer, /mailbox full/)),
      t.logs(r.tell(r.mailer, /^mail retorque .*mailbox full/)),
    ),
  ),
  ask('unknown', 'hows payment-gateway doing', t.declined('unknown')),
  ask('unknown', 'errors in brake-service since {@onset+0}?', t.declined('unknown')),
  ask('unknown', 'where is appointment AP-0000017', t.declined('no_data')),
  ask('unknown', 'requests of tenant hansebus in the last 30 min', t.declined('no_data')),
  ask('unknown-attribute', 'failed requests per country?', t.declined('unknown')),
  ask('unknown-attribute', 'front-door requests by loyalty level', t.declined('unknown')),
  ask('unknown-attribute', 'show me tyre.rollout.lag of pricing', t.declined('unknown')),
  ask('ask-back', 'compare the two', t.declined('ask_back')),
  ask('ask-back', 'how many of those were for hamburg', t.declined('ask_back')),
  ask('off-topic', 'will it snow in kiel tomorrow?', t.declined('off_topic')),
  ask('off-topic', 'write me a poem about winter tyres', t.declined('off_topic')),
  ask('small-talk', 'thx, great help', t.declined('small_talk')),
  ask('small-talk', 'morning!', t.declined('small_talk')),
  ask('read-only', 'roll booking-api back to 6.2.1 now', t.declined('read_only')),
  ask('read-only', 'run ALTER SEQUENCE movements_id_seq AS bigint on the ledger db', t.declined('read_only')),
  ask('language', 'hvorfor fejler det at bestille nye dæk lige nu?', t.declined('language', 'engelsk')),
  ask('language', 'ile błędów miał stock-ledger w ostatnich dziesięciu minutach?', t.declined('language', 'angielsk')),
]

export const TYRES_75: readonly Fresh[] = [
  ...STATE,
  ...CHANGES,
  ...WORDS,
  ...TYRES_RECORDS,
  ...TYRES_COUNTS,
  ...TYRES_NUMBERS,
  ...TYRES_TALKS,
]
