/**
 * Smart-home devices on Kubernetes, told by semantic conventions: HTTP, database and messaging spans with kinds, histograms,
 * gauges and counters; lines of JSON and logfmt with severities. The licence of the European MQTT broker expires and its
 * limit makes `hub-bridge` lose most publishes, so commands of apps, voices and automations in Europe are not delivered,
 * until the licence is renewed: over at the end. A release of `device-registry`, a restart of `voice-link`, hubs that are
 * offline, jammed locks, guests without rights, declined cards and full clip storage are harmless; `energy-report` goes silent.
 */
import type { Values, World } from '../records.ts'
import { eachArrival, eachTick, type Trace } from './scribe.ts'
import { MINUTE_MS, REGIONS, SERVICES, SmartHomeCommands } from './smarthome-commands.ts'
import { sendSmartHomeMetrics } from './smarthome-metrics.ts'
import type { Outcome } from './system.ts'

const PLATFORMS = ['ios', 'ios', 'ios', 'android', 'android', 'web']
const ASSISTANTS = ['alexa', 'alexa', 'google', 'google', 'siri']
const PLANS = ['basic', 'basic', 'plus', 'family']
const ROOMS = ['front-door', 'kitchen', 'hallway', 'garage', 'nursery', 'error-lamp']

/** Where a request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/v1/homes/{id}', 38],
  ['POST', '/v1/devices/{id}/commands', 68],
  ['GET', '/v1/automations', 76],
  ['POST', '/v1/voice/intents', 88],
  ['GET', '/v1/energy', 94],
  ['GET', '/v1/plan', 97],
  ['POST', '/v1/subscriptions', 100],
] as const

interface Visit {
  readonly method: string
  readonly route: string
  readonly region: string
  readonly platform: string
  readonly account: string
}

class SmartHome extends SmartHomeCommands {
  plan(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const isNew = visit.method === 'POST'
    const plan = random.pick(PLANS)
    const name = isNew ? 'POST /subscriptions' : 'GET /plans/current'
    const step = { service: 'plan-billing', name, startMs, parent, attributes: { 'subscription.plan': plan } }
    return this.through('home-api', step, (trace) => {
      const found = this.store('plan-billing', 'postgresql', 'SELECT subscriptions', startMs + 1, trace, 6)
      if (!isNew) {
        const text = 'clip storage quota reached, oldest clips removed'
        if (random.chance(0.2))
          scribe.log('plan-billing', startMs + found.durationMs, 'INFO', text, { account: visit.account, plan }, trace)
        return { status: 200, durationMs: found.durationMs + 3 }
      }
      const durationMs = found.durationMs + random.logNormal(390, 0.35)
      const cents = plan === 'basic' ? 399 : plan === 'plus' ? 799 : 1299
      const fields = { account: visit.account, plan, cents }
      if (random.chance(0.12)) {
        scribe.log('plan-billing', startMs + durationMs, 'WARN', 'payment declined by issuer', fields, trace)
        this.remember('declinedAccount', visit.account, startMs)
        return { status: 402, durationMs }
      }
      scribe.log('plan-billing', startMs + durationMs, 'INFO', 'subscription renewed', fields, trace)
      return { status: 201, durationMs }
    })
  }

  automations(startMs: number, parent: Trace, region: string): Outcome {
    const step = { service: 'automation-engine', name: 'GET /automations', startMs, parent }
    return this.through('home-api', { ...step, attributes: { 'home.region': region } }, (trace) => {
      const found = this.store('automation-engine', 'postgresql', 'SELECT automations', startMs + 1, trace, 9)
      return { status: 200, durationMs: found.durationMs + this.random.logNormal(5, 0.3) }
    })
  }

  /** Assistants speak to a service of their own. */
  voice(startMs: number, parent: Trace, region: string): Outcome {
    const { random, scribe } = this
    const assistant = random.pick(ASSISTANTS)
    const attributes = { 'voice.assistant': assistant, 'home.region': region }
    const step = { service: 'voice-link', name: 'POST /v1/voice/intents', startMs, parent, attributes }
    return this.through('app-edge', step, (trace) => {
      const parsedMs = random.logNormal(48, 0.35)
      const fields = { assistant, room: random.pick(ROOMS) }
      if (random.chance(0.07)) {
        scribe.log('voice-link', startMs + parsedMs, 'WARN', 'utterance not understood', fields, trace)
        return { status: 422, durationMs: parsedMs }
      }
      const order = this.newOrder(region)
      const done = this.route('voice-link', startMs + parsedMs, trace, order, 'voice')
      const durationMs = parsedMs + done.durationMs + 2
      const isFailed = done.status >= 500
      const text = isFailed ? 'no confirmation for assistant: command-router answered 502' : 'intent answered'
      scribe.log('voice-link', startMs + durationMs, isFailed ? 'ERROR' : 'INFO', text, fields, trace)
      return { status: isFailed ? 502 : 200, durationMs }
    })
  }

  app(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { method, route, region, platform, account } = visit
    const attributes = { 'account.id': account, 'app.platform': platform, 'home.region': region }
    const step = { service: 'home-api', name: `${method} ${route}`, startMs, parent, attributes }
    return this.through('app-edge', step, (trace) => {
      const { status, durationMs } = this.inner(visit, startMs + 3, trace)
      const endMs = startMs + durationMs + 4
      if (status >= 500) {
        const fields = { route, status, upstream: 'command-router' }
        scribe.log('home-api', endMs, 'ERROR', 'request failed upstream', fields, trace)
        this.remember('failedTrace', parent.traceId, startMs)
        this.remember('failedAccount', account, startMs)
      } else if (status === 401) scribe.log('home-api', endMs, 'WARN', 'access token expired', { route }, trace)
      return { status, durationMs: durationMs + random.logNormal(4, 0.3) }
    })
  }

  inner(visit: Visit, startMs: number, trace: Trace): Outcome {
    const { random, scribe } = this
    const { route, region } = visit
    switch (route) {
      case '/v1/devices/{id}/commands': {
        const done = this.route('home-api', startMs, trace, this.newOrder(region), 'app')
        if (done.status === 202) this.remember('goodTrace', trace.traceId, startMs)
        return done
      }
      case '/v1/automations':
        return this.automations(startMs, trace, region)
      case '/v1/energy': {
        const found = this.store('home-api', 'timescaledb', 'SELECT consumption', startMs, trace, 85)
        if (found.durationMs > 150) {
          const fields = { ms: Math.round(found.durationMs) }
          scribe.log('home-api', startMs + found.durationMs, 'WARN', 'slow energy query', fields, trace)
        }
        return found
      }
      case '/v1/plan':
      case '/v1/subscriptions':
        return this.plan(startMs, trace, visit)
      default: {
        if (random.chance(0.06)) return { status: 401, durationMs: 2 }
        return this.registry('home-api', 'GET /homes/{id}/devices', startMs, trace, region)
      }
    }
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const account = `A-${random.integer(71_000, 72_400)}`
    const visit = { method, route, region: random.pick(REGIONS), platform: random.pick(PLATFORMS), account }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const http = { 'http.request.method': method, 'http.route': route }
    const step = { service: 'app-edge', name: `${method} ${route}`, startMs, parent: root, attributes: http }
    this.serve(step, 'server', (outer) => {
      const write = (status: number, durationMs: number) => {
        const path = route.replace('{id}', String(random.integer(3000, 9000)))
        const fields = { method, path, status, dur_ms: Math.round(durationMs) }
        scribe.log('app-edge', startMs + durationMs, status >= 500 ? 'ERROR' : 'INFO', 'access', fields, outer)
        return { status, durationMs }
      }
      if (random.chance(0.012)) return write(429, 1)
      const done =
        route === '/v1/voice/intents'
          ? this.voice(startMs + 1, outer, visit.region)
          : this.app(startMs + 1, outer, visit)
      return write(done.status, done.durationMs + 1)
    })
  }

  /** Something happened in a home, and an automation may want to act on it. */
  event(startMs: number): void {
    const { random, scribe } = this
    const region = random.pick(REGIONS)
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'device.events', 'home.region': region }
    const step = {
      service: 'automation-engine',
      name: 'device.events process',
      startMs,
      parent: root,
      attributes: topic,
    }
    this.serve(step, 'consumer', (trace) => {
      const evaluatedMs = random.logNormal(9, 0.4)
      if (random.chance(0.03)) {
        const fields = { device: `dev-${random.integer(20_000, 58_000)}`, battery: random.integer(3, 15) }
        scribe.log('automation-engine', startMs + evaluatedMs, 'WARN', 'sensor battery low', fields, trace)
      }
      if (!random.chance(0.4)) return { status: 200, durationMs: evaluatedMs }
      const automation = random.pick(['away_mode', 'sunset_lights', 'night_heating', 'lock_after_leaving'])
      const done = this.route('automation-engine', startMs + evaluatedMs, trace, this.newOrder(region), 'automation')
      const durationMs = evaluatedMs + done.durationMs + 1
      const isFailed = done.status >= 500
      const text = isFailed ? 'automation failed: command-router answered 502' : 'automation executed'
      scribe.log(
        'automation-engine',
        startMs + durationMs,
        isFailed ? 'ERROR' : 'INFO',
        text,
        { automation, region },
        trace,
      )
      return { status: isFailed ? 502 : 200, durationMs }
    })
  }

  /** Hubs get their firmware over the same brokers; what does not get through is put off. */
  firmware(startMs: number): void {
    const { random, scribe } = this
    const region = random.pick(REGIONS)
    const order = this.newOrder(region)
    const model = random.pick(['hub-mini', 'hub-mini', 'hub-pro'])
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'firmware.jobs', 'home.region': region }
    const attributes = { ...topic, 'hub.model': model }
    const step = { service: 'firmware-rollout', name: 'firmware.jobs process', startMs, parent: root, attributes }
    this.serve(step, 'consumer', (trace) => {
      const readMs = this.store('firmware-rollout', 'postgresql', 'SELECT images', startMs + 1, trace, 7).durationMs
      const sent = this.publish('firmware-rollout', 'POST /firmware', startMs + readMs + 2, trace, order)
      const durationMs = readMs + sent.durationMs + 4
      const fields = { hub: order.hub, model, image: '8.3.1', kb: random.integer(900, 2400) }
      const say = (severity: 'INFO' | 'WARN', text: string) =>
        scribe.log('firmware-rollout', startMs + durationMs, severity, text, fields, trace)
      if (sent.status !== 200) say('WARN', 'update postponed, hub not reachable')
      else if (random.chance(0.06)) say('WARN', 'checksum mismatch, image sent again')
      else {
        say('INFO', 'update installed')
        this.remember('updatedHub', order.hub, startMs)
      }
      return { status: 200, durationMs }
    })
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 2000 }
    eachArrival({ ...range, meanMs: 1900 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...range, meanMs: 5200 }, random, (timeMs) => this.event(timeMs))
    eachArrival({ ...range, meanMs: 13_000 }, random, (timeMs) => this.firmware(timeMs))
    eachTick({ fromMs: this.startMs + 20_000, toMs: this.silenceMs, everyMs: 45_000 }, random, (timeMs) => {
      scribe.log('energy-report', timeMs, 'INFO', `energy report written for ${random.integer(60, 190)} homes`)
    })
    const expired = { broker: 'broker-eu', sessions: 500 }
    const text = 'broker-eu runs without a valid licence, sessions limited to 500'
    scribe.log('hub-bridge', this.onsetMs - 2000, 'WARN', text, expired)
    scribe.log('hub-bridge', this.recoveryMs, 'INFO', 'licence of broker-eu renewed, limit removed', {
      broker: 'broker-eu',
    })
    scribe.log('device-registry', this.releaseMs, 'INFO', 'device-registry 2.15.0 started', { migrations: 0 })
    scribe.log('voice-link', this.restartMs - 6000, 'INFO', 'SIGTERM received, draining', { open: 2 })
    scribe.log('voice-link', this.restartMs, 'INFO', 'voice-link 1.8.8 started', { port: 8080 })
    const reconciled = { provider: 'paylane', files: 3 }
    scribe.log('plan-billing', this.startMs + 27 * MINUTE_MS, 'INFO', 'payout files reconciled', reconciled)
  }
}

export function smarthome(endMs: number): World {
  const system = new SmartHome(endMs)
  system.background()
  sendSmartHomeMetrics(system)
  const { onsetMs: onset, recoveryMs: recovery, releaseMs: release, restartMs: restart, silenceMs: silence } = system
  const marks = { onset, recovery, release, restart, silence }
  const world = system.world({ name: 'smarthome', services: SERVICES, marks })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names: Values = {
    ...{ ...world.names, refusedLine: bodyOf('publish refused'), failedLine: bodyOf('command not delivered') },
    ...{ jammedLine: bodyOf('jammed bolt'), id: '{id}', automationLine: bodyOf('automation failed') },
  }
  return { ...world, names: Object.fromEntries(Object.entries(names).map(([key, value]) => [key, String(value)])) }
}
