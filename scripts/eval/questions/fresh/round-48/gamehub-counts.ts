/** How many, and who has most: codes, matches, lobbies, purchases, bans, chunks of the game publisher. Forty-eighth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const incident = t.during(['onset', 0], ['recovery', 1])

export const GAMEHUB_COUNTS_48 = [
  ask('count', '503s on player_gate all in all', t.count(t.anytime, t.requests(t.all(m.gate, m.http(503))))),
  ask('count', 'how often did player_gate send a 504?', t.count(t.anytime, t.requests(t.all(m.gate, m.http(504))))),
  ask('count', 'calls to wallet in the past 25 minutes', t.count(t.last(25), t.requests(m.wallet))),
  ask(
    'count',
    'traffic on cheat_guard: number of requests, last quarter of an hour',
    t.count(t.last(15), t.requests(m.guard)),
  ),
  ask('count', 'How many requests hit patch_depot in the past hour?', t.count(t.last(60), t.requests(m.depot))),
  ask('count', 'GET /v1/store hits since {@release}', t.count(t.since('release'), t.requests(m.on('/v1/store')))),
  ask('count', 'number of Tickets/Claim calls in the last 12 min', t.count(t.last(12), t.requests(m.claims))),
  ask('count', 'how many lines did tourney_cron write?', t.count(t.anytime, t.logs(m.cron))),
  ask('count', 'rank_board 504 count pls', t.count(t.anytime, t.requests(t.all(m.ranks, m.http(504))))),
  ask('count', 'patch_depot 404s, how many so far', t.count(t.anytime, t.requests(t.all(m.depot, m.http(404))))),
  ask('class-of-codes', '5xx at the gate from {@onset} to {@recovery+1}', t.count(incident, t.failures(m.gate))),
  ask(
    'class-of-codes',
    'how many 4xx did item_shop hand out?',
    t.count(t.anytime, t.requests(t.all(m.shop, m.http(402)))),
  ),
  ask(
    'class-of-codes',
    'UNAVAILABLE answers by matchmaker?',
    t.count(t.anytime, t.requests(t.all(m.maker, m.rpc(14))), t.logs(m.notPlaced)),
  ),

  ask(
    'errors',
    'fleet_broker errors between {@onset} and {@onset+10}',
    t.count(t.during(['onset', 0], ['onset', 10]), ...t.errors(m.broker)),
  ),
  ask('errors', 'total error lines of lobby_host', t.count(t.anytime, ...t.errors(m.lobbies))),
  ask('errors', 'errors in matchmakr?', t.count(t.anytime, ...t.errors(m.maker))),
  ask('errors', 'is wallet logging any errors', NONE),
  ask('errors', 'did the item shop throw errors after {@release}?', NONE),
  ask('errors', 'error count of fleet_broker in the last 10 minutes', NONE),
  ask('level', 'rank_board warnings in total', t.count(t.anytime, t.logs(t.all(m.ranks, t.level('WARN'))))),
  ask('level', 'how many warnings from cheat_guard', t.count(t.anytime, t.logs(t.all(m.guard, t.level('WARN'))))),
  ask('level', 'warning-level records, whole platform, last 30 min', t.count(t.last(30), t.logs(t.level('WARN')))),

  ask('outcome', 'how many matches could not be placed?', t.count(t.anytime, ...m.NOT_PLACED)),
  ask('outcome', 'matches placed in the last 10 min', t.count(t.last(10), ...m.PLACED)),
  ask('outcome', 'lobbies opened since {@onset}?', t.count(t.since('onset'), ...m.OPENED)),
  ask('outcome', 'how many lobby launches failed', t.count(t.anytime, ...m.LAUNCH_FAILED)),
  ask('outcome', 'purchases that went through in the past 20 minutes', t.count(t.last(20), ...m.SETTLED)),
  ask('outcome', 'how many buys bounced because the player had not enough gems?', t.count(t.anytime, ...m.REFUSED)),
  ask(
    'outcome',
    'players banned so far?',
    t.count(t.anytime, t.logs(m.banned), t.differentTexts(/^player (P\d+) banned/)),
  ),
  ask('outcome', 'successful sign-ins last half hour', t.count(t.last(30), ...m.SIGNED_IN)),
  ask('outcome', 'rejected sign ins?', t.count(t.anytime, ...m.BAD_SIGN_INS)),
  ask('outcome', 'scores stored in the last 10 minutes', t.count(t.last(10), t.logs(m.stored), t.requests(m.scores))),
  ask(
    'outcome',
    'game servers allocated after {@recovery+1}',
    t.count(t.since('recovery', 1), t.logs(m.allocated), t.requests(t.all(m.broker, m.rpc(0)))),
  ),
  ask('outcome', 'how many reports were cleared by the guard?', t.count(t.anytime, t.logs(m.cleared))),

  ask('text', 'how many times "no free udp port"?', t.count(t.anytime, t.logs(m.noPort))),
  ask('text', 'ticket_expired events in the last 40 minutes', t.count(t.last(40), t.logs(m.expired))),
  ask('text', 'checksum mismatch - how many lines', t.count(t.anytime, t.logs(m.checksum))),
  ask('text', '"a player is not ready" count', t.count(t.anytime, t.logs(m.notReady))),
  ask('text', 'aimbot bans?', t.count(t.anytime, t.logs(m.bannedFor('aimbot')))),
  ask('text', 'debit_booked since {@release} please', t.count(t.since('release'), t.logs(m.debited))),

  ask(
    'attribute',
    'requests from mobile at player_gate',
    t.count(t.anytime, t.requests(t.all(m.gate, m.platform('mobile')))),
  ),
  ask(
    'attribute',
    'how many matches got placed in ap?',
    t.count(t.anytime, t.logs(t.all(m.placed, m.region('ap'))), t.requests(t.all(m.claims, m.rpc(0), m.region('ap')))),
  ),
  ask(
    'attribute',
    'how many battle_pass were sold?',
    t.count(
      t.anytime,
      t.logs(t.all(m.settled, m.item('battle_pass'))),
      t.requests(t.all(m.purchases, m.http(201), m.boughtItem('battle_pass'))),
    ),
  ),
  ask(
    'attribute',
    'requests by clients still on build 1.57',
    t.count(t.anytime, t.requests(t.all(m.gate, m.build('1.57')))),
  ),
  ask(
    'conditions',
    'failed claims in eu for ranked only',
    t.count(
      t.anytime,
      t.failures(t.all(m.claims, m.region('eu'), m.playlist('ranked'))),
      t.logs(t.all(m.notPlaced, m.region('eu'), m.playlist('ranked'))),
    ),
  ),
  ask(
    'conditions',
    'how many console players in eu got a 503?',
    t.count(
      t.anytime,
      t.requests(t.all(m.gate, m.http(503), m.platform('console'), m.region('eu'))),
      t.differentOf(t.all(m.gate, m.http(503), m.platform('console'), m.region('eu')), 'player.id'),
    ),
  ),
  ask('conditions', 'any alloc failures outside of eu?', NONE),
  ask(
    'conditions',
    'chunk downloads in na that took over 400ms, last 30 minutes',
    t.count(t.last(30), t.requests(t.all(m.chunks, m.region('na'), t.longer(400)))),
  ),
  ask(
    'exclusion',
    'player_gate requests apart from /v1/session',
    t.count(t.anytime, t.requests(t.all(m.gate, t.not(t.has('http.route', '/v1/session'))))),
  ),
  ask(
    'exclusion',
    'errors at the gate that are not 503?',
    t.count(t.anytime, t.requests(t.all(m.gate, m.http(504))), t.requests(t.all(m.gate, t.not(m.http(200, 201, 503))))),
  ),
  ask(
    'slow',
    'how many catalog requests needed more than 80 ms?',
    t.count(t.anytime, t.requests(t.all(m.catalog, t.longer(80)))),
  ),
  ask('slow', 'scans above half a second', t.count(t.anytime, t.requests(t.all(m.guard, t.longer(500))))),

  ask('distinct', 'unique players seen in the last 10 min', t.count(t.last(10), t.differentOf(m.gate, 'player.id'))),
  ask('distinct', 'how many different hosts ran out of ports?', t.count(t.anytime, t.differentIn(m.noPort, 'host'))),
  ask(
    'distinct',
    'number of distinct items sold',
    t.count(t.anytime, t.differentIn(m.settled, 'item'), t.differentOf(m.purchases, 'shop.item')),
  ),

  ask(
    'group',
    'break player_gate requests down by platform',
    t.groups(
      'count',
      t.anytime,
      m.each(m.PLATFORMS, (one) => t.requests(t.all(m.gate, m.platform(one)))),
    ),
  ),
  ask(
    'group',
    'matches placed per playlist, last 30 minutes',
    t.groups(
      'count',
      t.last(30),
      m.each(m.PLAYLISTS, (one) => t.logs(t.all(m.placed, m.playlist(one)))),
    ),
  ),
  ask(
    'group',
    'claims by region',
    t.groups(
      'count',
      t.anytime,
      m.each(m.REGIONS, (one) => t.requests(t.all(m.claims, m.region(one)))),
    ),
  ),
  ask(
    'group',
    'http status codes of item_shop, with counts',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([200, 201, 402].map((code) => [code, t.requests(t.all(m.shop, m.http(code)))])),
    ),
  ),
  ask('group', '{@onset} to {@recovery+1}: errors, one number for each service please', (asked) => ({
    groups: Object.fromEntries(
      (
        [
          ['player_gate', m.gate],
          ['matchmaker', m.maker],
          ['lobby_host', m.lobbies],
          ['fleet_broker', m.broker],
        ] as const
      ).map(([name, where]) => [name, t.numberOf(asked, 'count', incident, t.errors(where))]),
    ),
  })),
  ask('group', 'sales per item', (asked) => ({
    groups: Object.fromEntries(
      ['skin_ember', 'skin_frostbite', 'emote_wave', 'battle_pass', 'crate_small'].map((name) => [
        name,
        t.numberOf(asked, 'count', t.anytime, [
          t.logs(t.all(m.settled, m.item(name))),
          t.requests(t.all(m.purchases, m.boughtItem(name))),
        ]),
      ]),
    ),
  })),
  ask('top', 'which item sells best?', t.topOf(t.logRows(m.settled), t.attribute('item'))),
  ask('top', 'most requested route at player_gate', t.topOf(m.spansOf(m.gate), t.attribute('http.route'))),
  ask('top', 'which playlist do people queue for the most?', t.topOf(m.spansOf(m.claims), t.attribute('playlist'))),
  ask(
    'top',
    'region with the most 503s',
    t.words({ first: { name: 'eu', among: m.REGIONS }, neverFirst: ['root cause'] }),
  ),
  ask(
    'top',
    'which service had the most errors over all?',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),
  ask(
    'window',
    'sign-ins from {@onset-8} until {@onset-2}',
    t.count(t.during(['onset', -8], ['onset', -2]), ...m.SIGNED_IN, t.requests(m.on('/v1/session'))),
  ),
  ask('window', 'purchases settled before {@release}', t.count(t.before('release'), ...m.SETTLED)),

  ...talk(
    'unplaced',
    ask(
      'follow-up',
      'how many matches were not placed between {@onset} and {@recovery+1}?',
      t.count(incident, ...m.NOT_PLACED),
    ),
    ask(
      'follow-up',
      'just the arena ones',
      t.count(
        incident,
        t.logs(t.all(m.notPlaced, m.playlist('arena'))),
        t.failures(t.all(m.claims, m.playlist('arena'))),
      ),
    ),
    ask(
      'follow-up',
      'casual?',
      t.count(
        incident,
        t.logs(t.all(m.notPlaced, m.playlist('casual'))),
        t.failures(t.all(m.claims, m.playlist('casual'))),
      ),
    ),
  ),
  ...talk(
    'buys',
    ask('follow-up', 'purchases refused in the past 30 min', t.count(t.last(30), ...m.REFUSED)),
    ask('follow-up', 'and in the past 10', t.count(t.last(10), ...m.REFUSED)),
    ask('follow-up', 'settled ones in that time?', t.count(t.last(10), ...m.SETTLED)),
  ),
  ...talk(
    'platforms',
    ask('follow-up', 'requests at player_gate over the last 15 min?', t.count(t.last(15), t.requests(m.gate))),
    ask('follow-up', 'from console only', t.count(t.last(15), t.requests(t.all(m.gate, m.platform('console'))))),
    ask(
      'follow-up',
      'split that by region',
      t.groups(
        'count',
        t.last(15),
        m.each(m.REGIONS, (one) => t.requests(t.all(m.gate, m.platform('console'), m.region(one)))),
      ),
    ),
  ),
]
