/**
 * Helpdesk software for companies, on virtual machines with systemd: six services with HTTP, database and messaging spans with
 * kinds, two workers with lines and metrics only; tagged lines of Rails, JSON of pino, lines of Logback. A file server fails
 * over, and one of two hosts of `file-vault` keeps handles of files that are stale, so half of the attachments can neither be
 * stored nor read until its share is mounted again: over at the end. A release that makes `search-hub` a little slower, a restart of
 * `mail-relay`, closed tickets, files that are too large or infected, spam, bounces and SLA breaches are harmless; `csat-mailer` has gone
 * silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { sendHelpdeskMetrics } from './helpdesk-metrics.ts'
import { FILE_TYPES, MACROS, SERVICES, SUBJECTS, VISITS, WEIGHTED } from './helpdesk-names.ts'
import { workHelpdesk } from './helpdesk-workers.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 80 * MINUTE_MS
const NAMES = Object.keys(SERVICES) as (keyof typeof SERVICES)[]
const REASONS: Readonly<Record<number, string>> = {
  ...{ 200: 'OK', 201: 'Created', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 413: 'Payload Too Large' },
  ...{ 422: 'Unprocessable Content', 429: 'Too Many Requests', 502: 'Bad Gateway' },
}

export interface Company {
  readonly tenant: string
  readonly plan: string
}

export class Helpdesk extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly silentMs: number
  #ticket = 884_100

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(135, 'helpdesk'))
    this.releaseMs = endMs - 66 * MINUTE_MS + 12_000
    this.restartMs = endMs - 58 * MINUTE_MS + 41_000
    this.onsetMs = endMs - 44 * MINUTE_MS + 9000
    this.recoveryMs = endMs - 13 * MINUTE_MS + 33_000
    this.silentMs = endMs - 29 * MINUTE_MS + 20_000
    const setups = NAMES.map((name) => {
      const { format, hosts, isSeveritySent, version } = SERVICES[name]
      return {
        ...{ name, format, isSeveritySent, hasAttributes: isSeveritySent },
        version: (timeMs: number) => (name === 'search-hub' && timeMs >= this.releaseMs ? '3.3.0' : version),
        instance: (traceId: string) => this.hostOf(hosts, traceId),
        resource: (instance: string) => ({
          ...{ 'host.name': instance, 'os.type': 'linux', 'systemd.unit': `${name}.service` },
          ...{ 'deployment.environment.name': 'production', 'service.namespace': 'helpdesk' },
        }),
      }
    })
    this.scribe = new Scribe(setups, this.random)
  }

  /** Requests are spread over the hosts by their trace. */
  hostOf(hosts: readonly string[], traceId: string): string {
    const index = traceId === '' ? 0 : Number.parseInt(traceId.slice(-2), 16) % hosts.length
    return hosts[index] ?? ''
  }

  company(): Company {
    return this.random.pick(WEIGHTED)
  }

  newTicket(): string {
    this.#ticket += 1
    return `TK-${this.#ticket}`
  }

  oldTicket(): string {
    return `TK-${this.random.integer(861_000, 884_000)}`
  }

  /** Stores or reads a file on the share. */
  file(from: string, startMs: number, parent: Trace, method: 'PUT' | 'GET', who: Company): Outcome {
    const { random, scribe } = this
    const type = random.pick(FILE_TYPES)
    const kilobytes = Math.round(random.logNormal(type === 'text/csv' ? 60 : 420, 0.7))
    const attributes = { 'tenant.name': who.tenant, 'file.type': type, 'file.size_kb': kilobytes }
    const step = { service: 'file-vault', name: `${method} /files/{key}`, startMs, parent, attributes }
    return this.through(from, step, (trace) => {
      const host = this.hostOf(SERVICES['file-vault'].hosts, trace.traceId)
      const key = `${random.hex(2)}/${random.hex(10)}`
      const fields = { tenant: who.tenant, key, type }
      const isStale = host === 'vault-02' && startMs >= this.onsetMs && startMs < this.recoveryMs
      if (isStale) {
        const durationMs = random.logNormal(7, 0.3)
        const text = `ESTALE: stale file handle, open '/srv/attachments/${who.tenant}/${key}'`
        scribe.log('file-vault', startMs + durationMs, 'ERROR', text, { ...fields, code: 'ESTALE' }, trace)
        return { status: 500, durationMs }
      }
      if (method === 'PUT' && random.chance(0.04)) {
        const tooLarge = { tenant: who.tenant, type, size_mb: random.integer(26, 90) }
        scribe.log('file-vault', startMs + 3, 'WARN', 'file rejected: larger than 25 MB', tooLarge, trace)
        return { status: 413, durationMs: 4 }
      }
      const durationMs = random.logNormal(method === 'PUT' ? 88 : 36, 0.4)
      if (method === 'PUT' && random.chance(0.02)) {
        scribe.log('file-vault', startMs + durationMs, 'WARN', 'infected file quarantined', fields, trace)
        return { status: 422, durationMs }
      }
      const text = method === 'PUT' ? 'file stored' : 'file served'
      scribe.log('file-vault', startMs + durationMs, 'INFO', text, { ...fields, kb: kilobytes }, trace)
      return { status: method === 'PUT' ? 201 : 200, durationMs }
    })
  }

  /** Opens a ticket, with a file or without. */
  open(from: string, startMs: number, parent: Trace, who: Company, channel: string, hasFile: boolean): Outcome {
    const { random, scribe } = this
    const ticket = this.newTicket()
    const attributes = { 'tenant.name': who.tenant, 'tenant.plan': who.plan, 'ticket.channel': channel }
    const step = { service: 'ticket-core', name: 'POST /v1/tickets', startMs, parent, attributes }
    return this.through(from, step, (trace) => {
      let durationMs = 3
      const context = { tenant: who.tenant, channel }
      if (hasFile) {
        const stored = this.file('ticket-core', startMs + durationMs, trace, 'PUT', who)
        durationMs += stored.durationMs
        if (stored.status >= 500) {
          const text = `ticket ${ticket} not created: file-vault answered 500`
          scribe.log('ticket-core', startMs + durationMs, 'ERROR', text, context, trace)
          this.remember('lostTicket', ticket, startMs)
          return { status: 502, durationMs }
        }
      }
      durationMs += this.store('ticket-core', 'postgresql', 'INSERT tickets', startMs + durationMs, trace, 6).durationMs
      durationMs += random.logNormal(4, 0.3)
      const text = `ticket created ${ticket} subject="${random.pick(SUBJECTS)}"`
      scribe.log('ticket-core', startMs + durationMs, 'INFO', text, context, trace)
      this.remember('newTicket', ticket, startMs)
      return { status: 201, durationMs }
    })
  }

  /** What an agent does with tickets. */
  core(route: string, startMs: number, parent: Trace, who: Company): Outcome {
    const { random, scribe } = this
    const [method, path] = [route.includes('replies') || route.includes('macros') ? 'POST' : 'GET', `/v1${route}`]
    const attributes = { 'tenant.name': who.tenant, 'tenant.plan': who.plan }
    const step = { service: 'ticket-core', name: `${method} ${path}`, startMs, parent, attributes }
    return this.through('desk-web', step, (trace) => {
      const ticket = this.oldTicket()
      const context = { tenant: who.tenant }
      const say = (at: number, severity: Severity, text: string) =>
        scribe.log('ticket-core', startMs + at, severity, text, context, trace)
      const found = this.store('ticket-core', 'postgresql', 'SELECT tickets', startMs + 1, trace, 9)
      let durationMs = found.durationMs + random.logNormal(route === '/tickets' ? 24 : 8, 0.35)
      if (method === 'GET') return { status: random.chance(0.01) ? 404 : 200, durationMs }
      if (route.includes('macros')) {
        const macro = random.pick(MACROS)
        if (random.chance(0.06)) {
          say(durationMs, 'WARN', `macro ${macro} not allowed for role light-agent`)
          return { status: 403, durationMs }
        }
        durationMs += this.store(
          'ticket-core',
          'postgresql',
          'UPDATE tickets',
          startMs + durationMs,
          trace,
          7,
        ).durationMs
        say(durationMs, 'INFO', `macro applied ${macro} to ${ticket}`)
        return { status: 200, durationMs }
      }
      if (random.chance(0.05)) {
        say(durationMs, 'WARN', `reply refused: ${ticket} is closed`)
        this.remember('closedTicket', ticket, startMs)
        return { status: 422, durationMs }
      }
      if (random.chance(0.4)) {
        const stored = this.file('ticket-core', startMs + durationMs, trace, 'PUT', who)
        durationMs += stored.durationMs
        if (stored.status >= 500) {
          say(durationMs, 'ERROR', `reply to ${ticket} not saved: file-vault answered 500`)
          this.remember('failedReply', ticket, startMs)
          return { status: 502, durationMs }
        }
        if (stored.status >= 400) return { status: 422, durationMs }
      }
      durationMs += this.store('ticket-core', 'postgresql', 'INSERT replies', startMs + durationMs, trace, 6).durationMs
      say(durationMs, 'INFO', `reply saved for ${ticket}`)
      this.remember('repliedTicket', ticket, startMs)
      this.send(startMs + durationMs, trace, who)
      return { status: 201, durationMs: durationMs + 4 }
    })
  }

  /** An answer goes out by mail. */
  send(startMs: number, parent: Trace, who: Company): void {
    const { random, scribe } = this
    const topic = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'mail.outbound' }
    const step = { service: 'ticket-core', name: 'mail.outbound publish', startMs, parent, attributes: topic }
    this.call(step, 'producer', (trace) => {
      const pickMs = startMs + random.logNormal(240, 0.5)
      const attributes = { ...topic, 'tenant.name': who.tenant, 'tenant.plan': who.plan }
      const taken = { service: 'mail-relay', name: 'mail.outbound process', startMs: pickMs, parent: trace, attributes }
      this.serve(taken, 'consumer', (inner) => {
        const durationMs = random.logNormal(310, 0.4)
        const isBounced = random.chance(0.05)
        const text = isBounced ? 'delivery bounced: 550 mailbox unavailable' : 'mail delivered'
        scribe.log('mail-relay', pickMs + durationMs, isBounced ? 'WARN' : 'INFO', text, { tenant: who.tenant }, inner)
        return { status: 200, durationMs }
      })
      return { status: 200, durationMs: random.logNormal(3, 0.2) }
    })
  }

  search(startMs: number, parent: Trace, who: Company): Outcome {
    const { random, scribe } = this
    const attributes = { 'tenant.name': who.tenant, 'tenant.plan': who.plan }
    const step = { service: 'search-hub', name: 'GET /query', startMs, parent, attributes }
    return this.through('desk-web', step, (trace) => {
      const isNew = startMs >= this.releaseMs
      const found = this.store('search-hub', 'opensearch', 'SEARCH tickets', startMs + 1, trace, isNew ? 66 : 48)
      const durationMs = found.durationMs + random.logNormal(11, 0.3)
      const hits = random.chance(0.07) ? 0 : random.integer(1, 400)
      const text = hits === 0 ? 'query without hits' : `query answered with ${hits} hits`
      scribe.log('search-hub', startMs + durationMs, hits === 0 ? 'WARN' : 'INFO', text, { tenant: who.tenant }, trace)
      return { status: 200, durationMs }
    })
  }

  inner(route: string, startMs: number, trace: Trace, who: Company): Outcome {
    if (route === '/search') return this.search(startMs, trace, who)
    if (!route.startsWith('/attachments')) return this.core(route, startMs, trace, who)
    const read = this.file('desk-web', startMs, trace, 'GET', who)
    return { status: read.status >= 500 ? 502 : read.status, durationMs: read.durationMs }
  }

  /** A request of an agent in the desk. */
  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const who = this.company()
    const agent = `AG-${random.integer(100, 460)}`
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const people = { 'tenant.name': who.tenant, 'tenant.plan': who.plan, 'agent.id': agent }
    const attributes = { 'http.request.method': method, 'http.route': route, ...people }
    const step = { service: 'desk-web', name: `${method} ${route}`, startMs, parent: root, attributes }
    this.serve(step, 'server', (trace) => {
      const done = random.chance(0.015) ? { status: 401, durationMs: 2 } : this.inner(route, startMs + 4, trace, who)
      const durationMs = done.durationMs + 4 + random.logNormal(14, 0.4)
      const path = route.replace('{id}', String(random.integer(861_000, 884_000)))
      const took = `in ${Math.round(durationMs)}ms`
      const severity = done.status >= 500 ? 'ERROR' : 'INFO'
      const text = `${method} ${path} Completed ${done.status} ${REASONS[done.status] ?? ''} ${took} agent=${agent}`
      scribe.log('desk-web', startMs + durationMs, severity, text, { tenant: who.tenant }, trace)
      if (done.status === 401)
        scribe.log('desk-web', startMs + durationMs, 'WARN', 'agent session expired', { tenant: who.tenant }, trace)
      if (done.status >= 500) this.remember('failedTrace', root.traceId, startMs)
      else if (done.status === 201) this.remember('replyTrace', root.traceId, startMs)
      return { status: done.status, durationMs }
    })
  }

  /** A customer writes into the chat or fills in the form of a company. */
  widget(startMs: number): void {
    const { random, scribe } = this
    const who = this.company()
    const isForm = random.chance(0.3)
    const route = isForm ? '/widget/forms' : '/widget/messages'
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const people = { 'tenant.name': who.tenant, 'tenant.plan': who.plan }
    const attributes = { 'http.request.method': 'POST', 'http.route': route, ...people }
    const step = { service: 'chat-gateway', name: `POST ${route}`, startMs, parent: root, attributes }
    this.serve(step, 'server', (trace) => {
      const fields = { tenant: who.tenant, plan: who.plan }
      if (random.chance(0.03)) {
        scribe.log('chat-gateway', startMs + 1, 'WARN', 'visitor rate limited', fields, trace)
        return { status: 429, durationMs: 1 }
      }
      if (!isForm) {
        const durationMs =
          2 + this.store('chat-gateway', 'redis', 'XADD conversations', startMs + 1, trace, 2).durationMs
        scribe.log('chat-gateway', startMs + durationMs, 'INFO', 'chat message accepted', fields, trace)
        return { status: 201, durationMs }
      }
      const done = this.open('chat-gateway', startMs + 2, trace, who, 'form', random.chance(0.25))
      const durationMs = done.durationMs + 5
      const failed = { ...fields, upstream: 'ticket-core', statusCode: done.status }
      if (done.status >= 500)
        scribe.log('chat-gateway', startMs + durationMs, 'ERROR', 'form submit failed', failed, trace)
      else scribe.log('chat-gateway', startMs + durationMs, 'INFO', 'form accepted', fields, trace)
      return { status: done.status, durationMs }
    })
  }

  /** A mail of a customer becomes a ticket; what cannot is put back into the queue. */
  mail(startMs: number): void {
    const { random, scribe } = this
    const who = this.company()
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const topic: Values = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'mail.inbound' }
    const attributes = { ...topic, 'tenant.name': who.tenant, 'tenant.plan': who.plan }
    const step = { service: 'mail-relay', name: 'mail.inbound process', startMs, parent: root, attributes }
    this.serve(step, 'consumer', (trace) => {
      const context = { tenant: who.tenant }
      const parsedMs = random.logNormal(19, 0.4)
      if (random.chance(0.12)) {
        const score = random.integer(71, 99) / 10
        scribe.log('mail-relay', startMs + parsedMs, 'INFO', `mail discarded as spam, score ${score}`, context, trace)
        return { status: 200, durationMs: parsedMs }
      }
      const done = this.open('mail-relay', startMs + parsedMs, trace, who, 'mail', random.chance(0.38))
      const durationMs = parsedMs + done.durationMs + 2
      if (done.status >= 500) {
        const text = 'mail put back into mail.inbound: ticket-core answered 502'
        scribe.log('mail-relay', startMs + durationMs, 'ERROR', text, context, trace)
        return { status: 500, durationMs }
      }
      scribe.log('mail-relay', startMs + durationMs, 'INFO', 'mail turned into a ticket', context, trace)
      return { status: 200, durationMs }
    })
  }

  background(): void {
    const range = { fromMs: this.startMs, toMs: this.endMs - 2000 }
    const { random } = this
    eachArrival({ ...range, meanMs: 1900 }, random, (timeMs) => this.visit(timeMs))
    eachArrival({ ...range, meanMs: 4100 }, random, (timeMs) => this.widget(timeMs))
    eachArrival({ ...range, meanMs: 5200 }, random, (timeMs) => this.mail(timeMs))
    workHelpdesk(this)
  }
}

export function helpdesk(endMs: number): World {
  const system = new Helpdesk(endMs)
  system.background()
  sendHelpdeskMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, recoveryMs: recovery, silentMs: silent } = system
  const marks = { onset, release, restart, recovery, silent }
  const world = system.world({ name: 'helpdesk', services: NAMES, marks })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names = {
    ...{ ...world.names, staleLine: bodyOf('ESTALE'), replyLine: bodyOf('not saved') },
    ...{ bounceLine: bodyOf('delivery bounced') },
  }
  return { ...world, names }
}
