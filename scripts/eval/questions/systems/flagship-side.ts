/** What the feature flags do beside evaluation: assignments, results, flags, segments, exposures, webhooks, relays. */
import type { Severity, Values } from '../records.ts'
import type { Flagship, Visit } from './flagship.ts'
import { CHANGES, EXPERIMENTS, EXPOSURES, RELAYS, SEGMENTS, VARIANTS } from './flagship-names.ts'
import { eachTick, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

/** A user of an app is put into a variant of an experiment. */
export function assigned(system: Flagship, startMs: number, trace: Trace, visit: Visit): Outcome {
  const { random, scribe } = system
  const experiment = random.pick(EXPERIMENTS)
  const id = `A-${random.integer(1_000_000, 9_999_999)}`
  const tell = (afterMs: number, severity: Severity, text: string) =>
    scribe.log('experiment-api', startMs + afterMs, severity, text, { experiment, customer: visit.customer }, trace)
  if (random.chance(0.06)) {
    tell(3, 'WARN', `Assignment ${id} refused: experiment is not running`)
    system.remember('refusedAssignment', id, startMs)
    return { status: 404, durationMs: 4 }
  }
  const bucket = system.evaluated('experiment-api', 'POST /v1/bucket', startMs + 3, trace, visit)
  const bucketMs = 3 + bucket.durationMs
  if (bucket.status >= 500) {
    tell(bucketMs, 'ERROR', `Assignment ${id} failed for ${visit.customer} in ${experiment}: evaluator answered 503`)
    system.remember('failedAssignment', id, startMs)
    return { status: 503, durationMs: bucketMs + 1 }
  }
  const kept = system.store('experiment-api', 'postgresql', 'INSERT assignments', startMs + bucketMs, trace, 7)
  const durationMs = bucketMs + kept.durationMs
  tell(durationMs, 'INFO', `Assignment ${id} made for ${visit.customer} in ${experiment}: ${random.pick(VARIANTS)}`)
  system.remember('goodAssignment', id, startMs)
  return { status: 201, durationMs: durationMs + 1 }
}

function results(system: Flagship, startMs: number, trace: Trace, visit: Visit): Outcome {
  const { random, scribe, releaseMs } = system
  const medianMs = startMs < releaseMs ? 95 : 168
  const read = system.store('experiment-api', 'clickhouse', 'SELECT exposures', startMs + 4, trace, medianMs)
  const durationMs = read.durationMs + random.logNormal(18, 0.3)
  const experiment = random.pick(EXPERIMENTS)
  const isUneven = random.chance(0.12)
  const text = isUneven
    ? `sample ratio of ${experiment} is uneven, results are marked`
    : `results of ${experiment} shown`
  const fields = { experiment, customer: visit.customer }
  scribe.log('experiment-api', startMs + durationMs, isUneven ? 'WARN' : 'INFO', text, fields, trace)
  return { status: 200, durationMs: durationMs + 1 }
}

/** A change of a flag is published, and told to the customer's own systems. */
function published(system: Flagship, startMs: number, parent: Trace, change: string, visit: Visit): Outcome {
  const { random, scribe, restartMs } = system
  const { customer } = visit
  const attributes = { ...CHANGES, 'customer.name': customer, 'feature_flag.key': visit.flag }
  const sent = { service: 'flag-api', name: 'flag-changes publish', startMs, parent, attributes }
  return system.call(sent, 'producer', (trace) => {
    const isAway = startMs >= restartMs - 9000 && startMs < restartMs
    const takenMs = (isAway ? restartMs : startMs) + random.logNormal(300, 0.4)
    const step = {
      service: 'webhook-sender',
      name: 'flag-changes process',
      startMs: takenMs,
      parent: trace,
      attributes,
    }
    system.serve(step, 'consumer', (inner) => {
      const target = { 'http.request.method': 'POST', 'server.address': `hooks.${customer}.example` }
      const out = { service: 'webhook-sender', name: 'POST', startMs: takenMs + 2, parent: inner, attributes: target }
      const isRefused = random.chance(customer === 'petpals' ? 0.7 : 0.06)
      const status = isRefused ? 404 : 200
      const done = system.call(out, 'client', () => ({ status, durationMs: random.logNormal(130, 0.5) }))
      const text = isRefused ? 'webhook refused: endpoint answered 404' : 'webhook delivered'
      const fields = { change, customer, took_ms: Math.round(done.durationMs) }
      scribe.log('webhook-sender', takenMs + 2 + done.durationMs, isRefused ? 'WARN' : 'INFO', text, fields, inner)
      return { status: 200, durationMs: done.durationMs + 4 }
    })
    return { status: 202, durationMs: random.logNormal(3, 0.2) }
  })
}

function changed(system: Flagship, startMs: number, trace: Trace, visit: Visit): Outcome {
  const { random, scribe } = system
  const { customer, flag, environment } = visit
  const change = `CH-${random.integer(100_000, 999_999)}`
  const fields = { change, customer, flag, environment }
  const kept = system.store('flag-api', 'postgresql', 'UPDATE flags', startMs + 4, trace, 9)
  const keptMs = 4 + kept.durationMs
  const refuse = (status: number, text: string, key: string) => {
    scribe.log('flag-api', startMs + keptMs, 'WARN', text, fields, trace)
    system.remember(key, change, startMs)
    return { status, durationMs: keptMs + 1 }
  }
  if (random.chance(0.1)) return refuse(409, 'flag change refused: version conflict', 'conflict')
  if (environment === 'production' && random.chance(0.14))
    return refuse(403, 'flag change held: needs an approval', 'heldChange')
  const sent = published(system, startMs + keptMs, trace, change, visit)
  const durationMs = keptMs + sent.durationMs + random.logNormal(8, 0.3)
  scribe.log('flag-api', startMs + durationMs, 'INFO', 'flag changed', fields, trace)
  return { status: 200, durationMs: durationMs + 1 }
}

function uploaded(system: Flagship, startMs: number, trace: Trace, visit: Visit): Outcome {
  const { random, scribe } = system
  const upload = `SEG-${random.integer(50_000, 99_999)}`
  const keys = Math.round(Math.min(90_000, random.logNormal(6200, 0.9)))
  const fields = { upload, customer: visit.customer, segment: random.pick(SEGMENTS), keys }
  const ownMs = random.logNormal(60, 0.4)
  if (random.chance(0.16)) {
    const text = random.chance(0.6)
      ? 'segment refused: column key is missing'
      : 'segment refused: file is larger than the plan allows'
    scribe.log('segment-service', startMs + ownMs, 'WARN', text, fields, trace)
    system.remember('refusedUpload', upload, startMs)
    return { status: text.includes('larger') ? 413 : 422, durationMs: ownMs + 1 }
  }
  const kept = system.store('segment-service', 'postgresql', 'COPY segments', startMs + ownMs, trace, 140)
  const durationMs = ownMs + kept.durationMs
  scribe.log('segment-service', startMs + durationMs, 'INFO', 'segment stored', fields, trace)
  return { status: 201, durationMs: durationMs + 1 }
}

/** What people and programs of the customers ask of the APIs. */
export function visitDesk(system: Flagship, name: string, startMs: number, trace: Trace, visit: Visit): Outcome {
  const { random, scribe } = system
  const { customer } = visit
  if (name.endsWith('/results')) return results(system, startMs, trace, visit)
  if (name.startsWith('PATCH')) return changed(system, startMs, trace, visit)
  if (name.startsWith('POST')) return uploaded(system, startMs, trace, visit)
  const isFlags = name === 'GET /api/flags'
  const service = isFlags ? 'flag-api' : 'segment-service'
  const read = system.store(service, 'postgresql', isFlags ? 'SELECT flags' : 'SELECT segments', startMs + 3, trace, 8)
  const durationMs = read.durationMs + random.logNormal(11, 0.3)
  const fields: Values = isFlags ? { customer, flags: random.integer(40, 320) } : { customer }
  scribe.log(service, startMs + durationMs, 'INFO', isFlags ? 'flags listed' : 'segment shown', fields, trace)
  return { status: 200, durationMs: durationMs + 1 }
}

/** What an app's user saw or bought is queued; while the evaluator fails, the consumer falls behind. */
export function exposed(system: Flagship, startMs: number, parent: Trace, visit: Visit): Outcome {
  const { random, scribe, onsetMs } = system
  const { customer, sdk } = visit
  const kind = random.chance(0.3) ? 'conversion' : 'exposure'
  const experiment = random.pick(EXPERIMENTS)
  const attributes = { ...EXPOSURES, 'customer.name': customer, 'event.kind': kind, 'experiment.key': experiment }
  const sent = { service: 'sdk-gateway', name: 'exposures publish', startMs: startMs + 1, parent, attributes }
  const done = system.call(sent, 'producer', (trace) => {
    const behindMs = startMs < onsetMs ? 0 : 1.1 * (startMs - onsetMs)
    const takenMs = startMs + behindMs + random.logNormal(500, 0.4)
    system.queued.push({ fromMs: startMs, toMs: takenMs })
    const step = { service: 'event-ingest', name: 'exposures process', startMs: takenMs, parent: trace, attributes }
    const worth: Values = kind === 'conversion' ? { value_eur: random.integer(490, 18_900) / 100 } : {}
    const fields = { kind, customer, experiment, sdk, ...worth }
    system.serve(step, 'consumer', (inner) => {
      const tell = (afterMs: number, severity: Severity, text: string) =>
        scribe.log('event-ingest', takenMs + afterMs, severity, text, fields, inner)
      if (random.chance(0.05)) {
        tell(2, 'WARN', `${kind} dropped: older than 24 hours`)
        return { status: 200, durationMs: 3 }
      }
      const known = system.evaluated('event-ingest', 'GET /v1/context', takenMs + 2, inner, visit)
      const knownMs = 2 + known.durationMs
      if (known.status >= 500) {
        tell(knownMs, 'ERROR', `${kind} not attributed: evaluator answered 503, put aside`)
        system.remember('eventTrace', inner.traceId, takenMs)
        return { status: 503, durationMs: knownMs + 1 }
      }
      const kept = system.store('event-ingest', 'clickhouse', 'INSERT exposures', takenMs + knownMs, inner, 9)
      tell(knownMs + kept.durationMs, 'INFO', `${kind} attributed`)
      return { status: 200, durationMs: knownMs + kept.durationMs + 1 }
    })
    return { status: 202, durationMs: random.logNormal(3, 0.2) }
  })
  return { status: 202, durationMs: done.durationMs + random.logNormal(3, 0.3) }
}

/** Relays in the customers' regions are kept up to date, until their controller is scaled down. */
export function runRelays({ random, scribe, startMs, darkMs }: Flagship): void {
  eachTick({ fromMs: startMs + 11_000, toMs: darkMs - 15_000, everyMs: 31_000 }, random, (timeMs) => {
    const relay = random.pick(RELAYS)
    if (random.chance(0.12)) {
      const text = `Relay "${relay}" is ${random.integer(2, 9)} versions behind, resyncing`
      scribe.log('relay-controller', timeMs - 900, 'WARN', text)
    }
    const text = `Reconciled relay "${relay}" with ${random.integer(180, 900)} flags in ${random.integer(40, 400)}ms`
    scribe.log('relay-controller', timeMs, 'INFO', text)
  })
  const text = 'Scaled to 0 replicas, node pool batch-b is upgraded, controller comes back on Monday'
  scribe.log('relay-controller', darkMs, 'INFO', text)
}
