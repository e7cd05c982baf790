/**
 * A network of charging points for electric vehicles on Nomad: chargers speak OCPP over websockets to a gateway in Go,
 * drivers an HTTP API in Java; sessions, tokens over gRPC, a tariff engine and a roaming hub without kinds of spans, a
 * consumer of NATS that builds charge detail records, a balancer of the grid and a pusher of firmware with lines only.
 * A setting turns off keep-alive towards `roaming-hub`; some minutes later `token-auth` has no local port left, so tokens
 * of roaming partners cannot be authorised, still so at the end. A release that makes `tariff-engine` a little slower, a
 * restart of `cdr-builder`, blocked cards, chargers that are offline, declined payments, faulted connectors and websockets
 * that close are harmless; `firmware-pusher` has gone silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { sendBackground } from './charging-background.ts'
import { logstashJson, quarkusLine, slogText, zerologJson } from './charging-formats.ts'
import { sendChargingMetrics } from './charging-metrics.ts'
import {
  ACTIONS,
  type Charger,
  NO_PORT,
  PARTNERS,
  PLANS,
  PLATFORMS,
  SITE_DRAW,
  SITES,
  TOKENS,
  VENDORS,
  VISITS,
} from './charging-names.ts'
import { SystemByConventions } from './conventions.ts'
import { javaLine, tracingLine } from './formats.ts'
import { eachArrival, roundMs, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import { goLine } from './weather-formats.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 98 * MINUTE_MS
const FORMATS = {
  'ocpp-gateway': zerologJson,
  'driver-api': quarkusLine,
  'session-service': logstashJson,
  'token-auth': slogText,
  'tariff-engine': javaLine,
  'roaming-hub': goLine,
  'cdr-builder': quarkusLine,
  'grid-balancer': slogText,
  'firmware-pusher': tracingLine,
}
const SERVICES = Object.keys(FORMATS)
/** Lines of these state their severity in their text only. */
const TEXT_ONLY = new Set(['driver-api', 'tariff-engine', 'roaming-hub', 'cdr-builder', 'firmware-pusher'])
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'ocpp-gateway': '3.27.1', 'driver-api': '12.4.0', 'session-service': '7.9.3', 'token-auth': '2.16.0' },
  ...{ 'roaming-hub': '1.44.2', 'cdr-builder': '5.0.6', 'grid-balancer': '0.61.0', 'firmware-pusher': '0.17.4' },
}

class Charging extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly reloadMs: number
  readonly onsetMs: number
  readonly silenceMs: number
  #session = 408_120
  #record = 93_300

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(317, 'charging'))
    this.releaseMs = endMs - 73 * MINUTE_MS + 14_000
    this.restartMs = endMs - 59 * MINUTE_MS + 37_000
    this.reloadMs = endMs - 36 * MINUTE_MS + 8000
    this.onsetMs = endMs - 27 * MINUTE_MS + 22_000
    this.silenceMs = endMs - 16 * MINUTE_MS + 11_000
    const suffix = (name: string, timeMs: number) => {
      if (name === 'tariff-engine') return timeMs < this.releaseMs ? '2c71' : '9fe0'
      if (name === 'cdr-builder') return timeMs < this.restartMs ? 'b3d4' : '77ac'
      return '41d8'
    }
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: !TEXT_ONLY.has(name), hasAttributes: !TEXT_ONLY.has(name) },
      version: (timeMs: number) =>
        name === 'tariff-engine' ? (timeMs < this.releaseMs ? '8.3.2' : '8.4.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: (_traceId: string, timeMs: number) => `${name}.${suffix(name, timeMs)}`,
      resource: (instance: string) => ({
        ...{ 'nomad.job.name': name, 'nomad.alloc.name': instance, 'nomad.datacenter': 'fra1' },
        ...{ 'host.name': `fra1-metal-0${(index % 4) + 1}` },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  isOut(timeMs: number): boolean {
    return timeMs >= this.onsetMs && this.random.chance(0.93)
  }

  /** A service that writes spans without kinds and without a status; only the code tells how it went. */
  old(service: string, name: string, startMs: number, parent: Trace, attributes: Values, done: Outcome): Outcome {
    this.scribe.span({
      ...{ traceId: parent.traceId, spanId: this.scribe.newSpan(), parentSpanId: parent.spanId, service, name },
      ...{ kind: 'unspecified', isEntry: true, isFailed: done.status >= 500, isError: null, startMs },
      durationMs: roundMs(done.durationMs),
      attributes: { 'http.status_code': done.status, ...attributes },
    })
    return done
  }

  price(startMs: number, parent: Trace, site: string): Outcome {
    const { random, scribe } = this
    const name = 'GET /price'
    const step = { service: 'session-service', name: 'GET', startMs, parent, attributes: { peer: 'tariff-engine' } }
    return this.call(step, 'client', (trace) => {
      const durationMs = random.logNormal(startMs >= this.releaseMs ? 31 : 22, 0.35)
      if (random.chance(0.03)) {
        const text = `no tariff for site ${site} at this hour, default used`
        scribe.log('tariff-engine', startMs + durationMs, 'WARN', text, {}, trace)
      }
      return this.old('tariff-engine', name, startMs + 1, trace, { site }, { status: 200, durationMs })
    })
  }

  /** The remote start of a session from the app. */
  begin(startMs: number, parent: Trace, charger: Charger): Outcome {
    const { random, scribe } = this
    const step = { service: 'session-service', name: 'POST /sessions', startMs, parent }
    const attributes = { site: charger.site, 'session.source': 'app' }
    return this.through('driver-api', { ...step, attributes }, (trace) => {
      const session = `CS-${++this.#session}`
      const fields = { session, charger: charger.id, site: charger.site }
      const ticket = random.next()
      if (ticket < 0.06) {
        scribe.log('session-service', startMs + 8, 'WARN', 'charger is offline', fields, trace)
        return { status: 409, durationMs: 9 }
      }
      const priced = this.price(startMs + 2, trace, charger.site)
      if (ticket < 0.11) {
        const atMs = startMs + priced.durationMs + 140
        scribe.log('session-service', atMs, 'WARN', 'pre-authorisation declined', fields, trace)
        this.remember('declinedSession', session, startMs)
        return { status: 402, durationMs: priced.durationMs + 142 }
      }
      return this.started(startMs, trace, priced.durationMs, { ...fields, source: 'app' })
    })
  }

  /** Writes a new session and says so. */
  started(startMs: number, trace: Trace, sofarMs: number, fields: Values): Outcome {
    const { random, scribe } = this
    const saved = this.store('session-service', 'cockroachdb', 'INSERT sessions', startMs + sofarMs, trace, 12)
    const durationMs = sofarMs + saved.durationMs + random.logNormal(11, 0.3)
    scribe.log('session-service', startMs + durationMs, 'INFO', 'session started', fields, trace)
    this.remember('startedSession', String(fields['session']), startMs)
    return { status: 201, durationMs }
  }

  inner(method: string, route: string, startMs: number, trace: Trace, charger: Charger): Outcome {
    if (method === 'POST') return this.begin(startMs, trace, charger)
    if (route === '/v2/sessions/{id}') {
      const step = { service: 'session-service', name: 'GET /sessions/{id}', startMs, parent: trace }
      return this.through('driver-api', step, (inside) => {
        const found = this.store('session-service', 'cockroachdb', 'SELECT sessions', startMs + 1, inside, 6)
        return { status: 200, durationMs: found.durationMs + this.random.logNormal(5, 0.3) }
      })
    }
    const table = route === '/v2/invoices' ? 'invoices' : 'stations'
    return this.store('driver-api', 'cockroachdb', `SELECT ${table}`, startMs, trace, table === 'invoices' ? 41 : 14)
  }

  drive(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const who = {
      'user.id': `D-${random.integer(20_100, 21_900)}`,
      ...{ 'app.platform': random.pick(PLATFORMS), 'user.plan': random.pick(PLANS) },
    }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { 'http.request.method': method, 'http.route': route, ...who }
    const step = { service: 'driver-api', name: `${method} ${route}`, startMs, parent: root, attributes }
    this.serve(step, 'server', (trace) => {
      if (random.chance(0.02)) {
        const text = `access denied for ${who['user.id']}: token expired`
        scribe.log('driver-api', startMs + 2, 'WARN', text, {}, trace)
        return { status: 401, durationMs: 2 }
      }
      const done = this.inner(method, route, startMs + 2, trace, this.charger())
      const durationMs = done.durationMs + random.logNormal(6, 0.3)
      const isNone = route === '/v2/stations/{id}' && random.chance(0.03)
      const status = isNone ? 404 : done.status
      const text = `${method} ${route} -> ${status} in ${Math.round(durationMs)} ms`
      scribe.log('driver-api', startMs + durationMs, 'INFO', text, {}, trace)
      return { status, durationMs }
    })
  }

  charger(): Charger {
    const { random } = this
    const site = random.pick(SITE_DRAW)
    const number = SITES.indexOf(site) * 100 + random.integer(1, 64)
    return { id: `CP-${1000 + number}`, site, vendor: VENDORS[number % VENDORS.length] ?? 'alfen' }
  }

  /** A message of a charger over its websocket: an answer or a CallError. */
  message(action: string, startMs: number, charger: Charger, work: (trace: Trace) => Outcome): Outcome {
    const { scribe } = this
    const trace = { traceId: scribe.newTrace(), spanId: scribe.newSpan() }
    const done = work(trace)
    const isFailed = done.status >= 500
    scribe.span({
      ...{ ...trace, parentSpanId: '', service: 'ocpp-gateway', name: action, kind: 'server', startMs },
      ...{ durationMs: roundMs(done.durationMs), isError: isFailed, isEntry: true },
      ...(isFailed ? { statusMessage: 'InternalError' } : {}),
      attributes: {
        ...{ 'rpc.system': 'ocpp', 'rpc.method': action, 'ocpp.version': '1.6', 'charger.id': charger.id },
        ...{ 'charger.vendor': charger.vendor, site: charger.site },
        'ocpp.reply': isFailed ? 'CallError' : 'CallResult',
      },
    })
    if (isFailed) {
      const fields = { action, charger: charger.id, site: charger.site, error: 'InternalError' }
      scribe.log('ocpp-gateway', startMs + done.durationMs, 'ERROR', 'answered with CallError', fields, trace)
      this.remember('failedTrace', trace.traceId, startMs)
      this.remember('failedCharger', charger.id, startMs)
    }
    return done
  }

  /** Asks the hub whether a partner knows a token. */
  roam(startMs: number, parent: Trace, token: string): Outcome & { readonly result: string } {
    const { random, scribe } = this
    const partner = random.pick(PARTNERS)
    const name = 'POST /ocpi/tokens/authorize'
    const attributes = { 'http.request.method': 'POST', 'server.address': 'roaming-hub', partner }
    const step = { service: 'token-auth', name: 'POST', startMs, parent, attributes }
    if (this.isOut(startMs)) {
      const fields = { token, partner, target: 'roaming-hub' }
      scribe.log('token-auth', startMs + 4, 'ERROR', NO_PORT, fields, parent)
      this.remember('failedToken', token, startMs)
      const durationMs = roundMs(random.logNormal(4, 0.3))
      scribe.span({
        ...{ traceId: parent.traceId, spanId: scribe.newSpan(), parentSpanId: parent.spanId, service: 'token-auth' },
        ...{ name: 'POST', kind: 'client', startMs, durationMs, isError: true, statusMessage: NO_PORT },
        attributes: { ...attributes, 'error.type': '*net.OpError' },
      })
      return { status: 503, durationMs, result: 'Failed' }
    }
    let result = 'Accepted'
    const done = this.call(step, 'client', (trace) => {
      const durationMs = random.logNormal(170, 0.4)
      if (random.chance(0.05)) result = 'Invalid'
      const said = result === 'Accepted' ? 'allowed' : 'does not know'
      const text = `partner ${partner} ${said} ${token} after ${Math.round(durationMs)} ms`
      scribe.log('roaming-hub', startMs + durationMs, result === 'Accepted' ? 'INFO' : 'WARN', text, {}, trace)
      return this.old('roaming-hub', name, startMs + 1, trace, { partner }, { status: 200, durationMs })
    })
    return { ...done, result }
  }

  /** The gRPC call that says whether a token may charge. */
  authorize(startMs: number, parent: Trace, charger: Charger): Outcome & { readonly result: string } {
    const { random, scribe } = this
    const type = random.pick(TOKENS)
    const token = `TK-${random.integer(310_000, 389_999)}`
    const trace = { traceId: parent.traceId, spanId: scribe.newSpan() }
    let result = 'Accepted'
    let status = 200
    let durationMs = 0
    if (type === 'roaming') {
      const asked = this.roam(startMs + 2, trace, token)
      result = asked.result
      status = asked.status
      durationMs = asked.durationMs
    } else {
      durationMs = this.store('token-auth', 'cockroachdb', 'SELECT tokens', startMs + 1, trace, 5).durationMs
      if (random.chance(0.05)) result = 'Blocked'
    }
    durationMs += random.logNormal(3, 0.3)
    const isFailed = status >= 500
    scribe.span({
      ...{ ...trace, parentSpanId: parent.spanId, service: 'token-auth', name: 'auth.Tokens/Authorize' },
      ...{ kind: 'server', startMs, durationMs: roundMs(durationMs), isError: isFailed, isEntry: true },
      attributes: {
        ...{ 'rpc.system': 'grpc', 'rpc.service': 'auth.Tokens', 'rpc.method': 'Authorize' },
        ...{ 'rpc.grpc.status_code': isFailed ? 14 : 0, 'token.type': type },
        ...(isFailed ? {} : { 'auth.result': result }),
      },
    })
    const fields = { token, type, charger: charger.id }
    if (isFailed) return { status, durationMs, result: 'Failed' }
    if (result === 'Accepted') scribe.log('token-auth', startMs + durationMs, 'INFO', 'token accepted', fields, trace)
    else {
      const text = result === 'Blocked' ? 'token is blocked' : 'token unknown to partner'
      scribe.log('token-auth', startMs + durationMs, 'WARN', text, fields, trace)
      if (result === 'Blocked') this.remember('blockedToken', token, startMs)
    }
    return { status, durationMs, result }
  }

  /** A card is held to a charger; who may charge starts some seconds later. */
  present(startMs: number, charger: Charger): void {
    const { random } = this
    let result = ''
    this.message('Authorize', startMs, charger, (trace) => {
      const client = { traceId: trace.traceId, spanId: this.scribe.newSpan() }
      const asked = this.authorize(startMs + 2, client, charger)
      result = asked.result
      this.scribe.span({
        ...{ ...client, parentSpanId: trace.spanId, service: 'ocpp-gateway', name: 'auth.Tokens/Authorize' },
        ...{ kind: 'client', startMs: startMs + 1, durationMs: roundMs(asked.durationMs + 2) },
        isError: asked.status >= 500,
        attributes: { 'rpc.system': 'grpc', 'rpc.service': 'auth.Tokens', 'rpc.method': 'Authorize' },
      })
      return { status: asked.status, durationMs: asked.durationMs + random.logNormal(5, 0.3) }
    })
    if (result !== 'Accepted') return
    const laterMs = startMs + random.integer(2500, 9000)
    this.message('StartTransaction', laterMs, charger, (trace) => {
      const step = { service: 'session-service', name: 'POST /transactions', startMs: laterMs + 2, parent: trace }
      const attributes = { site: charger.site, 'session.source': 'charger' }
      return this.through('ocpp-gateway', { ...step, attributes }, (inside) => {
        const priced = this.price(laterMs + 4, inside, charger.site)
        const session = `CS-${++this.#session}`
        const fields = { session, charger: charger.id, site: charger.site, source: 'charger' }
        return this.started(laterMs + 4, inside, priced.durationMs, fields)
      })
    })
  }

  stop(startMs: number, charger: Charger): void {
    const { random, scribe } = this
    const session = `CS-${random.integer(401_000, 408_000)}`
    this.message('StopTransaction', startMs, charger, (trace) => {
      const name = 'PATCH /transactions/{id}'
      const attributes = { site: charger.site }
      const step = { service: 'session-service', name, startMs: startMs + 2, parent: trace, attributes }
      return this.through('ocpp-gateway', step, (inside) => {
        const saved = this.store('session-service', 'cockroachdb', 'UPDATE sessions', startMs + 3, inside, 10)
        const durationMs = saved.durationMs + random.logNormal(9, 0.3)
        const kwh = random.integer(40, 780) / 10
        const reason = random.pick(['Local', 'Local', 'Local', 'Remote', 'EVDisconnected', 'EVDisconnected'])
        const fields = { session, charger: charger.id, site: charger.site, kwh, reason }
        scribe.log('session-service', startMs + durationMs, 'INFO', 'session stopped', fields, inside)
        this.remember('stoppedSession', session, startMs)
        this.closed(startMs + durationMs, inside, session, kwh)
        return { status: 200, durationMs }
      })
    })
  }

  /** What was charged goes over NATS to the builder of records. */
  closed(startMs: number, parent: Trace, session: string, kwh: number): void {
    const { random, scribe } = this
    const attributes = { 'messaging.system': 'nats', 'messaging.destination.name': 'sessions.closed' }
    const step = { service: 'session-service', name: 'sessions.closed publish', startMs, parent, attributes }
    this.call(step, 'producer', (trace) => {
      const atMs = startMs + random.logNormal(120, 0.5)
      const inner = {
        service: 'cdr-builder',
        name: 'sessions.closed process',
        startMs: atMs,
        parent: trace,
        attributes,
      }
      this.serve(inner, 'consumer', (inside) => {
        const durationMs = random.logNormal(230, 0.4)
        const record = `CDR-${++this.#record}`
        if (random.chance(0.04)) {
          const text = `${record}: no meter value at the stop of ${session}, estimated`
          scribe.log('cdr-builder', atMs + durationMs - 12, 'WARN', text, {}, inside)
        }
        const euros = (kwh * 0.49 + 0.35).toFixed(2)
        const text = `${record} built for ${session}: ${kwh} kWh, ${euros} EUR`
        scribe.log('cdr-builder', atMs + durationMs, 'INFO', text, {}, inside)
        this.remember('builtRecord', record, atMs)
        return { status: 200, durationMs }
      })
      return { status: 200, durationMs: random.logNormal(2, 0.2) }
    })
  }

  say(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [action] = ACTIONS.find(([, upTo]) => ticket <= upTo) ?? ACTIONS[0]
    const charger = this.charger()
    if (action === 'Authorize') {
      this.present(startMs, charger)
      return
    }
    if (action === 'StopTransaction') {
      this.stop(startMs, charger)
      return
    }
    this.message(action, startMs, charger, (trace) => {
      const fields = { charger: charger.id, vendor: charger.vendor, site: charger.site }
      if (action === 'MeterValues')
        return this.store('ocpp-gateway', 'influxdb', 'write meter_values', startMs + 1, trace, 9)
      const durationMs = random.logNormal(4, 0.3)
      if (action === 'BootNotification')
        scribe.log('ocpp-gateway', startMs + 3, 'INFO', 'charger booted', fields, trace)
      else if (random.chance(0.05)) {
        const code = random.pick(['GroundFailure', 'HighTemperature', 'ConnectorLockFailure', 'ConnectorLockFailure'])
        scribe.log('ocpp-gateway', startMs + 3, 'WARN', 'connector faulted', { ...fields, code }, trace)
      }
      return { status: 200, durationMs }
    })
  }

  background(): void {
    const { random } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 2500 }
    eachArrival({ ...range, meanMs: 1700 }, random, (timeMs) => this.drive(timeMs))
    eachArrival({ ...range, meanMs: 1500 }, random, (timeMs) => this.say(timeMs))
    sendBackground(this)
  }
}

export function charging(endMs: number): World {
  const system = new Charging(endMs)
  system.background()
  sendChargingMetrics(system)
  const { onsetMs: onset, releaseMs: release, reloadMs: reload, restartMs: restart, silenceMs: silence } = system
  const world = system.world({
    name: 'charging',
    services: SERVICES,
    marks: { onset, release, reload, restart, silence },
  })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const lines = {
    ...{ portLine: bodyOf('cannot assign'), replyLine: bodyOf('answered with CallError') },
    ...{ faultLine: bodyOf('connector faulted') },
  }
  return { ...world, names: { ...world.names, ...lines } }
}
