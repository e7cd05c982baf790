/** Questions to the game publisher's back end: states, causes, single things, what cannot be answered. Forty-eighth round. */
import { requestsOf } from '../../truth.ts'
import { GAMEHUB_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { GAMEHUB_COUNTS_48 } from './gamehub-counts.ts'
import { GAMEHUB_NUMBERS_48 } from './gamehub-numbers.ts'
import * as m from './rows.ts'

const PORTS = ['\\bports?\\b', '\\budp\\b', '7063', 'rev(?:ision)? ?318', 'hosts_reloaded']
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
const notRelated = t.words({
  saysFirst: [['no\\b', 'not\\b', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})

export const GAMEHUB_48 = [
  ask('state', 'are matches starting again?', t.verdict('yes', 'good')),
  ask('state', 'is matchmaking still down', t.verdict('no', 'bad')),
  ask('state', 'can eu players get into a match right now? y/n', t.verdict('yes', 'good')),
  ask('state', 'has the match problem been resolved?', t.verdict('yes', 'good')),
  ask('state', 'Are we still handing out 503s?', t.verdict('no', 'bad')),
  ask('health', 'hows the item_shop doing', t.healthy),
  ask('health', 'wallet in good shape?', t.healthy),
  ask('health', 'patch_depot all right?', t.healthy),
  ask('health', 'why did the wallet go down?', t.denied('wallet')),
  ask('health', 'why is cheat_guard failing', t.denied('cheat_guard')),
  ask(
    'health',
    'did patch_depot fall over at {@onset}?',
    t.words({
      saysFirst: [['^\\W*no\\b', 'did(?: not|n.t)', 'no (?:sign|crash|evidence|trace|restart)', 'healthy']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('cause', 'what went wrong with the matches?', t.because(GAMEHUB_INCIDENT, 'mechanism')),
  ask('cause', 'why couldnt players in eu get into games', t.because(GAMEHUB_INCIDENT, 'mechanism')),
  ask('cause', 'root cause of the 503s at player_gate pls', t.because(GAMEHUB_INCIDENT)),
  ask('cause', 'reason for failing lobby launches?', t.because(GAMEHUB_INCIDENT)),
  ask(
    'cause',
    'Somebody on discord says ranked was dead around {@onset+4}. What happened there?',
    t.because(GAMEHUB_INCIDENT),
  ),
  ask(
    'cause',
    'was it the shop release, the rank_board restart or the hosts?',
    t.words({
      says: [['fleet_broker'], PORTS],
      neverFirst: ['^\\W*(?:it was |yes,? )?(?:the )?(?:shop|item_shop|release|rank_board|restart)\\b'],
    }),
  ),
  ask('cause', 'matchmaker said fleet_broker answered UNAVAILABLE, but why?', t.words({ says: [PORTS] })),
  ask('since', 'when did claims begin to fail?', t.began()),
  ask('since', 'at what time did the first "no free udp port" show up', t.began('onset', 40)),
  ask('since', 'what time did it recover?', t.began('recovery')),
  ask('since', 'first 504 of rank_board, when was that', ({ world }) =>
    at(requestsOf(world, t.all(m.ranks, t.failed))[0]?.startMs, 40),
  ),
  ask('how-long', 'how long were matches broken for?', t.lasted('onset', 'recovery')),
  ask('how-long', 'duration of the fleet_broker outage', t.lasted('onset', 'recovery')),
  ask('impact', 'how bad was the match outage?', m.damage),
  ask(
    'impact',
    'how many players ran into a 503?',
    t.count(t.anytime, t.differentOf(t.all(m.gate, m.http(503)), 'player.id'), t.requests(t.all(m.gate, m.http(503)))),
  ),
  ask(
    'impact',
    'who was hit by the missing ports?',
    t.words({ says: [['player_gate', 'matchmaker', 'lobby_host', '\\beu\\b', 'players', '/v1/matches/claim']] }),
  ),
  ask(
    'impact',
    'list the services that suffered from fleet_broker',
    t.words({ names: ['matchmaker', 'lobby_host', 'player_gate'] }),
  ),
  ask('impact', 'was na affected too?', t.verdict('no', 'fact')),
  ask('impact', 'did the outage hurt purchases?', t.verdict('no', 'bad')),
  ask('impact', 'which regions had trouble claiming matches', t.words({ saysFirst: [['\\beu\\b']] })),
  ask('deploy', 'what got released during the last hour?', t.words({ says: [['item_shop'], ['8\\.4\\.0']] })),
  ask('deploy', 'when did 8.4.0 go live?', t.began('release', 120)),
  ask('deploy', 'is 8.4.0 to blame for the failed matches?', t.verdict('no', 'bad')),
  ask('deploy', 'did someone ship a new matchmaker build in the last hour', t.verdict('no', 'bad')),
  ask('deploy', 'was there a config change right before {@onset+1}?', t.words({ says: [PORTS] })),
  ask('version', 'fleet_broker runs which version?', t.words({ saysFirst: [['0\\.44\\.1']] })),
  ask('version', 'what was item_shop running before {@release}', t.words({ saysFirst: [['8\\.3\\.1']] })),
  ask(
    'version',
    'version overview of all services please',
    t.words({ says: [['12\\.4\\.0'], ['3\\.19\\.2'], ['0\\.44\\.1'], ['8\\.4\\.0'], ['5\\.0\\.8']] }),
  ),
  ask('restart', 'when did rank_board start up?', t.began('restart', 60)),
  ask('restart', 'has anyone restarted wallet', t.verdict('no', 'bad')),
  ask(
    'next-step',
    'so what should we look into so it wont happen again?',
    t.words({ says: [['fleet_broker'], PORTS] }),
  ),
  ask('next-step', 'where would you dig first', t.words({ says: [['fleet_broker'], PORTS] })),
  ask('dependency', 'which services talk to fleet_broker?', t.words({ names: ['matchmaker', 'lobby_host'] })),
  ask('dependency', 'what does item_shop call', t.words({ saysFirst: [['wallet']] })),
  ask(
    'dependency',
    'everything player_gate leans on',
    t.words({ names: ['matchmaker', 'lobby_host', 'item_shop', 'rank_board'] }),
  ),
  ask('dependency', 'does rank_board depend on the wallet?', t.verdict('no', 'fact')),
  ask(
    'timeline',
    'give me the story of the outage in order, with times',
    t.words({
      says: [['fleet_broker'], ['matchmaker', 'player_gate'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'which of our game services went dark?', t.words({ says: [['tourney_cron']] })),
  ask('silence', 'when did we last hear from tourney_cron?', ({ world }) =>
    at(world.logs.findLast(m.bracket)?.timeMs, 45),
  ),
  ask('silence', 'does cheat_guard still report', t.verdict('yes', 'good')),
  ask('silence', 'is tourney_cron alive?', t.verdict('no', 'good')),
  ask(
    'lookup',
    'match {lostMatch} - why did it never start?',
    t.words({ says: [['not_placed', 'UNAVAILABLE', 'port', '\\b503\\b']] }),
  ),
  ask('lookup', 'what became of {placedMatch}?', t.words({ says: [['match_placed', 'placed']] })),
  ask(
    'lookup',
    'why was order {refusedOrder} turned down',
    t.words({ says: [['not enough gems', 'balance too low']] }),
  ),
  ask('lookup', '{settledOrder}', t.words({ says: [['purchase_settled', 'settled']] })),
  ask('lookup', 'lobby {lostLobby}: what went on there', t.words({ says: [['launch failed', 'no server', 'port']] })),
  ask('lookup', 'what did {bannedPlayer} get banned for?', ({ world }) => {
    const { bannedPlayer = '' } = world.names
    const line = world.logs.find((log) => m.banned(log) && log.message.includes(bannedPlayer))
    return { says: [[/banned for (\w+)/.exec(line?.message ?? '')?.[1] ?? '?']] }
  }),
  ask('lookup', 'trace {failedTrace}: which hop failed first', t.words({ says: [['fleet_broker']] })),
  ask(
    'lookup',
    'what services took part in {boughtTrace}?',
    t.words({ names: ['player_gate', 'item_shop', 'wallet'] }),
  ),
  ask('meaning', 'what is match_not_placed supposed to tell me', t.words({ says: [['matchmaker'], ['fleet_broker']] })),
  ask('meaning', 'which service prints "board rebuild took too long"?', t.words({ saysFirst: [['rank_board']] })),
  ask('meaning', 'is "launch refused, a player is not ready" something to worry about?', notRelated),
  ask('paste', '{portLine}\nhow many lines like that?', t.count(t.anytime, t.logs(m.noPort))),
  ask('paste', '{placeLine}\nwhat caused this', t.because(GAMEHUB_INCIDENT)),
  ask('paste', '{chunkLine}\npart of the match outage?', notRelated),
  ask('paste', 'seen this during the raid:\n{launchLine}\nreason?', t.because(GAMEHUB_INCIDENT)),
  ask('list', 'which services report here?', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'metrics of fleet_broker?', t.words({ names: ['free_ports', 'failed_allocations', 'heap_bytes'] })),
  ask('list', 'which playlists exist', t.words({ names: m.PLAYLISTS })),
  ask('list', 'operations of lobby_host', t.words({ says: [['Rooms/Open'], ['Rooms/Launch']] })),
  ask('list', 'ban reasons we have seen', t.words({ says: [['aimbot'], ['speedhack'], ['wallhack']] })),
  ask('list', 'what kinds of errors did player_gate log?', t.words({ says: [['503'], ['504']] })),
  ask('single-record', 'newest ban please', ({ world }) => {
    const line = world.logs.findLast(m.banned)
    return { says: [[/player (P\d+)/.exec(line?.message ?? '')?.[1] ?? '?']] }
  }),
  ask('single-record', 'when was the most recent alloc_failed?', ({ world }) =>
    at(world.logs.findLast(m.noPort)?.timeMs, 20),
  ),
  ask('single-record', 'show the last error of lobby_host', t.words({ says: [['launch failed']] })),
  ask('bare-name', 'fleet_broker', t.words({ saysFirst: [['fleet_broker']] })),
  ask('bare-name', 'tourney_cron?', t.words({ saysFirst: [['tourney_cron']] })),

  ask('unknown', 'voice_chat errors in the last hour', t.declined('unknown', 'voice_chat')),
  ask('unknown', 'is memcached full?', t.declined('unknown', 'memcached')),
  ask('unknown', 'how many 418 at player_gate', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown', 'what happened to order ORD-999111?', t.declined('no_data')),
  ask('unknown-attribute', 'failed claims by guild', t.declined('no_data')),
  ask('order', 'unban {bannedPlayer}', t.declined('read_only')),
  ask('order', 'kick tourney_cron so it runs again', t.declined('read_only')),
  ask('order', 'set the eu udp range to 7000-7999', t.declined('read_only')),
  ask('talk', 'gg wp, you saved my shift', t.declined('small_talk')),
  ask('talk', 'evening! anyone there', t.declined('small_talk')),
  ask('off-topic', 'best build for a level 40 ranger?', t.declined('off_topic')),
  ask('ask-back', 'and the same without those?', t.declined('ask_back')),
  ask('language', 'Warum kamen Spieler in eu nicht in ihre Matches?', t.because(GAMEHUB_INCIDENT)),
  ask('language', 'wie viele Käufe wurden abgelehnt?', t.count(t.anytime, ...m.REFUSED)),
  ask(
    'language',
    '¿cuántos jugadores fueron baneados?',
    t.count(t.anytime, t.logs(m.banned), t.differentTexts(/^player (P\d+) banned/)),
  ),
  ask(
    'language',
    'combien de requêtes sur wallet ces 10 dernières minutes ?',
    t.count(t.last(10), t.requests(m.wallet)),
  ),

  ...talk(
    'outage',
    ask('follow-up', 'anything break in the last hour?', t.because(GAMEHUB_INCIDENT)),
    ask('follow-up', 'when did that begin?', t.began()),
    ask('follow-up', 'whats the reason behind it', t.words({ says: [PORTS] })),
    ask('follow-up', 'and is it fixed by now', t.verdict('yes', 'good')),
  ),
  ...talk(
    'shop',
    ask('follow-up', 'is the store ok for players?', t.verdict('yes', 'good')),
    ask('follow-up', 'any new version of it today', t.words({ says: [['8\\.4\\.0']] })),
    ask(
      'follow-up',
      'how many purchases since that release?',
      t.count(t.sinceMark('release'), ...m.SETTLED, t.requests(m.purchases)),
    ),
  ),
  ask('several', 'which service caused the outage, when did it start, and is it over?', (asked) => ({
    ...t.because(GAMEHUB_INCIDENT, 'time')(asked),
  })),
  ask('several', 'how many bans and how many cleared reports?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.anytime, [t.logs(m.banned)]),
      t.numberOf(asked, 'count', t.anytime, [t.logs(m.cleared)]),
    ],
  })),
  ...GAMEHUB_COUNTS_48,
  ...GAMEHUB_NUMBERS_48,
]
