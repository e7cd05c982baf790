/**
 * Race timing for running events: entries, waves at the start, chips on mats, live results, photos, certificates, texts
 * to relatives. Spans without kinds and with names of operations, lines in brackets, of pairs and of a Java logger, half
 * of the services without a severity of their own; counters and gauges with attributes. The race office sets another rule
 * for ties in one race, by which `liveboard` cannot sort it, so boards, certificates and texts of that race fail, still
 * so at the end. A release, one restart, declined cards, full races, unknown chips and photos without a number are
 * harmless; `wavestart` falls silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { pairsLine, rankerLine, squareLine } from './racetiming-formats.ts'
import { sendRaceTimingMetrics } from './racetiming-metrics.ts'
import { eachArrival, eachTick, Scribe, type Trace } from './scribe.ts'
import { type Outcome, SystemWithoutSpanKinds } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 66 * MINUTE_MS
const SETUPS = [
  ['frontgate', pairsLine, true, true, '7.3.1'],
  ['entrydesk', pairsLine, true, true, '2.9.3'],
  ['paybox', pairsLine, true, true, '1.14.0'],
  ['wavestart', squareLine, false, false, '0.8.2'],
  ['mat-reader', squareLine, false, false, '4.1.6'],
  ['splitcalc', squareLine, false, true, '5.0.9'],
  ['liveboard', rankerLine, true, true, '3.22.0'],
  ['photomatch', pairsLine, false, true, ''],
  ['certprint', rankerLine, true, true, '1.6.5'],
  ['kintext', squareLine, false, true, '2.2.0'],
] as const
const SERVICES = SETUPS.map(([name]) => name)
const MATS = ['start', 'km5', 'km5', 'km10', 'km10', 'km15', 'finish', 'finish', 'finish']
const FAULT = 'ranking failed: Comparison method violates its general contract!'
const RULE_SET = 'tie rule of half set to gun_or_net by race office (RO-77)'

/** What visitors do: route, operation, up to which ticket of a hundred. */
const VISITS = [
  ['/b/:race', 'board.show', 38],
  ['/r/:bib', 'runner.look', 66],
  ['/enter', 'entry.place', 77],
  ['/c/:bib', 'cert.get', 88],
  ['/p/:bib', 'pics.list', 100],
] as const

interface Visit {
  readonly race: string
  readonly bib: number
}

class RaceTiming extends SystemWithoutSpanKinds {
  readonly sender = { statusKey: 'code', hasSpanStatus: true }
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly silenceMs: number
  #entry = 48_200

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(5151, 'racetiming'))
    this.releaseMs = endMs - 51 * MINUTE_MS + 8_000
    this.restartMs = endMs - 38 * MINUTE_MS + 42_000
    this.onsetMs = endMs - 27 * MINUTE_MS + 21_000
    this.silenceMs = endMs - 16 * MINUTE_MS + 5_000
    const setups = SETUPS.map(([name, format, isSeveritySent, hasAttributes, version]) => ({
      ...{ name, format, isSeveritySent, hasAttributes },
      version: (timeMs: number) => (version === '' ? (timeMs < this.releaseMs ? '3.4.2' : '3.5.0') : version),
      instance: (traceId: string) => `${name}/${traceId < '8' ? 1 : 2}`,
      resource: () => ({ 'deployment.environment.name': 'raceday', 'host.site': 'harbour' }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  race(): string {
    const ticket = this.random.integer(1, 100)
    return ticket <= 31 ? 'marathon' : ticket <= 68 ? 'half' : ticket <= 92 ? 'tenk' : 'kids'
  }

  /** Ranks a race, or one runner in it. */
  rank(startMs: number, parent: Trace, operation: 'rank.table' | 'rank.one', visit: Visit): Outcome {
    const { random, scribe } = this
    const { race, bib } = visit
    return this.serve('liveboard', operation, startMs, parent, { race }, (trace) => {
      const isLost = race === 'half' && startMs >= this.onsetMs && random.chance(0.82)
      const durationMs = isLost
        ? random.logNormal(27, 0.3)
        : random.logNormal(operation === 'rank.table' ? 46 : 17, 0.35)
      const atMs = startMs + durationMs
      if (isLost) {
        scribe.log('liveboard', atMs, 'ERROR', FAULT, { race, rule: 'gun_or_net' }, trace)
        return { status: 500, durationMs }
      }
      if (random.chance(0.025)) {
        scribe.log('liveboard', atMs, 'WARN', 'board is older than 20 s', { race, age: random.integer(21, 48) }, trace)
        return { status: 200, durationMs }
      }
      const what = operation === 'rank.table' ? { rows: random.integer(180, 4100) } : { bib }
      scribe.log('liveboard', atMs, 'INFO', 'ranking done', { race, ...what }, trace)
      return { status: 200, durationMs }
    })
  }

  certificate(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { race, bib } = visit
    return this.serve('certprint', 'cert.render', startMs, parent, { race }, (trace) => {
      const placed = this.rank(startMs + 2, trace, 'rank.one', visit)
      const placedMs = placed.durationMs + 3
      const say = (afterMs: number, severity: Severity, text: string) =>
        scribe.log('certprint', startMs + afterMs, severity, text, { race, bib }, trace)
      if (placed.status >= 500) {
        say(placedMs, 'ERROR', 'certificate not made: liveboard answered 500')
        this.remember('lostBib', String(bib), startMs)
        return { status: 502, durationMs: placedMs }
      }
      const durationMs = placedMs + random.logNormal(290, 0.3)
      if (random.chance(0.04)) say(durationMs - 40, 'WARN', 'font has no glyph for name, plain font used')
      say(durationMs, 'INFO', 'certificate made')
      return { status: 200, durationMs }
    })
  }

  enter(startMs: number, parent: Trace, race: string): Outcome {
    const { random, scribe } = this
    const entry = `EN-${++this.#entry}`
    return this.serve('entrydesk', 'entry.take', startMs, parent, { race }, (trace) => {
      const checkedMs = random.logNormal(22, 0.3)
      if (random.chance(race === 'kids' ? 0.45 : 0.04)) {
        scribe.log('entrydesk', startMs + checkedMs, 'WARN', 'race is full, entry refused', { entry, race }, trace)
        this.remember('fullEntry', entry, startMs)
        return { status: 409, durationMs: checkedMs }
      }
      const cents = { marathon: 8900, half: 5900, tenk: 3400, kids: 900 }[race] ?? 0
      const paid = this.charge(startMs + checkedMs, trace, entry, cents)
      const durationMs = checkedMs + paid.durationMs + random.logNormal(9, 0.3)
      if (paid.status === 402) {
        scribe.log('entrydesk', startMs + durationMs, 'WARN', 'entry left unpaid', { entry, race }, trace)
        return { status: 402, durationMs }
      }
      const bib = random.integer(1000, 9899)
      scribe.log('entrydesk', startMs + durationMs, 'INFO', 'entry taken', { entry, race, bib }, trace)
      this.remember('paidEntry', entry, startMs)
      this.remember('entryTrace', parent.traceId, startMs)
      return { status: 201, durationMs }
    })
  }

  charge(startMs: number, parent: Trace, entry: string, cents: number): Outcome {
    const { random, scribe } = this
    const means = random.pick(['card', 'card', 'card', 'sepa', 'voucher'])
    return this.serve('paybox', 'fee.charge', startMs, parent, { means }, (trace) => {
      const durationMs = random.logNormal(means === 'card' ? 240 : means === 'sepa' ? 150 : 35, 0.3)
      const isDeclined = means === 'card' && random.chance(0.11)
      const text = isDeclined ? 'card declined by bank' : 'fee charged'
      scribe.log('paybox', startMs + durationMs, isDeclined ? 'WARN' : 'INFO', text, { entry, means, cents }, trace)
      if (isDeclined) this.remember('declinedEntry', entry, startMs)
      return { status: isDeclined ? 402 : 200, durationMs }
    })
  }

  pictures(startMs: number, parent: Trace, { bib, race }: Visit): Outcome {
    const { random, scribe } = this
    return this.serve('photomatch', 'pics.find', startMs, parent, { race }, (trace) => {
      const durationMs = random.logNormal(58, 0.3)
      const found = random.integer(0, 14)
      scribe.log('photomatch', startMs + durationMs, 'INFO', 'pictures listed', { bib, found }, trace)
      return { status: 200, durationMs }
    })
  }

  inner(route: string, startMs: number, trace: Trace, visit: Visit): Outcome {
    switch (route) {
      case '/b/:race':
        return this.rank(startMs, trace, 'rank.table', visit)
      case '/r/:bib':
        return this.rank(startMs, trace, 'rank.one', visit)
      case '/enter':
        return this.enter(startMs, trace, visit.race)
      case '/c/:bib':
        return this.certificate(startMs, trace, visit)
      default:
        return this.pictures(startMs, trace, visit)
    }
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [route, name] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const visit = { race: this.race(), bib: random.integer(1000, 9899) }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const device = random.pick(['phone', 'phone', 'phone', 'desktop', 'kiosk'])
    const visitor = `V-${random.integer(60_000, 63_400)}`
    this.serve('frontgate', name, startMs, root, { route, race: visit.race, device, visitor }, (trace) => {
      const done = random.chance(0.012) ? { status: 429, durationMs: 1 } : this.inner(route, startMs + 3, trace, visit)
      const status = done.status >= 500 ? 502 : done.status
      const durationMs = done.durationMs + random.logNormal(5, 0.3)
      const fields = { route, race: visit.race, code: status, ms: Math.round(durationMs), device }
      const text = status === 502 ? 'page not served' : 'page served'
      scribe.log('frontgate', startMs + durationMs, status === 502 ? 'ERROR' : 'INFO', text, fields, trace)
      if (status === 502) this.remember('lostTrace', root.traceId, startMs)
      return { status, durationMs }
    })
  }

  /** A chip on a mat: read, handed on over the queue, timed, told to relatives. */
  chip(startMs: number): void {
    const { random, scribe } = this
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const mat = random.pick(MATS)
    const visit = { race: this.race(), bib: random.integer(1000, 9899) }
    const durationMs = random.logNormal(3, 0.3)
    this.serve('mat-reader', 'read.accept', startMs, root, { mat }, (trace) => {
      const say = (severity: Severity, text: string, more: Values) =>
        scribe.log('mat-reader', startMs + durationMs, severity, text, { mat, ...more }, trace)
      if (random.chance(0.022)) {
        say('WARN', 'chip not in list', { chip: `C${random.integer(10_000, 10_380)}` })
        return { status: 404, durationMs }
      }
      if (random.chance(0.06)) {
        say('INFO', 'double read dropped', { bib: visit.bib })
        return { status: 208, durationMs }
      }
      say('INFO', 'read taken', { bib: visit.bib })
      this.split(startMs + durationMs + random.logNormal(140, 0.5), trace, mat, visit)
      return { status: 202, durationMs }
    })
  }

  split(startMs: number, parent: Trace, mat: string, visit: Visit): void {
    const { random, scribe } = this
    const { race, bib } = visit
    this.serve('splitcalc', 'read.time', startMs, parent, { queue: 'chip.reads', mat, race }, (trace) => {
      const durationMs = random.logNormal(11, 0.4)
      const pace = random.integer(188, 455)
      if (random.chance(0.018)) {
        scribe.log('splitcalc', startMs + durationMs, 'WARN', 'pace not human, split held', { bib, race, mat }, trace)
        return { status: 422, durationMs }
      }
      scribe.log('splitcalc', startMs + durationMs, 'INFO', 'split timed', { bib, race, mat, pace }, trace)
      if (random.chance(0.42)) this.text(startMs + durationMs + random.logNormal(420, 0.5), trace, visit)
      return { status: 200, durationMs }
    })
  }

  text(startMs: number, parent: Trace, visit: Visit): void {
    const { random, scribe } = this
    const { race, bib } = visit
    const carrier = random.pick(['northtel', 'northtel', 'bluecell', 'bluecell', 'skyline'])
    this.serve('kintext', 'text.send', startMs, parent, { queue: 'runner.splits', carrier, race }, (trace) => {
      const say = (afterMs: number, severity: Severity, text: string) =>
        scribe.log('kintext', startMs + afterMs, severity, text, { bib, race, carrier }, trace)
      if (random.chance(0.04)) {
        say(4, 'WARN', 'number has opted out')
        return { status: 410, durationMs: 5 }
      }
      const placed = this.rank(startMs + 3, trace, 'rank.one', visit)
      if (placed.status >= 500) {
        say(placed.durationMs + 5, 'ERROR', 'text held back: liveboard answered 500')
        return { status: 502, durationMs: placed.durationMs + 6 }
      }
      const durationMs = placed.durationMs + random.logNormal(carrier === 'skyline' ? 460 : 210, 0.3)
      say(durationMs, 'INFO', 'text sent')
      return { status: 200, durationMs }
    })
  }

  photo(startMs: number): void {
    const { random, scribe } = this
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const spot = random.pick(['bridge', 'market', 'finish'])
    this.serve('photomatch', 'photo.match', startMs, root, { queue: 'photo.uploads', spot }, (trace) => {
      const durationMs = random.logNormal(startMs < this.releaseMs ? 640 : 505, 0.3)
      if (random.chance(0.09)) {
        scribe.log('photomatch', startMs + durationMs, 'WARN', 'no number readable on photo', { spot }, trace)
        return { status: 204, durationMs }
      }
      const runners = random.integer(1, 6)
      scribe.log('photomatch', startMs + durationMs, 'INFO', 'photo matched', { spot, runners }, trace)
      return { status: 200, durationMs }
    })
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 2000 }
    eachArrival({ ...range, meanMs: 960 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...range, meanMs: 1500 }, random, (timeMs) => this.chip(timeMs))
    eachArrival({ ...range, meanMs: 3400 }, random, (timeMs) => this.photo(timeMs))
    const upright = { fromMs: this.startMs + 1000, toMs: this.silenceMs }
    eachTick({ ...upright, everyMs: 9000 }, random, (timeMs) => {
      const text = `gantry clock error ${random.integer(1, 9)} ms, within limits`
      scribe.log('wavestart', timeMs, 'INFO', text)
    })
    let wave = 0
    eachTick({ ...upright, fromMs: this.startMs + 95_000, everyMs: 6.5 * MINUTE_MS }, random, (timeMs) => {
      const letter = 'ABCDEFGHJK'[wave++] ?? 'Z'
      const text = `gun fired for wave ${letter}, ${random.integer(240, 610)} at the line`
      scribe.log('wavestart', timeMs, 'INFO', text)
    })
    scribe.log('photomatch', this.releaseMs, 'INFO', 'photomatch 3.5.0 started', { model: 'bib-net-9' })
    scribe.log('entrydesk', this.restartMs - 11_000, 'INFO', 'shutting down: host is being patched')
    scribe.log('entrydesk', this.restartMs, 'INFO', 'entrydesk 2.9.3 started after 11 s')
    scribe.log('liveboard', this.onsetMs - 2000, 'INFO', RULE_SET, { race: 'half', rule: 'gun_or_net' })
    const due = { batches: 3, provider: 'northpay' }
    scribe.log('paybox', this.startMs + 17 * MINUTE_MS, 'INFO', 'payout file fetched', due)
  }
}

export function racetiming(endMs: number): World {
  const system = new RaceTiming(endMs)
  system.background()
  sendRaceTimingMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, silenceMs: silence } = system
  const world = system.world({ name: 'racetiming', services: SERVICES, marks: { onset, release, restart, silence } })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const bodies = {
    ...{ faultLine: bodyOf('ranking failed'), heldLine: bodyOf('text held back') },
    ...{ chipLine: bodyOf('chip not in list'), fontLine: bodyOf('font has no glyph') },
  }
  return { ...world, names: { ...world.names, ...bodies } }
}
