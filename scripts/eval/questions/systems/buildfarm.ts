/**
 * A build farm of a small company: pushes come in, pipelines are planned, runners take jobs from a queue, keep caches and
 * artifacts, report checks and have their minutes billed. Ten services on hosts of their own: nginx with access lines,
 * logfmt and lines of runners without severities, JSON with names of its own; spans of five services without kinds, each
 * with the code under another key; gauges and counters by Prometheus' names. Unpacked reports use up the inodes of one of
 * three volumes of `artifact-store`, so jobs that keep artifacts there cannot be finished and are lost, until the reports
 * are purged: over at the end. A release that makes `checks-out` faster, a restart of `cachebox`, failing tests, invalid
 * pipeline files, used-up minutes, wrong signatures, missing caches, reclaimed runners and a forge that answers 500 now
 * and then are harmless; `mirrord` has gone silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { sendBackground } from './buildfarm-background.ts'
import { accessTime } from './buildfarm-formats.ts'
import { sendBuildFarmMetrics } from './buildfarm-metrics.ts'
import {
  BRANCHES,
  FORMATS,
  JOBS,
  type Job,
  POOLS,
  REPOS,
  type Repo,
  SERVICES,
  STATUS_KEYS,
  TITLES,
  VERSIONS,
  WITH_SPAN_STATUS,
} from './buildfarm-names.ts'
import { eachArrival, NO_TRACE, roundMs, Scribe, type Trace } from './scribe.ts'
import { type Outcome, SimulatedSystem } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 70 * MINUTE_MS

export class BuildFarm extends SimulatedSystem {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly onsetMs: number
  readonly restartMs: number
  readonly recoveryMs: number
  readonly silenceMs: number
  #job = 48_210
  #pipeline = 9_120

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(29, 'buildfarm'))
    this.releaseMs = endMs - 53 * MINUTE_MS + 8000
    this.onsetMs = endMs - 34 * MINUTE_MS + 22_000
    this.restartMs = endMs - 23 * MINUTE_MS + 41_000
    this.recoveryMs = endMs - 10 * MINUTE_MS - 14_000
    this.silenceMs = endMs - 28 * MINUTE_MS
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: false, hasAttributes: false },
      version: (timeMs: number) =>
        name === 'checks-out' ? (timeMs < this.releaseMs ? '2.14.3' : '2.15.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: () => `${name}@farm-0${(index % 4) + 1}`,
      resource: () => ({ 'host.name': `farm-0${(index % 4) + 1}` }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  /** The span of a request that a service answers. */
  serve(
    service: string,
    name: string,
    startMs: number,
    parent: Trace,
    attributes: Values,
    work: (trace: Trace) => Outcome,
  ): Outcome {
    const traceId = parent.traceId === '' ? this.scribe.newTrace() : parent.traceId
    const trace = { traceId, spanId: this.scribe.newSpan() }
    const { status, durationMs } = work(trace)
    const isFailed = status >= 500
    this.scribe.span({
      ...{ ...trace, parentSpanId: parent.spanId, service, name, kind: 'unspecified', isEntry: true, isFailed },
      ...{ startMs, durationMs: roundMs(durationMs), isError: WITH_SPAN_STATUS.includes(service) ? isFailed : null },
      attributes: { [STATUS_KEYS[service] ?? 'status']: status, ...attributes },
    })
    return { status, durationMs }
  }

  /** A step within a service: its database, its volume. */
  step(service: string, name: string, startMs: number, parent: Trace, durationMs: number, attributes: Values): number {
    this.scribe.span({
      ...{ traceId: parent.traceId, spanId: this.scribe.newSpan(), parentSpanId: parent.spanId, service, name },
      ...{ kind: 'unspecified', startMs, durationMs: roundMs(durationMs), isError: null, attributes },
    })
    return durationMs
  }

  /** An access line of the gateway. */
  pass(startMs: number, request: string, status: number, durationMs: number, agent: string, upstream: string): void {
    const { random } = this
    const client = `${random.pick(['203.0.113', '198.51.100', '192.0.2'])}.${random.integer(2, 250)}`
    const sent = status >= 400 ? random.integer(60, 190) : random.integer(220, 38_000)
    const timeMs = startMs + durationMs
    const times = `rt=${(durationMs / 1000).toFixed(3)} up=${upstream}`
    const line = `${client} - - [${accessTime(timeMs)}] "${request} HTTP/1.1" ${status} ${sent} "-" "${agent}" ${times}`
    this.scribe.log('gate', timeMs, status >= 500 ? 'ERROR' : 'INFO', line)
  }

  repo(): Repo {
    let ticket = this.random.integer(1, 100)
    for (const one of REPOS) {
      ticket -= one.share
      if (ticket <= 0) return one
    }
    throw new Error('the shares of the repositories add up to less than a hundred')
  }

  push(startMs: number): void {
    const { random, scribe } = this
    const repo = this.repo()
    const branch = random.pick(BRANCHES)
    const fields = { repo: repo.repo, branch, forge: repo.forge }
    const attributes = { forge: repo.forge, org: repo.org, repo: repo.repo }
    const done = this.serve('hookd', 'POST /push', startMs + 1, NO_TRACE, attributes, (trace) => {
      if (random.chance(0.025)) {
        const reason = 'signature does not match'
        scribe.log('hookd', startMs + 4, 'WARN', 'push_refused', { ...fields, reason }, trace)
        return { status: 401, durationMs: 3 }
      }
      if (random.chance(0.07)) {
        const reason = 'branch is not built'
        scribe.log('hookd', startMs + 6, 'INFO', 'push_skipped', { ...fields, reason }, trace)
        return { status: 204, durationMs: 5 }
      }
      const commit = { commit: random.hex(8), title: random.pick(TITLES) }
      scribe.log('hookd', startMs + 5, 'INFO', 'push_received', { ...fields, ...commit }, trace)
      const planned = this.plan(startMs + 7, trace, repo)
      return { ...planned, durationMs: planned.durationMs + random.logNormal(7, 0.3) }
    })
    this.pass(startMs, 'POST /hooks/push', done.status, done.durationMs + 1, `${repo.forge}-hook`, 'hookd:8080')
  }

  plan(startMs: number, parent: Trace, repo: Repo): Outcome {
    const { random, scribe } = this
    const attributes = { org: repo.org, repo: repo.repo, plan: repo.plan }
    return this.serve('conductor', 'POST /pipelines', startMs, parent, attributes, (trace) => {
      const readMs = random.logNormal(24, 0.35)
      const fields = { repo: repo.repo }
      if (random.chance(0.035)) {
        const line = random.integer(3, 88)
        scribe.log('conductor', startMs + readMs, 'WARN', 'pipeline file is invalid', { ...fields, line }, trace)
        return { status: 422, durationMs: readMs }
      }
      if (repo.plan === 'free' && random.chance(0.16)) {
        const org = { org: repo.org, plan: repo.plan }
        scribe.log('conductor', startMs + readMs, 'WARN', 'included minutes used up', org, trace)
        return { status: 402, durationMs: readMs }
      }
      const pipeline = `P-${++this.#pipeline}`
      const savedMs = readMs + this.sql(startMs + readMs, trace, 'insert pipelines', 6)
      const jobs = random.pick([1, 2, 2, 2, 3, 4])
      scribe.log('conductor', startMs + savedMs, 'INFO', 'pipeline created', { pipeline, ...fields, jobs }, trace)
      this.remember('pipeline', pipeline, startMs)
      for (let one = 0; one < jobs; one++) {
        const ticket = random.integer(1, 100)
        const [name, pool, medianS] = JOBS.find(([, , , upTo]) => ticket <= upTo) ?? JOBS[0]
        const job = { id: `J-${++this.#job}`, pipeline, name, pool, medianS, repo }
        this.run(startMs + savedMs + 3 + one, job, 1)
      }
      return { status: 201, durationMs: savedMs + 2 }
    })
  }

  sql(startMs: number, parent: Trace, statement: string, medianMs: number): number {
    const durationMs = this.random.logNormal(medianMs, 0.35)
    return this.step('conductor', `pg ${statement}`, startMs, parent, durationMs, {
      db_table: statement.split(' ')[1] ?? '',
    })
  }

  isFull(timeMs: number): boolean {
    return timeMs >= this.onsetMs && timeMs < this.recoveryMs
  }

  /** A job from the queue to its end. */
  run(queuedMs: number, job: Job, attempt: number): void {
    const { random, scribe } = this
    const { id, pool, name, repo, pipeline } = job
    const queued = { job: id, pipeline, pool, attempt }
    scribe.log('runq', queuedMs, 'INFO', attempt === 1 ? 'enqueued' : 'requeued', queued)
    const isBusy = this.isFull(queuedMs - 3 * MINUTE_MS)
    const waitedMs = random.logNormal((POOLS[pool]?.waitS ?? 5) * (isBusy ? 2.1 : 1), 0.45) * 1000
    const startMs = queuedMs + waitedMs
    const runner = `${pool}-${String(random.integer(1, POOLS[pool]?.runners ?? 1)).padStart(2, '0')}`
    const waited = (waitedMs / 1000).toFixed(1)
    scribe.log('runq', startMs, 'INFO', 'assigned', { job: id, pool, runner, waited_s: waited })
    scribe.log('runner-agent', startMs + 400, 'INFO', `job ${id} picked up: ${repo.repo} ${name}`, { runner })
    this.restore(startMs + 900, job)
    if (attempt === 1 && random.chance(0.025)) {
      const lostMs = startMs + random.integer(5000, 40_000)
      scribe.log('runner-agent', lostMs, 'WARN', `machine reclaimed by the cloud, job ${id} handed back`, { runner })
      this.remember('reclaimedJob', id, lostMs)
      this.run(lostMs + 800, job, 2)
      return
    }
    const endMs = startMs + Math.min(540, random.logNormal(job.medianS, 0.4)) * 1000
    const isPassed = !random.chance(name === 'lint' ? 0.2 : 0.11)
    const step = name === 'build' ? 'make all' : `make ${name}`
    if (!isPassed) {
      const text = `job ${id} step "${step}" failed with exit code ${random.pick([1, 1, 1, 2])}`
      scribe.log('runner-agent', endMs - 300, 'WARN', text, { runner })
    }
    const seconds = Math.round((endMs - startMs) / 1000)
    this.finish(endMs, job, { runner, seconds, isPassed, attempt })
  }

  restore(startMs: number, { id, pool, repo }: Job): void {
    const { random, scribe } = this
    const attributes = { org: repo.org, pool }
    this.serve('cachebox', 'GET /cache', startMs, NO_TRACE, attributes, (trace) => {
      const isHit = random.chance(0.79)
      const durationMs = isHit ? random.logNormal(340, 0.5) : random.logNormal(12, 0.3)
      const took = { took_ms: Math.round(durationMs) }
      const fields = isHit ? { job: id, mb: random.integer(12, 640), ...took } : { job: id, ...took }
      scribe.log('cachebox', startMs + durationMs, 'INFO', isHit ? 'cache_hit' : 'cache_miss', fields, trace)
      return { status: isHit ? 200 : 404, durationMs }
    })
  }

  finish(
    startMs: number,
    job: Job,
    ran: { readonly runner: string; readonly seconds: number; readonly isPassed: boolean; readonly attempt: number },
  ): void {
    const { random, scribe } = this
    const { id, pool, repo, pipeline, name } = job
    const { runner, seconds, isPassed, attempt } = ran
    const result = isPassed ? 'passed' : 'failed'
    const minutes = Math.ceil(seconds / 60)
    const attributes = { org: repo.org, repo: repo.repo, pool, result }
    let traceId = ''
    const done = this.serve('conductor', 'POST /jobs/{id}/finish', startMs + 2, NO_TRACE, attributes, (trace) => {
      traceId = trace.traceId
      let usedMs = 4
      const fields = { job: id, pipeline, repo: repo.repo }
      if (name !== 'lint' && random.chance(isPassed ? 0.9 : 0.45)) {
        const kept = this.keep(startMs + 2 + usedMs, trace, job)
        usedMs += kept.durationMs
        if (kept.status >= 500) {
          const text = 'job cannot be finished: artifact-store answered 507'
          scribe.log('conductor', startMs + usedMs, 'ERROR', text, fields, trace)
          return { status: 502, durationMs: usedMs }
        }
      }
      usedMs += this.sql(startMs + usedMs, trace, 'update jobs', 5)
      usedMs += this.check(startMs + usedMs, trace, job, isPassed).durationMs
      const info = { ...fields, result, seconds }
      scribe.log('conductor', startMs + usedMs, 'INFO', 'job finished', info, trace)
      const cents = minutes * (pool === 'mac' ? 8 : pool === 'linux-large' ? 2 : 1)
      const billed = { org: repo.org, job: id, pool, minutes, cents }
      scribe.log('meterd', startMs + usedMs + 220, 'INFO', 'minutes_billed', billed)
      return { status: 200, durationMs: usedMs }
    })
    const { status, durationMs } = done
    const endMs = startMs + durationMs
    this.pass(
      startMs,
      `POST /runner/jobs/${id}/finish`,
      status,
      durationMs + 2,
      'runner-agent/5.17.3',
      'conductor:9000',
    )
    if (status === 200) {
      scribe.log('runner-agent', endMs + 30, 'INFO', `job ${id} ${result} after ${seconds} s`, { runner })
      if (this.isFull(startMs)) return
      this.remember(isPassed ? 'passedJob' : 'failedJob', id, startMs)
      if (isPassed && name === 'build') this.remember('passedTrace', traceId, startMs)
      return
    }
    const text = `job ${id} lost after ${seconds} s: finish answered ${status}`
    scribe.log('runner-agent', endMs + 30, 'ERROR', text, { runner })
    scribe.log('meterd', endMs + 300, 'INFO', 'minutes_waived', { org: repo.org, job: id, pool, minutes })
    this.remember('lostTrace', traceId, startMs)
    if (attempt === 1) {
      this.run(endMs + random.integer(8000, 25_000), job, 2)
      return
    }
    scribe.log('runq', endMs + 500, 'WARN', 'given_up', { job: id, pipeline, pool, attempt })
    this.remember('lostJob', id, startMs)
  }

  /** Keeps what a job has built, on the volume of its organisation. */
  keep(startMs: number, parent: Trace, { id, repo }: Job): Outcome {
    const { random, scribe } = this
    const size = Math.round(random.logNormal(9e6, 0.9))
    const attributes = { org: repo.org, volume: repo.volume, size_bytes: size }
    return this.serve('artifact-store', 'PUT /artifacts', startMs, parent, attributes, (trace) => {
      const isLost = this.isFull(startMs) && repo.volume === 'vol-2' && random.chance(0.94)
      const name = random.pick(['dist.tar.zst', 'reports.tar', 'app.ipa', 'coverage.xml', 'image.tar'])
      if (isLost) {
        const path = `/srv/${repo.volume}/${repo.repo}/${id}/${name}`
        const durationMs =
          2 + this.step('artifact-store', 'volume open', startMs + 1, trace, 3, { volume: repo.volume })
        const fields = { path, volume: repo.volume, job: id }
        scribe.log(
          'artifact-store',
          startMs + durationMs,
          'ERROR',
          'open failed: no space left on device',
          fields,
          trace,
        )
        return { status: 507, durationMs }
      }
      const writeMs = random.logNormal(150, 0.5)
      this.step('artifact-store', 'volume write', startMs + 2, trace, writeMs, { volume: repo.volume })
      const fields = { job: id, name, volume: repo.volume, size_bytes: size }
      const atMs = startMs + writeMs + 4
      if (random.chance(0.03))
        scribe.log('artifact-store', atMs, 'WARN', 'artifact name taken, older one replaced', fields, trace)
      else scribe.log('artifact-store', atMs, 'INFO', 'artifact stored', fields, trace)
      return { status: 201, durationMs: writeMs + 5 }
    })
  }

  check(startMs: number, parent: Trace, { id, repo }: Job, isPassed: boolean): Outcome {
    const { random, scribe } = this
    const conclusion = isPassed ? 'success' : 'failure'
    const attributes = { forge: repo.forge, org: repo.org, conclusion }
    return this.serve('checks-out', 'POST /checks', startMs, parent, attributes, (trace) => {
      const base = repo.forge === 'gitea' ? 330 : 190
      const durationMs = random.logNormal(base * (startMs < this.releaseMs ? 1 : 0.72), 0.35)
      const fields = { job: id, forge: repo.forge, repo: repo.repo }
      const atMs = startMs + durationMs
      if (random.chance(0.007)) {
        scribe.log('checks-out', atMs, 'ERROR', 'forge answered 500, check kept for later', fields, trace)
        return { status: 502, durationMs }
      }
      if (random.chance(0.012)) {
        scribe.log('checks-out', atMs, 'WARN', 'commit is gone, check dropped', fields, trace)
        return { status: 404, durationMs }
      }
      if (random.chance(0.025)) {
        scribe.log('checks-out', atMs, 'WARN', 'forge was slow, second try worked', fields, trace)
        return { status: 201, durationMs: durationMs + random.logNormal(900, 0.2) }
      }
      scribe.log('checks-out', atMs, 'INFO', 'check reported', { ...fields, conclusion }, trace)
      return { status: 201, durationMs }
    })
  }
}

export function buildfarm(endMs: number): World {
  const system = new BuildFarm(endMs)
  const range = { fromMs: system.startMs, toMs: endMs - 2000 }
  // Runners are at work when the telemetry begins.
  const pushed = { ...range, fromMs: range.fromMs - 10 * MINUTE_MS, meanMs: 6000 }
  eachArrival(pushed, system.random, (timeMs) => system.push(timeMs))
  sendBackground(system)
  sendBuildFarmMetrics(system)
  const { onsetMs: onset, releaseMs: release, recoveryMs: recovery, restartMs: restart, silenceMs: silence } = system
  const marks = { onset, release, recovery, restart, silence }
  const world = system.world({ name: 'buildfarm', services: SERVICES, marks })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names = {
    ...{ fullLine: bodyOf('no space left'), unfinishedLine: bodyOf('cannot be finished') },
    ...{ slowForgeLine: bodyOf('forge was slow'), invalidLine: bodyOf('pipeline file is invalid') },
  }
  return { ...world, names: { ...world.names, ...names } }
}
