/** One case of a system built around messages, from one seed: what broke, or a window in which nobody is called. */
import type { RecordArrays } from '../../../src/agent/investigator/memory-source.ts'
import { Random } from '../synthetic/random.ts'
import { Calls } from './calls.ts'
import { Gauges } from './gauges.ts'
import { type Habits, makeHabits } from './habits.ts'
import { type Group, makePlan, type Plan, type Unit } from './plan.ts'
import { Reader } from './readers.ts'
import { Score } from './score.ts'
import { NO_CONTEXT, Tape } from './tape.ts'
import {
  FLOW_FAULTS,
  FLOW_QUIET,
  type FlowFault,
  type FlowQuiet,
  guiltyOf,
  makeTrouble,
  type Trouble,
} from './troubles.ts'
import { World } from './world.ts'

export interface FlowCase {
  readonly kind: FlowFault | FlowQuiet
  /** Null: nothing broke. */
  readonly service: string | null
  /** Others that are right to name as well. */
  readonly alsoRight: readonly string[]
  readonly startMs: number
  readonly endMs: number
  readonly isFelt: boolean
  readonly records: RecordArrays
}

const DAY_MS = Date.UTC(2027, 1, 9)
const WARM_UP_MS = 4 * 60_000
const DRAWS_MAX = 60
const STRIDE = 700_001
const RECORDS_AIM = [4_000, 11_000] as const
const RECORDS_MAX = 15_000
const POINTS_MAX = 12_000
const LATE_MAX_MS = 110_000
const TRIAL_MS = 150_000

interface Times {
  readonly fromMs: number
  readonly shownFromMs: number
  readonly startMs: number
  readonly endMs: number
}

/** @throws RangeError when a seed gives no case; none known does. */
export function makeFlowCase(seed: number, isFaulty: boolean): FlowCase {
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const made = drawn(seed, draw, isFaulty)
    if (made === null || made.isFelt !== isFaulty) continue
    const { logs, spans, metrics } = made.records
    if (logs.length + spans.length <= RECORDS_MAX && metrics.length <= POINTS_MAX) return made
  }
  throw new RangeError(`seed ${seed} gives no case`)
}

function drawn(seed: number, draw: number, isFaulty: boolean): FlowCase | null {
  const random = new Random((seed + draw * STRIDE) * 2 + (isFaulty ? 1 : 0))
  const nth = seed >> 1
  const fault = isFaulty ? (FLOW_FAULTS[nth % FLOW_FAULTS.length] ?? null) : null
  const quiet = isFaulty ? null : (FLOW_QUIET[nth % FLOW_QUIET.length] ?? 'calm')
  const plan = makePlan(random)
  const habits = makeHabits(random)
  const startMs = DAY_MS + random.int(10_000, 76_000) * 1_000
  const endMs = startMs + random.pick([7, 8, 10, 12, 15]) * 60_000
  const shownFromMs = startMs - random.pick([15, 20, 25, 30, 40]) * 60_000
  const times = { fromMs: shownFromMs - WARM_UP_MS, shownFromMs, startMs, endMs }
  const trouble = fault === null ? null : makeTrouble(random, plan, habits, fault, startMs)
  if (fault !== null && trouble === null) return null
  if (quiet === 'nightly_batch' && plan.scheduler === null) return null
  const trial = tryOut(random, plan, habits, times)
  const seconds = (endMs - shownFromMs) / 1_000
  const rate = Math.max(0.15, Math.min(4, random.between(...RECORDS_AIM) / trial.records / seconds))
  const tape = new Tape(random, plan, habits, shownFromMs, endMs)
  const heft = heftOf(random, trial.used, rate)
  const run = new Run(new World(random, plan, habits, tape, trouble, heft), times)
  if (quiet !== null) disturb(random, run, quiet, startMs + random.between(-60_000, 60_000))
  // Days have other trouble as well, beside a fault too.
  const other = random.pick(FLOW_QUIET)
  if (quiet !== 'calm' && random.chance(0.3)) disturb(random, run, other, random.between(shownFromMs, endMs))
  run.go(rate)
  const [service = null, ...alsoRight] = trouble === null ? [] : guiltyOf(trouble, plan)
  // Some faults wait for a message or a run that they meet.
  const begunMs = Number.isFinite(run.world.hitMs) && !trouble?.isReleased ? run.world.hitMs : startMs
  if (begunMs - startMs > LATE_MAX_MS) return null
  const records = { logs: tape.logs, spans: tape.spans, metrics: run.gauges.points }
  return {
    kind: fault ?? quiet ?? 'calm',
    service,
    alsoRight,
    startMs: begunMs,
    endMs,
    isFelt: run.score.isFelt(startMs, endMs),
    records,
  }
}

/** Records that one request makes, and how busy one request a second keeps each group. */
function tryOut(
  random: Random,
  plan: Plan,
  habits: Habits,
  { fromMs }: Times,
): { records: number; used: Map<Group, number> } {
  const tape = new Tape(random, plan, habits, fromMs, fromMs + TRIAL_MS)
  const times = { fromMs, shownFromMs: fromMs, startMs: fromMs + TRIAL_MS, endMs: fromMs + TRIAL_MS }
  const run = new Run(new World(random, plan, habits, tape, null, new Map()), times)
  run.go(1)
  const used = new Map(run.readers.map((reader) => [reader.group, reader.busyMs / TRIAL_MS / reader.lanes.length]))
  return { records: Math.max(1, tape.count / (TRIAL_MS / 1_000)), used }
}

/** Work of such weight that each group has enough of it, and not too much. */
function heftOf(random: Random, used: ReadonlyMap<Group, number>, rate: number): Map<Group, number> {
  const weigh = ([group, share]: readonly [Group, number]): [Group, number] => {
    const isTimed = group.unit.role === 'job'
    const wanted = random.between(0.03, 0.22)
    return [group, isTimed ? 1 : Math.max(0.3, Math.min(12, wanted / Math.max(0.001, share * rate)))]
  }
  return new Map([...used].map(weigh))
}

class Run {
  readonly world: World
  readonly times: Times
  readonly score: Score
  readonly readers: Reader[]
  readonly gauges: Gauges
  readonly calls: Calls

  constructor(world: World, times: Times) {
    this.world = world
    this.times = times
    const { plan } = world
    const timed = plan.groups.filter(({ unit }) => unit.role === 'job').map(({ name }) => name)
    this.score = new Score(times.fromMs, new Set(timed))
    this.calls = new Calls(world, (message) => {
      for (const reader of this.readers) if (reader.group.channel === message.channel) reader.arrive(message)
    })
    this.readers = plan.groups.map((group) => new Reader(world, this.calls, this.score, group))
    this.gauges = new Gauges(world, this.readers, times.fromMs)
  }

  go(rate: number): void {
    const { world, times } = this
    const { random, agenda, trouble } = world
    this.gauges.start(times.fromMs, times.shownFromMs)
    this.#requests(rate)
    this.#schedule()
    this.#everyday()
    if (trouble !== null) this.#begin(trouble, random)
    agenda.runUntil(times.endMs)
  }

  #requests(rate: number): void {
    const { random, agenda, plan, weather } = this.world
    const total = plan.entries.reduce((sum, { weight }) => sum + weight, 0)
    const wave = random.between(0, 0.2)
    const phase = random.between(0, 6)
    let drift = 0
    const next = (atMs: number): void => {
      const entry = drawnFrom(plan.entries, random.next() * total)
      if (entry !== undefined) {
        const done = this.calls.serve(entry.act, atMs, null)
        this.score.answered(atMs, done.endMs, done.failure !== null)
      }
      drift = 0.97 * drift + random.between(-0.04, 0.04)
      const load = rate * (1 + wave * Math.sin(atMs / 1_500_000 + phase) + drift) * weather.load(atMs)
      agenda.at(atMs + (-Math.log(1 - random.next()) / Math.max(0.02, load)) * 1_000, next)
    }
    agenda.at(this.times.fromMs, next)
  }

  #schedule(): void {
    const { random, agenda, plan, tape, trouble } = this.world
    const { scheduler, jobs } = plan
    if (scheduler === null) return
    const isBlind = random.chance(0.5)
    for (const { name, channel, everyMs } of jobs) {
      let nth = random.int(2_000, 9_000)
      const fire = (instance: number, atMs: number): void => {
        const context = this.world.trace()
        const run = `${name}-${nth}`
        tape.line(scheduler, instance, 'INFO', `triggering job ${name}`, atMs, context, { run })
        const seat = { unit: scheduler, instance, context }
        const { endMs, failure } = this.calls.emit(channel, seat, atMs + 3, null, run)
        const text = failure?.text ?? null
        tape.span({
          unit: scheduler,
          instance,
          name: `schedule ${name}`,
          kind: 'internal',
          context,
          parentSpanId: '',
          link: null,
          startMs: atMs,
          endMs,
          failure: text,
          attributes: {},
        })
      }
      const tick = (atMs: number): void => {
        nth++
        if (this.world.on('scheduler_idle', scheduler, 0, atMs) === null) fire(0, atMs)
        else this.world.hit(atMs)
        if (this.world.on('scheduler_twice', scheduler, 0, atMs) !== null) {
          this.world.hit(atMs)
          const current = nth
          agenda.at(atMs + random.between(20, 1_500), (now) => {
            nth = current
            fire(1, now)
          })
        }
        agenda.at(atMs + everyMs, tick)
      }
      agenda.at(this.times.fromMs + random.between(0, everyMs), tick)
    }
    const beat = (atMs: number): void => {
      const isStuck = trouble?.kind === 'scheduler_idle' && atMs >= trouble.startMs && isBlind
      const isTwo = this.world.on('scheduler_twice', scheduler, 0, atMs) !== null
      if (!isStuck) tape.line(scheduler, 0, 'INFO', `leader lease renewed, ${jobs.length} jobs known`, atMs, NO_CONTEXT)
      tape.line(
        scheduler,
        1,
        'INFO',
        isTwo ? `leader lease renewed, ${jobs.length} jobs known` : 'standby, another instance leads',
        atMs + 900,
        NO_CONTEXT,
      )
      agenda.at(atMs + 60_000, beat)
    }
    agenda.at(this.times.fromMs + 10_000, beat)
  }

  /** Restarts, rebalances and lines of the broker, as of every day. */
  #everyday(): void {
    const { random, agenda, plan, trouble } = this.world
    const { fromMs, endMs } = this.times
    for (const reader of this.readers) {
      const atMs = fromMs + random.between(0.05, 5) * (endMs - fromMs)
      agenda.at(atMs, (now) => reader.regroup(now, random.between(600, 2_500), false))
    }
    if (random.chance(0.35))
      this.deploy(random.pick(plan.units), fromMs + random.between(0.1, 1) * (endMs - fromMs), random.chance(0.6))
    const everyMs = random.between(8_000, 40_000)
    const speak = (atMs: number): void => {
      const channel = random.pick(plan.channels)
      const group = random.pick(plan.groups)
      const isSlow = trouble?.kind === 'broker_slow' && atMs >= trouble.startMs
      const isOfIt = isSlow && (!plan.product.isLog || channel.leader === trouble.leader)
      this.world.broker(
        random.pick(isOfIt ? plan.product.slow : plan.product.routine),
        atMs,
        isOfIt ? 'WARN' : 'INFO',
        channel.name,
        group.name,
      )
      agenda.at(atMs + everyMs * random.between(0.5, 1.5) * (isSlow ? 0.4 : 1), speak)
    }
    agenda.at(fromMs + everyMs, speak)
  }

  /** Instances one after the other. */
  deploy(unit: Unit, atMs: number, isNew: boolean, rollMs = 12_000): void {
    if (unit.role === 'broker') return
    const { random, agenda } = this.world
    for (let instance = 0; instance < unit.replicas; instance++) {
      const downMs = random.between(1_500, 4_000)
      agenda.at(atMs + instance * rollMs - downMs, (now) => {
        this.world.restart(unit, instance, now, downMs, isNew)
        for (const reader of this.readers) if (reader.group.unit === unit) reader.lost(instance, now, downMs)
      })
    }
  }

  #begin(trouble: Trouble, random: Random): void {
    const { world } = this
    const { unit, startMs, rollMs, kind } = trouble
    if (trouble.isReleased && unit !== null) this.deploy(unit, startMs, true, rollMs)
    if (random.chance(0.2))
      this.deploy(
        random.pick(world.plan.units.filter((one) => one !== unit)),
        startMs - random.between(0, 300_000),
        true,
      )
    if (kind === 'producer_silent' && unit !== null && world.habits.tellsCause && random.chance(0.5)) {
      world.agenda.at(startMs, (now) =>
        world.tape.line(unit, 0, 'WARN', 'outbox relay stopped: lease lost', now, NO_CONTEXT),
      )
    }
    if (kind !== 'rebalance_storm') return
    const storm = (atMs: number): void => {
      for (const reader of this.readers) {
        if (reader.group === trouble.group) reader.regroup(atMs, trouble.amount * random.between(0.5, 0.9), true)
      }
      world.agenda.at(atMs + trouble.amount * random.between(0.9, 1.3), storm)
    }
    world.agenda.at(startMs, storm)
  }
}

function drawnFrom(entries: Plan['entries'], at: number): Plan['entries'][number] | undefined {
  let left = at
  for (const entry of entries) {
    left -= entry.weight
    if (left <= 0) return entry
  }
  return entries[0]
}

/** What a quiet window brings besides the everyday. */
function disturb(random: Random, run: Run, quiet: FlowQuiet, changeMs: number): void {
  const { weather, plan, agenda } = run.world
  const isIn = (atMs: number, forMs: number): boolean => atMs >= changeMs && atMs < changeMs + forMs
  const amount = random.between(0, 1)
  switch (quiet) {
    case 'calm':
      return
    case 'surge':
      weather.load = (atMs) => 1 + (0.4 + amount) * Math.max(0, Math.min(1, (atMs - changeMs) / 60_000))
      return
    case 'few_dead_letters':
      weather.broken = (atMs) => (atMs >= changeMs ? 0.008 + 0.012 * amount : 0.0006)
      return
    case 'partner_blip':
      weather.partner = (atMs) => (isIn(atMs, 8_000 + 30_000 * amount) ? 0.9 : 0)
      return
    case 'harmless_rebalance': {
      const reader = random.pick(run.readers)
      agenda.at(changeMs, (now) => reader.regroup(now, 2_000 + 4_000 * amount, false))
      return
    }
    case 'harmless_deploy':
      run.deploy(random.pick(plan.units.filter(({ role }) => role !== 'broker')), changeMs, true, 20_000)
      return
    case 'nightly_batch': {
      const [job] = plan.jobs
      const { scheduler } = plan
      if (job === undefined || scheduler === null) return
      const everyMs = 4_000 + 4_000 * amount
      for (let i = 0; i < 12 + 20 * amount; i++) {
        agenda.at(changeMs + i * everyMs, (now) => {
          const seat = { unit: scheduler, instance: 0, context: run.world.trace() }
          run.world.tape.line(
            scheduler,
            0,
            'INFO',
            `triggering nightly part ${i + 1} of ${job.name}`,
            now,
            seat.context,
          )
          run.calls.emit(job.channel, seat, now, null, `nightly-${job.name}-${i}`)
        })
      }
    }
  }
}
