/**
 * An independent recount: the rules of billing written down a second time, over exact fractions and Temporal
 * dates, from nothing but the list of what happened. Shares no code with src/billing.
 */
import { Temporal } from 'temporal-polyfill'
import { type Fraction, fraction, isNegative, minus, over, parse, plus, roundHalfUp, times } from './exact-fraction.ts'

export type Happening =
  | { readonly at: number; readonly what: 'usage'; readonly micro: number }
  | { readonly at: number; readonly what: 'change'; readonly plan: string }
  | { readonly at: number; readonly what: 'cancel' }
  | { readonly at: number; readonly what: 'resume' }
  /** The clock looked: no effect of its own. */
  | { readonly at: number; readonly what: 'tick' }

const ZERO = fraction(0n)
const PLANS: Record<string, { price: Fraction; credits: Fraction; extra: Fraction }> = {
  free: { price: ZERO, credits: parse('50'), extra: ZERO },
  starter: { price: parse('29'), credits: parse('300'), extra: parse('0.12') },
  team: { price: parse('149'), credits: parse('1700'), extra: parse('0.10') },
  scale: { price: parse('999'), credits: parse('13000'), extra: parse('0.09') },
}

function plan(slug: string) {
  const found = PLANS[slug]
  if (found === undefined) throw new Error(slug)
  return found
}

export interface Recount {
  readonly balance: string
  readonly invoiced: string
  readonly invoices: number
  readonly plan: string | null
  readonly grants: number
}

export function recount(startedAt: number, happenings: readonly Happening[], until: number): Recount {
  const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('UTC')
  let anchor = startedAt
  let cycle = 0
  let held: string | null = 'free'
  let next: string | 'end' | null = null
  let balance = plan('free').credits
  let grants = 1
  let invoiced = ZERO
  let invoices = 0
  const boundary = (index: number) => at(anchor).add({ months: index }).epochMilliseconds
  const deficit = () => (isNegative(balance) ? minus(ZERO, balance) : ZERO)
  const bill = (lines: readonly Fraction[]) => {
    const total = lines.reduce((sum, line) => plus(sum, parse(roundHalfUp(line, 2))), ZERO)
    if (total.n === 0n) return
    invoiced = plus(invoiced, total)
    invoices++
  }
  const fill = (target: Fraction) => {
    if (!isNegative(minus(balance, target)) || held === null) return
    balance = target
    grants++
  }
  const advance = (now: number) => {
    while (held !== null && boundary(cycle + 1) <= now) {
      const owed = times(deficit(), plan(held).extra)
      if (next === 'end') {
        bill([owed])
        balance = plus(balance, deficit())
        held = null
      } else {
        held = next ?? held
        bill([plan(held).price, owed])
        fill(plan(held).credits)
        cycle++
      }
      next = null
    }
  }
  const change = (target: string, now: number) => {
    const to = plan(target)
    if (held === null) {
      bill([to.price, times(deficit(), to.extra)])
      anchor = now
      cycle = 0
      held = target
      next = null
      fill(to.credits)
    } else if (target === held) {
      if (next !== 'end') next = null
    } else if (isNegative(minus(plan(held).price, to.price))) {
      const length = BigInt(boundary(cycle + 1) - boundary(cycle))
      const left = parse(roundHalfUp(over(fraction(BigInt(boundary(cycle + 1) - now)), fraction(length)), 6))
      bill([times(minus(to.price, plan(held).price), left), times(deficit(), to.extra)])
      balance = plus(plus(balance, deficit()), times(minus(to.credits, plan(held).credits), left))
      if (left.n !== 0n) grants++
      held = target
      next = null
    } else {
      next = target
    }
  }
  for (const happening of happenings) {
    // Usage is recorded when it comes, before the boundary of its own instant is looked at by anyone.
    advance(happening.at)
    if (happening.what === 'usage') balance = minus(balance, fraction(BigInt(happening.micro), 1_000_000n))
    if (happening.what === 'change') change(happening.plan, happening.at)
    if (happening.what === 'cancel' && held !== null && held !== 'free') next = 'end'
    if (happening.what === 'resume' && next === 'end') next = null
  }
  advance(until)
  return { balance: roundHalfUp(balance, 6), invoiced: roundHalfUp(invoiced, 2), invoices, plan: held, grants }
}
