/**
 * A platform that serves language models: names in camel case, lines of Go, Python and Rust services, JSON with keys of one
 * letter, spans with kinds, codes of HTTP and of gRPC, metrics in tokens, dollars, GiB and seconds. A reloaded setting
 * makes `BatchScheduler` reject all but short prompts; it is taken back: over at the end. `ModelRouter` was released and
 * a model was loaded; both are harmless, and so are tenants that reach their rate limit.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { SpanRow, Values, World } from '../records.ts'
import { klogLine, pythonLine, tinyJson, tracingLine } from './formats.ts'
import { eachArrival, eachTick, roundMs, Scribe, type Trace } from './scribe.ts'
import { SimulatedSystem } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 96 * MINUTE_MS
const SERVICES = ['ApiFront', 'ModelRouter', 'BatchScheduler', 'GpuWorker', 'PromptCache', 'TokenMeter']
const FORMATS = {
  ApiFront: tracingLine,
  ModelRouter: tracingLine,
  BatchScheduler: klogLine,
  GpuWorker: pythonLine,
  PromptCache: klogLine,
  TokenMeter: tinyJson,
}
const VERSIONS: Readonly<Record<string, string>> = { ApiFront: '3.3.1', BatchScheduler: '1.21.4', GpuWorker: '9.0.2' }
const PLANS: Readonly<Record<string, string>> = { orbital: 'enterprise', kestrel: 'pro', moss: 'pro', fjord: 'free' }
const TENANTS = ['orbital', 'orbital', 'orbital', 'kestrel', 'kestrel', 'moss', 'fjord', 'fjord']
const ZONES = ['eu-1', 'eu-1', 'us-2', 'us-2', 'ap-3']
const GPUS = ['gpu-0', 'gpu-1', 'gpu-2', 'gpu-3']
/** What a reloaded setting allows in the time of the fault. */
const SHORT_PROMPT_TOKENS = 512
const TTFT_BOUNDS = [0.1, 0.25, 0.5, 1, 2.5]
const REJECTED = 8

interface Done {
  readonly code: number
  readonly durationMs: number
}
interface Prompt {
  readonly model: string
  readonly tenant: string
  readonly tokens: number
}
interface Step {
  readonly service: string
  readonly name: string
  readonly kind: 'server' | 'consumer' | 'client'
  readonly startMs: number
  readonly parent: Trace
  readonly attributes?: Values
}

class Inference extends SimulatedSystem {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly onsetMs: number
  readonly rollbackMs: number
  readonly loadMs: number
  /** When how many tokens were generated, and how long the first took. */
  readonly generated: { readonly timeMs: number; readonly tokens: number; readonly firstMs: number }[] = []

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(83, 'inference'))
    this.releaseMs = endMs - 75 * MINUTE_MS
    this.onsetMs = endMs - 53 * MINUTE_MS + 12_000
    this.loadMs = endMs - 38 * MINUTE_MS
    this.rollbackMs = endMs - 28 * MINUTE_MS + 31_000
    const version = (name: string) => (timeMs: number) =>
      name === 'ModelRouter' ? (timeMs < this.releaseMs ? '0.47.2' : '0.48.0') : (VERSIONS[name] ?? '2.5.0')
    const setups = Object.entries(FORMATS).map(([name, format]) => ({
      ...{ name, format, version: version(name) },
      isSeveritySent: name === 'ApiFront',
      hasAttributes: name === 'TokenMeter',
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  /** Writes the span of what `work` does; of gRPC, all codes but 0 are failures. */
  step(what: Step, work: (trace: Trace) => Done, codeKey = 'rpc.grpc.status_code'): Done {
    const { service, name, kind, startMs, parent } = what
    const trace = { traceId: parent.traceId, spanId: this.scribe.newSpan() }
    const done = work(trace)
    const isFailed = codeKey === 'http.status_code' ? done.code >= 500 : done.code !== 0
    const row: Pick<SpanRow, 'service' | 'name' | 'kind' | 'startMs'> = { service, name, kind, startMs }
    this.scribe.span({
      ...{ ...row, ...trace, parentSpanId: parent.spanId, durationMs: roundMs(done.durationMs) },
      ...{ isError: isFailed, isEntry: kind !== 'client' },
      attributes: { [codeKey]: done.code, ...what.attributes },
    })
    return done
  }

  generate(startMs: number, parent: Trace, prompt: Prompt): Done {
    const { random, scribe } = this
    const gpu = random.pick(GPUS)
    const tokens = random.integer(20, 420)
    const attributes = { gpu, 'gen_ai.usage.output_tokens': tokens }
    return this.step(
      { service: 'GpuWorker', name: 'Generate', kind: 'consumer', startMs, parent, attributes },
      (trace) => {
        const firstMs = random.logNormal(prompt.model === 'cirrus-70b' ? 420 : 150, 0.3)
        const durationMs = firstMs + tokens * (prompt.model === 'cirrus-70b' ? 9 : 3)
        this.generated.push({ timeMs: startMs + durationMs, tokens, firstMs })
        if (random.chance(0.5)) {
          const text = `generated ${tokens} tokens in ${Math.round(durationMs)} ms (${prompt.model}, ${gpu})`
          scribe.log('GpuWorker', startMs + durationMs, 'INFO', text, {}, trace)
        }
        const dollars = ((prompt.tokens + 3 * tokens) / 100_000).toFixed(4)
        const text = `usage recorded tenant=${prompt.tenant} model=${prompt.model} tokens=${prompt.tokens + tokens} usd=${dollars}`
        const fields = { tenant: prompt.tenant, model: prompt.model, tokens: prompt.tokens + tokens }
        scribe.log('TokenMeter', startMs + durationMs + 40, 'INFO', text, fields, trace)
        return { code: 0, durationMs }
      },
    )
  }

  enqueue(startMs: number, parent: Trace, prompt: Prompt): Done {
    const { random, scribe } = this
    return this.step({ service: 'BatchScheduler', name: 'Enqueue', kind: 'server', startMs, parent }, (trace) => {
      const isFaulty = startMs >= this.onsetMs && startMs < this.rollbackMs
      if (isFaulty && prompt.tokens > SHORT_PROMPT_TOKENS) {
        const text = `prompt of ${prompt.tokens} tokens exceeds max_batch_tokens ${SHORT_PROMPT_TOKENS}, rejected`
        scribe.log('BatchScheduler', startMs + 2, 'ERROR', text, { model: prompt.model }, trace)
        return { code: REJECTED, durationMs: 2 }
      }
      const waitMs = random.logNormal(25, 0.4)
      const done = this.generate(startMs + waitMs, trace, prompt)
      return { code: done.code, durationMs: waitMs + done.durationMs + 1 }
    })
  }

  complete(startMs: number, parent: Trace, prompt: Prompt): Done {
    const { random, scribe } = this
    const attributes = { 'gen_ai.request.model': prompt.model }
    return this.step(
      { service: 'ModelRouter', name: 'Route', kind: 'server', startMs, parent, attributes },
      (trace) => {
        const isHit = random.chance(0.28)
        const lookup = { service: 'PromptCache', name: 'Lookup', kind: 'server', startMs: startMs + 1 } as const
        const found = this.step(
          { ...lookup, parent: trace, attributes: { 'cache.hit': isHit ? 'yes' : 'no' } },
          () => ({
            code: 0,
            durationMs: random.logNormal(3, 0.3),
          }),
        )
        if (isHit) return { code: 0, durationMs: found.durationMs + 2 }
        const done = this.enqueue(startMs + found.durationMs + 2, trace, prompt)
        const durationMs = found.durationMs + done.durationMs + 3
        if (done.code !== 0) {
          const text = `no worker accepted the prompt: BatchScheduler answered ${done.code}`
          scribe.log('ModelRouter', startMs + durationMs, 'WARN', text, { model: prompt.model }, trace)
        }
        return { code: done.code, durationMs }
      },
    )
  }

  embed(startMs: number, parent: Trace): Done {
    const { random } = this
    const attributes = { 'gen_ai.request.model': 'nimbus-embed' }
    return this.step(
      { service: 'ModelRouter', name: 'Route', kind: 'server', startMs, parent, attributes },
      (trace) => {
        const gpu = { gpu: random.pick(GPUS) }
        const work = { service: 'GpuWorker', name: 'Embed', kind: 'consumer', startMs: startMs + 2 } as const
        const done = this.step({ ...work, parent: trace, attributes: gpu }, () => ({
          code: 0,
          durationMs: random.logNormal(38, 0.3),
        }))
        return { code: 0, durationMs: done.durationMs + 3 }
      },
    )
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const place = random.next()
    const route = place < 0.6 ? '/v1/completions' : place < 0.87 ? '/v1/embeddings' : '/v1/models'
    const name = `${route === '/v1/models' ? 'GET' : 'POST'} ${route}`
    const tenant = random.pick(TENANTS)
    const who = { 'tenant.name': tenant, 'tenant.plan': PLANS[tenant] ?? '', zone: random.pick(ZONES) }
    const model = random.chance(0.55) ? 'cirrus-7b' : 'cirrus-70b'
    const tokens = Math.min(7900, Math.round(random.logNormal(640, 0.8)))
    const isCompletion = route === '/v1/completions'
    const input = isCompletion ? { 'gen_ai.request.model': model, 'gen_ai.usage.input_tokens': tokens } : {}
    const attributes = { 'http.route': route, ...who, ...input }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const front = { service: 'ApiFront', name, kind: 'server', startMs, parent: root, attributes } as const
    const done = this.step(
      front,
      (trace) => this.answer(startMs, route, { model, tenant, tokens }, trace),
      'http.status_code',
    )
    const fields = { route, status: done.code, ...who, dur_ms: Math.round(done.durationMs) }
    const trace = { traceId: root.traceId, spanId: '' }
    const endMs = startMs + done.durationMs
    if (done.code === 503) {
      scribe.log('ApiFront', endMs, 'ERROR', 'completion failed: upstream RESOURCE_EXHAUSTED', fields, trace)
      this.remember('failedTrace', root.traceId, startMs)
    } else if (done.code === 429) {
      scribe.log('ApiFront', endMs, 'WARN', `rate limit of tenant ${tenant} reached`, fields, trace)
    } else if (done.code === 400) {
      scribe.log('ApiFront', endMs, 'WARN', 'request body is not valid JSON', fields, trace)
    } else if (random.chance(0.25)) {
      scribe.log('ApiFront', endMs, 'INFO', 'request finished', fields, trace)
    }
    if (isCompletion && done.code === 200) this.remember('goodTrace', root.traceId, startMs)
  }

  answer(startMs: number, route: string, prompt: Prompt, trace: Trace): Done {
    const { random } = this
    const ownMs = random.logNormal(4, 0.3)
    if (route === '/v1/models') return { code: 200, durationMs: ownMs }
    if (prompt.tenant === 'fjord' && random.chance(0.13)) return { code: 429, durationMs: ownMs }
    if (random.chance(0.015)) return { code: 400, durationMs: ownMs }
    const call = { service: 'ApiFront', name: 'Route', kind: 'client', startMs: startMs + 1, parent: trace } as const
    const done = this.step(call, (out) => {
      const isCompletion = route === '/v1/completions'
      const inner = isCompletion ? this.complete(startMs + 2, out, prompt) : this.embed(startMs + 2, out)
      return { code: inner.code, durationMs: inner.durationMs + 2 }
    })
    return { code: done.code === 0 ? 200 : 503, durationMs: done.durationMs + ownMs }
  }

  background(): void {
    const { random, scribe } = this
    const whole = { fromMs: this.startMs, toMs: this.endMs }
    eachArrival({ ...whole, toMs: this.endMs - 200, meanMs: 950 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...whole, meanMs: 45_000 }, random, (timeMs) => {
      const text = `kv cache evicted ${random.integer(2, 30)} sequences on ${random.pick(GPUS)}`
      scribe.log('GpuWorker', timeMs, 'WARN', text)
    })
    eachTick({ ...whole, everyMs: 3 * MINUTE_MS }, random, (timeMs) => {
      scribe.log('PromptCache', timeMs, 'INFO', 'sweep finished', { removed: random.integer(40, 700) })
    })
    scribe.log('ModelRouter', this.releaseMs, 'INFO', 'ModelRouter 0.48.0 listening on :7000')
    const change = (from: number, to: number) => `setting max_batch_tokens changed from ${from} to ${to}`
    scribe.log('BatchScheduler', this.onsetMs, 'INFO', `config r118 loaded: ${change(8192, 512)}`)
    scribe.log('BatchScheduler', this.rollbackMs, 'INFO', `config r119 loaded: ${change(512, 8192)}`)
    scribe.log('GpuWorker', this.loadMs, 'INFO', 'weights of cirrus-7b-v2 loaded on gpu-1 in 41.2 s')
  }

  metrics(): void {
    const { random, scribe } = this
    const everyMs = 30_000
    let fromMs = this.startMs
    let dollars = 5200
    eachTick({ fromMs: this.startMs, toMs: this.endMs, everyMs }, random, (timeMs) => {
      const gauge = { type: 'gauge', timeMs } as const
      const isFaulty = timeMs >= this.onsetMs && timeMs < this.rollbackMs
      for (const gpu of GPUS) {
        const busy = random.integer(isFaulty ? 18 : 55, isFaulty ? 35 : 81) / 100
        scribe.point('GpuWorker', { ...gauge, name: 'gpu.utilization', unit: '1', value: busy, attributes: { gpu } })
        const used = (gpu === 'gpu-1' && timeMs >= this.loadMs ? 71 : 58) + random.integer(0, 10) / 10
        scribe.point('GpuWorker', { ...gauge, name: 'gpu.memory.used', unit: 'GiBy', value: used, attributes: { gpu } })
      }
      const depth = random.integer(0, 12)
      scribe.point('BatchScheduler', { ...gauge, name: 'queue.depth', unit: '{request}', value: depth })
      const hits = random.integer(24, 33)
      scribe.point('PromptCache', { ...gauge, name: 'hit_ratio', unit: '%', value: hits })
      const made = this.generated.filter((one) => one.timeMs >= fromMs && one.timeMs < timeMs)
      const tokens = made.reduce((sum, one) => sum + one.tokens, 0)
      const delta = { timeMs, startMs: fromMs } as const
      scribe.point('GpuWorker', { ...delta, name: 'tokens.generated', unit: '{token}', type: 'delta', value: tokens })
      const seconds = made.map((one) => one.firstMs / 1000)
      const counts = [...TTFT_BOUNDS, Number.POSITIVE_INFINITY].map(
        (bound, index, bounds) =>
          seconds.filter((value) => value <= bound && value > (index === 0 ? -1 : (bounds[index - 1] ?? 0))).length,
      )
      scribe.point('GpuWorker', {
        ...{ ...delta, name: 'time_to_first_token', unit: 's', type: 'histogram' },
        ...{ value: seconds.reduce((sum, one) => sum + one, 0), buckets: { bounds: TTFT_BOUNDS, counts } },
      })
      dollars = Math.round((dollars + tokens * 0.00004) * 10_000) / 10_000
      const billed = { name: 'billed_total', unit: 'USD', type: 'cumulative', timeMs } as const
      scribe.point('TokenMeter', { ...billed, startMs: this.startMs - 900 * MINUTE_MS, value: dollars })
      fromMs = timeMs
    })
  }
}

export function inference(endMs: number): World {
  const system = new Inference(endMs)
  system.background()
  system.metrics()
  return system.world({
    name: 'inference',
    services: SERVICES,
    marks: {
      ...{ onset: system.onsetMs, rollback: system.rollbackMs },
      ...{ release: system.releaseMs, load: system.loadMs },
    },
  })
}
