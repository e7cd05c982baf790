/**
 * A code hosting platform on Kubernetes: an edge, a server of git, a store of refs and objects in three shards, pull requests, a search,
 * a registry of packages and accounts with HTTP and database spans with kinds; a merge queue and a dispatcher of webhooks and mails
 * as consumers of NATS; a mirror script with lines only. A maintenance run of shard fs-07 is killed and leaves its lock file, so
 * `refstore` can update no refs there: pushes and merges of its repositories fail, still so at the end. A release that makes
 * `codesearch` slower, a restart of `dispatcher`, rejected pushes, merge conflicts, webhooks whose endpoints fail, full mailboxes,
 * versions that exist, wrong passwords, limits of seats and a blob store that is busy now and then are harmless; `mirror-sync` goes silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { CodehostBase, SERVICES, type Visit } from './codehost-base.ts'
import { sendCodehostMetrics } from './codehost-metrics.ts'
import { CLIENTS, ECOSYSTEMS, REPOS, VISITS } from './codehost-names.ts'
import { eachArrival, eachTick, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000

class Codehost extends CodehostBase {
  inner(visit: Visit, startMs: number, trace: Trace): Outcome {
    switch (visit.route) {
      case '/git/{repo}/receive-pack':
        return this.push(startMs, trace, visit)
      case '/git/{repo}/upload-pack':
        return this.fetch(startMs, trace, visit)
      case '/api/pulls/{id}/merge':
        return this.merge(startMs, trace, visit)
      case '/api/pulls/{id}/reviews':
      case '/api/pulls':
        return this.pulls(startMs, trace, visit)
      case '/api/search':
        return this.search(startMs, trace, visit)
      case '/packages/{name}':
        return this.packages(startMs, trace, visit)
      default:
        return this.account(startMs, trace, visit)
    }
  }

  search(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const attributes = { 'org.plan': visit.repo.plan, 'org.name': visit.repo.org }
    const step = { service: 'codesearch', name: 'GET /search', startMs, parent, attributes }
    return this.through('frontdoor', step, (trace) => {
      const isNew = startMs >= this.releaseMs
      const found = this.store('codesearch', 'elasticsearch', 'search files', startMs + 2, trace, isNew ? 148 : 96)
      const durationMs = found.durationMs + random.logNormal(14, 0.3)
      if (random.chance(0.05)) {
        scribe.log('codesearch', startMs + 9, 'WARN', 'query too broad', { org: visit.repo.org }, trace)
        return { status: 422, durationMs: 9 }
      }
      const hits = random.chance(0.08) ? 0 : random.integer(1, 940)
      const fields = { hits, took_ms: Math.round(durationMs) }
      scribe.log('codesearch', startMs + durationMs, 'INFO', 'query answered', fields, trace)
      return { status: 200, durationMs }
    })
  }

  packages(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const ecosystem = random.pick(ECOSYSTEMS)
    const attributes = { 'pkg.ecosystem': ecosystem, 'org.name': visit.repo.org }
    const step = { service: 'pkgreg', name: `${visit.method} /packages/{name}`, startMs, parent, attributes }
    return this.through('frontdoor', step, (trace) => {
      const isUpload = visit.method === 'PUT'
      const allowed = isUpload ? this.allow('pkgreg', startMs + 1, trace, visit) : { durationMs: 1 }
      const durationMs = allowed.durationMs + random.logNormal(isUpload ? 460 : 58, 0.45)
      const bytes = random.integer(14_000, 9_400_000)
      const fields = { ecosystem, package: `${visit.repo.name}-${ecosystem}` }
      const atMs = startMs + durationMs
      if (random.chance(0.015)) {
        scribe.log('pkgreg', atMs, 'ERROR', 'blob store answered SlowDown', fields, trace)
        return { status: 503, durationMs }
      }
      if (isUpload && random.chance(0.14)) {
        scribe.log('pkgreg', atMs, 'WARN', 'version already exists', fields, trace)
        return { status: 409, durationMs }
      }
      if (!isUpload && random.chance(0.05)) {
        scribe.log('pkgreg', atMs, 'INFO', 'package not found', fields, trace)
        return { status: 404, durationMs }
      }
      scribe.log('pkgreg', atMs, 'INFO', isUpload ? 'package published' : 'package served', { ...fields, bytes }, trace)
      if (isUpload) this.tell('pkgreg', atMs, trace, 'package', visit)
      return { status: isUpload ? 201 : 200, durationMs }
    })
  }

  account(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const isLogin = visit.route === '/login'
    const attributes = { 'org.plan': visit.repo.plan, 'org.name': visit.repo.org }
    const name = isLogin ? 'POST /login' : 'POST /seats'
    const step = { service: 'accounts', name, startMs, parent, attributes }
    return this.through('frontdoor', step, (trace) => {
      const found = this.store('accounts', 'mysql', isLogin ? 'SELECT users' : 'UPDATE seats', startMs + 1, trace, 6)
      const durationMs = found.durationMs + random.logNormal(isLogin ? 118 : 22, 0.3)
      const fields = { user: visit.user, org: visit.repo.org, plan: visit.repo.plan }
      const say = (severity: 'INFO' | 'WARN', text: string) =>
        scribe.log('accounts', startMs + durationMs, severity, text, fields, trace)
      if (isLogin) {
        const isWrong = random.chance(0.12)
        say(isWrong ? 'WARN' : 'INFO', isWrong ? 'login refused: wrong password' : 'login ok')
        return { status: isWrong ? 401 : 200, durationMs }
      }
      const isFull = visit.repo.plan !== 'enterprise' && random.chance(0.3)
      say(isFull ? 'WARN' : 'INFO', isFull ? 'seat limit reached' : 'seat added')
      return { status: isFull ? 402 : 201, durationMs }
    })
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const user = `u-${random.integer(2040, 2890)}`
    const visit = { method, route, user, repo: random.pick(REPOS), client: random.pick(CLIENTS), id: this.nextPull() }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const http = { 'http.request.method': method, 'http.route': route }
    const who = { 'user.id': user, 'org.name': visit.repo.org, 'org.plan': visit.repo.plan }
    const step = { service: 'frontdoor', name: `${method} ${route}`, startMs, parent: root }
    this.serve({ ...step, attributes: { ...http, ...who } }, 'server', (outer) => {
      const write = (status: number, durationMs: number) => {
        const path = route.replace('{repo}', visit.repo.name).replace('{id}', visit.id.slice(3))
        const fields = { method, path, status, duration_ms: Math.round(durationMs), user }
        const severity = status >= 500 ? 'ERROR' : 'INFO'
        scribe.log('frontdoor', startMs + durationMs, severity, 'request done', fields, outer)
        if (status === 502) this.remember('failedTrace', root.traceId, startMs)
        return { status, durationMs }
      }
      if (random.chance(0.012)) return write(429, 1)
      const done = this.inner(visit, startMs + 2, outer)
      return write(done.status, done.durationMs + random.logNormal(4, 0.3))
    })
  }

  mirrors(): void {
    const { random, scribe } = this
    eachTick({ fromMs: this.startMs + 9000, toMs: this.silenceMs, everyMs: 11_000 }, random, (timeMs) => {
      const { name } = random.pick(REPOS)
      if (random.chance(0.07)) scribe.log('mirror-sync', timeMs, 'WARN', `upstream of ${name} refused our key`, {})
      else scribe.log('mirror-sync', timeMs, 'INFO', `mirror of ${name} updated`, { refs: random.integer(0, 14) })
    })
  }

  background(): void {
    const { random, scribe, startMs, endMs, maintenanceMs, onsetMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 2000, meanMs: 1080 }, random, (timeMs) => this.request(timeMs))
    this.mirrors()
    eachTick({ fromMs: startMs + 6000, toMs: endMs - 1000, everyMs: 15_000 }, random, (timeMs) => {
      const files = random.integer(40, 610)
      scribe.log('codesearch', timeMs, 'INFO', `indexed batch of ${files} files`, { files })
    })
    eachTick({ fromMs: startMs + 25_000, toMs: endMs - 1000, everyMs: 2 * MINUTE_MS }, random, (timeMs) =>
      scribe.log('frontdoor', timeMs, 'DEBUG', 'config unchanged, nothing to reload', { routes: 11 }),
    )
    for (const [shard, atMs] of [
      ['fs-11', maintenanceMs - 24 * MINUTE_MS],
      ['fs-04', maintenanceMs - 12 * MINUTE_MS],
    ] as const) {
      scribe.log('refstore', atMs, 'INFO', 'maintenance started', { shard, job: 'repack' })
      scribe.log('refstore', atMs + 4.2 * MINUTE_MS, 'INFO', 'maintenance finished', { shard, job: 'repack' })
    }
    scribe.log('refstore', maintenanceMs, 'INFO', 'maintenance started', { shard: 'fs-07', job: 'repack' })
    const killed = { shard: 'fs-07', job: 'repack', pid: 31_882, signal: 9 }
    scribe.log('refstore', onsetMs - 2000, 'WARN', 'maintenance worker killed, lock file left behind', killed)
    scribe.log('codesearch', this.releaseMs, 'INFO', 'codesearch 2.15.0 started', { analyzer: 'camel' })
    scribe.log('dispatcher', this.restartMs - 3000, 'WARN', 'received SIGTERM, draining', { pending: 3 })
    scribe.log('dispatcher', this.restartMs, 'INFO', 'dispatcher 8.3.1 started', { streams: 1 })
  }
}

export function codehost(endMs: number): World {
  const system = new Codehost(endMs, seededRandom(146, 'codehost'))
  system.background()
  sendCodehostMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, silenceMs: silence } = system
  const marks = { onset, release, restart, silence, maintenance: system.maintenanceMs }
  const world = system.world({ name: 'codehost', services: SERVICES, marks })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names: Values = {
    ...{ ...world.names, lockLine: bodyOf('cannot lock refs'), pushLine: bodyOf('push failed') },
    ...{ hookLine: bodyOf('webhook endpoint answered'), mergeLine: bodyOf('stays in the queue') },
  }
  return { ...world, names: Object.fromEntries(Object.entries(names).map(([key, value]) => [key, String(value)])) }
}
