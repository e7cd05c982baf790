/** Work of one instance, step by step: calls of others, of partners outside, waiting for a lock, writing messages. */
import type { AttributeValue, SpanKind } from '../../../src/telemetry/model.ts'
import type { Act, Channel, Partner, Step, Unit } from './plan.ts'
import type { Context } from './tape.ts'
import type { Failure, Message, Outcome, Seat, World } from './world.ts'

const LOCK_WAIT_MS = 8_000
const PUBLISH_MAX_MS = 10_000
const SLOTS = 6
const AMBIENT = 0.0015

export class Calls {
  readonly #world: World
  readonly #deliver: (message: Message) => void
  readonly #free = new Map<string, number[]>()
  #written = 0

  constructor(world: World, deliver: (message: Message) => void) {
    this.#world = world
    this.#deliver = deliver
  }

  /** A request that somebody waits for. */
  serve(act: Act, atMs: number, parent: Context | null): Outcome & { readonly instance: number } {
    const { random, tape } = this.#world
    const { unit } = act
    const instance = this.#world.instanceOf(unit, atMs)
    const context = parent === null ? this.#world.trace() : this.#world.child(parent)
    const startMs = this.#begin(unit, instance, atMs)
    const seat: Seat = { unit, instance, context }
    const isRefused = random.chance(AMBIENT)
    const done = isRefused
      ? {
          endMs: startMs + 2,
          failure: { text: random.pick(['connection reset by peer', 'unexpected end of input']), isFinal: false },
        }
      : this.steps(act.steps, seat, startMs, null, 1)
    this.#end(unit, instance, done.endMs)
    const count = this.#world.count(unit.name, instance)
    count.done++
    count.tookMs += done.endMs - atMs
    if (done.failure !== null) count.failed++
    tape.span({
      unit,
      instance,
      name: act.name,
      kind: 'server',
      context,
      parentSpanId: parent?.spanId ?? '',
      link: null,
      startMs: atMs,
      endMs: done.endMs,
      failure: done.failure?.text ?? null,
      attributes: { 'http.response.status_code': done.failure === null ? 200 : 500 },
    })
    const ms = Math.round(done.endMs - atMs)
    if (done.failure !== null) {
      tape.line(unit, instance, 'ERROR', `${act.name} failed: ${done.failure.text}`, done.endMs, context, { ms })
    } else if (this.#world.talks(unit)) {
      tape.line(unit, instance, 'INFO', `${act.name} 200`, done.endMs, context, { ms })
    }
    return { ...done, instance }
  }

  /** @param scale how much longer its own work takes than usual. */
  steps(steps: readonly Step[], seat: Seat, startMs: number, message: Message | null, scale: number): Outcome {
    let done: Outcome = { endMs: startMs, failure: null }
    for (const step of steps) {
      done = this.#step(step, seat, done.endMs, message, scale)
      if (done.failure !== null || !Number.isFinite(done.endMs)) return done
    }
    return done
  }

  #step(step: Step, seat: Seat, atMs: number, message: Message | null, scale: number): Outcome {
    const { random } = this.#world
    const { unit, instance } = seat
    switch (step.do) {
      case 'work': {
        const ms = random.logNormal(step.ms, 0.35) * this.#world.pace(unit, instance, atMs) * scale
        this.#world.count(unit.name, instance).busyMs += ms * 0.7
        return { endMs: atMs + ms, failure: null }
      }
      case 'call':
        return this.#call(step.act, step.timeoutMs, seat, atMs)
      case 'post':
        return this.#post(step.partner, seat, atMs)
      case 'emit': {
        let done: Outcome = { endMs: atMs, failure: null }
        for (let i = 0; i < step.times && done.failure === null; i++) {
          done = this.emit(step.channel, seat, done.endMs, i === 0 ? message : null)
        }
        return done
      }
      case 'wait_lock':
      case 'hold_lock':
        return this.#lock(step, seat, atMs, message)
      case 'spool': {
        if (this.#world.on('disk_full', unit, instance, atMs) === null)
          return { endMs: atMs + random.between(0.2, 3), failure: null }
        const text = this.#world
          .phrases(unit)
          .disk.replace('{word}', unit.word)
          .replace('{id}', message?.id ?? 'tmp')
        return { endMs: atMs + 1, failure: { text, isFinal: false } }
      }
      case 'check': {
        if (message === null || message.total > 0) return { endMs: atMs, failure: null }
        const text = this.#world
          .phrases(unit)
          .refused.replace('{total}', String(message.total))
          .replace('{id}', message.id)
        return { endMs: atMs + 1, failure: { text, isFinal: true } }
      }
    }
  }

  #call(act: Act, timeoutMs: number, seat: Seat, startMs: number): Outcome {
    const { random, tape } = this.#world
    for (let attempt = 1, atMs = startMs; ; attempt++) {
      const context = this.#world.habits.hasClientSpans ? this.#world.child(seat.context) : seat.context
      const served = this.serve(act, atMs + random.between(0.2, 1), context)
      const isLate = served.endMs - atMs > timeoutMs
      const endMs = isLate ? atMs + timeoutMs : served.endMs + random.between(0.2, 1)
      const reason = isLate ? `no answer within ${timeoutMs} ms` : served.failure === null ? null : 'answered 500'
      const failure = reason === null ? null : { text: `${act.unit.word} ${reason}`, isFinal: false }
      this.#client(seat, context, act.name.split(' ')[0] ?? 'call', atMs, endMs, failure, {
        'server.address': act.unit.name,
      })
      if (failure === null) return { endMs, failure }
      const isLast = isLate || attempt > 1
      tape.line(seat.unit, seat.instance, 'WARN', `call failed: ${failure.text}`, endMs, seat.context, { attempt })
      if (isLast) return { endMs, failure }
      atMs = endMs + 50
    }
  }

  #post(partner: Partner, seat: Seat, atMs: number): Outcome {
    const { random, habits, weather } = this.#world
    const trouble = this.#world.trouble
    const isOn = trouble !== null && atMs >= trouble.startMs && trouble.partner?.host === partner.host
    const isHit = isOn && random.chance(trouble.share)
    const isSlow = isHit && trouble.kind === 'partner_slow'
    const tookMs = random.logNormal(partner.ms, 0.4) * (isSlow ? trouble.amount : 1)
    let [status, text, endMs] = [200, '', atMs + tookMs]
    if (isHit && trouble.kind === 'partner_limits') {
      ;[status, text, endMs] = [429, `${partner.host} answered 429 Too Many Requests`, atMs + random.between(15, 60)]
    } else if (this.#world.on('token_expired', seat.unit, seat.instance, atMs) !== null && isOn) {
      const why = habits.tellsCause ? ' invalid_token: the access token expired' : ' Unauthorized'
      ;[status, text, endMs] = [401, `${partner.host} answered 401${why}`, atMs + random.between(20, 90)]
    } else if (tookMs > partner.timeoutMs) {
      ;[status, text, endMs] = [
        0,
        `no answer from ${partner.host} within ${partner.timeoutMs} ms`,
        atMs + partner.timeoutMs,
      ]
    } else if (random.chance(0.004 + weather.partner(atMs))) {
      ;[status, text] = [503, `${partner.host} answered 503 Service Unavailable`]
    }
    const failure = text === '' ? null : { text, isFinal: false }
    const address: Record<string, AttributeValue> =
      habits.keys === 'old'
        ? { 'http.url': `https://${partner.host}${partner.path}` }
        : { 'server.address': partner.host }
    const answered = status === 0 ? {} : { 'http.response.status_code': status }
    this.#client(seat, this.#world.child(seat.context), 'POST', atMs, endMs, failure, { ...address, ...answered })
    return { endMs, failure }
  }

  #client(
    { unit, instance, context: parent }: Seat,
    context: Context,
    name: string,
    startMs: number,
    endMs: number,
    failure: Failure | null,
    attributes: Readonly<Record<string, AttributeValue>>,
    kind: SpanKind = 'client',
  ): void {
    const { habits, tape } = this.#world
    if (!(kind === 'client' ? habits.hasClientSpans : habits.hasProducerSpans)) return
    tape.span({
      unit,
      instance,
      name,
      kind,
      context,
      parentSpanId: parent.spanId,
      link: null,
      startMs,
      endMs,
      failure: failure?.text ?? null,
      attributes,
    })
  }

  #lock(step: Step & { do: 'wait_lock' | 'hold_lock' }, seat: Seat, atMs: number, message: Message | null): Outcome {
    const { lock, plan, tape, habits } = this.#world
    const { unit, instance, context } = seat
    const patienceMs = step.do === 'hold_lock' ? 3 * LOCK_WAIT_MS : LOCK_WAIT_MS
    const waitMs = Math.max(0, lock.untilMs - atMs)
    if (waitMs > patienceMs) {
      const holder = habits.tellsCause ? `, held by ${lock.holder}` : ''
      return {
        endMs: atMs + patienceMs,
        failure: { text: `lock ${plan.lock} not free after ${patienceMs} ms${holder}`, isFinal: false },
      }
    }
    const gotMs = atMs + waitMs
    if (step.do === 'wait_lock') return { endMs: gotMs, failure: null }
    const isKept = this.#world.on('lock_held', unit, instance, gotMs) !== null
    if (isKept) this.#world.hit(gotMs)
    lock.holder = `${unit.word} (${message?.id ?? 'run'})`
    lock.untilMs = isKept ? Number.POSITIVE_INFINITY : gotMs + step.ms
    tape.line(unit, instance, 'INFO', `lock ${plan.lock} acquired`, gotMs, context, { run: message?.id ?? '' })
    if (!isKept)
      tape.line(unit, instance, 'INFO', `lock ${plan.lock} released`, lock.untilMs, context, { run: message?.id ?? '' })
    return { endMs: lock.untilMs, failure: null }
  }

  /** Writes a message, twice where the writer is broken so. */
  emit(channel: Channel, seat: Seat, atMs: number, cause: Message | null, named = ''): Outcome {
    const { random } = this.#world
    const { unit, instance } = seat
    if (this.#world.on('producer_silent', unit, instance, atMs) !== null) return { endMs: atMs, failure: null }
    const id = cause?.id ?? (named === '' ? `${unit.word.slice(0, 2)}${100_000 + this.#written++}` : named)
    const drawn = {
      id,
      key: cause?.key ?? random.int(0, 9_999),
      total: cause?.total ?? Math.round(random.logNormal(4_000, 0.8)) / 100,
    }
    const done = this.#write(channel, seat, atMs, drawn, cause)
    if (this.#world.on('doubled', unit, instance, atMs) !== null)
      this.#write(channel, seat, done.endMs + random.between(3, 300), drawn, cause)
    return done
  }

  #write(
    channel: Channel,
    seat: Seat,
    atMs: number,
    { id, key, total }: Pick<Message, 'id' | 'key' | 'total'>,
    cause: Message | null,
  ): Outcome {
    const { random, tape, habits, plan, trouble, weather } = this.#world
    const { unit, instance } = seat
    const isSlow =
      trouble?.kind === 'broker_slow' &&
      atMs >= trouble.startMs &&
      (!plan.product.isLog || channel.leader === trouble.leader)
    const tookMs = random.logNormal(3, 0.4) + (isSlow ? random.logNormal(trouble.amount, 0.6) : 0)
    const isLate = tookMs > PUBLISH_MAX_MS
    const endMs = atMs + Math.min(tookMs, PUBLISH_MAX_MS)
    const wrong = this.#world.on('wrong_values', unit, instance, atMs)
    const foreign = this.#world.on('schema_changed', unit, instance, atMs)
    const isForeign = foreign !== null && random.chance(foreign.share)
    const context = habits.hasProducerSpans ? this.#world.child(seat.context) : seat.context
    const message: Message = {
      id,
      key,
      channel,
      from: unit,
      storedMs: endMs,
      stampMs: endMs + tape.skewOf(unit, instance, atMs),
      total: wrong !== null && random.chance(wrong.share) ? -total : total,
      schema: 3 + (foreign === null ? 0 : 1),
      isForeign,
      isBroken: cause === null && random.chance(weather.broken(atMs)),
      trace: context,
    }
    const text = plan.product.client.timeout.replace('{channel}', channel.name)
    const failure = isLate ? { text, isFinal: false } : null
    const name = spanName(habits.spanName, channel.name, 'publish', `publish ${channel.name}`)
    this.#client(seat, context, name, atMs, endMs, failure, messaging(this.#world, channel, 'publish'), 'producer')
    if (failure !== null) {
      tape.line(unit, instance, 'ERROR', failure.text, endMs, seat.context)
      return { endMs, failure }
    }
    this.#world.count(channel.name).done++
    if (this.#world.talks(unit)) {
      tape.line(unit, instance, 'INFO', `published ${id} to ${channel.name}`, endMs, seat.context, {
        schema: message.schema,
        total: message.total,
      })
    }
    this.#world.agenda.at(endMs, () => this.#deliver(message))
    return { endMs, failure }
  }

  #begin(unit: Unit, instance: number, atMs: number): number {
    const free = this.#slots(unit, instance)
    const first = Math.min(...free)
    return Math.max(atMs, first)
  }

  #end(unit: Unit, instance: number, endMs: number): void {
    const free = this.#slots(unit, instance)
    free[free.indexOf(Math.min(...free))] = endMs
  }

  #slots(unit: Unit, instance: number): number[] {
    const key = `${unit.name}/${instance}`
    const known = this.#free.get(key) ?? new Array<number>(SLOTS).fill(0)
    this.#free.set(key, known)
    return known
  }
}

export function spanName(
  habit: 'channel_verb' | 'verb_channel' | 'act',
  channel: string,
  verb: string,
  act: string,
): string {
  if (habit === 'act') return act
  return habit === 'channel_verb' ? `${channel} ${verb}` : `${verb} ${channel}`
}

export function messaging(
  { habits, plan }: World,
  channel: Channel,
  verb: string,
): Readonly<Record<string, AttributeValue>> {
  if (habits.keys === 'house') return { [plan.product.isLog ? 'topic' : 'queue']: channel.name }
  const system = { 'messaging.system': plan.product.system }
  if (habits.keys === 'old') return { ...system, 'messaging.destination': channel.name, 'messaging.operation': verb }
  return {
    ...system,
    'messaging.destination.name': channel.name,
    'messaging.operation.type': verb === 'publish' ? 'send' : verb,
  }
}
