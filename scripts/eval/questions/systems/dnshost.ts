/**
 * A registrar that hosts DNS: a customers' panel, the search for domains, commands to registries, an editor of zones, the
 * publisher of zones with its queue in PostgreSQL, name servers, certificates, renewals, abuse, an export of WHOIS data
 * with lines only. A prepared transaction has kept the database of `zone-publisher` from being vacuumed and a backfill
 * uses up the transaction ids that are left: it refuses all writes to avoid wraparound, so zone changes and the challenges
 * of certificates fail, still so at the end. A release of `domain-search`, a restart of `abuse-desk`, taken domains,
 * declined cards, records that collide, CAA records, slow registries and duplicate reports are harmless, `whois-export`
 * goes silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { SpanRow, Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { bunyanJson, callerLogfmt, goLine, log4perlLine, perlScriptLine, zapLine } from './dnshost-formats.ts'
import { sendDnshostMetrics } from './dnshost-metrics.ts'
import { runOffice } from './dnshost-office.ts'
import { roundMs, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 82 * MINUTE_MS
const FORMATS = {
  'control-panel': bunyanJson,
  'domain-search': zapLine,
  'registrar-epp': log4perlLine,
  'zone-editor': zapLine,
  'zone-publisher': callerLogfmt,
  'ns-sync': goLine,
  'cert-issuer': goLine,
  'billing-renewals': perlScriptLine,
  'abuse-desk': bunyanJson,
  'whois-export': perlScriptLine,
}
const SERVICES = Object.keys(FORMATS)
const WITH_ATTRIBUTES = ['control-panel', 'domain-search', 'zone-editor', 'zone-publisher', 'abuse-desk']
const WITHOUT_SEVERITY = ['registrar-epp', 'billing-renewals', 'whois-export']
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'control-panel': '12.4.0', 'registrar-epp': '5.0.8', 'zone-editor': '8.1.3', 'zone-publisher': '7.4.2' },
  ...{ 'ns-sync': '2.2.0', 'cert-issuer': '3.6.1', 'billing-renewals': '4.9.5', 'abuse-desk': '1.3.7' },
}
const PODS: Readonly<Record<string, readonly string[]>> = {
  'control-panel': ['control-panel-7b9d-q4x', 'control-panel-7b9d-t8z'],
  'domain-search': ['domain-search-5f6c-hm2', 'domain-search-5f6c-wd7'],
  'zone-editor': ['zone-editor-6c4f-b2k', 'zone-editor-6c4f-m9p', 'zone-editor-6c4f-v5r'],
}
const NO_WRITES =
  'database is not accepting commands that assign new transaction IDs to avoid wraparound data loss in database "zones"'

export interface Change {
  readonly zone: string
  readonly group: string
}

export class Dnshost extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly backfillMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly darkMs: number
  #failures = 0

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(56, 'dnshost'))
    this.releaseMs = endMs - 70 * MINUTE_MS + 21_000
    this.backfillMs = endMs - 58 * MINUTE_MS + 14_000
    this.restartMs = endMs - 47 * MINUTE_MS + 38_000
    this.onsetMs = endMs - 33 * MINUTE_MS + 26_000
    this.darkMs = endMs - 21 * MINUTE_MS + 9000
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: !WITHOUT_SEVERITY.includes(name) },
      hasAttributes: WITH_ATTRIBUTES.includes(name),
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (traceId: string) => this.podOf(name, traceId),
      resource: (instance: string): Values =>
        name === 'whois-export'
          ? { 'host.name': 'util-05' }
          : {
              ...{ 'k8s.namespace.name': 'registrar', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
              'k8s.node.name': `node-${(index % 4) + 1}`,
            },
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'domain-search') return timeMs < this.releaseMs ? '4.2.6' : '4.3.0'
    return VERSIONS[name] ?? '1.0.0'
  }

  podOf(name: string, traceId: string): string {
    const pods = PODS[name] ?? [`${name}-0`]
    return pods[Number.parseInt(traceId.slice(-3) || '0', 16) % pods.length] ?? `${name}-0`
  }

  /** Spans of the publisher's database say why they failed. */
  override write(
    step: Parameters<SystemByConventions['write']>[0],
    kind: SpanRow['kind'],
    trace: Trace,
    done: Outcome,
    attributes: Values,
  ): void {
    const isError = done.status >= 500
    const { service, name, startMs, parent } = step
    this.scribe.span({
      ...{ ...trace, parentSpanId: parent.spanId, service, name, kind, startMs, isError },
      ...{ durationMs: roundMs(done.durationMs), isEntry: kind === 'server' || kind === 'consumer' },
      statusMessage: isError && service === 'zone-publisher' ? `ERROR: ${NO_WRITES} (SQLSTATE 54000)` : '',
      attributes: { ...attributes, ...(isError ? { 'error.type': String(done.status) } : {}) },
    })
  }

  /** A zone or a challenge is put on the publisher's queue. */
  publish(from: string, route: string, startMs: number, parent: Trace, { zone, group }: Change): Outcome {
    const { random, scribe, onsetMs } = this
    const attributes = { 'dns.zone': zone, 'ns.group': group }
    const step = { service: 'zone-publisher', name: `POST ${route}`, startMs, parent, attributes }
    return this.through(from, step, (trace) => {
      const read = this.store('zone-publisher', 'postgresql', 'SELECT zones', startMs + 1, trace, 3)
      const soFarMs = read.durationMs + random.logNormal(6, 0.3)
      const data = { zone, ns_group: group, op: route === '/challenges' ? 'challenge' : 'publish' }
      if (startMs + soFarMs >= onsetMs) {
        const query = {
          ...{ 'db.system.name': 'postgresql', 'db.operation.name': 'INSERT' },
          ...{ 'db.collection.name': 'publish_queue', 'db.response.status_code': '54000' },
        }
        const at = { service: 'zone-publisher', name: 'INSERT publish_queue', startMs: startMs + soFarMs }
        const tried = this.call({ ...at, parent: trace, attributes: query }, 'client', () => {
          return { status: 500, durationMs: random.logNormal(4, 0.3) }
        })
        const durationMs = soFarMs + tried.durationMs
        scribe.log('zone-publisher', startMs + durationMs, 'ERROR', `insert failed: ${NO_WRITES}`, data, trace)
        this.remember('failedTrace', trace.traceId, startMs)
        return { status: 503, durationMs }
      }
      const saved = this.store('zone-publisher', 'postgresql', 'INSERT publish_queue', startMs + soFarMs, trace, 5)
      const durationMs = soFarMs + saved.durationMs
      scribe.log('zone-publisher', startMs + durationMs, 'INFO', 'queued', data, trace)
      if (route === '/publish') this.#load(startMs + durationMs, trace, { zone, group })
      return { status: 202, durationMs }
    })
  }

  /** The name servers of a group load what was queued. */
  #load(queuedMs: number, parent: Trace, { zone, group }: Change): void {
    const { random, scribe } = this
    const startMs = queuedMs + random.logNormal(1400, 0.4)
    const nameserver = random.pick(['ns1', 'ns1', 'ns2', 'ns2', 'ns3', 'ns4'])
    const attributes = { 'messaging.destination.name': 'publish_queue', nameserver, 'ns.group': group }
    const step = { service: 'ns-sync', name: 'publish_queue process', startMs, parent, attributes }
    this.serve(step, 'consumer', (trace) => {
      const isDeaf = random.chance(nameserver === 'ns3' ? 0.22 : 0.03)
      const durationMs = random.logNormal(isDeaf ? 2100 : 340, 0.35)
      if (isDeaf) {
        const text = `${nameserver} did not answer NOTIFY for ${zone}, sent again`
        scribe.log('ns-sync', startMs + durationMs - 5, 'WARN', text, {}, trace)
      }
      const text = `zone ${zone} loaded on ${nameserver}, ${random.integer(4, 180)} records`
      scribe.log('ns-sync', startMs + durationMs, 'INFO', text, {}, trace)
      return { status: 200, durationMs }
    })
  }

  /** What the editor answers to a change: it is checked, then published. */
  edit(from: string, name: string, startMs: number, parent: Trace, who: Values, change: Change): Outcome {
    const { random, scribe } = this
    const type = random.pick(['A', 'A', 'A', 'AAAA', 'CNAME', 'CNAME', 'MX', 'TXT', 'TXT', 'TXT', 'SRV'])
    const attributes = { ...who, 'dns.zone': change.zone, 'dns.record_type': type }
    const step = { service: 'zone-editor', name, startMs, parent, attributes }
    const work = (trace: Trace): Outcome => {
      const read = this.store('zone-editor', 'postgresql', 'SELECT records', startMs + 1, trace, 4)
      const ownMs = read.durationMs + random.logNormal(12, 0.35)
      const data = { zone: change.zone, record_type: type, plan: who['customer.plan'] ?? '', change: this.#number() }
      const say = (atMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string, more: Values = {}) =>
        scribe.log('zone-editor', startMs + atMs, severity, text, { ...data, ...more }, trace)
      if (name.startsWith('POST') && random.chance(type === 'CNAME' ? 0.2 : 0.04)) {
        say(ownMs, 'WARN', 'record rejected', { reason: type === 'CNAME' ? 'cname_and_other_data' : 'bad_syntax' })
        return { status: 422, durationMs: ownMs }
      }
      const sent = this.publish('zone-editor', '/publish', startMs + ownMs, trace, change)
      const durationMs = ownMs + sent.durationMs + random.logNormal(5, 0.3)
      if (sent.status === 503) {
        say(durationMs, 'ERROR', 'zone change not published', { upstream_status: 503 })
        this.#failures += 1
        if (this.#failures === 11) this.remember('failedChange', String(data.change), startMs)
        if (this.#failures === 17) this.remember('failedZone', change.zone, startMs)
        return { status: 502, durationMs }
      }
      say(durationMs, 'INFO', 'zone change published')
      this.remember('goodChange', String(data.change), startMs)
      return { status: name.startsWith('POST') ? 201 : 200, durationMs }
    }
    return from === '' ? this.serve(this.#routed(step), 'server', work) : this.through(from, step, work)
  }

  #routed<S extends { readonly name: string; readonly attributes: Values }>(step: S): S {
    const [method = '', route = ''] = step.name.split(' ')
    return { ...step, attributes: { 'http.request.method': method, 'http.route': route, ...step.attributes } }
  }

  #change = 410_300
  #number(): string {
    return `ZC-${++this.#change}`
  }

  /** A certificate is ordered: the challenge has to be in the zone before the authority looks for it. */
  certify(from: string, name: string, startMs: number, parent: Trace, change: Change): Outcome {
    const { random, scribe } = this
    const ca = random.pick(['letsencrypt', 'letsencrypt', 'letsencrypt', 'zerossl', 'buypass'])
    const type = random.pick(['single', 'single', 'wildcard'])
    const attributes = { 'cert.ca': ca, 'cert.type': type, 'dns.zone': change.zone }
    const step = { service: 'cert-issuer', name, startMs, parent, attributes }
    const work = (trace: Trace): Outcome => {
      const ownMs = random.logNormal(40, 0.3)
      const say = (atMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string) =>
        scribe.log('cert-issuer', startMs + atMs, severity, text, {}, trace)
      if (random.chance(0.06)) {
        say(ownMs, 'WARN', `CAA record of ${change.zone} forbids ${ca}`)
        return { status: 403, durationMs: ownMs }
      }
      const sent = this.publish('cert-issuer', '/challenges', startMs + ownMs, trace, change)
      const soFarMs = ownMs + sent.durationMs
      if (sent.status === 503) {
        const text = `validation of ${change.zone} at ${ca} failed: challenge not published, zone-publisher answered 503`
        say(soFarMs, 'ERROR', text)
        return { status: 500, durationMs: soFarMs }
      }
      const durationMs = soFarMs + random.logNormal(ca === 'buypass' ? 3900 : 1700, 0.3)
      say(
        durationMs,
        'INFO',
        `${type} certificate for ${change.zone} issued by ${ca}, valid ${random.pick([90, 90, 47])} days`,
      )
      return { status: 201, durationMs }
    }
    return from === '' ? this.serve(this.#routed(step), 'server', work) : this.through(from, step, work)
  }

  /** A command to a registry; it answers with a code of its own, and its spans have no code of HTTP. */
  command(from: string, command: string, startMs: number, parent: Trace, domain: string): Outcome & { code: number } {
    const { random, scribe } = this
    const tld = domain.slice(domain.lastIndexOf('.') + 1)
    const registry = REGISTRIES[tld] ?? 'verisign'
    const [refusal, text] = REFUSALS[command] ?? [1000, '']
    const code = random.chance(command === 'domain:transfer' ? 0.24 : 0.07) ? refusal : 1000
    const about = { 'epp.command': command, registry, tld }
    const out = { service: from, name: 'epp', startMs, parent, attributes: { 'server.address': 'registrar-epp' } }
    const done = this.call(out, 'client', (outer) => {
      const trace = { traceId: outer.traceId, spanId: scribe.newSpan() }
      const step = { service: 'registrar-epp', name: command, startMs: startMs + 1, parent: outer }
      const slow = registry === 'nic-io' ? 3.4 : 1
      const sent = { ...step, startMs: startMs + 3, parent: trace, name: `${registry} ${command}`, attributes: about }
      const asked = this.call(sent, 'client', () => {
        return { status: 200, durationMs: random.logNormal(command === 'domain:check' ? 48 * slow : 130 * slow, 0.35) }
      })
      const durationMs = asked.durationMs + random.logNormal(5, 0.3)
      const said = code === 1000 ? '1000 command completed' : `${code} ${text}`
      const line = `${command} ${domain} at ${registry}: ${said}`
      scribe.log('registrar-epp', startMs + durationMs, code === 1000 ? 'INFO' : 'WARN', line, {}, trace)
      this.write(step, 'server', trace, { status: 200, durationMs }, { ...about, 'epp.result_code': code })
      return { status: 200, durationMs }
    })
    return { ...done, code }
  }

  run(): void {
    const { random, scribe, startMs, endMs, releaseMs, backfillMs, onsetMs } = this
    runOffice(this)
    scribe.log('domain-search', releaseMs, 'INFO', 'domain-search 4.3.0 started', { change: 'DH-1180' })
    const old = 'autovacuum cannot advance: prepared transaction resign_0419 has been open for 19 days'
    for (let timeMs = startMs + 4 * MINUTE_MS; timeMs < endMs; timeMs += 13 * MINUTE_MS)
      scribe.log('zone-publisher', timeMs, 'WARN', old, { database: 'zones' })
    const backfill = { change: 'DH-1193', table: 'zone_serials' }
    scribe.log('zone-publisher', backfillMs, 'INFO', 'backfill started, one transaction per row', backfill)
    for (let timeMs = backfillMs + 40_000; timeMs < onsetMs - 20_000; timeMs += 95_000) {
      const left = Math.round(
        3_000_000 + ((onsetMs - timeMs) / (onsetMs - backfillMs)) * 1_600_000 + random.integer(0, 900),
      )
      const text = `database "zones" must be vacuumed within ${left} transactions`
      scribe.log('zone-publisher', timeMs, 'WARN', text, { database: 'zones' })
    }
    const stopped = { ...backfill, rows: 1_600_412 }
    scribe.log('zone-publisher', onsetMs + 900, 'ERROR', `backfill stopped: ${NO_WRITES}`, stopped)
  }
}

const REGISTRIES: Readonly<Record<string, string>> = {
  ...{ com: 'verisign', net: 'verisign', de: 'denic', fr: 'afnic', io: 'nic-io', org: 'pir' },
}
const REFUSALS: Readonly<Record<string, readonly [number, string]>> = {
  'domain:create': [2302, 'object exists'],
  'domain:renew': [2105, 'object is not eligible for renewal'],
  'domain:transfer': [2202, 'invalid authorization information'],
  'domain:update': [2304, 'object status prohibits operation'],
}

export function dnshost(endMs: number): World {
  const system = new Dnshost(endMs)
  system.run()
  sendDnshostMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, darkMs: dark, backfillMs: backfill } = system
  const world = system.world({
    name: 'dnshost',
    services: SERVICES,
    marks: { onset, release, restart, dark, backfill },
  })
  const bodyOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  const lines = {
    ...{ queueLine: bodyOf('insert failed'), certLine: bodyOf('challenge not published') },
    notifyLine: bodyOf('did not answer NOTIFY'),
    eppLine: bodyOf('2202 invalid authorization'),
    // Braces that belong to a question as it is typed.
    ...{ zone: '{zone}', partition: '{partition}', pod: '{pod}' },
  }
  return { ...world, names: { ...world.names, ...lines } }
}
