/** What happens once at the identity provider, or by plan. */
import type { Random } from '../../../demo/random.ts'
import type { Severity } from '../records.ts'
import { eachTick, type Scribe } from './scribe.ts'

const MINUTE_MS = 60_000

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
  readonly restartMs: number
  readonly releaseMs: number
  readonly silenceMs: number
}

/** How the partition came to be locked, a restart, a release, keys that are rotated by plan. */
export function sendIdentityEvents(source: Source, tenants: readonly string[]): void {
  const { random, scribe, startMs, endMs, onsetMs, restartMs, releaseMs, silenceMs } = source
  const keeper = (timeMs: number, severity: Severity, text: string) => scribe.log('key-keeper', timeMs, severity, text)
  keeper(onsetMs - 48_000, 'INFO', 'PIN of partition hsm-b changed by operator, change SEC-418')
  for (const [index, left] of [2, 1, 0].entries()) {
    const text = `login to partition hsm-b failed: CKR_PIN_INCORRECT (0xA0), ${left} tries left`
    keeper(onsetMs - 9000 + index * 3000, 'WARN', text)
  }
  keeper(onsetMs, 'ERROR', 'partition hsm-b has locked itself: CKR_PIN_LOCKED (0xA4), sessions closed')
  eachTick({ fromMs: startMs + 4 * MINUTE_MS, toMs: endMs, everyMs: 11 * MINUTE_MS }, random, (timeMs) =>
    keeper(timeMs, 'INFO', `signing key rotated by schedule, kid ${random.hex(8)}`),
  )
  const mfa = (offsetMs: number, text: string) => scribe.log('mfa-svc', restartMs + offsetMs, 'INFO', text)
  mfa(-3100, 'SIGTERM received, node idp-node-3 is drained')
  mfa(-900, 'stopped')
  mfa(0, 'mfa-svc 5.2.8 starting')
  mfa(3900, 'ready after 3.9 s')
  scribe.log('consent-desk', releaseMs, 'INFO', 'consent-desk 3.4.0 started', { migrations: 2 })
  eachTick({ fromMs: startMs + 12_000, toMs: silenceMs, everyMs: 25_000 }, random, (timeMs) =>
    scribe.log('report-mailer', timeMs, 'INFO', `usage report of ${random.pick(tenants)} mailed`),
  )
}
