/**
 * The backend of online games: lines with bare key=value pairs, numbered levels and Java lines, spans without kinds whose
 * status is an attribute named differently in each service, metrics in megabytes, percent and plain counts. `inventory`
 * runs out of heap again and again: it is restarted every few minutes, still so at the end. `lobby` was released and a
 * flag was turned on before; both are harmless, and so are charges that banks decline.
 */
import { type Random, seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { bareKeyValue, javaLine, numberedJson, shortLogfmt } from './formats.ts'
import { eachArrival, eachTick, roundMs, Scribe, type Trace } from './scribe.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 64 * MINUTE_MS
const SERVICES = ['edge-gw', 'lobby', 'matchmaker', 'inventory', 'wallet', 'chat-relay', 'leaderboard']
const FORMATS = {
  'edge-gw': numberedJson,
  lobby: bareKeyValue,
  matchmaker: bareKeyValue,
  inventory: javaLine,
  wallet: numberedJson,
  'chat-relay': shortLogfmt,
  leaderboard: javaLine,
}
const TENANTS = ['northgate', 'northgate', 'northgate', 'pixelforge', 'pixelforge', 'mudlark']
const PLATFORMS = ['pc', 'pc', 'pc', 'ps5', 'ps5', 'xbox', 'switch']
const MODES = ['ranked', 'casual', 'casual', 'royale']
const CURRENCIES = ['EUR', 'EUR', 'USD', 'BRL']
const VERSIONS: Readonly<Record<string, string>> = { 'edge-gw': '2.14.0', inventory: '5.3.2', wallet: '1.9.7' }
/** Between two restarts for want of memory. */
const CRASH_EVERY_MS = 150_000
const RESTART_MS = 9000

interface Outcome {
  readonly status: number
  readonly durationMs: number
}
interface Call {
  readonly service: string
  readonly name: string
  readonly startMs: number
  readonly parent: Trace
  readonly attributes: Values
  /** How this service names the status in its spans. */
  readonly statusKey: string
}

class Arcade {
  readonly random: Random = seededRandom(23, 'arcade')
  readonly scribe: Scribe
  readonly startMs: number
  readonly releaseMs: number
  readonly flagMs: number
  readonly onsetMs: number
  readonly endMs: number
  readonly ids: Record<string, string> = {}

  constructor(endMs: number) {
    this.endMs = endMs
    this.startMs = endMs - LENGTH_MS
    this.releaseMs = endMs - 47 * MINUTE_MS
    this.flagMs = endMs - 33 * MINUTE_MS
    this.onsetMs = endMs - 17 * MINUTE_MS - 40_000
    const version = (name: string) => (timeMs: number) =>
      name === 'lobby' ? (timeMs < this.releaseMs ? '3.9.4' : '3.10.0') : (VERSIONS[name] ?? '4.0.1')
    const setups = Object.entries(FORMATS).map(([name, format]) => ({
      ...{ name, format, version: version(name) },
      isSeveritySent: name === 'leaderboard',
      hasAttributes: name === 'wallet' || name === 'matchmaker',
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  remember(key: string, id: string, timeMs: number): void {
    if (timeMs < this.endMs - 3 * MINUTE_MS) this.ids[key] = id
  }

  /** How long ago `inventory` was started, and whether it is starting; before the onset it only grows slowly. */
  heap(timeMs: number): { readonly usedMb: number; readonly isDown: boolean; readonly isTight: boolean } {
    if (timeMs < this.onsetMs) {
      const share = (timeMs - this.startMs) / (this.onsetMs - this.startMs)
      return { usedMb: 610 + 120 * share, isDown: false, isTight: false }
    }
    const sinceMs = (timeMs - this.onsetMs) % CRASH_EVERY_MS
    const left = CRASH_EVERY_MS - sinceMs
    const isDown = sinceMs < RESTART_MS && timeMs - this.onsetMs > CRASH_EVERY_MS
    return { usedMb: Math.min(2040, 700 + (1500 * sinceMs) / CRASH_EVERY_MS), isDown, isTight: left < 95_000 }
  }

  serve(call: Call, work: (trace: Trace) => Outcome): Outcome {
    const trace = { traceId: call.parent.traceId, spanId: this.scribe.newSpan() }
    const done = work(trace)
    this.scribe.span({
      ...{ ...trace, parentSpanId: call.parent.spanId, service: call.service, name: call.name, kind: 'unspecified' },
      ...{ startMs: call.startMs, durationMs: roundMs(done.durationMs), isEntry: true },
      ...{ isError: call.service === 'inventory' ? done.status >= 500 : null, isFailed: done.status >= 500 },
      attributes: { [call.statusKey]: done.status, ...call.attributes },
    })
    return done
  }

  store(name: string, startMs: number, parent: Trace, player: string, item: string): Outcome {
    const { random, scribe } = this
    const { isDown, isTight } = this.heap(startMs)
    if (isDown) return { status: 503, durationMs: 2 }
    const call = { service: 'inventory', name, startMs, parent, attributes: {}, statusKey: 'statusCode' }
    return this.serve(call, (trace) => {
      const isOut = isTight && random.chance(0.62)
      const durationMs = random.logNormal(9, 0.3) * (isTight ? 38 : 1)
      const read = {
        name: 'cache.get',
        kind: 'unspecified',
        startMs: startMs + 0.3,
        durationMs: 1,
        isError: null,
      } as const
      scribe.span({
        ...read,
        ...{ traceId: trace.traceId, spanId: scribe.newSpan(), parentSpanId: trace.spanId },
        service: 'inventory',
        attributes: {},
      })
      if (isOut) {
        const text = `request of ${player} aborted: java.lang.OutOfMemoryError: Java heap space`
        scribe.log('inventory', startMs + durationMs, 'ERROR', text, {}, trace)
        return { status: 500, durationMs }
      }
      if (isTight && random.chance(0.15)) {
        scribe.log(
          'inventory',
          startMs + durationMs,
          'WARN',
          `GC pause of ${random.integer(410, 2900)} ms, heap at ${random.integer(93, 99)} %`,
        )
      }
      if (name === 'inventory.Grant') {
        scribe.log('inventory', startMs + durationMs, 'INFO', `granted ${item} to ${player}`, {}, trace)
      } else if (random.chance(0.3)) {
        scribe.log(
          'inventory',
          startMs + durationMs,
          'DEBUG',
          `loaded ${random.integer(3, 240)} items of ${player}`,
          {},
          trace,
        )
      }
      return { status: 200, durationMs }
    })
  }

  charge(startMs: number, parent: Trace, player: string, tenantId: string): Outcome {
    const { random, scribe } = this
    const currency = random.pick(CURRENCIES)
    const amountCents = random.pick([99, 499, 499, 999, 1999])
    const call = {
      service: 'wallet',
      name: 'wallet.Charge',
      startMs,
      parent,
      attributes: { currency },
      statusKey: 'resp_code',
    }
    const fields = { playerId: player, tenantId, currency, amountCents }
    return this.serve(call, (trace) => {
      const bankMs = random.logNormal(130, 0.3)
      const paidMs = startMs + bankMs
      if (random.chance(0.06)) {
        scribe.log('wallet', paidMs, 'WARN', 'charge declined by bank', { ...fields, resp_code: 402 }, trace)
        return { status: 402, durationMs: bankMs + 2 }
      }
      const item = random.pick(['emote_wave', 'skin_ember', 'pass_s14', 'mount_fox'])
      const granted = this.store('inventory.Grant', paidMs + 1, trace, player, item)
      const endMs = paidMs + 2 + granted.durationMs
      const order = `PX-${random.integer(100_000, 999_999)}`
      if (granted.status >= 500) {
        const text = `purchase ${order} rolled back: inventory answered ${granted.status}`
        scribe.log('wallet', endMs, 'ERROR', text, { ...fields, resp_code: 502 }, trace)
        this.remember('failedOrder', order, startMs)
        this.remember('failedTrace', trace.traceId, startMs)
        this.remember('failedPlayer', player, startMs)
        return { status: 502, durationMs: endMs - startMs }
      }
      scribe.log('wallet', endMs, 'INFO', `purchase ${order} settled`, { ...fields, resp_code: 200 }, trace)
      this.remember('settledOrder', order, startMs)
      return { status: 200, durationMs: endMs - startMs }
    })
  }

  join(startMs: number, parent: Trace, player: string, who: Values): Outcome {
    const { random, scribe } = this
    const mode = random.pick(MODES)
    const lobby = { service: 'lobby', name: 'lobby.Join', startMs, parent, attributes: {}, statusKey: 'status' }
    return this.serve(lobby, (lobbyTrace) => {
      const call = {
        service: 'matchmaker',
        name: 'FindMatch',
        startMs: startMs + 2,
        parent: lobbyTrace,
        attributes: { mode },
        statusKey: 'http.status',
      }
      const found = this.serve(call, (trace) => {
        const waitMs = Math.round(random.logNormal(mode === 'ranked' ? 900 : 380, 0.4))
        const fields = { playerId: player, mode, waitMs }
        if (random.chance(0.02)) {
          scribe.log('matchmaker', startMs + waitMs, 'WARN', 'no opponents in range, widening search', fields, trace)
          return { status: 408, durationMs: waitMs * 3 }
        }
        if (random.chance(0.6)) scribe.log('matchmaker', startMs + waitMs, 'INFO', 'match found', fields, trace)
        return { status: 200, durationMs: waitMs }
      })
      const endMs = startMs + found.durationMs + 4
      if (random.chance(0.5)) scribe.log('lobby', endMs, 'INFO', 'player joined', { player, mode, ...who }, lobbyTrace)
      return { status: found.status, durationMs: found.durationMs + 4 }
    })
  }

  board(startMs: number, parent: Trace): Outcome {
    const call = { service: 'leaderboard', name: 'GET /top', startMs, parent, attributes: {}, statusKey: 'statusCode' }
    return this.serve(call, (trace) => {
      const durationMs = this.random.logNormal(21, 0.35)
      if (this.random.chance(0.15)) {
        const text = `served top ${this.random.pick([10, 50, 100])} of season 14`
        this.scribe.log('leaderboard', startMs + durationMs, 'INFO', text, {}, trace)
      }
      return { status: 200, durationMs }
    })
  }

  request(timeMs: number): void {
    const { random, scribe } = this
    const place = random.next()
    const name =
      place < 0.36
        ? 'POST /v2/match/join'
        : place < 0.68
          ? 'GET /v2/items'
          : place < 0.85
            ? 'POST /v2/purchase'
            : 'GET /v2/leaderboard'
    const tenantId = random.pick(TENANTS)
    const platform = random.pick(PLATFORMS)
    const player = `pl-${random.integer(20_000, 20_700)}`
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { 'http.route': name.slice(name.indexOf('/')), tenantId, platform, playerId: player }
    const call = { service: 'edge-gw', name, startMs: timeMs, parent: root, attributes, statusKey: 'http.status' }
    const done = this.serve(call, (trace) => {
      const inner =
        name === 'POST /v2/match/join'
          ? this.join(timeMs + 2, trace, player, { tenantId })
          : name === 'GET /v2/items'
            ? this.store('inventory.Load', timeMs + 2, trace, player, '')
            : name === 'POST /v2/purchase'
              ? this.charge(timeMs + 2, trace, player, tenantId)
              : this.board(timeMs + 2, trace)
      const status = inner.status === 500 ? 502 : inner.status
      const durationMs = inner.durationMs + random.logNormal(5, 0.25)
      if (status >= 500) {
        const fields = { route: attributes['http.route'], statusCode: status, tenantId, durMs: Math.round(durationMs) }
        scribe.log('edge-gw', timeMs + durationMs, 'ERROR', 'upstream failed', fields, trace)
      } else if (random.chance(0.1)) {
        const fields = { route: attributes['http.route'], statusCode: status, tenantId, durMs: Math.round(durationMs) }
        scribe.log('edge-gw', timeMs + durationMs, 'INFO', 'request served', fields, trace)
      }
      return { status, durationMs }
    })
    if (done.status === 503) this.remember('refusedTrace', root.traceId, timeMs)
  }

  background(): void {
    const { random, scribe, onsetMs, endMs } = this
    const whole = { fromMs: this.startMs, toMs: endMs }
    eachArrival({ ...whole, toMs: endMs - 200, meanMs: 900 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...whole, meanMs: 4000 }, random, (timeMs) => {
      const isSpam = random.chance(0.08)
      const text = isSpam ? 'message blocked by filter' : 'message relayed'
      const fields = { room: random.pick(['global', 'trade', 'guild-77']), bytes: random.integer(12, 480) }
      scribe.log('chat-relay', timeMs, isSpam ? 'WARN' : 'INFO', text, fields)
    })
    eachTick({ ...whole, everyMs: 5 * MINUTE_MS }, random, (timeMs) => {
      scribe.log('leaderboard', timeMs, 'INFO', `rebuilt board of season 14 in ${random.integer(600, 990)} ms`)
    })
    scribe.log('lobby', this.releaseMs, 'INFO', 'lobby 3.10.0 started', { revision: 88 })
    scribe.log('lobby', this.flagMs, 'INFO', 'feature flag crossplay_v2 enabled for tenant mudlark', {})
    for (let at = onsetMs + CRASH_EVERY_MS; at < endMs; at += CRASH_EVERY_MS) {
      scribe.log('inventory', at - 40, 'FATAL', 'Terminating due to java.lang.OutOfMemoryError: Java heap space')
      if (at + RESTART_MS < endMs)
        scribe.log('inventory', at + RESTART_MS, 'INFO', 'inventory 5.3.2 started in 8.6 seconds')
    }
  }

  metrics(): void {
    const { random, scribe } = this
    eachTick({ fromMs: this.startMs, toMs: this.endMs, everyMs: 20_000 }, random, (timeMs) => {
      const gauge = { type: 'gauge', timeMs } as const
      const usedMb = Math.round(this.heap(timeMs).usedMb + random.next() * 20)
      scribe.point('inventory', { ...gauge, name: 'jvm_heap_used_mb', unit: 'MB', value: usedMb })
      for (const mode of ['ranked', 'casual', 'royale']) {
        scribe.point('matchmaker', {
          ...gauge,
          name: 'match_queue_depth',
          unit: '',
          value: random.integer(3, 40),
          attributes: { mode },
        })
      }
      scribe.point('lobby', { ...gauge, name: 'playersOnline', unit: 'players', value: random.integer(4100, 4600) })
      for (const service of ['edge-gw', 'wallet', 'leaderboard']) {
        scribe.point(service, { ...gauge, name: 'cpu_load_pct', unit: '%', value: random.integer(11, 38) })
      }
      const settled = scribe.logs.filter((log) => log.timeMs <= timeMs && / settled$/.test(log.message)).length
      const counter = { name: 'purchases_total', unit: '1', type: 'cumulative', timeMs } as const
      scribe.point('wallet', { ...counter, startMs: this.startMs - 300 * MINUTE_MS, value: 18_000 + settled })
    })
  }
}

export function arcade(endMs: number): World {
  const system = new Arcade(endMs)
  system.background()
  system.metrics()
  const isIn = (timeMs: number) => timeMs >= system.startMs && timeMs < endMs
  return {
    ...{ name: 'arcade', startMs: system.startMs, endMs, services: SERVICES },
    logs: system.scribe.logs.filter((row) => isIn(row.timeMs)).toSorted((a, b) => a.timeMs - b.timeMs),
    spans: system.scribe.spans.filter((row) => isIn(row.endMs)).toSorted((a, b) => a.startMs - b.startMs),
    points: system.scribe.points.toSorted((a, b) => a.timeMs - b.timeMs),
    marks: { onset: system.onsetMs, release: system.releaseMs, flag: system.flagMs },
    names: system.ids,
  }
}
