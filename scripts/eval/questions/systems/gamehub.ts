/**
 * Back end of an online game's publisher: spans without kinds, operations as gRPC names them for some services and HTTP
 * routes for others; events as JSON, tags in brackets, an engine's lines. A new revision of the list of hosts leaves
 * `fleet_broker` 64 ports of each European host, so most matches and lobbies of Europe find no server until the revision is
 * taken back. A release of `item_shop`, a restart of `rank_board`, boards that are rebuilt too slowly now and then, empty
 * wallets, wrong passwords, full lobbies, bans and broken chunks are harmless; `tourney_cron` goes silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { logfmt } from './formats.ts'
import { engineLine, eventLine, scriptLine, tagLine } from './gamehub-formats.ts'
import { sendGamehubMetrics } from './gamehub-metrics.ts'
import { eachArrival, eachTick, roundMs, Scribe, type Trace } from './scribe.ts'
import { type Outcome, SimulatedSystem } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 66 * MINUTE_MS
const FORMATS = {
  player_gate: tagLine,
  matchmaker: eventLine,
  lobby_host: tagLine,
  fleet_broker: eventLine,
  item_shop: eventLine,
  wallet: eventLine,
  rank_board: tagLine,
  cheat_guard: engineLine,
  patch_depot: logfmt,
  tourney_cron: scriptLine,
}
const SERVICES = Object.keys(FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ player_gate: '12.4.0', matchmaker: '3.19.2', lobby_host: '2.7.5', fleet_broker: '0.44.1', wallet: '5.0.8' },
  ...{ rank_board: '1.31.0', cheat_guard: '4.2.0', patch_depot: '6.6.3', tourney_cron: '1.0.2' },
}
/** Services that are called by RPC: their codes are those of gRPC, all others answer HTTP. */
const RPC = new Set(['matchmaker', 'lobby_host', 'fleet_broker', 'wallet', 'cheat_guard'])
const OK = 0
const FAILED_PRECONDITION = 9
const UNAVAILABLE = 14
const HTTP_STATUS: Readonly<Record<number, number>> = { [OK]: 200, [FAILED_PRECONDITION]: 409, [UNAVAILABLE]: 503 }
const REGIONS = ['eu', 'eu', 'eu', 'na', 'na', 'ap']
const PLATFORMS = ['pc', 'pc', 'pc', 'console', 'console', 'mobile']
const PLAYLISTS = ['ranked', 'ranked', 'ranked', 'casual', 'casual', 'arena']
const ITEMS = ['skin_ember', 'skin_ember', 'skin_frostbite', 'emote_wave', 'battle_pass', 'crate_small']
const PRICES: Readonly<Record<string, number>> = {
  ...{ skin_ember: 1200, skin_frostbite: 950, emote_wave: 300, battle_pass: 2000, crate_small: 150 },
}
const BOARDS = ['global', 'global', 'season', 'friends']

/** Where a player goes, and up to which ticket of a hundred. */
const VISITS = [
  ['POST', '/v1/session', 17],
  ['POST', '/v1/matches/claim', 44],
  ['POST', '/v1/lobbies', 53],
  ['POST', '/v1/lobbies/{code}/launch', 59],
  ['GET', '/v1/store', 76],
  ['POST', '/v1/store/buy', 86],
  ['GET', '/v1/leaderboards/{board}', 100],
] as const

interface Step {
  readonly service: string
  readonly name: string
  readonly startMs: number
  readonly parent: Trace
  readonly attributes?: Values
}

interface Visit {
  readonly route: string
  readonly player: string
  readonly region: string
  readonly playlist: string
  readonly match: string
  readonly lobby: string
}

class Gamehub extends SimulatedSystem {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly restartMs: number
  readonly silenceMs: number
  #match = 88_410
  #order = 300_500

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(148, 'gamehub'))
    this.releaseMs = endMs - 52 * MINUTE_MS + 9000
    this.onsetMs = endMs - 36 * MINUTE_MS + 24_000
    this.recoveryMs = endMs - 12 * MINUTE_MS + 41_000
    this.restartMs = endMs - 45 * MINUTE_MS + 33_000
    this.silenceMs = endMs - 22 * MINUTE_MS
    const build = (name: string, timeMs: number) =>
      name === 'item_shop' ? (timeMs < this.releaseMs ? '8.3.1' : '8.4.0') : (VERSIONS[name] ?? '1.0.0')
    const setups = Object.entries(FORMATS).map(([name, format]) => ({
      ...{ name, format, hasAttributes: name !== 'cheat_guard' && name !== 'tourney_cron' },
      isSeveritySent: name !== 'cheat_guard' && name !== 'tourney_cron',
      version: (timeMs: number) => build(name, timeMs),
      instance: (traceId: string) =>
        name === 'matchmaker' || name === 'player_gate'
          ? `${name}.${Number.parseInt(traceId.slice(0, 1) || '0', 16) % 2 === 0 ? 'a' : 'b'}`
          : `${name}.a`,
      resource: () => ({ 'deployment.environment.name': 'live', 'service.namespace': 'skyforge' }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  /** Writes the span of what a service was asked; none has a kind, the depot's have no status either. */
  serve(step: Step, work: (trace: Trace) => Outcome): Outcome {
    const { service, name, startMs, parent, attributes = {} } = step
    const trace = { traceId: parent.traceId, spanId: this.scribe.newSpan() }
    const { status, durationMs } = work(trace)
    const isRpc = RPC.has(service)
    const isFailed = isRpc ? status === UNAVAILABLE : status >= 500
    this.scribe.span({
      ...{ ...trace, parentSpanId: parent.spanId, service, name, kind: 'unspecified', isEntry: true, isFailed },
      ...{ startMs, durationMs: roundMs(durationMs), isError: service === 'patch_depot' ? null : isFailed },
      attributes: { [isRpc ? 'rpc.grpc.status_code' : 'http.status_code']: status, ...attributes },
    })
    return { status, durationMs }
  }

  /** A server for a match or a lobby; in Europe few hosts have a port left while the range is narrow. */
  allocate(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { region } = visit
    const step = { service: 'fleet_broker', name: 'fleet.v1.Servers/Allocate', startMs, parent }
    return this.serve({ ...step, attributes: { region } }, (trace) => {
      const isNarrow = region === 'eu' && startMs >= this.onsetMs && startMs < this.recoveryMs
      const host = `${region}-host-${String(random.integer(1, 18)).padStart(2, '0')}`
      if (isNarrow && random.chance(0.78)) {
        const durationMs = random.logNormal(19, 0.3)
        const text = 'alloc_failed: no free udp port in 7000-7063'
        scribe.log('fleet_broker', startMs + durationMs, 'ERROR', text, { region, host, rev: 318 }, trace)
        return { status: UNAVAILABLE, durationMs }
      }
      const durationMs = random.logNormal(145, 0.35)
      const port = isNarrow ? random.integer(7000, 7063) : random.integer(7000, 7511)
      scribe.log('fleet_broker', startMs + durationMs, 'INFO', 'server_allocated', { region, host, port }, trace)
      return { status: OK, durationMs }
    })
  }

  claim(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { region, playlist, match } = visit
    const step = { service: 'matchmaker', name: 'matchmaking.v1.Tickets/Claim', startMs, parent }
    return this.serve({ ...step, attributes: { region, playlist } }, (trace) => {
      const foundMs = random.logNormal(playlist === 'arena' ? 88 : 42, 0.35)
      const fields = { match, region, playlist }
      if (random.chance(0.04)) {
        scribe.log('matchmaker', startMs + foundMs, 'WARN', 'ticket_expired', { ...fields }, trace)
        return { status: FAILED_PRECONDITION, durationMs: foundMs }
      }
      const server = this.allocate(startMs + foundMs, trace, visit)
      const durationMs = foundMs + server.durationMs + 2
      if (server.status === UNAVAILABLE) {
        const text = 'match_not_placed: fleet_broker answered UNAVAILABLE'
        scribe.log('matchmaker', startMs + durationMs, 'ERROR', text, fields, trace)
        this.remember('lostMatch', match, startMs)
        return { status: UNAVAILABLE, durationMs }
      }
      const wait = random.integer(4, 71)
      scribe.log('matchmaker', startMs + durationMs, 'INFO', 'match_placed', { ...fields, wait_s: wait }, trace)
      this.remember('placedMatch', match, startMs)
      return { status: OK, durationMs }
    })
  }

  room(startMs: number, parent: Trace, visit: Visit, isLaunch: boolean): Outcome {
    const { random, scribe } = this
    const { region, lobby } = visit
    const name = isLaunch ? 'lobby.v1.Rooms/Launch' : 'lobby.v1.Rooms/Open'
    return this.serve({ service: 'lobby_host', name, startMs, parent, attributes: { region } }, (trace) => {
      const ownMs = random.logNormal(14, 0.3)
      const say = (atMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string) =>
        scribe.log('lobby_host', startMs + atMs, severity, text, { lobby, region }, trace)
      if (!isLaunch) {
        say(ownMs, 'INFO', 'lobby opened')
        return { status: OK, durationMs: ownMs }
      }
      if (random.chance(0.07)) {
        say(ownMs, 'WARN', 'launch refused, a player is not ready')
        return { status: FAILED_PRECONDITION, durationMs: ownMs }
      }
      const server = this.allocate(startMs + ownMs, trace, visit)
      const durationMs = ownMs + server.durationMs + 1
      const isLost = server.status === UNAVAILABLE
      say(durationMs, isLost ? 'ERROR' : 'INFO', isLost ? 'launch failed, no server for this lobby' : 'lobby launched')
      if (isLost) this.remember('lostLobby', lobby, startMs)
      return { status: server.status, durationMs }
    })
  }

  store(startMs: number, parent: Trace): Outcome {
    const step = { service: 'item_shop', name: 'GET /catalog', startMs, parent }
    const medianMs = startMs < this.releaseMs ? 38 : 57
    const attributes = { 'http.route': '/catalog' }
    return this.serve({ ...step, attributes }, () => ({
      status: 200,
      durationMs: this.random.logNormal(medianMs, 0.3),
    }))
  }

  buy(startMs: number, parent: Trace, player: string): Outcome {
    const { random, scribe } = this
    const item = random.pick(ITEMS)
    const gems = PRICES[item] ?? 100
    const order = `ORD-${++this.#order}`
    const attributes = { 'http.route': '/purchases', 'shop.item': item }
    return this.serve({ service: 'item_shop', name: 'POST /purchases', startMs, parent, attributes }, (trace) => {
      const paid = this.debit(startMs + 6, trace, player, gems)
      const durationMs = paid.durationMs + random.logNormal(24, 0.3)
      const isShort = paid.status === FAILED_PRECONDITION
      const text = isShort ? 'purchase_refused: not enough gems' : 'purchase_settled'
      scribe.log('item_shop', startMs + durationMs, isShort ? 'WARN' : 'INFO', text, { order, item, gems }, trace)
      this.remember(isShort ? 'refusedOrder' : 'settledOrder', order, startMs)
      if (!isShort) this.remember('boughtTrace', parent.traceId, startMs)
      return { status: isShort ? 402 : 201, durationMs }
    })
  }

  debit(startMs: number, parent: Trace, player: string, gems: number): Outcome {
    const { random, scribe } = this
    return this.serve({ service: 'wallet', name: 'wallet.v2.Ledger/Debit', startMs, parent }, (trace) => {
      const durationMs = random.logNormal(71, 0.4)
      const isShort = random.chance(gems >= 1200 ? 0.2 : 0.06)
      const text = isShort ? 'debit_refused: balance too low' : 'debit_booked'
      const severity = isShort ? 'WARN' : 'INFO'
      scribe.log('wallet', startMs + durationMs, severity, text, { player, gems }, trace)
      return { status: isShort ? FAILED_PRECONDITION : OK, durationMs }
    })
  }

  /** Boards are rebuilt now and then, and some readers wait too long: the whole time, long before the incident. */
  board(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const board = random.pick(BOARDS)
    const attributes = { 'http.route': '/boards/{board}', board }
    return this.serve({ service: 'rank_board', name: 'GET /boards/{board}', startMs, parent, attributes }, (trace) => {
      if (random.chance(0.012)) {
        scribe.log('rank_board', startMs + 2000, 'WARN', 'board rebuild took too long', { board }, trace)
        return { status: 504, durationMs: 2000 + random.next() * 40 }
      }
      return { status: 200, durationMs: random.logNormal(board === 'global' ? 46 : 27, 0.45) }
    })
  }

  inner(visit: Visit, startMs: number, trace: Trace): Outcome {
    const { random } = this
    const fromRpc = ({ status, durationMs }: Outcome) => ({ status: HTTP_STATUS[status] ?? 500, durationMs })
    switch (visit.route) {
      case '/v1/matches/claim':
        return fromRpc(this.claim(startMs, trace, visit))
      case '/v1/lobbies':
        return fromRpc(this.room(startMs, trace, visit, false))
      case '/v1/lobbies/{code}/launch':
        return fromRpc(this.room(startMs, trace, visit, true))
      case '/v1/store':
        return this.store(startMs, trace)
      case '/v1/store/buy':
        return this.buy(startMs, trace, visit.player)
      case '/v1/leaderboards/{board}':
        return this.board(startMs, trace)
      default:
        return { status: random.chance(0.08) ? 401 : 200, durationMs: random.logNormal(31, 0.3) }
    }
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const region = random.pick(REGIONS)
    const player = `P${random.integer(70_100, 72_400)}`
    const visit = {
      ...{ route, player, region, playlist: random.pick(PLAYLISTS) },
      ...{ match: `M-${++this.#match}`, lobby: `LB${random.hex(4).toUpperCase()}` },
    }
    const platform = random.pick(PLATFORMS)
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const who = { 'player.id': player, region, platform, 'client.build': random.chance(0.7) ? '1.58' : '1.57' }
    const attributes = { 'http.method': method, 'http.route': route, ...who }
    const step = { service: 'player_gate', name: `${method} ${route}`, startMs, parent: root, attributes }
    this.serve(step, (trace) => {
      const done = this.inner(visit, startMs + 3, trace)
      const durationMs = done.durationMs + random.logNormal(5, 0.3)
      const say = (severity: 'INFO' | 'WARN' | 'ERROR', text: string) =>
        scribe.log('player_gate', startMs + durationMs, severity, text, { player, region, platform }, trace)
      if (done.status >= 500) {
        say('ERROR', `${method} ${route} ended with ${done.status}`)
        if (done.status === 503) this.remember('failedTrace', root.traceId, startMs)
      } else if (done.status === 401) say('WARN', 'sign-in rejected, bad credentials')
      else if (route === '/v1/session') say('INFO', 'player signed in')
      return { status: done.status, durationMs }
    })
  }

  /** What game servers report after a match: a score, and what the guard shall look at. */
  report(startMs: number): void {
    const { random, scribe } = this
    const root = () => ({ traceId: scribe.newTrace(), spanId: '' })
    const attributes = { 'http.route': '/scores' }
    this.serve({ service: 'rank_board', name: 'POST /scores', startMs, parent: root(), attributes }, (trace) => {
      const durationMs = random.logNormal(12, 0.4)
      scribe.log(
        'rank_board',
        startMs + durationMs,
        'INFO',
        'score stored',
        { points: random.integer(40, 3900) },
        trace,
      )
      return { status: 202, durationMs }
    })
    const scan = { service: 'cheat_guard', name: 'guard.v1.Reports/Scan', startMs: startMs + 40, parent: root() }
    this.serve(scan, (trace) => {
      const durationMs = random.logNormal(260, 0.5)
      const player = `P${random.integer(70_100, 72_400)}`
      if (random.chance(0.03)) {
        const reason = random.pick(['aimbot', 'aimbot', 'speedhack', 'wallhack'])
        scribe.log('cheat_guard', startMs + durationMs, 'WARN', `player ${player} banned for ${reason}`, {}, trace)
        this.remember('bannedPlayer', player, startMs)
      } else if (random.chance(0.3)) {
        scribe.log('cheat_guard', startMs + durationMs, 'INFO', `report of ${player} cleared`, {}, trace)
      }
      return { status: OK, durationMs }
    })
  }

  /** Pieces of patch 1.58, asked by launchers. */
  download(startMs: number): void {
    const { random, scribe } = this
    const parent = { traceId: scribe.newTrace(), spanId: '' }
    const isManifest = random.chance(0.12)
    const route = isManifest ? '/manifests/{channel}' : '/chunks/{hash}'
    const region = random.pick(REGIONS)
    const attributes = { 'http.route': route, region }
    this.serve({ service: 'patch_depot', name: `GET ${route}`, startMs, parent, attributes }, (trace) => {
      const durationMs = isManifest ? random.logNormal(8, 0.3) : random.logNormal(180, 0.7)
      if (isManifest) return { status: random.chance(0.4) ? 304 : 200, durationMs }
      const size = random.integer(400, 4000)
      if (random.chance(0.015)) {
        const fields = { chunk: random.hex(12), region }
        scribe.log('patch_depot', startMs + durationMs, 'WARN', 'chunk checksum mismatch, sent again', fields, trace)
      } else if (random.chance(0.5)) {
        scribe.log('patch_depot', startMs + durationMs, 'INFO', 'chunk delivered', { kib: size, region }, trace)
      }
      return { status: random.chance(0.02) ? 404 : 206, durationMs }
    })
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 1500 }
    eachArrival({ ...range, meanMs: 620 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...range, meanMs: 2900 }, random, (timeMs) => this.report(timeMs))
    eachArrival({ ...range, meanMs: 1500 }, random, (timeMs) => this.download(timeMs))
    eachTick({ fromMs: this.startMs + 15_000, toMs: this.silenceMs, everyMs: 45_000 }, random, (timeMs) => {
      const text = `bracket refreshed, ${random.integer(12, 64)} teams, cup spring-open`
      scribe.log('tourney_cron', timeMs, 'INFO', text)
    })
    const say = (service: string, timeMs: number, text: string, fields: Values = {}) =>
      scribe.log(service, timeMs, 'INFO', text, fields)
    say('item_shop', this.releaseMs, 'service_started: item_shop 8.4.0', { commit: 'c41f7e2' })
    say('rank_board', this.restartMs, 'rank_board 1.31.0 starting, boards are read from disk')
    say('fleet_broker', this.onsetMs - 900, 'hosts_reloaded: rev 318, eu udp ports 7000-7063', { rev: 318 })
    say('fleet_broker', this.recoveryMs - 900, 'hosts_reloaded: rev 319, eu udp ports 7000-7511', { rev: 319 })
  }
}

export function gamehub(endMs: number): World {
  const system = new Gamehub(endMs)
  system.background()
  sendGamehubMetrics(system)
  const marks = {
    ...{ onset: system.onsetMs, release: system.releaseMs, recovery: system.recoveryMs },
    ...{ restart: system.restartMs, silence: system.silenceMs },
  }
  const world = system.world({ name: 'gamehub', services: SERVICES, marks })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names = {
    ...{ ...world.names, portLine: bodyOf('no free udp port'), placeLine: bodyOf('match_not_placed') },
    ...{ chunkLine: bodyOf('chunk checksum'), launchLine: bodyOf('launch failed') },
  }
  return { ...world, names }
}
