/**
 * Electronic signatures on Kubernetes, told by semantic conventions: HTTP, database and messaging spans with kinds, gauges,
 * counters, a histogram; access lines, JSON, logfmt, plain lines; reminders with lines only. The list of revoked certificates
 * of one of two authorities is past its date, so `seal-service` seals no qualified signature of that authority, still so at
 * the end. A release of `doc-render`, a restart of `notify-mail`, identities that are not confirmed, expired links, large
 * documents, signers who decline, bounces and one customer's webhooks are harmless; `reminder-cron` goes silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { accessLine, logfmt, shortLogfmt, slogJson } from './formats.ts'
import { eachArrival, eachTick, Scribe, type Trace } from './scribe.ts'
import { componentJson, djangoLine, encoderJson, journalLine, sealLine } from './signing-formats.ts'
import { sendSigningMetrics } from './signing-metrics.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 68 * MINUTE_MS
const FORMATS = {
  'front-gate': accessLine,
  'envelope-api': encoderJson,
  'ident-check': slogJson,
  'seal-service': sealLine,
  'doc-render': djangoLine,
  'archive-store': shortLogfmt,
  'hook-sender': componentJson,
  'notify-mail': logfmt,
  'reminder-cron': journalLine,
}
const SERVICES = Object.keys(FORMATS)
/** Everything is in the text of their lines. */
const TEXT_ONLY = ['front-gate', 'seal-service', 'doc-render', 'reminder-cron']
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'front-gate': '1.8.3', 'envelope-api': '9.4.0', 'ident-check': '3.2.6', 'seal-service': '5.0.11' },
  ...{ 'archive-store': '2.7.9', 'hook-sender': '0.22.1', 'notify-mail': '1.30.2', 'reminder-cron': '1.1.0' },
}
/** Customers, and the authority that their qualified certificates come from. */
const TENANTS = ['vella-bank', 'vella-bank', 'vella-bank', 'nordbau', 'nordbau', 'medilex', 'kestrel-hr'].concat(
  ...['kestrel-hr', 'hansa-immo', 'orio-energy'],
)
const OLD_AUTHORITY = ['hansa-immo', 'orio-energy']
const LEVELS = ['QES', 'QES', 'AES', 'AES', 'SES']
const METHODS = ['sms', 'sms', 'sms', 'eid', 'eid', 'video']

/** Where a request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['POST', '/api/envelopes', '/envelopes', 17],
  ['GET', '/api/envelopes/{id}', '/envelopes/{id}', 47],
  ['GET', '/sign/{token}', '/signing/{token}', 66],
  ['POST', '/sign/{token}/identify', '/signing/{token}/identify', 80],
  ['POST', '/sign/{token}/finish', '/signing/{token}/finish', 100],
] as const

interface Visit {
  readonly route: string
  readonly tenant: string
  readonly envelope: string
  readonly level: string
}

class Signing extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly silenceMs: number
  #envelope = 418_300

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(36, 'signing'))
    this.releaseMs = endMs - 47 * MINUTE_MS + 22_000
    this.restartMs = endMs - 36 * MINUTE_MS + 9000
    this.onsetMs = endMs - 22 * MINUTE_MS + 35_000
    this.silenceMs = endMs - 29 * MINUTE_MS
    const suffix = (name: string, timeMs: number) => {
      if (name === 'doc-render') return timeMs < this.releaseMs ? '58bd7c6f4-qn2xd' : '7f6b4d9c85-w8rlt'
      if (name === 'notify-mail') return timeMs < this.restartMs ? '6c9f5b7d8-4jkzp' : '6c9f5b7d8-vm7hs'
      return '5f7d6c8b9-tx4bg'
    }
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: !TEXT_ONLY.includes(name), hasAttributes: !TEXT_ONLY.includes(name) },
      version: (timeMs: number) =>
        name === 'doc-render' ? (timeMs < this.releaseMs ? '2.14.3' : '2.15.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: (_traceId: string, timeMs: number) => `${name}-${suffix(name, timeMs)}`,
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'esign', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        ...{ 'k8s.node.name': `worker-${(index % 4) + 1}` },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  /** Draws pages of a document, or all of it. */
  render(startMs: number, parent: Trace, name: string, visit: Visit): Outcome {
    const { random, scribe } = this
    const { tenant, envelope } = visit
    const step = { service: 'doc-render', name, startMs, parent, attributes: { 'tenant.id': tenant } }
    return this.through('envelope-api', step, (trace) => {
      const isNew = startMs >= this.releaseMs
      const pages = random.integer(1, 38)
      const durationMs = random.logNormal((name.startsWith('GET') ? 60 : 170) * (isNew ? 0.72 : 1), 0.35) + pages * 2
      const atMs = startMs + durationMs
      if (random.chance(0.03))
        scribe.log('doc-render', atMs, 'WARN', `font Frutiger missing in ${envelope}, replaced by Noto Sans`, {}, trace)
      else if (name.startsWith('POST'))
        scribe.log('doc-render', atMs, 'INFO', `rendered ${envelope} pages=${pages} tenant=${tenant}`, {}, trace)
      if (random.chance(0.07))
        scribe.log('doc-render', atMs, 'INFO', `PDF/A check of ${envelope}: 0 errors, ${pages % 4} hints`, {}, trace)
      return { status: 200, durationMs }
    })
  }

  create(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { tenant, envelope } = visit
    if (random.chance(0.04)) {
      const megabytes = random.integer(26, 90)
      scribe.log('envelope-api', startMs + 6, 'WARN', 'document too large', { tenant, megabytes }, trace)
      return { status: 413, durationMs: 6 }
    }
    const drawn = this.render(startMs + 2, trace, 'POST /render', visit)
    const drawnMs = drawn.durationMs + 3
    const saved = this.store('envelope-api', 'postgresql', 'INSERT envelopes', startMs + drawnMs, trace, 6)
    const durationMs = drawnMs + saved.durationMs
    const signers = random.integer(1, 4)
    scribe.log('envelope-api', startMs + durationMs, 'INFO', 'envelope sent', { tenant, envelope, signers }, trace)
    this.remember('sentEnvelope', envelope, startMs)
    this.publish(startMs + durationMs, trace, 'envelope.sent', visit)
    return { status: 201, durationMs }
  }

  open(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { tenant, envelope } = visit
    const found = this.store('envelope-api', 'postgresql', 'SELECT signers', startMs, trace, 4)
    if (random.chance(0.06)) {
      const fields = { tenant, envelope }
      scribe.log('envelope-api', startMs + found.durationMs, 'WARN', 'signing link expired', fields, trace)
      this.remember('expiredEnvelope', envelope, startMs)
      return { status: 410, durationMs: found.durationMs }
    }
    const drawn = this.render(startMs + found.durationMs, trace, 'GET /preview', visit)
    return { status: 200, durationMs: found.durationMs + drawn.durationMs }
  }

  identify(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { tenant, envelope } = visit
    const method = random.pick(METHODS)
    const attributes = { 'tenant.id': tenant, 'ident.method': method }
    const step = { service: 'ident-check', name: 'POST /checks', startMs, parent, attributes }
    return this.through('envelope-api', step, (trace) => {
      const median = { sms: 210, eid: 390, video: 940 }[method] ?? 210
      const durationMs = random.logNormal(median, 0.3)
      const fields = { tenant, envelope, method }
      if (random.chance(method === 'video' ? 0.15 : 0.08)) {
        const reason = method === 'sms' ? 'wrong code' : method === 'eid' ? 'card not activated' : 'face not matched'
        const text = 'identity not confirmed'
        scribe.log('ident-check', startMs + durationMs, 'WARN', text, { ...fields, reason }, trace)
        this.remember('unconfirmedEnvelope', envelope, startMs)
        return { status: 422, durationMs }
      }
      scribe.log('ident-check', startMs + durationMs, 'INFO', 'identity confirmed', fields, trace)
      return { status: 200, durationMs }
    })
  }

  seal(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { tenant, envelope, level } = visit
    const issuer = level !== 'QES' ? 'aes1' : OLD_AUTHORITY.includes(tenant) ? 'qca2' : 'qca3'
    const attributes = { 'tenant.id': tenant, 'signature.level': level, issuer }
    const step = { service: 'seal-service', name: 'POST /seals', startMs, parent, attributes }
    return this.through('envelope-api', step, (trace) => {
      const isRefused = issuer === 'qca3' && startMs >= this.onsetMs
      const durationMs = isRefused ? random.logNormal(24, 0.3) : random.logNormal(level === 'QES' ? 420 : 150, 0.3)
      const atMs = startMs + durationMs
      if (isRefused) {
        const why = 'revocation list of issuer qca3 is past its nextUpdate, status of certificate unknown'
        scribe.log('seal-service', atMs, 'ERROR', `seal refused for ${envelope}: ${why}`, {}, trace)
        return { status: 503, durationMs }
      }
      const saved = this.store('seal-service', 'postgresql', 'INSERT seal_journal', atMs, trace, 3)
      const took = Math.round(durationMs)
      scribe.log(
        'seal-service',
        atMs,
        'INFO',
        `sealed ${envelope} level=${level} issuer=${issuer} in ${took} ms`,
        {},
        trace,
      )
      if (random.chance(0.03)) scribe.log('seal-service', atMs, 'WARN', 'timestamp token late, second authority used')
      return { status: 201, durationMs: durationMs + saved.durationMs }
    })
  }

  keep(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { tenant, envelope } = visit
    const attributes = { 'tenant.id': tenant }
    const step = { service: 'archive-store', name: 'PUT /documents', startMs, parent, attributes }
    return this.through('envelope-api', step, (trace) => {
      const saved = this.store('archive-store', 'postgresql', 'INSERT documents', startMs + 1, trace, 5)
      const durationMs = saved.durationMs + random.logNormal(48, 0.4)
      const kilobytes = random.integer(60, 4200)
      const fields = { tenant, envelope, kilobytes }
      scribe.log('archive-store', startMs + durationMs, 'INFO', 'document archived', fields, trace)
      return { status: 201, durationMs }
    })
  }

  finish(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { tenant, envelope, level } = visit
    const fields = { tenant, envelope, signature: level }
    const found = this.store('envelope-api', 'postgresql', 'SELECT envelopes', startMs, trace, 4)
    const foundMs = found.durationMs + 1
    if (random.chance(0.05)) {
      scribe.log('envelope-api', startMs + foundMs, 'WARN', 'signer declined to sign', fields, trace)
      this.remember('declinedEnvelope', envelope, startMs)
      return { status: 200, durationMs: foundMs }
    }
    const sealed = this.seal(startMs + foundMs, trace, visit)
    const sealedMs = foundMs + sealed.durationMs
    if (sealed.status >= 500) {
      const text = 'envelope not completed: seal-service answered 503'
      scribe.log('envelope-api', startMs + sealedMs, 'ERROR', text, fields, trace)
      this.remember('failedEnvelope', envelope, startMs)
      this.remember('failedTrace', trace.traceId, startMs)
      return { status: 502, durationMs: sealedMs }
    }
    const kept = this.keep(startMs + sealedMs, trace, visit)
    const keptMs = sealedMs + kept.durationMs
    const saved = this.store('envelope-api', 'postgresql', 'UPDATE envelopes', startMs + keptMs, trace, 6)
    const durationMs = keptMs + saved.durationMs
    scribe.log('envelope-api', startMs + durationMs, 'INFO', 'envelope completed', fields, trace)
    this.remember('completedEnvelope', envelope, startMs)
    this.remember('completedTrace', trace.traceId, startMs)
    this.publish(startMs + durationMs, trace, 'envelope.completed', visit)
    return { status: 200, durationMs }
  }

  /** What happened to an envelope is told to its signers by mail and to the customer's own system. */
  publish(startMs: number, parent: Trace, event: string, visit: Visit): void {
    const { random, scribe } = this
    const { tenant, envelope } = visit
    const topic = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'envelope.events' }
    const step = { service: 'envelope-api', name: 'envelope.events publish', startMs, parent, attributes: topic }
    const attributes = { ...topic, 'tenant.id': tenant, 'event.type': event }
    this.call(step, 'producer', (trace) => {
      const mailMs = startMs + random.logNormal(120, 0.5)
      const mail = {
        service: 'notify-mail',
        name: 'envelope.events process',
        startMs: mailMs,
        parent: trace,
        attributes,
      }
      this.serve(mail, 'consumer', (inner) => {
        const durationMs = random.logNormal(85, 0.4)
        const [severity, text] = random.chance(0.04)
          ? (['WARN', 'mail bounced'] as const)
          : (['INFO', 'mail sent'] as const)
        const template = event === 'envelope.sent' ? 'invitation' : 'signed-copy'
        scribe.log('notify-mail', mailMs + durationMs, severity, text, { tenant, envelope, template }, inner)
        return { status: 200, durationMs }
      })
      if (event === 'envelope.completed') this.hook(startMs + random.logNormal(150, 0.5), trace, attributes, visit)
      return { status: 200, durationMs: random.logNormal(3, 0.2) }
    })
  }

  hook(startMs: number, parent: Trace, attributes: Values, { tenant, envelope }: Visit): void {
    const { random, scribe } = this
    const step = { service: 'hook-sender', name: 'envelope.events process', startMs, parent, attributes }
    this.serve(step, 'consumer', (trace) => {
      const host = `hooks.${tenant}.example`
      const out = { 'http.request.method': 'POST', 'server.address': host, 'tenant.id': tenant }
      const isLost = random.chance(tenant === 'orio-energy' ? 0.6 : 0.02)
      const client = { service: 'hook-sender', name: 'POST', startMs: startMs + 2, parent: trace, attributes: out }
      const answer = { status: isLost ? 500 : 200, durationMs: random.logNormal(170, 0.5) }
      const { durationMs } = this.call(client, 'client', () => answer)
      const fields = { tenant, envelope, host, code: answer.status }
      if (isLost) {
        const text = 'webhook not delivered, next try in 60 s'
        scribe.log(
          'hook-sender',
          startMs + durationMs,
          'WARN',
          text,
          { ...fields, attempt: random.integer(1, 5) },
          trace,
        )
      } else scribe.log('hook-sender', startMs + durationMs, 'INFO', 'webhook delivered', fields, trace)
      return { status: 200, durationMs: durationMs + 3 }
    })
  }

  inner(visit: Visit, startMs: number, trace: Trace): Outcome {
    switch (visit.route) {
      case '/envelopes':
        return this.create(startMs, trace, visit)
      case '/signing/{token}':
        return this.open(startMs, trace, visit)
      case '/signing/{token}/identify':
        return this.identify(startMs, trace, visit)
      case '/signing/{token}/finish':
        return this.finish(startMs, trace, visit)
      default: {
        const found = this.store('envelope-api', 'postgresql', 'SELECT envelopes', startMs, trace, 5)
        return { status: this.random.chance(0.03) ? 404 : 200, durationMs: found.durationMs }
      }
    }
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, outside, route] = VISITS.find(([, , , upTo]) => ticket <= upTo) ?? VISITS[1]
    const tenant = random.pick(TENANTS)
    const envelope = `ENV-${++this.#envelope}`
    const visit = { route, tenant, envelope, level: random.pick(LEVELS) }
    const path = outside.replace('{id}', envelope).replace('{token}', `tk_${random.hex(8)}`)
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const http = { 'http.request.method': method, 'http.route': outside }
    const step = { service: 'front-gate', name: `${method} ${outside}`, startMs, parent: root, attributes: http }
    this.serve(step, 'server', (outer) => {
      const write = (status: number, durationMs: number) => {
        const stamp = new Date(startMs + durationMs).toISOString().slice(0, 19)
        const client = `10.8.${random.integer(1, 9)}.${random.integer(2, 250)}`
        const sizes = `${random.integer(180, 9000)} ${(durationMs / 1000).toFixed(3)}`
        const text = `${client} - ${tenant} [${stamp}] "${method} ${path} HTTP/1.1" ${status} ${sizes}`
        scribe.log('front-gate', startMs + durationMs, 'INFO', text, {}, outer)
        return { status, durationMs }
      }
      if (random.chance(0.012)) return write(429, 1)
      const who: Values = { 'tenant.id': tenant, 'envelope.id': envelope }
      const signer: Values = outside.startsWith('/sign/') ? { 'signer.id': `S-${random.integer(7000, 9400)}` } : {}
      const level: Values = route.endsWith('/finish') ? { 'signature.level': visit.level } : {}
      const attributes = { ...who, ...signer, ...level }
      const name = `${method} ${route}`
      const inside = { service: 'envelope-api', name, startMs: startMs + 1, parent: outer, attributes }
      const done = this.through('front-gate', inside, (trace) => {
        const { status, durationMs } = this.inner(visit, startMs + 3, trace)
        return { status, durationMs: durationMs + random.logNormal(4, 0.3) }
      })
      return write(done.status, done.durationMs + 1)
    })
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 2500 }
    eachArrival({ ...range, meanMs: 1050 }, random, (timeMs) => this.request(timeMs))
    let run = 5120
    eachTick({ fromMs: this.startMs + 30_000, toMs: this.silenceMs, everyMs: MINUTE_MS }, random, (timeMs) => {
      const [due, skipped] = [random.integer(14, 52), random.integer(0, 3)]
      const numbers = `${due} due, ${due - skipped} reminders sent, ${skipped} skipped`
      scribe.log('reminder-cron', timeMs, 'INFO', `run ${++run} done: ${numbers}`)
      if (skipped > 0) {
        const envelope = `ENV-${random.integer(417_000, 418_200)}`
        scribe.log('reminder-cron', timeMs - 200, 'INFO', `no reminder for ${envelope}: signer has declined`)
      }
    })
    eachTick({ fromMs: this.startMs + 70_000, toMs: this.endMs - 5000, everyMs: 4 * MINUTE_MS }, random, (timeMs) => {
      scribe.log('seal-service', timeMs, 'INFO', 'revocation list of issuer qca3 fetched, number 4127 as before')
      scribe.log('seal-service', timeMs + 80, 'INFO', 'revocation list of issuer qca2 fetched, number 911 as before')
    })
    scribe.log('doc-render', this.releaseMs, 'INFO', 'doc-render 2.15.0 started, 8 workers')
    scribe.log('notify-mail', this.restartMs - 4000, 'INFO', 'SIGTERM received, shutting down')
    scribe.log('notify-mail', this.restartMs, 'INFO', 'notify-mail 1.30.2 started', { queues: 1 })
    scribe.log('archive-store', this.startMs + 17 * MINUTE_MS, 'INFO', 'hash chain verified', { documents: 48_211 })
  }
}

export function signing(endMs: number): World {
  const system = new Signing(endMs)
  system.background()
  sendSigningMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, silenceMs: silence } = system
  const world = system.world({ name: 'signing', services: SERVICES, marks: { onset, release, restart, silence } })
  const bodyOf = (start: string) => world.logs.findLast((log) => log.message.startsWith(start))?.body ?? ''
  const names: Values = {
    ...{ ...world.names, refusedLine: bodyOf('seal refused'), notCompletedLine: bodyOf('envelope not completed') },
    ...{ hookLine: bodyOf('webhook not delivered'), fontLine: bodyOf('font Frutiger') },
  }
  return { ...world, names: Object.fromEntries(Object.entries(names).map(([key, value]) => [key, String(value)])) }
}
