/** Metrics of the signing company: durations, memory, processors, revocation lists, seals, envelopes, mails, webhooks. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
}

export function sendSigningMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendSeals(source, timeMs)
    sendBusiness(source, timeMs)
    scribe.point('envelope-api', durationsOf(scribe, 'envelope-api', BOUNDS_S, { fromMs, toMs: timeMs }))
    const linesOf = (service: string, start: string) =>
      scribe.logs.filter(
        (log) =>
          log.service === service && log.timeMs >= fromMs && log.timeMs < timeMs && log.message.startsWith(start),
      ).length
    const counter = { type: 'delta', timeMs, startMs: fromMs } as const
    const refused = linesOf('seal-service', 'seal refused')
    scribe.point('seal-service', { ...counter, name: 'seals.refused', unit: '{seal}', value: refused })
    const issued = linesOf('seal-service', 'sealed ')
    scribe.point('seal-service', { ...counter, name: 'seals.issued', unit: '{seal}', value: issued })
    const sent = linesOf('notify-mail', 'mail sent')
    scribe.point('notify-mail', { ...counter, name: 'mails.sent', unit: '{mail}', value: sent })
    fromMs = timeMs
  })
}

function sendUse({ random, scribe }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['front-gate', 88, 0.06],
    ['envelope-api', 612, 0.24],
    ['ident-check', 204, 0.09],
    ['seal-service', 143, 0.17],
    ['doc-render', 731, 0.38],
    ['archive-store', 255, 0.05],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    const cpu = Math.round((share + random.integer(-4, 8) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
  }
}

/** How long each list of revoked certificates is still valid, and the sessions of the security module. */
function sendSeals({ random, scribe, startMs, onsetMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [issuer, leftMs] of [
    ['qca2', startMs + 41_000_000 - timeMs],
    ['qca3', onsetMs - timeMs],
    ['aes1', startMs + 229_000_000 - timeMs],
  ] as const) {
    const left = { name: 'crl.validity.remaining', unit: 's', value: Math.round(leftMs / 1000) }
    scribe.point('seal-service', { ...gauge, ...left, attributes: { issuer } })
  }
  const sessions = { name: 'hsm.sessions.active', unit: '{session}', value: random.integer(3, 11) }
  scribe.point('seal-service', { ...gauge, ...sessions })
}

/** Envelopes that wait for a signature, by customer: those that cannot be sealed pile up. */
function sendBusiness({ random, scribe, onsetMs, startMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const stuckMinutes = Math.max(0, (timeMs - onsetMs) / 60_000)
  for (const [tenant, open, perMinute] of [
    ['vella-bank', 912, 2.4],
    ['nordbau', 655, 1.5],
    ['medilex', 318, 1],
    ['kestrel-hr', 486, 1],
    ['hansa-immo', 274, 0],
    ['orio-energy', 133, 0],
  ] as const) {
    const value = Math.round(open + perMinute * stuckMinutes) + random.integer(-3, 3)
    const waiting = { name: 'envelopes.open', unit: '{envelope}', value, attributes: { tenant } }
    scribe.point('envelope-api', { ...gauge, ...waiting })
  }
  const depth = { name: 'webhooks.queue.depth', unit: '{webhook}', value: random.integer(0, 17) }
  scribe.point('hook-sender', { ...gauge, ...depth })
  const stored = Math.round(8.21e11 + ((timeMs - startMs) / 1000) * 310_000)
  scribe.point('archive-store', { ...gauge, name: 'archive.bytes.stored', unit: 'By', value: stored })
}
