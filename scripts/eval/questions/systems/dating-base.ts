/** The dating app's services, their formats and versions, and the parts of a request that pay, chat and push. */
import { seededRandom } from '../../../demo/random.ts'
import type { Values } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { celeryLine, railsLine } from './dating-formats.ts'
import { pinoRequest, pythonLine, pythonTraceLine, springLine } from './formats.ts'
import { roundMs, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 70 * MINUTE_MS
const FORMATS = {
  'api-gw': pinoRequest,
  'profile-api': springLine,
  'deck-service': pinoRequest,
  'swipe-service': pinoRequest,
  'match-maker': pythonTraceLine,
  'chat-core': railsLine,
  'photo-check': pythonLine,
  subscriptions: springLine,
  'push-sender': celeryLine,
  'report-triage': railsLine,
  'likes-digest': pythonLine,
}
export const SERVICES = Object.keys(FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'api-gw': '5.31.0', 'profile-api': '2.18.4', 'deck-service': '7.2.3', 'swipe-service': '3.9.1' },
  ...{ 'match-maker': '1.44.0', 'chat-core': '2019.11.7', subscriptions: '4.6.0', 'push-sender': '0.27.2' },
  ...{ 'report-triage': '1.8.5', 'likes-digest': '0.6.1' },
}
/** Whose severities travel beside the line, and whose fields. */
const IS_MODERN = new Set(['api-gw', 'profile-api', 'deck-service', 'swipe-service', 'subscriptions'])
export const LENGTHS_DIFFER = 'candidate search failed: different vector dimensions 256 and 384'

export interface Visit {
  readonly route: string
  readonly user: string
  readonly region: string
  readonly plan: string
  readonly platform: string
}

export abstract class DatingBase extends SystemByConventions {
  readonly scribe: Scribe
  readonly onsetMs: number
  readonly releaseMs: number
  readonly restartMs: number
  readonly silenceMs: number
  readonly reports: { readonly id: string; readonly reason: string; readonly timeMs: number }[] = []
  #number = 41_300

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(39, 'dating'))
    this.onsetMs = endMs - 22 * MINUTE_MS + 14_000
    this.releaseMs = endMs - 38 * MINUTE_MS + 9000
    this.restartMs = endMs - 55 * MINUTE_MS + 41_000
    this.silenceMs = endMs - 31 * MINUTE_MS
    const isChanged = (name: string, timeMs: number) =>
      (name === 'photo-check' && timeMs >= this.releaseMs) || (name === 'match-maker' && timeMs >= this.restartMs)
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: IS_MODERN.has(name), hasAttributes: IS_MODERN.has(name) },
      version: (timeMs: number) =>
        name === 'photo-check' ? (isChanged(name, timeMs) ? '3.5.0' : '3.4.2') : (VERSIONS[name] ?? '1.0.0'),
      instance: (_traceId: string, timeMs: number) =>
        name === 'chat-core'
          ? 'chat-vm-02'
          : `${name}-${isChanged(name, timeMs) ? '66d9b7f58c-m4xqz' : '7c4f6d89b5-w2jkp'}`,
      resource: (instance: string): Values =>
        name === 'chat-core'
          ? { 'host.name': instance }
          : {
              ...{ 'k8s.namespace.name': 'hearts', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
              'k8s.node.name': `node-${(index % 4) + 1}`,
            },
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  id(prefix: string): string {
    this.#number += this.random.integer(1, 3)
    return `${prefix}-${this.#number}`
  }

  isLost(region: string, timeMs: number): boolean {
    return region === 'eu' && timeMs >= this.onsetMs && this.random.chance(0.82)
  }

  push(timeMs: number, type: string, platform: string): void {
    const { random, scribe } = this
    const atMs = timeMs + random.logNormal(400, 0.5)
    if (random.chance(0.06))
      scribe.log('push-sender', atMs, 'WARN', `push dropped: token expired type=${type} platform=${platform}`)
    else scribe.log('push-sender', atMs, 'INFO', `push sent type=${type} platform=${platform}`)
  }

  /** The old application: its spans know no kinds and no status. */
  chat(action: string, path: string, method: string, startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const out = { 'http.request.method': method, 'server.address': 'chat-core' }
    return this.call({ service: 'api-gw', name: method, startMs, parent, attributes: out }, 'client', (outer) => {
      const trace = { traceId: parent.traceId, spanId: scribe.newSpan() }
      const isSending = action === 'create'
      const ticket = isSending ? random.integer(1, 1000) : 1000
      const status = ticket <= 7 ? 500 : ticket <= 30 ? 403 : ticket <= 55 ? 422 : isSending ? 201 : 200
      const durationMs = status === 500 ? random.logNormal(2050, 0.05) : random.logNormal(isSending ? 52 : 88, 0.45)
      const span = {
        ...trace,
        parentSpanId: outer.spanId,
        service: 'chat-core',
        kind: 'unspecified',
        isError: null,
      } as const
      const controller = isSending ? 'MessagesController' : 'ConversationsController'
      const attributes = {
        'http.method': method,
        'http.target': path,
        'http.status_code': status,
        region: visit.region,
      }
      const times = { startMs: startMs + 1, durationMs: roundMs(durationMs) }
      scribe.span({
        ...span,
        ...times,
        name: `${controller}#${action}`,
        isEntry: true,
        isFailed: status >= 500,
        attributes,
      })
      const inner = {
        spanId: scribe.newSpan(),
        parentSpanId: trace.spanId,
        startMs: startMs + 3,
        durationMs: roundMs(random.logNormal(9, 0.3)),
      }
      scribe.span({
        ...span,
        ...inner,
        name: 'mysql.query',
        attributes: { 'db.statement': 'SELECT * FROM matches WHERE id = ?' },
      })
      const atMs = startMs + durationMs
      const say = (severity: 'WARN' | 'ERROR', text: string) =>
        scribe.log('chat-core', atMs - 1, severity, text, {}, trace)
      if (status === 500) say('ERROR', 'GifProvider::TimeoutError: execution expired after 2000 ms')
      if (status === 422)
        say('WARN', `message held by filter: ${random.pick(['phone_number', 'link', 'link', 'slur'])}`)
      if (status === 403) say('WARN', 'recipient has unmatched the sender')
      const done = `method=${method} path=${path} controller=${controller} action=${action} status=${status} duration=${durationMs.toFixed(1)}`
      scribe.log('chat-core', atMs, 'INFO', done, {}, trace)
      if (status === 201) this.push(atMs, 'message', visit.platform)
      return { status, durationMs: durationMs + 2 }
    })
  }

  pay(name: string, startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const store = visit.platform === 'ios' ? 'apple' : 'google'
    const attributes = { 'app.region': visit.region, 'payment.store': store }
    return this.through('api-gw', { service: 'subscriptions', name, startMs, parent, attributes }, (trace) => {
      const checkedMs = random.logNormal(store === 'apple' ? 290 : 205, 0.3)
      const say = (atMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string, fields: Values) =>
        scribe.log('subscriptions', atMs, severity, text, fields, trace)
      if (random.chance(0.1)) {
        say(startMs + checkedMs, 'WARN', `payment declined by ${store} for ${visit.user}`, { store })
        this.remember('declinedUser', visit.user, startMs)
        return { status: 402, durationMs: checkedMs }
      }
      if (name.endsWith('/subscriptions')) {
        const plan = random.pick(['plus', 'plus', 'gold'])
        const saved = this.store('subscriptions', 'postgresql', 'INSERT subscriptions', startMs + checkedMs, trace, 9)
        const durationMs = checkedMs + saved.durationMs
        const price = plan === 'plus' ? 9.99 : 19.99
        const sub = this.id('SUB')
        say(startMs + durationMs, 'INFO', `subscription ${sub} started: ${plan} for ${price} EUR`, {
          plan,
          price,
          store,
        })
        this.remember('subscription', sub, startMs)
        return { status: 201, durationMs }
      }
      const boost = this.id('BO')
      const step = { service: 'deck-service', name: 'POST /deck/boosts', startMs: startMs + checkedMs, parent: trace }
      const placed = this.through('subscriptions', { ...step, attributes: { 'app.region': visit.region } }, (inner) => {
        const durationMs = random.logNormal(31, 0.3)
        const isLost = this.isLost(visit.region, step.startMs)
        if (isLost)
          scribe.log(
            'deck-service',
            step.startMs + durationMs,
            'ERROR',
            LENGTHS_DIFFER,
            { region: visit.region, user: visit.user },
            inner,
          )
        return { status: isLost ? 500 : 201, durationMs }
      })
      const durationMs = checkedMs + placed.durationMs + 3
      if (placed.status >= 500) {
        say(startMs + durationMs, 'ERROR', `boost ${boost} not activated: deck-service answered 500`, { store })
        this.remember('failedBoost', boost, startMs)
        return { status: 502, durationMs }
      }
      say(startMs + durationMs, 'INFO', `boost ${boost} activated for 3.99 EUR`, { price: 3.99, store })
      return { status: 201, durationMs }
    })
  }
}
