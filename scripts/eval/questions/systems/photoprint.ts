/**
 * Photo prints made by functions and queues: JSON of pino, Serilog and Elastic's schema, lines of serverless functions
 * with tracebacks and reports, PostgreSQL's own log; spans of the two HTTP services only, no metrics at all. A release of
 * `render-fn` needs more memory than it has for books and calendars; it is rolled back: over at the end. `upload-api` was
 * released as well; that is harmless, and so are large uploads, declined cards, duplicate keys and a slow lab.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { SpanRow, Values, World } from '../records.ts'
import { ecsJson, functionLine, pinoRequest, postgresLine, serilogJson } from './formats.ts'
import { eachArrival, eachTick, NO_TRACE, roundMs, Scribe, type Trace } from './scribe.ts'
import { type Outcome, SimulatedSystem } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 94 * MINUTE_MS
const FORMATS = {
  'upload-api': pinoRequest,
  'order-api': serilogJson,
  'render-fn': functionLine,
  'tint-check': ecsJson,
  'lab-dispatch': pinoRequest,
  'reminder-fn': functionLine,
  'prints-db': postgresLine,
}
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'order-api': '4.22.1', 'tint-check': '1.9.0', 'lab-dispatch': '3.0.5', 'reminder-fn': '1.4.2' },
  'prints-db': '16.4',
}
const COUNTRIES = ['DE', 'DE', 'DE', 'FR', 'FR', 'ES', 'PT']
const CHANNELS = ['web', 'web', 'ios', 'ios', 'android']
const PRODUCTS = ['photo_book', 'photo_book', 'photo_book', 'calendar', 'calendar', 'poster', 'poster', 'mug']
const PAGES: Readonly<Record<string, readonly [number, number]>> = {
  ...{ photo_book: [24, 98], calendar: [13, 13], poster: [1, 1], mug: [1, 1] },
}
const PRICES: Readonly<Record<string, number>> = { photo_book: 3990, calendar: 2490, poster: 1490, mug: 1290 }
const LABS = ['lab-berlin', 'lab-berlin', 'lab-lyon', 'lab-porto']
const MEMORY_MB = 1024
const TRACEBACK = [
  'Traceback (most recent call last):',
  '  File "/var/task/handler.py", line 41, in handle',
  '    canvas = compose(job)',
  '  File "/opt/python/imgcore/compose.py", line 212, in compose',
  '    return numpy.zeros(shape, dtype=numpy.float32)',
].join('\n')

interface Order {
  readonly id: string
  readonly product: string
  readonly pages: number
  readonly country: string
  readonly channel: string
}

class Photoprint extends SimulatedSystem {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly onsetMs: number
  readonly rollbackMs: number
  #image = 51_200
  #order = 20_900

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(113, 'photoprint'))
    this.releaseMs = endMs - 71 * MINUTE_MS + 14_000
    this.onsetMs = endMs - 49 * MINUTE_MS + 5000
    this.rollbackMs = endMs - 21 * MINUTE_MS + 40_000
    const version = (name: string) => (timeMs: number) => {
      if (name === 'render-fn') return this.isFaulty(timeMs) ? '2.8.0' : '2.7.3'
      if (name === 'upload-api') return timeMs < this.releaseMs ? '8.2.4' : '8.3.0'
      return VERSIONS[name] ?? '1.0.0'
    }
    const setups = Object.entries(FORMATS).map(([name, format]) => ({
      ...{ name, format, version: version(name), isSeveritySent: format === serilogJson || format === ecsJson },
      hasAttributes: name.endsWith('-api') || name === 'lab-dispatch',
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  isFaulty(timeMs: number): boolean {
    return timeMs >= this.onsetMs && timeMs < this.rollbackMs
  }

  /** One invocation of `render-fn`: its lines and, where it failed, the traceback. */
  render(startMs: number, { id, product, pages }: Order, trace: Trace): Outcome {
    const { random, scribe } = this
    const requestId = `${random.hex(8)}-${random.hex(4)}`
    const isLarge = product === 'photo_book' || product === 'calendar'
    const isFailed = this.isFaulty(startMs) && isLarge && random.chance(0.8)
    const durationMs = isFailed ? random.integer(2400, 4100) : random.logNormal(600 + 32 * pages, 0.25)
    const endMs = startMs + durationMs
    const base = this.isFaulty(startMs) ? 700 : 410
    const usedMb = isFailed ? MEMORY_MB : Math.min(MEMORY_MB - 30, base + pages * 2 + random.integer(0, 60))
    if (isFailed) {
      const text = `MemoryError: Unable to allocate ${random.integer(280, 610)} MiB for job ${id} product=${product}`
      scribe.log('render-fn', endMs, 'ERROR', text, { requestId, traceback: `${TRACEBACK}\n${text}` }, trace)
    } else {
      const text = `rendered ${id} product=${product} pages=${pages} in ${Math.round(durationMs)} ms`
      scribe.log('render-fn', endMs, 'INFO', text, { requestId }, trace)
    }
    const report = `REPORT RequestId: ${requestId} Duration: ${durationMs.toFixed(2)} ms Billed Duration: ${Math.ceil(durationMs)} ms Memory Size: ${MEMORY_MB} MB Max Memory Used: ${usedMb} MB`
    scribe.log('render-fn', endMs + 1, 'INFO', report)
    return { status: isFailed ? 500 : 200, durationMs }
  }

  /** A job of the queue: up to three attempts, then it is put aside. */
  job(startMs: number, order: Order, attempt = 1): void {
    const { random, scribe } = this
    const { status, durationMs } = this.render(startMs, order, NO_TRACE)
    const endMs = startMs + durationMs
    if (status === 200) {
      this.dispatch(endMs + random.logNormal(1500, 0.4), order)
      return
    }
    if (attempt < 3) {
      this.job(endMs + 20_000, order, attempt + 1)
      return
    }
    const fields = { orderId: order.id, queue: 'render-jobs-dlq', product: order.product }
    const text = `order ${order.id} put aside: render-jobs-dlq after 3 attempts`
    scribe.log('lab-dispatch', endMs + 50, 'ERROR', text, fields)
    this.remember('asideOrder', order.id, endMs)
  }

  dispatch(timeMs: number, { id, product, country }: Order): void {
    const { random, scribe } = this
    const lab = random.pick(LABS)
    const fields = { orderId: id, product, lab, country }
    if (lab === 'lab-porto' && random.chance(0.2)) {
      scribe.log('lab-dispatch', timeMs - 900, 'WARN', `${lab} did not confirm ${id}, trying again`, fields)
    }
    const tookMs = Math.round(random.logNormal(lab === 'lab-porto' ? 1900 : 640, 0.3))
    scribe.log('lab-dispatch', timeMs, 'INFO', `order ${id} dispatched to ${lab}`, { ...fields, tookMs })
    this.remember('dispatchedOrder', id, timeMs)
  }

  /** The span of a request over HTTP. */
  serve(service: string, name: string, startMs: number, attributes: Values, work: (trace: Trace) => Outcome): Outcome {
    const trace = { traceId: this.scribe.newTrace(), spanId: this.scribe.newSpan() }
    const { status, durationMs } = work(trace)
    const [method = '', route = ''] = name.split(' ')
    const row: Pick<SpanRow, 'service' | 'name' | 'kind' | 'startMs'> = { service, name, kind: 'server', startMs }
    this.scribe.span({
      ...{ ...trace, ...row, parentSpanId: '', durationMs: roundMs(durationMs), isEntry: true, isError: status >= 500 },
      attributes: { 'http.method': method, 'http.route': route, 'http.status_code': status, ...attributes },
    })
    return { status, durationMs }
  }

  upload(startMs: number): void {
    const { random, scribe } = this
    const who = { country: random.pick(COUNTRIES), channel: random.pick(CHANNELS) }
    const image = `IMG-${this.#image++}`
    const megabytes = random.integer(8, 230) / 10
    const chance = random.next()
    const status = chance < 0.03 ? 413 : chance < 0.045 ? 415 : 201
    this.serve('upload-api', 'POST /uploads', startMs, who, (trace) => {
      const durationMs = status === 201 ? random.logNormal(60 + 14 * megabytes, 0.3) : random.logNormal(9, 0.3)
      const request = { method: 'POST', url: '/uploads', statusCode: status, responseTime: Math.round(durationMs) }
      const fields = { ...request, ...who, image, megabytes }
      const texts: Readonly<Record<number, string>> = { 413: 'upload is too large', 415: 'file type is not supported' }
      scribe.log(
        'upload-api',
        startMs + durationMs,
        status === 201 ? 'INFO' : 'WARN',
        texts[status] ?? 'upload stored',
        fields,
        trace,
      )
      return { status, durationMs }
    })
    if (status !== 201) return
    if (random.chance(0.4)) {
      const dpi = random.chance(0.12) ? random.integer(60, 140) : random.integer(180, 600)
      const text = dpi < 150 ? `image ${image} is coarse: ${dpi} dpi` : `image ${image} checked: ${dpi} dpi`
      scribe.log('tint-check', startMs + 900, dpi < 150 ? 'WARN' : 'INFO', text, { 'image.dpi': dpi })
    }
    if (random.chance(0.008)) {
      const text = 'duplicate key value violates unique constraint "uploads_sha_key"'
      scribe.log('prints-db', startMs + 40, 'ERROR', text)
    }
  }

  newOrder(): Order {
    const { random } = this
    const product = random.pick(PRODUCTS)
    const [least, most] = PAGES[product] ?? [1, 1]
    const who = { country: random.pick(COUNTRIES), channel: random.pick(CHANNELS) }
    return { id: `PB-${this.#order++}`, product, pages: random.integer(least, most), ...who }
  }

  order(startMs: number): void {
    const { random, scribe } = this
    const order = this.newOrder()
    const { id, product, country, channel } = order
    const customer = `u-${random.integer(3000, 3690)}`
    const attributes = { country, channel, product, 'enduser.id': customer }
    const { status, durationMs } = this.serve('order-api', 'POST /orders', startMs, attributes, (trace) => {
      const durationMs = random.logNormal(190, 0.35)
      const isDeclined = random.chance(0.05)
      const number = random.chance(0.15) ? 2 : 1
      const euros = (((PRICES[product] ?? 0) * number) / 100).toFixed(2)
      const text = isDeclined
        ? `Card of ${customer} declined for ${id}`
        : `Order ${id} placed by ${customer}: ${number} x ${product}, ${euros} EUR`
      const fields = { OrderId: id, Customer: customer, Product: product, Country: country }
      scribe.log('order-api', startMs + durationMs, isDeclined ? 'WARN' : 'INFO', text, fields, trace)
      return { status: isDeclined ? 402 : 201, durationMs }
    })
    if (status === 201) this.job(startMs + durationMs + random.logNormal(2500, 0.5), order)
  }

  preview(startMs: number): void {
    const { random, scribe } = this
    const order = this.newOrder()
    const { id, product, country, channel } = order
    const customer = `u-${random.integer(3000, 3690)}`
    const attributes = { country, channel, product, 'enduser.id': customer }
    this.serve('order-api', 'POST /previews', startMs, attributes, (trace) => {
      const out = { traceId: trace.traceId, spanId: scribe.newSpan() }
      const done = this.render(startMs + 12, order, out)
      const isFailed = done.status !== 200
      scribe.span({
        ...{ ...out, parentSpanId: trace.spanId, service: 'order-api', name: 'invoke render-fn', kind: 'client' },
        ...{ startMs: startMs + 10, durationMs: roundMs(done.durationMs + 6), isError: isFailed },
        attributes: { 'faas.invoked_name': 'render-fn', 'faas.invoked_provider': 'aws' },
      })
      const durationMs = done.durationMs + 25
      const fields = { OrderId: id, Customer: customer, Product: product, Country: country }
      if (isFailed) {
        const text = `Preview of ${id} failed: render-fn ended with Runtime.ExitError`
        scribe.log('order-api', startMs + durationMs, 'ERROR', text, fields, trace)
        this.remember('failedTrace', trace.traceId, startMs)
        this.remember('failedCustomer', customer, startMs)
      } else if (random.chance(0.3)) {
        scribe.log('order-api', startMs + durationMs, 'INFO', `Preview of ${id} shown`, fields, trace)
      }
      return { status: isFailed ? 502 : 200, durationMs }
    })
  }

  lookup(startMs: number): void {
    const { random } = this
    const attributes = { country: random.pick(COUNTRIES), channel: random.pick(CHANNELS) }
    const status = random.chance(0.03) ? 404 : 200
    this.serve('order-api', 'GET /orders/{orderId}', startMs, attributes, () => ({
      ...{ status, durationMs: random.logNormal(21, 0.4) },
    }))
  }

  background(): void {
    const { random, scribe } = this
    const whole = { fromMs: this.startMs, toMs: this.endMs - 300 }
    eachArrival({ ...whole, meanMs: 1400 }, random, (timeMs) => this.upload(timeMs))
    eachArrival({ ...whole, meanMs: 7000 }, random, (timeMs) => this.order(timeMs))
    eachArrival({ ...whole, meanMs: 4200 }, random, (timeMs) => this.preview(timeMs))
    eachArrival({ ...whole, meanMs: 2600 }, random, (timeMs) => this.lookup(timeMs))
    eachArrival({ ...whole, meanMs: 50_000 }, random, (timeMs) => {
      const millis = (random.integer(1_000_000, 2_900_000) / 1000).toFixed(3)
      scribe.log(
        'prints-db',
        timeMs,
        'INFO',
        `duration: ${millis} ms  statement: SELECT * FROM orders WHERE shipped_at IS NULL`,
      )
    })
    eachTick({ ...whole, everyMs: 6 * MINUTE_MS }, random, (timeMs) => {
      const requestId = `${random.hex(8)}-${random.hex(4)}`
      scribe.log('reminder-fn', timeMs, 'INFO', `${random.integer(2, 40)} basket reminders sent`, { requestId })
      scribe.log('prints-db', timeMs + 700, 'INFO', `checkpoint complete: wrote ${random.integer(80, 900)} buffers`)
      if (!random.chance(0.3)) return
      const text = `KeyError: 'locale' in basket of u-${random.integer(3000, 3690)}, skipped`
      const traceback = `Traceback (most recent call last):\n  File "/var/task/remind.py", line 19, in text_of\n${text}`
      scribe.log('reminder-fn', timeMs + 300, 'WARN', text, { requestId, traceback })
    })
    scribe.log('upload-api', this.releaseMs, 'INFO', 'upload-api 8.3.0 listening on 8080')
    for (const [timeMs, version, library] of [
      [this.onsetMs, '2.8.0', '5.0.0'],
      [this.rollbackMs, '2.7.3', '4.6.2'],
    ] as const) {
      const text = `INIT_START Runtime Version: python:3.13.v11 Function: render-fn:${version} Layer: imgcore:${library}`
      scribe.log('render-fn', timeMs, 'INFO', text)
    }
  }
}

export function photoprint(endMs: number): World {
  const system = new Photoprint(endMs)
  system.background()
  return system.world({
    name: 'photoprint',
    services: Object.keys(FORMATS),
    marks: { onset: system.onsetMs, rollback: system.rollbackMs, release: system.releaseMs },
  })
}
