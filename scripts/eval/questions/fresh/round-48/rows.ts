/** What the questions to the game publisher's back end count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const gate = t.of('player_gate')
export const maker = t.of('matchmaker')
export const lobbies = t.of('lobby_host')
export const broker = t.of('fleet_broker')
export const shop = t.of('item_shop')
export const wallet = t.of('wallet')
export const ranks = t.of('rank_board')
export const guard = t.of('cheat_guard')
export const depot = t.of('patch_depot')
export const cron = t.of('tourney_cron')

export const http = (...codes: number[]) => t.has('http.status_code', ...codes)
export const rpc = (...codes: number[]) => t.has('rpc.grpc.status_code', ...codes)
export const region = (...names: string[]) => t.has('region', ...names)
export const platform = (...names: string[]) => t.has('platform', ...names)
export const playlist = (...names: string[]) => t.has('playlist', ...names)
export const item = (...names: string[]) => t.has('item', ...names)
export const boughtItem = (...names: string[]) => t.has('shop.item', ...names)
export const build = (...names: string[]) => t.has('client.build', ...names)
export const REGIONS = ['eu', 'na', 'ap']
export const PLATFORMS = ['pc', 'console', 'mobile']
export const PLAYLISTS = ['ranked', 'casual', 'arena']

export const on = (...routes: string[]) => t.all<SpanRow>(gate, t.has('http.route', ...routes))
export const claims = t.all<SpanRow>(maker, t.named('matchmaking.v1.Tickets/Claim'))
export const launches = t.all<SpanRow>(lobbies, t.named('lobby.v1.Rooms/Launch'))
export const opens = t.all<SpanRow>(lobbies, t.named('lobby.v1.Rooms/Open'))
export const purchases = t.all<SpanRow>(shop, t.named('POST /purchases'))
export const catalog = t.all<SpanRow>(shop, t.named('GET /catalog'))
export const boards = t.all<SpanRow>(ranks, t.named('GET /boards/{board}'))
export const scores = t.all<SpanRow>(ranks, t.named('POST /scores'))
export const chunks = t.all<SpanRow>(depot, t.named('GET /chunks/{hash}'))
export const manifests = t.all<SpanRow>(depot, t.named('GET /manifests/{channel}'))

export const noPort = t.says(/no free udp port/)
export const allocated = t.says(/^server_allocated/)
export const placed = t.says(/^match_placed/)
export const notPlaced = t.says(/^match_not_placed/)
export const expired = t.says(/^ticket_expired/)
export const opened = t.says(/^lobby opened/)
export const launched = t.says(/^lobby launched/)
export const launchFailed = t.says(/^launch failed/)
export const notReady = t.says(/^launch refused/)
export const settled = t.says(/^purchase_settled/)
export const refused = t.says(/^purchase_refused/)
export const debited = t.says(/^debit_booked/)
export const rebuild = t.says(/^board rebuild took/)
export const signedIn = t.says(/^player signed in/)
export const badSignIn = t.says(/^sign-in rejected/)
export const banned = t.says(/banned for/)
export const bannedFor = (reason: string) => t.says(new RegExp(`banned for ${reason}`))
export const cleared = t.says(/^report of P\d+ cleared/)
export const checksum = t.says(/^chunk checksum mismatch/)
export const delivered = t.says(/^chunk delivered/)
export const bracket = t.says(/^bracket refreshed/)
export const stored = t.says(/^score stored/)

export const PLACED = [t.logs(placed), t.requests(t.all(claims, rpc(0)))]
export const NOT_PLACED = [t.logs(notPlaced), t.failures(claims)]
export const OPENED = [t.logs(opened), t.requests(opens)]
export const LAUNCHED = [t.logs(launched), t.requests(t.all(launches, rpc(0)))]
export const LAUNCH_FAILED = [t.logs(launchFailed), t.failures(launches)]
export const SETTLED = [t.logs(settled), t.requests(t.all(purchases, http(201)))]
export const REFUSED = [t.logs(refused), t.requests(t.all(purchases, http(402)))]
export const SIGNED_IN = [t.logs(signedIn), t.requests(t.all(on('/v1/session'), http(200)))]
export const BAD_SIGN_INS = [t.logs(badSignIn), t.requests(t.all(on('/v1/session'), http(401)))]
export const NO_SERVER = [t.logs(noPort), t.failures(broker)]

/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const log of t.logsIn(where)(world, window)) sum += Number(log.attributes[key] ?? 0)
    return sum
  }
/** … and their mean. */
export const meanOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) =>
    sumOf(where, key)(world, window) / t.logsIn(where)(world, window).length
/** … and the largest. */
export const maxOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) =>
    Math.max(
      ...t
        .logsIn(where)(world, window)
        .map((log) => Number(log.attributes[key] ?? 0)),
    )

/** While hosts of Europe had few ports: from the onset to the recovery. */
export const incident: t.When = ({ world }) => [
  [{ fromMs: world.marks['onset'] ?? 0, toMs: world.marks['recovery'] ?? 0 }],
]

/** How bad it was: failed requests, their share while it lasted, players who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, gate, maker, lobbies, broker, claims, launches, on('/v1/matches/claim'), region('eu')]
  const regional = [gate, maker, broker, lobbies].map((one) => t.all<SpanRow>(one, region('eu')))
  const measures = [...wheres, ...regional].flatMap((one) => [t.failures(one), t.share(one)])
  const who = [t.differentOf(t.all(gate, t.failed), 'player.id'), t.differentOf(t.all(gate, http(503)), 'player.id')]
  const whens = [t.anytime, t.since('onset'), t.sinceMark('onset'), incident, t.during(['onset', 0], ['recovery', 0])]
  return howBad(asked, whens, [...measures, ...who, t.logs(noPort), t.logs(notPlaced)])
}
