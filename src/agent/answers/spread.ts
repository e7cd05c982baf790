/** Whether trouble hits one value of a key, some or all: "is it only one tenant or everyone?". */
import { code } from '../embedded/markdown.ts'
import type { MeasureGroup } from '../questions/execute/result.ts'
import { number, percent } from './format.ts'
import { type MeasurePlan, shown, type Worded } from './measure-words.ts'
import { windowWords } from './number-parts.ts'
import { scope, subject } from './scope.ts'

/** A stray failure of another value makes "only this one" no less true. */
const ONLY_MIN = 0.95
const NAMED_MAX = 4
/** So many times as long as with the fastest is slow; less is about the same. */
const SLOW_MIN = 2
const ALIKE_MAX = 1.25

export function spreadHeadline(worded: Worded): string {
  const { plan } = worded
  if (plan.measure.of === 'duration') return slowSpread(worded)
  return plan.measure.of === 'records' || plan.measure.of === 'requests' ? countSpread(worded) : failedSpread(worded)
}

function failedSpread(worded: Worded): string {
  const { plan, result } = worded
  const by = code(plan.groupBy[0]?.field ?? '', 80)
  const when = windowWords(worded)
  const groups = result.groups.filter(({ of }) => (of ?? 0) > 0)
  const failedOf = ({ failed }: MeasureGroup): number => failed ?? 0
  const all = groups.reduce((sum, group) => sum + failedOf(group), 0)
  const sorted = groups.toSorted((a, b) => failedOf(b) - failedOf(a))
  const hit = sorted.filter((group) => failedOf(group) > 0)
  const [first] = sorted
  if (first === undefined) return `I found no requests${scope(plan)} to take a share of, so I give no number, ${when}.`
  const elsewhere = result.failed ?? 0
  if (all === 0 && elsewhere > 0)
    return `I cannot tell: none of the ${number(elsewhere)} failed requests${scope(plan)} carries ${by}, and no request that does failed, ${when}.`
  if (all === 0) return `**None**: no request${scope(plan)} failed, of any ${by}, ${when}.`
  if (plan.isNoneAsked === true) return sparedOf(sorted, by, when)
  const requests = `${number(all)} failed requests${scope(plan)}`
  const total = Math.max(groups.length, result.groupsTotal)
  const yes = yesOf(plan, all, (value) => failedOf(groups.find(({ key }) => key[0] === value) ?? NO_GROUP))
  if (failedOf(first) >= ONLY_MIN * all)
    return total === 1
      ? `**${name(first)}** is the only ${by} that sends requests: ${number(failedOf(first))} of its ${number(first.of ?? 0)} failed, ${when}.`
      : `${yes}**Only ${name(first)}**: ${number(failedOf(first))} of ${requests}, ${percent(first.value ?? 0)} of its own; hardly any of the other ${number(total - 1)} by ${by}, ${when}.`
  const shares = hit.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
  const most = shares[0] ?? first
  const least = shares.at(-1) ?? first
  const range = `from ${percent(least.value ?? 0)} of the requests of ${name(least)} to ${percent(most.value ?? 0)} of those of ${name(most)}`
  if (hit.length === groups.length)
    return `${yes}**All ${number(total)}** by ${by} are hit: ${requests}, ${range}, ${when}.`
  const spared = sorted.filter((group) => failedOf(group) === 0)
  return `${yes}**${number(hit.length)} of ${number(total)}** by ${by} are hit: ${requests}, ${range}; none of ${names(spared.map(name))}, ${when}.`
}

const SPARED_MAX = 12

/** "Which services have no errors": those that have none, then the others. */
function sparedOf(groups: readonly MeasureGroup[], by: string, when: string): string {
  const hit = groups.filter(({ failed }) => (failed ?? 0) > 0)
  const spared = groups.filter((group) => !hit.includes(group))
  const others = `${names(hit.map((group) => `${name(group)} ${number(group.failed ?? 0)} of ${number(group.of ?? 0)}`))}`
  if (spared.length === 0) return `**None**: requests of each by ${by} failed: ${others}, ${when}.`
  return `**${number(spared.length)} of ${number(groups.length)}** by ${by} had no failed request: ${names(spared.map(name), SPARED_MAX)}; failed: ${others}, ${when}.`
}

const NO_GROUP: MeasureGroup = { key: [], value: 0 }

/** "Anyone other than acme?": a yes where others have more than a stray one. */
function yesOf({ onlyAsked, isYesNo }: MeasurePlan, all: number, of: (value: string) => number): string {
  if (onlyAsked === undefined || isYesNo !== true) return ''
  return all - of(onlyAsked) > (1 - ONLY_MIN) * all ? 'Yes: ' : 'No: '
}

/** Lines or requests, of which only those values are in groups that have some. */
function countSpread(worded: Worded): string {
  const { plan, result } = worded
  const by = code(plan.groupBy[0]?.field ?? '', 80)
  const when = windowWords(worded)
  const counted = `${subject(plan)}${scope(plan)}`
  const hit = result.groups.filter(({ value, key }) => (value ?? 0) > 0 && key[0] !== null && key[0] !== '')
  const all = hit.reduce((sum, { value }) => sum + (value ?? 0), 0)
  const [first] = hit
  if (first === undefined) return `**None**: 0 ${counted}, of any ${by}, ${when}.`
  const spared = result.lacking ?? []
  const total = hit.length + spared.length
  const yes = yesOf(plan, all, (value) => hit.find(({ key }) => key[0] === value)?.value ?? 0)
  if ((first.value ?? 0) >= ONLY_MIN * all)
    return `${yes}**Only ${name(first)}**: ${number(first.value ?? 0)} of ${number(all)} ${counted}; hardly any of the other ${number(total - 1)} by ${by}, ${when}.`
  const last = hit.at(-1) ?? first
  const range = `from ${number(last.value ?? 0)} of ${name(last)} to ${number(first.value ?? 0)} of ${name(first)}`
  const rest = spared.length === 0 ? '' : `; none of ${names(spared.map((value) => code(value, 100)))}`
  return `${yes}**${spared.length === 0 ? 'All ' : ''}${number(hit.length)}${spared.length === 0 ? '' : ` of ${number(total)}`}** by ${by}: ${number(all)} ${counted}, ${range}${rest}, ${when}.`
}

/** Which of them take far longer than the fastest. */
function slowSpread(worded: Worded): string {
  const { plan, result } = worded
  const by = code(plan.groupBy[0]?.field ?? '', 80)
  const when = windowWords(worded)
  const groups = result.groups
    .filter(({ value, key }) => value !== null && key[0] !== null && key[0] !== '')
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
  const [first] = groups
  const fastest = groups.at(-1)
  if (first === undefined || fastest === undefined || plan.measure.of !== 'duration')
    return `I found no requests${scope(plan)} to measure, so I give no number, ${when}.`
  const least = fastest.value ?? 0
  const slow = groups.filter(({ value }) => (value ?? 0) >= SLOW_MIN * least)
  const told = (group: MeasureGroup): string => `${name(group)} ${shown(worded, group)}`
  const all = `${plan.measure.statistic}${scope(plan)}`
  const isAsked = plan.isYesNo === true && plan.onlyAsked !== undefined
  const others = slow.filter(({ key }) => key[0] !== plan.onlyAsked)
  const yes = isAsked ? (others.length > 0 ? 'Yes: ' : 'No: ') : ''
  const [only, more] = slow
  if (only === undefined) {
    const alike = (first.value ?? 0) <= ALIKE_MAX * least ? 'about the same' : 'none stands out'
    return `${yes}**All ${number(groups.length)}** by ${by} are ${alike}: ${all} from ${told(fastest)} to ${told(first)}, ${when}.`
  }
  const rest = groups.filter((group) => !slow.includes(group))
  if (more === undefined)
    return `${yes}**Only ${name(only)}** is slow: ${all} **${shown(worded, only)}**; ${names(rest.map(told))}, ${when}.`
  return `${yes}**${number(slow.length)} of ${number(groups.length)}** by ${by} are slow: ${all} ${names(slow.map(told))}; ${names(rest.map(told))}, ${when}.`
}

function name({ key }: MeasureGroup): string {
  return code(key.map((part) => part ?? '(none)').join(' '), 100)
}

function names(some: readonly string[], most = NAMED_MAX): string {
  const more = some.length - most
  return `${some.slice(0, most).join(', ')}${more > 0 ? ` and ${number(more)} others` : ''}`
}
