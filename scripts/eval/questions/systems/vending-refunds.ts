/** Money back: asked for by customers over HTTP, or queued because a product got stuck. */
import type { Severity } from '../records.ts'
import type { Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import type { Vending } from './vending.ts'
import { resolve } from './vending-cards.ts'
import { FAILED_VENDS, type Machine } from './vending-names.ts'

const AGAIN_AFTER_MS = 25_000
const ATTEMPTS = 3

/** Requests wait while the desk starts again. */
function movedMs({ restartMs }: Vending, startMs: number): number {
  return startMs >= restartMs - 7000 && startMs < restartMs ? 1800 : 0
}

function newRefund({ random }: Vending): string {
  return `R-${random.integer(1_000_000, 9_999_999)}`
}

export function refundSide(system: Vending, name: string, startMs: number, trace: Trace, who: Machine): Outcome {
  const { random, scribe } = system
  const { tenant } = who
  const read = system.store('refund-desk', 'mysql', 'SELECT refunds', startMs + 2, trace, 6)
  let atMs = 2 + read.durationMs + movedMs(system, startMs)
  const refund = newRefund(system)
  const tell = (severity: Severity, text: string) =>
    scribe.log('refund-desk', startMs + atMs, severity, text, {}, trace)
  if (name.startsWith('GET')) {
    const isUnknown = random.chance(0.06)
    tell(isUnknown ? 'WARN' : 'DEBUG', isUnknown ? `refund ${refund} is unknown` : `refund ${refund} read`)
    return { status: isUnknown ? 404 : 200, durationMs: atMs + 1 }
  }
  if (random.chance(0.1)) {
    tell('WARN', `refund for ${tenant} refused: vend is older than 14 days`)
    return { status: 422, durationMs: atMs + 1 }
  }
  if (random.chance(0.07)) {
    tell('WARN', `refund for ${tenant} refused: already paid`)
    return { status: 409, durationMs: atMs + 1 }
  }
  const way = random.chance(0.6) ? 'card' : 'wallet'
  if (way === 'card') {
    const resolved = resolve(system, 'refund-desk', startMs + atMs, trace, who)
    atMs += resolved.durationMs + 1
    if (resolved.status >= 500) {
      tell('ERROR', `refund ${refund} not paid: token-vault answered 500`)
      system.remember('failedRefund', refund, startMs)
      return { status: 502, durationMs: atMs + 1 }
    }
  }
  const saved = system.store('refund-desk', 'mysql', 'INSERT refunds', startMs + atMs, trace, 9)
  atMs += saved.durationMs + random.logNormal(7, 0.3)
  tell('INFO', `refund ${refund} paid to ${way} for ${tenant}: ${random.integer(12, 65) * 10} cents`)
  system.remember('paidRefund', refund, startMs)
  return { status: 201, durationMs: atMs + 1 }
}

/** A product got stuck: the money goes back by itself, and that is tried three times. */
export function queueRefund(system: Vending, startMs: number, parent: Trace, who: Machine, way: string): void {
  const { random, scribe } = system
  const refund = newRefund(system)
  const attributes = { ...FAILED_VENDS, 'tenant.id': who.tenant, 'machine.model': who.model }
  const sent = { service: 'vend-api', name: 'vends.failed publish', startMs, parent, attributes }
  system.call(sent, 'producer', (trace) => {
    let takenMs = startMs + random.logNormal(260, 0.5)
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const step = { service: 'refund-desk', name: 'vends.failed process', startMs: takenMs, parent: trace }
      const done = system.serve({ ...step, attributes }, 'consumer', (inner) => {
        const tell = (afterMs: number, severity: Severity, text: string) =>
          scribe.log('refund-desk', takenMs + afterMs, severity, text, {}, inner)
        const isCard = way === 'card'
        const resolved = isCard
          ? resolve(system, 'refund-desk', takenMs + 2, inner, who)
          : { status: 200, durationMs: 1 }
        const atMs = 3 + resolved.durationMs
        if (resolved.status >= 500) {
          if (attempt === ATTEMPTS) {
            tell(atMs, 'ERROR', `queued refund ${refund} sent to dead letters after 3 attempts`)
            system.remember('deadRefund', refund, startMs)
          } else
            tell(atMs, 'WARN', `queued refund ${refund} put back, attempt ${attempt} of 3: token-vault answered 500`)
          return { status: 500, durationMs: atMs + 1 }
        }
        const saved = system.store('refund-desk', 'mysql', 'INSERT refunds', takenMs + atMs, inner, 9)
        const durationMs = atMs + saved.durationMs + random.logNormal(6, 0.3)
        tell(durationMs, 'INFO', `queued refund ${refund} paid to ${isCard ? 'card' : 'wallet'} for ${who.tenant}`)
        return { status: 200, durationMs: durationMs + 1 }
      })
      if (done.status < 500 || attempt === ATTEMPTS) {
        system.queued.push({ fromMs: startMs, toMs: takenMs })
        break
      }
      takenMs += AGAIN_AFTER_MS * random.logNormal(1, 0.1)
    }
    return { status: 202, durationMs: random.logNormal(3, 0.2) }
  })
}
