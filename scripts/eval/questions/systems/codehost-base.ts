/** What the code hosting platform does with git: pushes, clones, pull requests, merges, and the events that follow. */
import type { Random } from '../../../demo/random.ts'
import type { Severity } from '../records.ts'
import { gitdJson, mirrorLine, taggedLine } from './codehost-formats.ts'
import type { Repo } from './codehost-names.ts'
import { SystemByConventions } from './conventions.ts'
import { logfmt, numberedJson, slogJson, springLine, structlogJson, tracingLine } from './formats.ts'
import { Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 65 * MINUTE_MS
const FORMATS = {
  frontdoor: slogJson,
  gitd: gitdJson,
  refstore: logfmt,
  pulls: springLine,
  mergeq: tracingLine,
  dispatcher: structlogJson,
  codesearch: tracingLine,
  pkgreg: numberedJson,
  accounts: taggedLine,
  'mirror-sync': mirrorLine,
}
export const SERVICES = Object.keys(FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ frontdoor: '4.31.0', gitd: '12.6.3', refstore: '7.0.9', pulls: '5.18.2', mergeq: '1.9.4' },
  ...{ dispatcher: '8.3.1', pkgreg: '3.22.7', accounts: '9.4.0', 'mirror-sync': '0.8.5' },
}
const ONLY_IN_BODY = ['accounts', 'mirror-sync']
const NO_LOCK = 'cannot lock refs: /srv/fs-07/refs.lock: File exists'

export interface Visit {
  readonly method: string
  readonly route: string
  readonly user: string
  readonly repo: Repo
  readonly client: string
  readonly id: string
}

export abstract class CodehostBase extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly silenceMs: number
  readonly maintenanceMs: number
  readonly onsetMs: number
  #pull = 48_110
  #merge = 9030

  constructor(endMs: number, random: Random) {
    super({ endMs, lengthMs: LENGTH_MS }, random)
    this.restartMs = endMs - 52 * MINUTE_MS + 22_000
    this.releaseMs = endMs - 43 * MINUTE_MS + 14_000
    this.silenceMs = endMs - 28 * MINUTE_MS + 5000
    this.maintenanceMs = endMs - 23 * MINUTE_MS + 8000
    this.onsetMs = endMs - 19 * MINUTE_MS + 27_000
    const suffix = (name: string, timeMs: number) =>
      name === 'codesearch' ? (timeMs < this.releaseMs ? '59c7d4b6f8-mx2pq' : '7b8f6c9d5-r4kzt') : '6c5d8f7b94-w9hbn'
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: !ONLY_IN_BODY.includes(name), hasAttributes: name !== 'mirror-sync' },
      version: (timeMs: number) =>
        name === 'codesearch' ? (timeMs < this.releaseMs ? '2.14.1' : '2.15.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: (_traceId: string, timeMs: number) =>
        name === 'mirror-sync' ? 'util-02' : `${name}-${suffix(name, timeMs)}`,
      resource: (instance: string) =>
        name === 'mirror-sync'
          ? { 'host.name': instance }
          : {
              ...{ 'k8s.namespace.name': 'forge', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
              ...{ 'k8s.node.name': `forge-node-${(index % 4) + 1}`, 'k8s.cluster.name': 'forge-eu' },
            },
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  nextPull(): string {
    return `PR-${++this.#pull}`
  }

  /** May this person write here? */
  allow(from: string, startMs: number, parent: Trace, visit: Visit): Outcome {
    const attributes = { 'org.plan': visit.repo.plan, 'org.name': visit.repo.org }
    const step = { service: 'accounts', name: 'GET /access', startMs, parent, attributes }
    return this.through(from, step, (trace) => {
      const found = this.store('accounts', 'redis', 'GET grants', startMs + 1, trace, 2)
      return { status: 200, durationMs: found.durationMs + this.random.logNormal(3, 0.3) }
    })
  }

  /** Moves a branch: the refs of a shard have one lock. */
  updateRefs(from: string, startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { name, shard } = visit.repo
    const attributes = { 'repo.name': name, 'repo.shard': shard }
    const step = { service: 'refstore', name: 'POST /refs', startMs, parent, attributes }
    return this.through(from, step, (trace) => {
      if (shard === 'fs-07' && startMs >= this.onsetMs) {
        const durationMs = 2000 + random.logNormal(40, 0.3)
        const fields = { shard, repo: name, waited_ms: 2000 }
        scribe.log('refstore', startMs + durationMs, 'ERROR', NO_LOCK, fields, trace)
        return { status: 503, durationMs }
      }
      const durationMs = random.logNormal(46, 0.4)
      if (random.chance(0.02)) scribe.log('refstore', startMs + durationMs, 'WARN', 'slow fsync', { shard }, trace)
      scribe.log('refstore', startMs + durationMs, 'INFO', 'refs updated', { shard, repo: name }, trace)
      return { status: 200, durationMs }
    })
  }

  push(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { name, shard, org } = visit.repo
    const attributes = { 'repo.name': name, 'repo.shard': shard, 'org.name': org, 'git.client': visit.client }
    const step = { service: 'gitd', name: 'POST /receive-pack', startMs, parent, attributes }
    return this.through('frontdoor', step, (trace) => {
      const fields = { repo: name, shard, user: visit.user }
      const say = (timeMs: number, severity: Severity, text: string, more = {}) =>
        scribe.log('gitd', timeMs, severity, text, { ...fields, ...more }, trace)
      const allowed = this.allow('gitd', startMs + 1, trace, visit)
      const checkedMs = allowed.durationMs + random.logNormal(70, 0.4)
      if (random.chance(0.04)) {
        say(startMs + checkedMs, 'WARN', 'push rejected: protected branch')
        return { status: 403, durationMs: checkedMs }
      }
      if (random.chance(0.06)) {
        say(startMs + checkedMs, 'WARN', 'push rejected: non-fast-forward')
        return { status: 409, durationMs: checkedMs }
      }
      const done = this.updateRefs('gitd', startMs + checkedMs, trace, visit)
      const durationMs = checkedMs + done.durationMs
      if (done.status >= 500) {
        say(startMs + durationMs, 'ERROR', 'push failed: refstore answered 503')
        return { status: 502, durationMs }
      }
      say(startMs + durationMs, 'INFO', 'push accepted', { commits: random.integer(1, 9) })
      this.remember('pushTrace', parent.traceId, startMs)
      this.tell('gitd', startMs + durationMs, trace, 'push', visit)
      return { status: 200, durationMs }
    })
  }

  fetch(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { name, shard, org } = visit.repo
    const attributes = { 'repo.name': name, 'repo.shard': shard, 'org.name': org, 'git.client': visit.client }
    const step = { service: 'gitd', name: 'POST /upload-pack', startMs, parent, attributes }
    return this.through('frontdoor', step, (trace) => {
      const inside = { 'repo.name': name, 'repo.shard': shard }
      const from = {
        service: 'refstore',
        name: 'GET /objects',
        startMs: startMs + 3,
        parent: trace,
        attributes: inside,
      }
      const read = this.through('gitd', from, () => ({ status: 200, durationMs: random.logNormal(88, 0.5) }))
      const durationMs = read.durationMs + random.logNormal(210, 0.6)
      const isClone = random.chance(0.3)
      const bytes = random.integer(9000, isClone ? 48_000_000 : 900_000)
      const fields = { repo: name, shard, bytes }
      if (random.chance(0.02)) scribe.log('gitd', startMs + durationMs, 'WARN', 'client hung up', fields, trace)
      else scribe.log('gitd', startMs + durationMs, 'INFO', isClone ? 'clone served' : 'fetch served', fields, trace)
      return { status: 200, durationMs }
    })
  }

  pulls(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { name, org, plan } = visit.repo
    const route = visit.route.replace('/api', '')
    const attributes = { 'repo.name': name, 'org.name': org, 'org.plan': plan }
    const step = { service: 'pulls', name: `${visit.method} ${route}`, startMs, parent, attributes }
    return this.through('frontdoor', step, (trace) => {
      const isRead = visit.method === 'GET'
      const found = this.store('pulls', 'mysql', isRead ? 'SELECT pulls' : 'INSERT pulls', startMs + 1, trace, 11)
      const durationMs = found.durationMs + random.logNormal(isRead ? 24 : 37, 0.35)
      if (isRead) return { status: 200, durationMs }
      const isReview = route.endsWith('/reviews')
      const verdict = random.pick(['approved', 'approved', 'approved', 'commented', 'changes requested'])
      const text = isReview ? `review of ${visit.id}: ${verdict}` : `${visit.id} opened in ${name}`
      scribe.log('pulls', startMs + durationMs, 'INFO', text, { pull: visit.id }, trace)
      if (!isReview) this.remember('openedPull', visit.id, startMs)
      this.tell('pulls', startMs + durationMs, trace, isReview ? 'review' : 'pull_request', visit)
      return { status: 201, durationMs }
    })
  }

  merge(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { name, org, plan } = visit.repo
    const attributes = { 'repo.name': name, 'org.name': org, 'org.plan': plan }
    const step = { service: 'pulls', name: 'POST /pulls/{id}/merge', startMs, parent, attributes }
    return this.through('frontdoor', step, (trace) => {
      const found = this.store('pulls', 'mysql', 'SELECT pulls', startMs + 1, trace, 11)
      const durationMs = found.durationMs + random.logNormal(18, 0.3)
      const fields = { pull: visit.id }
      if (random.chance(0.1)) {
        scribe.log('pulls', startMs + durationMs, 'WARN', `${visit.id} has a merge conflict`, fields, trace)
        this.remember('conflictPull', visit.id, startMs)
        return { status: 409, durationMs }
      }
      if (random.chance(0.07)) {
        scribe.log(
          'pulls',
          startMs + durationMs,
          'WARN',
          `${visit.id} not mergeable: checks still running`,
          fields,
          trace,
        )
        return { status: 422, durationMs }
      }
      scribe.log('pulls', startMs + durationMs, 'INFO', `${visit.id} handed to the merge queue`, fields, trace)
      this.enqueue(startMs + durationMs, trace, visit)
      return { status: 202, durationMs }
    })
  }

  enqueue(startMs: number, parent: Trace, visit: Visit): void {
    const { random, scribe } = this
    const job = `MQ-${++this.#merge}`
    const topic = { 'messaging.system': 'nats', 'messaging.destination.name': 'merge.requests' }
    const step = { service: 'pulls', name: 'merge.requests publish', startMs, parent, attributes: topic }
    this.call(step, 'producer', (out) => {
      const pickMs = startMs + random.logNormal(340, 0.5)
      const attributes = { ...topic, 'repo.name': visit.repo.name, 'repo.shard': visit.repo.shard }
      const taken = { service: 'mergeq', name: 'merge.requests process', startMs: pickMs, parent: out, attributes }
      this.serve(taken, 'consumer', (trace) => {
        const rebasedMs = random.logNormal(620, 0.4)
        const done = this.updateRefs('mergeq', pickMs + rebasedMs, trace, visit)
        const durationMs = rebasedMs + done.durationMs
        const fields = { job, pull: visit.id, repo: visit.repo.name }
        if (done.status >= 500) {
          const text = 'merge failed, stays in the queue: refstore answered 503'
          scribe.log('mergeq', pickMs + durationMs, 'ERROR', text, fields, trace)
          this.remember('failedMerge', job, startMs)
          return { status: 502, durationMs }
        }
        scribe.log('mergeq', pickMs + durationMs, 'INFO', 'merged', fields, trace)
        this.remember('doneMerge', job, startMs)
        this.remember('mergedPull', visit.id, startMs)
        this.tell('mergeq', pickMs + durationMs, trace, 'merge', visit)
        return { status: 200, durationMs }
      })
      return { status: 200, durationMs: random.logNormal(3, 0.2) }
    })
  }

  /** What happens is told to webhooks, and pull requests to mailboxes as well. */
  tell(from: string, startMs: number, parent: Trace, event: string, visit: Visit): void {
    const { random, scribe } = this
    const topic = { 'messaging.system': 'nats', 'messaging.destination.name': 'repo.events' }
    const step = { service: from, name: 'repo.events publish', startMs, parent, attributes: topic }
    this.call(step, 'producer', (out) => {
      const pickMs = startMs + random.logNormal(120, 0.5)
      const attributes = { ...topic, 'event.type': event, 'org.name': visit.repo.org }
      const taken = { service: 'dispatcher', name: 'repo.events process', startMs: pickMs, parent: out, attributes }
      this.serve(taken, 'consumer', (trace) => {
        const durationMs = random.logNormal(190, 0.6)
        const fields = { kind: event, org: visit.repo.org }
        const say = (severity: Severity, text: string, more = {}) =>
          scribe.log('dispatcher', pickMs + durationMs, severity, text, { ...fields, ...more }, trace)
        if (random.chance(0.07))
          say('WARN', 'webhook endpoint answered 500, retry later', { attempt: random.integer(1, 4) })
        else if (random.chance(0.03)) say('WARN', 'webhook endpoint gone, hook disabled')
        else say('INFO', 'webhook delivered', { code: random.pick([200, 200, 202, 204]) })
        if (event === 'pull_request' || event === 'review') {
          if (random.chance(0.06)) say('WARN', 'mail bounced: mailbox full')
          else say('INFO', 'mail sent')
        }
        return { status: 200, durationMs }
      })
      return { status: 200, durationMs: random.logNormal(3, 0.2) }
    })
  }
}
