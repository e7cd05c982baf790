/** How a command travels through the smart homes: registry, router, bridge, and the brokers that hubs in homes hang on. */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { flatJson, logfmt, numberedJson, slogJson, structlogJson } from './formats.ts'
import { Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

export const MINUTE_MS = 60_000
const LENGTH_MS = 75 * MINUTE_MS
const FORMATS = {
  'app-edge': logfmt,
  'home-api': slogJson,
  'command-router': flatJson,
  'device-registry': slogJson,
  'hub-bridge': logfmt,
  'automation-engine': structlogJson,
  'voice-link': numberedJson,
  'firmware-rollout': flatJson,
  'plan-billing': numberedJson,
  'energy-report': logfmt,
}
export const SERVICES = Object.keys(FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'app-edge': '1.31.0', 'home-api': '9.4.2', 'command-router': '4.0.11', 'hub-bridge': '2.9.3' },
  ...{ 'automation-engine': '3.17.5', 'voice-link': '1.8.8', 'firmware-rollout': '0.22.1', 'plan-billing': '6.2.0' },
  'energy-report': '1.0.19',
}
export const REGIONS = ['eu-west', 'eu-west', 'eu-north', 'us-east']
/** What the devices of homes are told. */
const ORDERS: Readonly<Record<string, readonly string[]>> = {
  thermostat: ['set_temperature', 'set_temperature', 'boost'],
  lock: ['lock', 'unlock'],
  lamp: ['switch_on', 'switch_off', 'dim'],
  blind: ['open', 'close'],
}
const TYPES = ['thermostat', 'thermostat', 'lock', 'lamp', 'lamp', 'lamp', 'blind']

export interface Order {
  readonly command: string
  readonly device: string
  readonly type: string
  readonly action: string
  readonly region: string
  readonly hub: string
}

export abstract class SmartHomeCommands extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly silenceMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  #command = 8_830_100

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(138, 'smarthome'))
    this.releaseMs = endMs - 58 * MINUTE_MS + 23_000
    this.restartMs = endMs - 44 * MINUTE_MS + 41_000
    this.silenceMs = endMs - 36 * MINUTE_MS + 5000
    this.onsetMs = endMs - 31 * MINUTE_MS + 18_000
    this.recoveryMs = endMs - 10 * MINUTE_MS + 37_000
    const suffix = (name: string, timeMs: number) => {
      if (name !== 'device-registry') return '7b9c5d68f4-m2xqk'
      return timeMs < this.releaseMs ? '66d5f8b9c7-p9wlt' : '5c8d7b4f6d-r4hzn'
    }
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: true, hasAttributes: name !== 'energy-report' },
      version: (timeMs: number) =>
        name === 'device-registry' ? (timeMs < this.releaseMs ? '2.14.6' : '2.15.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: (_traceId: string, timeMs: number) => `${name}-${suffix(name, timeMs)}`,
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'homes', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        ...{ 'k8s.node.name': `worker-${(index % 4) + 1}`, 'k8s.cluster.name': 'hearth-prod' },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  isLimited(timeMs: number): boolean {
    return timeMs >= this.onsetMs && timeMs < this.recoveryMs
  }

  newOrder(region: string): Order {
    const { random } = this
    const type = random.pick(TYPES)
    return {
      ...{ command: `CMD-${++this.#command}`, device: `dev-${random.integer(20_000, 58_000)}`, type, region },
      ...{ action: random.pick(ORDERS[type] ?? ['lock']), hub: `hub-${random.integer(4100, 5350)}` },
    }
  }

  /** What the registry knows of a home or a device; its release asks the store once more. */
  registry(from: string, name: string, startMs: number, parent: Trace, region: string): Outcome {
    const { random, scribe } = this
    const step = { service: 'device-registry', name, startMs, parent, attributes: { 'home.region': region } }
    return this.through(from, step, (trace) => {
      const cached = this.store('device-registry', 'redis', 'GET devices', startMs + 1, trace, 1.2)
      let durationMs = cached.durationMs + random.logNormal(4, 0.3)
      if (random.chance(0.4)) {
        const medianMs = startMs >= this.releaseMs ? 16 : 10
        durationMs += this.store(
          'device-registry',
          'postgresql',
          'SELECT devices',
          startMs + 3,
          trace,
          medianMs,
        ).durationMs
        if (random.chance(0.04))
          scribe.log('device-registry', startMs + durationMs, 'WARN', 'stale cache entry dropped', { region }, trace)
        else scribe.log('device-registry', startMs + durationMs, 'DEBUG', 'cache miss', { region }, trace)
      }
      return { status: 200, durationMs }
    })
  }

  /** Hands a message to the broker of a region, which passes it on to the hub. */
  publish(from: string, name: string, startMs: number, parent: Trace, order: Order): Outcome {
    const { random, scribe } = this
    const broker = order.region === 'us-east' ? 'broker-us' : 'broker-eu'
    const attributes = { 'home.region': order.region, 'device.type': order.type }
    const step = { service: 'hub-bridge', name, startMs, parent, attributes }
    return this.through(from, step, (trace) => {
      const fields: Values = { broker, hub: order.hub }
      const isRefused = broker === 'broker-eu' && this.isLimited(startMs) && random.chance(0.86)
      const topic = { 'messaging.system': 'mqtt', 'messaging.destination.name': 'homes/cmd', 'server.address': broker }
      const sent = {
        service: 'hub-bridge',
        name: 'homes/cmd publish',
        startMs: startMs + 1,
        parent: trace,
        attributes: topic,
      }
      const done = this.call(sent, 'producer', () => ({
        ...{ status: isRefused ? 503 : 200, durationMs: random.logNormal(isRefused ? 21 : 140, 0.4) },
      }))
      const durationMs = done.durationMs + 2
      if (isRefused) {
        scribe.log(
          'hub-bridge',
          startMs + durationMs,
          'ERROR',
          `publish refused by ${broker}: quota exceeded (0x97)`,
          fields,
          trace,
        )
        return { status: 503, durationMs }
      }
      if (random.chance(0.04)) {
        scribe.log('hub-bridge', startMs + durationMs, 'WARN', 'hub is offline, message kept', fields, trace)
        return { status: 404, durationMs }
      }
      scribe.log('hub-bridge', startMs + durationMs, 'INFO', 'message acknowledged by hub', fields, trace)
      return { status: 200, durationMs }
    })
  }

  /** A command of an app, an assistant or an automation. A refused publish is tried a second time. */
  route(from: string, startMs: number, parent: Trace, order: Order, origin: string): Outcome {
    const { random, scribe } = this
    const { command, device, type, action, region } = order
    const what = { 'device.type': type, 'device.action': action, 'home.region': region, 'command.origin': origin }
    const step = { service: 'command-router', name: 'POST /commands', startMs, parent, attributes: what }
    return this.through(from, step, (trace) => {
      const fields = { command, device, type, action, region, origin }
      const say = (timeMs: number, severity: Severity, text: string) =>
        scribe.log('command-router', timeMs, severity, text, fields, trace)
      const known = this.registry('command-router', 'GET /devices/{id}', startMs + 1, trace, region)
      let durationMs = known.durationMs + 2
      if (type === 'lock' && random.chance(0.06)) {
        say(startMs + durationMs, 'WARN', 'guest may not operate this lock')
        return { status: 403, durationMs }
      }
      let sent = this.publish('command-router', 'POST /publish', startMs + durationMs, trace, order)
      durationMs += sent.durationMs
      if (sent.status === 503) {
        say(startMs + durationMs, 'WARN', 'publish failed, second try in 250 ms')
        durationMs += 250
        sent = this.publish('command-router', 'POST /publish', startMs + durationMs, trace, order)
        durationMs += sent.durationMs
      }
      if (sent.status === 503) {
        say(startMs + durationMs, 'ERROR', 'command not delivered: hub-bridge answered 503')
        this.remember('failedCommand', command, startMs)
        return { status: 502, durationMs }
      }
      if (sent.status === 404) {
        say(startMs + durationMs, 'WARN', 'device unreachable, hub offline')
        this.remember('offlineCommand', command, startMs)
        return { status: 409, durationMs }
      }
      if (type === 'lock' && random.chance(0.05)) {
        say(startMs + durationMs, 'WARN', 'lock reports jammed bolt')
        this.remember('jammedCommand', command, startMs)
        return { status: 409, durationMs }
      }
      say(startMs + durationMs, 'INFO', 'command delivered')
      this.remember('deliveredCommand', command, startMs)
      return { status: 202, durationMs }
    })
  }
}
