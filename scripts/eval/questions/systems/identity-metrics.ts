/** Metrics of the identity provider: durations, memory, processors, lag, sessions, the HSM, tokens, directories. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
}

export function sendIdentityMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendBusiness(source, timeMs)
    for (const service of ['login-front', 'token-mint'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    const counted = (service: string, text: string) =>
      scribe.logs.filter(
        (log) => log.service === service && log.timeMs >= fromMs && log.timeMs < timeMs && log.message.includes(text),
      ).length
    const delta = { type: 'delta', timeMs, startMs: fromMs } as const
    const lost = { name: 'hsm.sign.failures', unit: '{failure}', value: counted('key-keeper', 'signing failed') }
    scribe.point('key-keeper', { ...delta, ...lost })
    const stored = { name: 'audit.events.stored', unit: '{event}', value: counted('audit-trail', 'stored') }
    scribe.point('audit-trail', { ...delta, ...stored })
    fromMs = timeMs
  })
}

function sendUse({ random, scribe }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['login-front', 212, 0.18],
    ['auth-core', 348, 0.37],
    ['token-mint', 96, 0.12],
    ['key-keeper', 512, 0.16],
    ['dir-sync', 274, 0.24],
    ['mfa-svc', 141, 0.09],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    const cpu = Math.round((share + random.integer(-5, 8) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
  }
  const behind = { ...gauge, name: 'kafka.consumer.lag', unit: '{message}' }
  const events = { attributes: { 'messaging.destination.name': 'audit.events' } }
  scribe.point('audit-trail', { ...behind, ...events, value: random.integer(0, 17) })
  const pool = { name: 'db.client.connection.count', unit: '{connection}', value: random.integer(6, 19) }
  scribe.point('auth-core', { ...gauge, ...pool, attributes: { 'db.client.connection.state': 'used' } })
}

/** Open sessions with the HSM (none with a locked partition), people who are signed in, users in the directories. */
function sendBusiness({ random, scribe, startMs, endMs, onsetMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const partition of ['hsm-a', 'hsm-b']) {
    const isLocked = partition === 'hsm-b' && timeMs >= onsetMs
    const value = isLocked ? 0 : random.integer(partition === 'hsm-a' ? 9 : 14, partition === 'hsm-a' ? 16 : 24)
    const open = { name: 'hsm.sessions.open', unit: '{session}', value, attributes: { 'hsm.partition': partition } }
    scribe.point('key-keeper', { ...gauge, ...open })
  }
  const lostMinutes = Math.max(0, (timeMs - onsetMs) / 60_000)
  for (const [region, signedIn] of [
    ['eu-central', 6400],
    ['us-east', 2750],
  ] as const) {
    const value = Math.round(signedIn * (1 - 0.011 * lostMinutes)) + random.integer(-25, 25)
    const active = { name: 'sessions.active', unit: '{session}', value, attributes: { 'geo.region': region } }
    scribe.point('session-store', { ...gauge, ...active })
  }
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [tenant, users, joined] of [
    ['alpenbank', 18_240, 96],
    ['brightwell', 7310, 22],
    ['cobaltair', 5125, 14],
  ] as const) {
    const value = users + Math.round(joined * progress)
    const known = { name: 'directory.users', unit: '{user}', value, attributes: { 'tenant.name': tenant } }
    scribe.point('dir-sync', { ...gauge, ...known })
  }
  scribe.point('mfa-svc', { ...gauge, name: 'mfa.push.pending', unit: '{push}', value: random.integer(0, 9) })
}
