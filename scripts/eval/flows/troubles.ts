/** What goes wrong in a system that passes messages, whose doing it is, and who else is right to name. */
import type { Random } from '../synthetic/random.ts'
import type { Habits } from './habits.ts'
import type { Act, Channel, Group, Partner, Plan, Step, Unit } from './plan.ts'
import { SETTINGS } from './words.ts'

export const FLOW_FAULTS = [
  'poison_hang',
  'crash_loop',
  'rebalance_storm',
  'slow_release',
  'schema_changed',
  'producer_silent',
  'doubled',
  'broker_slow',
  'token_expired',
  'partner_slow',
  'partner_limits',
  'scheduler_twice',
  'scheduler_idle',
  'lock_held',
  'disk_full',
  'clock_off',
  'wrong_values',
  'dead_letter_setting',
] as const
export type FlowFault = (typeof FLOW_FAULTS)[number]
export const FLOW_QUIET = [
  'calm',
  'surge',
  'nightly_batch',
  'harmless_rebalance',
  'harmless_deploy',
  'few_dead_letters',
  'partner_blip',
] as const
export type FlowQuiet = (typeof FLOW_QUIET)[number]

export interface Trouble {
  readonly kind: FlowFault
  /** Null: a partner outside. */
  readonly unit: Unit | null
  /** Null: all of them. */
  readonly instance: number | null
  readonly group: Group | null
  readonly partner: Partner | null
  readonly startMs: number
  /** A new release reaches one instance after the other. */
  readonly rollMs: number
  readonly isReleased: boolean
  /** A factor, milliseconds or a share, by kind. */
  readonly amount: number
  readonly share: number
  readonly setting: string
  readonly leader: number
}

const RELEASED: readonly FlowFault[] = ['slow_release', 'schema_changed', 'wrong_values', 'dead_letter_setting']
const MAYBE_RELEASED: readonly FlowFault[] = ['doubled', 'crash_loop']

/** Null where the system cannot have it. */
export function makeTrouble(
  random: Random,
  plan: Plan,
  habits: Habits,
  kind: FlowFault,
  startMs: number,
): Trouble | null {
  const found = culpritIn(random, plan, kind)
  if (found === null) return null
  const { unit, group = null, partner = null } = found
  const isReleased = RELEASED.includes(kind) || (MAYBE_RELEASED.includes(kind) && random.chance(0.6))
  if (unit !== null && unit.sends === 'spans' && SPEAKING.includes(kind)) unit.sends = 'both'
  if (unit !== null && kind === 'wrong_values') unit.talk = 'each'
  if (OF_WRITING.includes(kind)) showWriting(plan, habits, unit, group)
  const isOfOne = kind === 'clock_off' || (kind === 'disk_full' && random.chance(0.5))
  return {
    kind,
    unit,
    group,
    partner,
    instance: isOfOne && unit !== null ? random.int(0, unit.replicas - 1) : null,
    startMs,
    rollMs: random.between(8_000, 45_000),
    isReleased,
    amount: amountOf(random, kind),
    share: shareOf(random, kind),
    setting: random.pick(SETTINGS),
    leader: random.int(0, 2),
  }
}

/** Nobody could tell these from what their readers meet, were they told by spans without versions only. */
const SPEAKING: readonly FlowFault[] = [
  'schema_changed',
  'wrong_values',
  'producer_silent',
  'lock_held',
  'scheduler_idle',
]

/** Whether messages were written decides between writer and reader here. */
const OF_WRITING: readonly FlowFault[] = ['poison_hang', 'producer_silent', 'doubled']

function showWriting(plan: Plan, { hasProducerSpans }: Habits, unit: Unit | null, group: Group | null): void {
  const isWriter = (one: Unit): boolean =>
    one === unit || (group !== null && channelsOf(plan, one).includes(group.channel))
  for (const one of producersIn(plan).filter(isWriter)) {
    if (hasProducerSpans && one.sends !== 'lines') continue
    one.talk = 'each'
    if (one.sends === 'spans') one.sends = 'both'
  }
}

interface Culprit {
  readonly unit: Unit | null
  readonly group?: Group
  readonly partner?: Partner
}

function culpritIn(random: Random, plan: Plan, kind: FlowFault): Culprit | null {
  const one = <T>(all: readonly T[], make: (found: T) => Culprit): Culprit | null =>
    all.length === 0 ? null : make(random.pick(all))
  const workers = plan.groups.filter(({ unit }) => unit.role === 'consumer')
  const ofGroup = (group: Group): Culprit => ({ unit: group.unit, group })
  switch (kind) {
    case 'poison_hang':
    case 'crash_loop':
    case 'rebalance_storm':
    case 'slow_release':
    case 'dead_letter_setting':
      return one(
        workers.filter(({ act }) => !act.name.startsWith('compensate')),
        ofGroup,
      )
    case 'disk_full':
      return one(
        workers.filter((group) => has(group.act, 'spool')),
        ofGroup,
      )
    case 'schema_changed':
    case 'producer_silent':
    case 'doubled':
    case 'clock_off':
      return one(producersIn(plan), (unit) => ({ unit }))
    case 'wrong_values':
      return one(
        producersIn(plan).filter((unit) => isChecked(plan, unit)),
        (unit) => ({ unit }),
      )
    case 'broker_slow':
      return { unit: plan.broker }
    case 'token_expired':
      return one(
        workers.filter((group) => has(group.act, 'post')),
        (group) => ({ ...ofGroup(group), ...postOf(group) }),
      )
    case 'partner_slow':
    case 'partner_limits':
      return one(
        workers.filter((group) => has(group.act, 'post')),
        (group) => ({ unit: null, group, ...postOf(group) }),
      )
    case 'scheduler_twice':
    case 'scheduler_idle':
      return plan.scheduler === null ? null : { unit: plan.scheduler }
    case 'lock_held':
      return one(
        plan.groups.filter((group) => has(group.act, 'hold_lock')),
        ofGroup,
      )
  }
}

function has({ steps }: Act, what: Step['do']): boolean {
  return steps.some((step) => step.do === what)
}

function postOf({ act }: Group): { readonly partner?: Partner } {
  const [found] = act.steps.flatMap((step) => (step.do === 'post' ? [step.partner] : []))
  return found === undefined ? {} : { partner: found }
}

/** Acts of a unit, as a caller's request or a message reaches them. */
function actsIn({ entries, groups }: Plan): Act[] {
  const all = new Set<Act>()
  const visit = (act: Act): void => {
    all.add(act)
    for (const step of act.steps) if (step.do === 'call') visit(step.act)
  }
  for (const { act } of entries) visit(act)
  for (const { act } of groups) visit(act)
  return [...all]
}

function channelsOf(plan: Plan, unit: Unit): Channel[] {
  return actsIn(plan)
    .filter((act) => act.unit === unit)
    .flatMap(({ steps }) => steps.flatMap((step) => (step.do === 'emit' ? [step.channel] : [])))
}

export function producersIn(plan: Plan): Unit[] {
  return plan.units
    .filter(({ role }) => role !== 'scheduler' && role !== 'job')
    .filter((unit) => channelsOf(plan, unit).length > 0)
}

/** Whether somebody looks at the values that a unit wrote, at once or after others passed them on. */
function isChecked(plan: Plan, unit: Unit): boolean {
  const reads = (channels: readonly Channel[], left: number): boolean =>
    left > 0 &&
    plan.groups
      .filter(({ channel }) => channels.includes(channel))
      .some((group) => has(group.act, 'check') || reads(channelsOf(plan, group.unit), left - 1))
  return reads(channelsOf(plan, unit), 3)
}

function amountOf(random: Random, kind: FlowFault): number {
  switch (kind) {
    case 'slow_release':
      return random.between(0.5, 2.2)
    case 'broker_slow':
      return random.between(200, 5_000)
    case 'partner_slow':
      return random.between(6, 60)
    case 'clock_off':
      return random.pick([-1, 1]) * random.between(95_000, 220_000)
    case 'rebalance_storm':
      return random.between(14_000, 40_000)
    default:
      return 1
  }
}

function shareOf(random: Random, kind: FlowFault): number {
  switch (kind) {
    case 'poison_hang':
      return random.between(0.04, 0.2)
    case 'crash_loop':
      return random.between(0.05, 0.6)
    case 'schema_changed':
    case 'wrong_values':
      return random.pick([1, random.between(0.05, 0.6)])
    case 'dead_letter_setting':
      return random.pick([1, random.between(0.06, 0.7)])
    case 'partner_limits':
      return random.between(0.2, 0.95)
    case 'partner_slow':
      return random.between(0.15, 1)
    default:
      return 1
  }
}

/** Services that are right to name, the best one first. */
export function guiltyOf({ unit, partner }: Trouble, plan: Plan): string[] {
  if (unit === null) {
    const callers = plan.groups.filter(({ act }) =>
      act.steps.some((step) => step.do === 'post' && step.partner.host === partner?.host),
    )
    return [partner?.host ?? '', ...new Set(callers.map(({ unit: caller }) => caller.name))]
  }
  if (unit.sends !== 'nothing') return [unit.name]
  // A broker that tells nothing is seen only where others wait for it.
  return [unit.name, ...producersIn(plan).map(({ name }) => name)]
}
