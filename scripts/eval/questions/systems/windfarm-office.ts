/** What comes through the gateway: the portal of investors, the control room, the app of crews, the trading desks. */
import type { Values } from '../records.ts'
import { eachArrival, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import type { WindFarmBase } from './windfarm-base.ts'
import { farmValues, publish } from './windfarm-field.ts'
import { CHANNELS, COMMANDS, CREWS, type Farm, PARTS } from './windfarm-names.ts'
import { bid } from './windfarm-trading.ts'

interface Visit {
  readonly startMs: number
  readonly parent: Trace
  readonly farm: Farm
  readonly channel: string
}
type Say = (timeMs: number, severity: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR', text: string, data?: Values) => void

function fleet(base: WindFarmBase, name: string, { startMs, parent, farm, channel }: Visit): Outcome {
  const { random, scribe } = base
  const kind = random.pick(COMMANDS)
  const isCommand = name.endsWith('/commands')
  const values = { ...farmValues(farm), 'client.channel': channel, ...(isCommand ? { 'command.kind': kind } : {}) }
  return base.through('ops-gateway', { service: 'fleet-api', name, startMs, parent, attributes: values }, (trace) => {
    const turbine = base.turbine(farm)
    const say: Say = (timeMs, severity, text, data = {}) =>
      scribe.log('fleet-api', timeMs, severity, text, { farm: farm.name, ...data }, trace)
    const read = base.store('fleet-api', 'postgresql', 'SELECT turbines', startMs + 2, trace, 5)
    const ownMs = read.durationMs + random.logNormal(13, 0.35)
    if (isCommand) return command(base, startMs + ownMs, trace, { farm, turbine, kind, channel, ownMs, say })
    if (name === 'GET /reports/{id}') {
      const durationMs = ownMs + random.logNormal(310, 0.45)
      if (random.chance(0.07)) return { status: 404, durationMs }
      say(startMs + durationMs, 'INFO', 'report rendered', { owner: farm.owner, pages: random.integer(3, 28) })
      return { status: 200, durationMs }
    }
    const cache = random.chance(0.7) ? 'hit' : 'miss'
    const durationMs = ownMs + (cache === 'hit' ? 2 : random.logNormal(38, 0.3))
    say(startMs + durationMs - 1, 'DEBUG', 'status read', { turbine, cache })
    const ageS = base.ageS(farm, startMs)
    if (name === 'GET /farms/{id}/production' && ageS > 60 && startMs > base.onsetMs)
      say(startMs + durationMs, 'WARN', 'production shown is old', { age_s: ageS })
    if (name === 'GET /turbines/{id}' && random.chance(0.04)) return { status: 404, durationMs }
    return { status: 200, durationMs }
  })
}

interface Wanted {
  readonly farm: Farm
  readonly turbine: string
  readonly kind: string
  readonly channel: string
  readonly ownMs: number
  readonly say: Say
}

/** A turbine is told to do something, unless somebody works on it or the wind is too strong. */
function command(base: WindFarmBase, atMs: number, trace: Trace, wanted: Wanted): Outcome {
  const { random } = base
  const { farm, turbine, kind, channel, ownMs, say } = wanted
  const id = `CMD-${88_000 + base.next()}`
  const data = { command: id, kind, turbine, channel }
  if (random.chance(0.06)) {
    say(atMs, 'WARN', 'command refused: turbine is locked for service', data)
    base.remember('lockedCommand', id, atMs)
    return { status: 423, durationMs: ownMs }
  }
  if (kind === 'start' && random.chance(0.12)) {
    say(atMs, 'WARN', 'command refused: wind is above the cut-out speed', data)
    return { status: 409, durationMs: ownMs }
  }
  const to = { service: 'turbine-link', name: 'POST /commands', startMs: atMs, parent: trace }
  const values = { ...farmValues(farm), 'command.kind': kind, 'turbine.model': farm.model }
  const sent = base.through('fleet-api', { ...to, attributes: values }, (inner) =>
    publish(base, atMs + 3, inner, farm, `command ${id} (${kind}) for ${turbine}`),
  )
  const durationMs = ownMs + sent.durationMs + 3
  const doneMs = atMs + sent.durationMs + 3
  if (sent.status === 200) {
    say(doneMs, 'INFO', 'command done', data)
    base.remember('doneCommand', id, atMs)
    base.remember('doneTrace', trace.traceId, atMs)
    return { status: 200, durationMs }
  }
  say(doneMs, 'ERROR', 'command not delivered: turbine-link answered 503', data)
  base.remember('lostCommand', id, atMs)
  base.remember('lostTrace', trace.traceId, atMs)
  return { status: 502, durationMs }
}

function crews(base: WindFarmBase, name: string, { startMs, parent, farm, channel }: Visit): Outcome {
  const { random, scribe } = base
  const crew = random.pick(CREWS)
  const isStaffed = name.endsWith('/work-orders') || name.startsWith('PATCH') || name === 'POST /transfers'
  const values = { ...farmValues(farm), 'client.channel': channel, ...(isStaffed ? { 'crew.id': crew } : {}) }
  return base.through('ops-gateway', { service: 'work-orders', name, startMs, parent, attributes: values }, (trace) => {
    const table = name.includes('/parts') ? 'parts' : 'orders'
    const read = base.store('work-orders', 'mysql', `SELECT ${table}`, startMs + 2, trace, 7)
    const durationMs = read.durationMs + random.logNormal(name === 'GET /work-orders' ? 64 : 30, 0.35)
    const atMs = startMs + durationMs
    const [order, part] = [`WO-${51_000 + base.next()}`, random.pick(PARTS)]
    const say: Say = (timeMs, severity, text, data = {}) =>
      scribe.log('work-orders', timeMs, severity, text, { farm: farm.name, ...data }, trace)
    if (name === 'GET /parts/{id}') return { status: random.chance(0.05) ? 404 : 200, durationMs }
    if (name === 'POST /work-orders') {
      if (random.chance(0.07)) {
        say(atMs, 'WARN', 'crew is booked already', { crew })
        return { status: 409, durationMs }
      }
      if (random.chance(0.08)) {
        say(atMs, 'WARN', 'part is out of stock, order waits', { order, part })
        return { status: 202, durationMs }
      }
      say(atMs, 'INFO', 'work order opened', { order, crew, part, pieces: random.integer(1, 6) })
      base.remember('order', order, startMs)
      return { status: 201, durationMs }
    }
    if (name === 'PATCH /work-orders/{id}') {
      say(atMs, 'INFO', 'work order closed', { crew, minutes: random.integer(25, 380) })
      return { status: 200, durationMs }
    }
    if (name === 'POST /transfers') {
      if (random.chance(0.14)) {
        say(atMs, 'WARN', 'transfer refused: waves are too high', { crew, wave_m: random.integer(15, 26) / 10 })
        return { status: 422, durationMs }
      }
      say(atMs, 'INFO', 'transfer booked', { crew, seats: random.integer(2, 8) })
      return { status: 201, durationMs }
    }
    return { status: 200, durationMs }
  })
}

function alarms(base: WindFarmBase, name: string, { startMs, parent, farm, channel }: Visit): Outcome {
  const { random, scribe } = base
  const values = { ...farmValues(farm), 'client.channel': channel }
  return base.through('ops-gateway', { service: 'alarm-desk', name, startMs, parent, attributes: values }, (trace) => {
    const read = base.store('alarm-desk', 'mongodb', 'find alarms', startMs + 2, trace, 6)
    const durationMs = read.durationMs + random.logNormal(19, 0.35)
    if (name === 'GET /alarms') return { status: 200, durationMs }
    const data = { farm: farm.name, channel }
    if (random.chance(0.09)) {
      scribe.log('alarm-desk', startMs + durationMs, 'WARN', 'alarm was acknowledged already', data, trace)
      return { status: 409, durationMs }
    }
    scribe.log('alarm-desk', startMs + durationMs, 'INFO', 'alarm acknowledged', data, trace)
    return { status: 200, durationMs }
  })
}

type Channel = string | readonly string[]
/** Up to which ticket of a hundred, the route behind the gateway, who asks. */
const ROUTES: readonly (readonly [number, string, Channel, typeof fleet])[] = [
  [17, 'GET /farms/{id}/production', CHANNELS.reads, fleet],
  [26, 'GET /turbines/{id}', ['control-room', 'control-room', 'crew-app'], fleet],
  [31, 'GET /reports/{id}', 'investor-portal', fleet],
  [53, 'POST /turbines/{id}/commands', CHANNELS.commands, fleet],
  [61, 'GET /work-orders', 'crew-app', crews],
  [65, 'POST /work-orders', 'control-room', crews],
  [69, 'PATCH /work-orders/{id}', 'crew-app', crews],
  [72, 'GET /parts/{id}', 'crew-app', crews],
  [75, 'POST /transfers', 'crew-app', crews],
  [78, 'GET /alarms', 'control-room', alarms],
  [81, 'POST /alarms/{id}/ack', ['control-room', 'crew-app'], alarms],
  [93, 'POST /bids', 'trading-desk', (base, name, visit) => bid(base, visit.startMs, visit.parent, name, visit.farm)],
  [
    98,
    'GET /positions',
    'trading-desk',
    (base, name, visit) => bid(base, visit.startMs, visit.parent, name, visit.farm),
  ],
]
const LAST = ROUTES[11]?.[3] ?? fleet
const UPSTREAMS = new Map([
  [fleet, 'fleet-api'],
  [crews, 'work-orders'],
  [alarms, 'alarm-desk'],
])

function visit(base: WindFarmBase, startMs: number): void {
  const { random, scribe, restartMs } = base
  const ticket = random.integer(1, 100)
  const found = ROUTES.find(([upTo]) => ticket <= upTo)
  const [, name, who, work] = found ?? [100, 'DELETE /bids/{id}', 'trading-desk', LAST]
  if (work === crews && startMs > restartMs - 9000 && startMs < restartMs) return
  const channel = typeof who === 'string' ? who : random.pick(who)
  const farm = base.farm()
  const [method = '', path = ''] = name.split(' ')
  const route = `/v1${path}`
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const values = { 'http.request.method': method, 'http.route': route, 'client.channel': channel }
  const attributes = { ...values, 'owner.id': farm.owner, 'farm.kind': farm.kind }
  const step = { service: 'ops-gateway', name: `${method} ${route}`, startMs, parent: root, attributes }
  base.serve(step, 'server', (trace) => {
    const done = turnedAway(base) ?? work(base, name, { startMs: startMs + 2, parent: trace, farm, channel })
    const durationMs = done.durationMs + random.logNormal(3, 0.3)
    const upstream = done.status === 401 || done.status === 429 ? '-' : (UPSTREAMS.get(work) ?? 'bid-desk')
    const path = route.replace('{id}', String(random.integer(1000, 9999)))
    const line = { method, path, status: done.status, flags: done.status >= 500 ? 'UF' : '-', upstream, channel }
    const text = `${method} ${path} ${done.status}`
    scribe.log('ops-gateway', startMs + durationMs, 'INFO', text, { ...line, ms: Math.round(durationMs) }, trace)
    return { status: done.status, durationMs }
  })
}

/** Old tokens and too many requests get no further than the gateway. */
function turnedAway({ random }: WindFarmBase): Outcome | null {
  const ticket = random.next()
  if (ticket > 0.035) return null
  return { status: ticket < 0.024 ? 401 : 429, durationMs: random.logNormal(2, 0.3) }
}

export function runOffice(base: WindFarmBase): void {
  const { random, scribe, startMs, endMs, restartMs, releaseMs } = base
  eachArrival({ fromMs: startMs, toMs: endMs - 4000, meanMs: 1750 }, random, (timeMs) => visit(base, timeMs))
  const drained = { node: 'gale-4' }
  scribe.log('work-orders', restartMs - 8800, 'INFO', 'work-orders stops, its node is drained', drained)
  scribe.log('work-orders', restartMs, 'INFO', 'work-orders 5.6.3 started', drained)
  scribe.log('bid-desk', releaseMs, 'INFO', 'bid-desk 4.2.0 started', { change: 'TR-512' })
}
