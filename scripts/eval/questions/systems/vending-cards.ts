/** Cards: their tokens are resolved by the vault, which needs a key service outside; then an acquirer is asked. */
import type { Severity, Values } from '../records.ts'
import { roundMs, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import type { Vending } from './vending.ts'
import type { Machine } from './vending-names.ts'

export const SKEWED = 'RequestTimeTooSkewed: request time differs from server time by more than 300 s'
const KMS = 'kms.eu-north-1.example'
const ATTEMPTS = 2

/** A call to somebody outside, who sends no telemetry. */
function outside(
  { scribe }: Vending,
  service: string,
  startMs: number,
  parent: Trace,
  call: { readonly host: string; readonly durationMs: number; readonly refusal?: string },
): void {
  const { host, durationMs, refusal } = call
  const isError = refusal !== undefined
  scribe.span({
    ...{ traceId: parent.traceId, spanId: scribe.newSpan(), parentSpanId: parent.spanId, service },
    ...{ name: 'POST', kind: 'client', startMs, durationMs: roundMs(durationMs), isError },
    ...(isError ? { statusMessage: refusal } : {}),
    attributes: {
      ...{ 'http.request.method': 'POST', 'server.address': host, 'http.response.status_code': isError ? 403 : 200 },
      ...(isError ? { 'error.type': 'RequestTimeTooSkewed' } : {}),
    },
  })
}

/** The vault turns a token into a card number: the key for it is cached or decrypted by the key service. */
export function resolve(system: Vending, from: string, startMs: number, parent: Trace, who: Machine): Outcome {
  const { random, scribe } = system
  const attributes = { 'tenant.id': who.tenant }
  const step = { service: 'token-vault', name: 'POST /detokenize', startMs, parent, attributes }
  return system.through(from, step, (trace) => {
    const read = system.store('token-vault', 'redis', 'GET data_keys', startMs + 2, trace, 2)
    let atMs = 2 + read.durationMs
    const tell = (severity: Severity, text: string, more: Values) =>
      scribe.log('token-vault', startMs + atMs, severity, text, { tenant: who.tenant, ...more }, trace)
    if (random.chance(0.22)) {
      atMs += 1.5
      tell('DEBUG', 'card token resolved', { source: 'cache' })
      return { status: 200, durationMs: atMs + 1 }
    }
    const isRefused = startMs >= system.onsetMs && startMs < system.recoveryMs
    const durationMs = random.logNormal(isRefused ? 9 : 24, 0.3)
    outside(system, 'token-vault', startMs + atMs, trace, {
      ...{ host: KMS, durationMs },
      ...(isRefused ? { refusal: SKEWED } : {}),
    })
    atMs += durationMs
    if (isRefused) {
      tell('ERROR', `data key not decrypted: KMS answered 403 ${SKEWED}`, { key: random.pick(['dk-2', 'dk-5']) })
      return { status: 500, durationMs: atMs + 1 }
    }
    tell('INFO', 'card token resolved', { source: 'kms' })
    return { status: 200, durationMs: atMs + 1 }
  })
}

/** The vault is asked twice; a second try may find the key in the cache of another thread. */
export function authorize(
  system: Vending,
  startMs: number,
  parent: Trace,
  who: Machine,
  cents: number,
): Outcome & { readonly reason?: string } {
  const { random, scribe } = system
  const acquirer = random.pick(['nordacq', 'nordacq', 'nordacq', 'cardlane'])
  const attributes = { 'tenant.id': who.tenant, 'machine.model': who.model, 'acquirer.name': acquirer }
  const step = { service: 'card-auth', name: 'POST /authorizations', startMs, parent, attributes }
  let reason = ''
  const done = system.through('vend-api', step, (trace) => {
    let atMs = 3
    const tell = (severity: Severity, text: string, more: Values = {}) => {
      const fields = { tenant: who.tenant, acquirer, cents, ...more }
      scribe.log('card-auth', startMs + atMs, severity, text, fields, trace)
    }
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const resolved = resolve(system, 'card-auth', startMs + atMs, trace, who)
      atMs += resolved.durationMs + 1
      if (resolved.status < 500) break
      if (attempt === ATTEMPTS) {
        tell('ERROR', 'authorization failed: token-vault answered 500')
        return { status: 502, durationMs: atMs + 1 }
      }
      tell('WARN', 'token-vault answered 500, asking again in 120 ms')
      atMs += 120
    }
    const durationMs = random.logNormal(acquirer === 'cardlane' ? 290 : 140, 0.3)
    outside(system, 'card-auth', startMs + atMs, trace, { host: `api.${acquirer}.example`, durationMs })
    atMs += durationMs
    if (random.chance(0.07)) {
      reason = random.pick(['insufficient_funds', 'insufficient_funds', 'card_expired', 'limit_reached'])
      tell('WARN', 'card declined', { reason })
      return { status: 402, durationMs: atMs + 1 }
    }
    tell('INFO', 'card authorized')
    return { status: 201, durationMs: atMs + 1 }
  })
  return { ...done, reason }
}
