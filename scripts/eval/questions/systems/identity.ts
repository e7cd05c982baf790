/**
 * An identity provider for companies on Kubernetes, told by semantic conventions: sign-ins, second factors, sessions,
 * tokens, signing keys, consents, directory syncs and an audit trail. The PIN of a partition of the HSM was changed,
 * `key-keeper` went on with the old one until the partition locked itself: most tokens cannot be signed, still so at the
 * end. A release that makes `consent-desk` slower, a restart of `mfa-svc`, wrong passwords from one address, locked
 * accounts, used refresh tokens, refused consents, slow text messages and skipped users are harmless; `report-mailer`
 * has gone silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { dottedJson, ecsJson, flatJson, logfmt, numberedJson, slogJson, structlogJson, tracingLine } from './formats.ts'
import { sendIdentityEvents } from './identity-events.ts'
import { quarkusLine, shellLine } from './identity-formats.ts'
import { sendIdentityMetrics } from './identity-metrics.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 70 * MINUTE_MS
const FORMATS = {
  'login-front': numberedJson,
  'auth-core': slogJson,
  'mfa-svc': logfmt,
  'session-store': flatJson,
  'token-mint': tracingLine,
  'key-keeper': quarkusLine,
  'consent-desk': dottedJson,
  'dir-sync': structlogJson,
  'audit-trail': ecsJson,
  'report-mailer': shellLine,
}
const SERVICES = Object.keys(FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'login-front': '14.6.0', 'auth-core': '7.2.5', 'mfa-svc': '5.2.8', 'session-store': '2.11.1' },
  ...{ 'token-mint': '9.0.3', 'key-keeper': '3.17.2', 'dir-sync': '1.30.4', 'audit-trail': '4.4.0' },
  'report-mailer': '0.8.6',
}
const TENANTS = [
  ...['alpenbank', 'alpenbank', 'alpenbank', 'alpenbank', 'brightwell', 'brightwell', 'cobaltair', 'cobaltair'],
  ...['dunmore', 'everline', 'finchmedia'],
]
const APPS = ['crm', 'crm', 'crm', 'wiki', 'wiki', 'payroll', 'vpn']
const FACTORS = ['totp', 'totp', 'totp', 'totp', 'push', 'push', 'push', 'sms', 'webauthn']
const GRANTS = [
  ...['refresh_token', 'refresh_token', 'refresh_token', 'refresh_token', 'refresh_token'],
  ...['authorization_code', 'authorization_code', 'client_credentials'],
]
const CONNECTORS = ['ldap', 'ldap', 'scim', 'scim', 'scim', 'csv']
const FACTOR_MS: Readonly<Record<string, number>> = { totp: 14, push: 2600, sms: 940, webauthn: 31 }
const REGIONS = ['eu-central', 'eu-central', 'us-east']

/** Where a request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['POST', '/signin', 34],
  ['POST', '/oauth/token', 66],
  ['GET', '/session', 84],
  ['POST', '/consent', 92],
  ['GET', '/.well-known/jwks.json', 100],
] as const

interface Visit {
  readonly route: string
  readonly tenant: string
  readonly user: string
  readonly app: string
  readonly flow: string
  readonly ip: string
}

class Identity extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly sprayMs: number
  readonly silenceMs: number
  readonly onsetMs: number
  #flow = 704_100

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(4407, 'identity'))
    const ago = (minutes: number, ms: number) => endMs - minutes * MINUTE_MS + ms
    this.releaseMs = ago(52, 21_000)
    this.sprayMs = ago(45, 8000)
    this.silenceMs = ago(37, 44_000)
    this.onsetMs = ago(26, 33_000)
    this.restartMs = ago(16, 12_000)
    const suffix = (name: string, timeMs: number) => {
      if (name === 'consent-desk') return timeMs < this.releaseMs ? '7c6d9f8b55-lk2qz' : '5b94c7d6f8-x8rtp'
      if (name === 'mfa-svc') return timeMs < this.restartMs ? '68f5d4b7c9-9vwtn' : '68f5d4b7c9-hc4zd'
      return '84b6f9c7dd-m5xqr'
    }
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: name !== 'report-mailer' },
      hasAttributes: name !== 'key-keeper' && name !== 'report-mailer',
      version: (timeMs: number) =>
        name === 'consent-desk' ? (timeMs < this.releaseMs ? '3.3.1' : '3.4.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: (_traceId: string, timeMs: number) => `${name}-${suffix(name, timeMs)}`,
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'identity', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        ...{
          'k8s.node.name': `idp-node-${instance.endsWith('hc4zd') ? 4 : (index % 4) + 1}`,
          'k8s.cluster.name': 'idp-prod',
        },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  /** Signs with a key in one of the two partitions of the HSM. */
  sign(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const partition = random.chance(0.64) ? 'hsm-b' : 'hsm-a'
    const attributes = { 'hsm.partition': partition, 'tenant.name': visit.tenant }
    const step = { service: 'key-keeper', name: 'POST /sign', startMs, parent, attributes }
    return this.through('token-mint', step, (trace) => {
      const isLocked = partition === 'hsm-b' && startMs >= this.onsetMs
      const durationMs = isLocked ? random.logNormal(21, 0.3) : random.logNormal(46, 0.35)
      if (isLocked) {
        const text = `signing failed for tenant ${visit.tenant}: CKR_PIN_LOCKED (0xA4) on partition hsm-b`
        scribe.log('key-keeper', startMs + durationMs, 'ERROR', text, {}, trace)
        return { status: 503, durationMs }
      }
      if (random.chance(0.03)) {
        const text = `slow answer of ${partition}: C_Sign waited for a free slot`
        scribe.log('key-keeper', startMs + durationMs, 'WARN', text, {}, trace)
        return { status: 200, durationMs: durationMs + random.integer(180, 420) }
      }
      if (random.chance(0.5))
        scribe.log('key-keeper', startMs + durationMs, 'INFO', `signed with key of ${visit.tenant}`, {}, trace)
      return { status: 200, durationMs }
    })
  }

  mint(from: string, startMs: number, parent: Trace, visit: Visit, grant: string): Outcome {
    const { random, scribe } = this
    const { tenant, app, flow } = visit
    const attributes = { 'oauth.grant_type': grant, 'tenant.name': tenant, 'client.app': app }
    const step = { service: 'token-mint', name: 'POST /tokens', startMs, parent, attributes }
    return this.through(from, step, (trace) => {
      const fields = { flow, tenant, app, grant }
      const say = (timeMs: number, severity: Severity, text: string) =>
        scribe.log('token-mint', timeMs, severity, text, fields, trace)
      const found = this.store('token-mint', 'postgresql', 'SELECT grants', startMs + 1, trace, 3)
      const foundMs = found.durationMs + 2
      if (grant === 'refresh_token' && random.chance(0.07)) {
        const isReused = random.chance(0.35)
        const why = isReused ? 'refresh token was already used' : 'refresh token expired'
        say(startMs + foundMs, 'WARN', `invalid_grant: ${why}`)
        this.remember('refusedFlow', flow, startMs)
        return { status: 400, durationMs: foundMs }
      }
      const signed = this.sign(startMs + foundMs, trace, visit)
      const durationMs = foundMs + signed.durationMs + 2
      if (signed.status >= 500) {
        say(startMs + durationMs, 'ERROR', 'token not issued: key-keeper answered 503')
        return { status: 502, durationMs }
      }
      say(startMs + durationMs, 'INFO', grant === 'refresh_token' ? 'token refreshed' : 'token issued')
      return { status: 200, durationMs }
    })
  }

  secondFactor(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const factor = random.pick(FACTORS)
    const attributes = { 'mfa.factor': factor, 'tenant.name': visit.tenant }
    const step = { service: 'mfa-svc', name: 'POST /verify', startMs, parent, attributes }
    return this.through('auth-core', step, (trace) => {
      const fields = { flow: visit.flow, factor, tenant: visit.tenant }
      const durationMs = random.logNormal(FACTOR_MS[factor] ?? 20, 0.4)
      const say = (severity: Severity, text: string) =>
        scribe.log('mfa-svc', startMs + durationMs, severity, text, fields, trace)
      if (factor === 'sms' && random.chance(0.12)) say('WARN', 'sms provider timed out, sent again by the second one')
      if (factor === 'push' && random.chance(0.08)) {
        say('WARN', 'push denied by user')
        return { status: 403, durationMs }
      }
      if (factor !== 'push' && random.chance(0.07)) {
        say('WARN', factor === 'webauthn' ? 'assertion does not match' : 'wrong code')
        return { status: 401, durationMs }
      }
      say('INFO', 'second factor accepted')
      return { status: 200, durationMs }
    })
  }

  signIn(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { tenant, user, app, flow, ip } = visit
    const attributes = { 'tenant.name': tenant, 'user.id': user, 'client.app': app }
    const step = { service: 'auth-core', name: 'POST /authenticate', startMs, parent, attributes }
    return this.through('login-front', step, (trace) => {
      const fields = { flow, user, tenant, ip }
      const say = (timeMs: number, severity: Severity, text: string) =>
        scribe.log('auth-core', timeMs, severity, text, fields, trace)
      const found = this.store('auth-core', 'postgresql', 'SELECT credentials', startMs + 1, trace, 4)
      let atMs = found.durationMs + random.logNormal(74, 0.15)
      const isSpray = ip === '203.0.113.77'
      if (isSpray || random.chance(0.08)) {
        const isLocked = random.chance(isSpray ? 0.05 : 0.12)
        say(startMs + atMs, 'WARN', isLocked ? 'account locked after 5 wrong passwords' : 'wrong password')
        if (isLocked) this.remember('lockedUser', user, startMs)
        this.audit('auth-core', startMs + atMs, trace, 'signin.refused', tenant)
        return { status: isLocked ? 423 : 401, durationMs: atMs }
      }
      if (random.chance(0.55)) {
        const checked = this.secondFactor(startMs + atMs, trace, visit)
        atMs += checked.durationMs + 2
        if (checked.status >= 400) return { status: 401, durationMs: atMs }
      }
      const kept = this.session(startMs + atMs, 'auth-core', 'POST /sessions', trace, visit)
      atMs += kept.durationMs + 1
      const minted = this.mint('auth-core', startMs + atMs, trace, visit, 'authorization_code')
      atMs += minted.durationMs + 1
      if (minted.status >= 500) {
        say(startMs + atMs, 'ERROR', 'sign-in failed: token-mint answered 502')
        this.remember('failedFlow', flow, startMs)
        this.remember('failedUser', user, startMs)
        return { status: 502, durationMs: atMs }
      }
      say(startMs + atMs, 'INFO', 'signed in')
      this.remember('signedFlow', flow, startMs)
      this.remember('signedTrace', parent.traceId, startMs)
      this.audit('auth-core', startMs + atMs, trace, 'signin.ok', tenant)
      return { status: 200, durationMs: atMs }
    })
  }

  session(startMs: number, from: string, name: string, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const region = random.pick(REGIONS)
    const attributes = { 'geo.region': region, 'tenant.name': visit.tenant }
    return this.through(from, { service: 'session-store', name, startMs, parent, attributes }, (trace) => {
      const command = name.startsWith('POST') ? 'SET sessions' : 'GET sessions'
      const found = this.store('session-store', 'redis', command, startMs + 1, trace, 1.2)
      const durationMs = found.durationMs + random.logNormal(3, 0.3)
      const fields = { flow: visit.flow, region, tenant: visit.tenant }
      if (name.startsWith('POST')) {
        scribe.log('session-store', startMs + durationMs, 'INFO', 'session created', fields, trace)
        return { status: 201, durationMs }
      }
      if (random.chance(0.09)) {
        scribe.log('session-store', startMs + durationMs, 'WARN', 'session expired', fields, trace)
        return { status: 401, durationMs }
      }
      return { status: 200, durationMs }
    })
  }

  consent(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { tenant, app, flow } = visit
    const attributes = { 'tenant.name': tenant, 'client.app': app }
    const step = { service: 'consent-desk', name: 'POST /consents', startMs, parent, attributes }
    return this.through('login-front', step, (trace) => {
      const saved = this.store('consent-desk', 'mysql', 'INSERT consents', startMs + 1, trace, 6)
      const durationMs = saved.durationMs + random.logNormal(startMs < this.releaseMs ? 24 : 35, 0.25)
      const scopes = random.integer(1, 6)
      const fields = { flow, tenant, app, scopes }
      const isRefused = random.chance(0.11)
      if (isRefused) scribe.log('consent-desk', startMs + durationMs, 'WARN', 'consent refused by user', fields, trace)
      else scribe.log('consent-desk', startMs + durationMs, 'INFO', 'consent stored', fields, trace)
      this.audit('consent-desk', startMs + durationMs, trace, isRefused ? 'consent.refused' : 'consent.given', tenant)
      return { status: isRefused ? 403 : 201, durationMs }
    })
  }

  /** What happened is told to the audit trail. */
  audit(from: string, startMs: number, parent: Trace, event: string, tenant: string): void {
    const { random, scribe } = this
    const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'audit.events' }
    const step = { service: from, name: 'audit.events publish', startMs, parent, attributes: topic }
    this.call(step, 'producer', (trace) => {
      const pickMs = startMs + random.logNormal(60, 0.5)
      const attributes = { ...topic, 'audit.event': event, 'tenant.name': tenant }
      const taken = { service: 'audit-trail', name: 'audit.events process', startMs: pickMs, parent: trace, attributes }
      this.serve(taken, 'consumer', (inner) => {
        const durationMs = random.logNormal(12, 0.4)
        const isBare = random.chance(0.03)
        const text = isBare ? 'event without actor, stored as anonymous' : 'event stored'
        scribe.log('audit-trail', pickMs + durationMs, isBare ? 'WARN' : 'INFO', text, { event, tenant }, inner)
        return { status: 200, durationMs }
      })
      return { status: 200, durationMs: random.logNormal(2, 0.2) }
    })
  }

  inner(visit: Visit, startMs: number, trace: Trace): Outcome {
    const { random } = this
    switch (visit.route) {
      case '/signin':
        return this.signIn(startMs, trace, visit)
      case '/oauth/token':
        return this.mint('login-front', startMs, trace, visit, random.pick(GRANTS))
      case '/session':
        return this.session(startMs, 'login-front', 'GET /sessions/{id}', trace, visit)
      case '/consent':
        return this.consent(startMs, trace, visit)
      default: {
        const step = { service: 'key-keeper', name: 'GET /keys', startMs, parent: trace }
        return this.through('login-front', step, () => ({ status: 200, durationMs: random.logNormal(4, 0.3) }))
      }
    }
  }

  request(startMs: number, sprayed?: string): void {
    const { random, scribe } = this
    const ticket = sprayed === undefined ? random.integer(1, 100) : 1
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const tenant = sprayed ?? random.pick(TENANTS)
    const user = `u-${random.integer(20_000, 21_400)}`
    const ip = sprayed === undefined ? `198.51.100.${random.integer(2, 240)}` : '203.0.113.77'
    const visit: Visit = { route, tenant, user, app: random.pick(APPS), flow: `FL-${++this.#flow}`, ip }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const isPublic = route.startsWith('/.well')
    const who: Values = isPublic ? {} : { 'tenant.name': tenant, 'user.id': user, 'client.app': visit.app }
    const http = { 'http.request.method': method, 'http.route': route, 'client.address': ip, ...who }
    const step = { service: 'login-front', name: `${method} ${route}`, startMs, parent: root, attributes: http }
    this.serve(step, 'server', (trace) => {
      const done =
        sprayed !== undefined && random.chance(0.3)
          ? { status: 429, durationMs: 1 }
          : this.inner(visit, startMs + 3, trace)
      const { status } = done
      const durationMs = done.durationMs + random.logNormal(4, 0.3)
      const fields = { flow: visit.flow, method, path: route, status, duration_ms: Math.round(durationMs) }
      const severity = status >= 500 ? 'ERROR' : 'INFO'
      const text = status === 429 ? 'too many requests from one address' : 'request completed'
      scribe.log('login-front', startMs + durationMs, status === 429 ? 'WARN' : severity, text, fields, trace)
      if (status >= 500) this.remember('failedTrace', root.traceId, startMs)
      return { status, durationMs }
    })
  }

  /** One run of a customer's directory. */
  directory(startMs: number): void {
    const { random, scribe } = this
    const tenant = random.pick(TENANTS)
    const connector = random.pick(CONNECTORS)
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { 'messaging.system': 'kafka', 'tenant.name': tenant, 'sync.connector': connector }
    const step = { service: 'dir-sync', name: 'directory.sync process', startMs, parent: root, attributes }
    this.serve(step, 'consumer', (trace) => {
      const users = random.integer(3, 90)
      const saved = this.store('dir-sync', 'postgresql', 'UPSERT users', startMs + 40, trace, 30)
      const durationMs = saved.durationMs + 60 + users * random.logNormal(14, 0.3)
      const run = `SY-${random.integer(30_000, 39_999)}`
      const fields = { run, tenant, connector, users }
      if (random.chance(0.1)) {
        const skipped = { ...fields, users: random.integer(1, 4) }
        scribe.log('dir-sync', startMs + durationMs - 5, 'WARN', 'duplicate email, users skipped', skipped, trace)
      }
      scribe.log('dir-sync', startMs + durationMs, 'INFO', 'sync finished', fields, trace)
      this.remember('syncRun', run, startMs)
      return { status: 200, durationMs }
    })
  }

  background(): void {
    const { random, sprayMs } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 4000 }
    eachArrival({ ...range, meanMs: 1500 }, random, (timeMs) => this.request(timeMs))
    const spray = { fromMs: sprayMs, toMs: sprayMs + 4 * MINUTE_MS, meanMs: 1600 }
    eachArrival(spray, random, (timeMs) => this.request(timeMs, 'dunmore'))
    eachArrival({ ...range, meanMs: 9000 }, random, (timeMs) => this.directory(timeMs))
    sendIdentityEvents(this, TENANTS)
  }
}

export function identity(endMs: number): World {
  const system = new Identity(endMs)
  system.background()
  sendIdentityMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, silenceMs: silence, sprayMs: spray } = system
  const world = system.world({
    name: 'identity',
    services: SERVICES,
    marks: { onset, release, restart, silence, spray },
  })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names: Record<string, string> = {
    ...{ ...world.names, pinLine: bodyOf('signing failed for'), mintLine: bodyOf('token not issued') },
    ...{ skippedLine: bodyOf('duplicate email'), passwordLine: bodyOf('wrong password') },
  }
  return { ...world, names }
}
