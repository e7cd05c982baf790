/** Whether trouble hits one value of a key, some or all: "is it only one tenant or everyone?". */
import { code } from '../embedded/markdown.ts'
import type { MeasureGroup } from '../questions/execute/result.ts'
import { number, percent } from './format.ts'
import type { Worded } from './measure-words.ts'
import { windowWords } from './number-parts.ts'
import { scope } from './scope.ts'

/** A stray failure of another value makes "only this one" no less true. */
const ONLY_MIN = 0.95
const NAMED_MAX = 4

export function spreadHeadline(worded: Worded): string {
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
  const name = (group: MeasureGroup): string => code(group.key.map((part) => part ?? '(none)').join(' '), 100)
  const names = (some: readonly MeasureGroup[]): string =>
    `${some.slice(0, NAMED_MAX).map(name).join(', ')}${some.length > NAMED_MAX ? ` and ${number(some.length - NAMED_MAX)} others` : ''}`
  if (all === 0) return `**None**: no request${scope(plan)} failed, of any ${by}, ${when}.`
  const requests = `${number(all)} failed requests${scope(plan)}`
  const total = Math.max(groups.length, result.groupsTotal)
  if (failedOf(first) >= ONLY_MIN * all)
    return total === 1
      ? `**${name(first)}** is the only ${by} that sends requests: ${number(failedOf(first))} of its ${number(first.of ?? 0)} failed, ${when}.`
      : `**Only ${name(first)}**: ${number(failedOf(first))} of ${requests}, ${percent(first.value ?? 0)} of its own; hardly any of the other ${number(total - 1)} by ${by}, ${when}.`
  const shares = hit.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
  const most = shares[0] ?? first
  const least = shares.at(-1) ?? first
  const range = `from ${percent(least.value ?? 0)} of the requests of ${name(least)} to ${percent(most.value ?? 0)} of those of ${name(most)}`
  if (hit.length === groups.length) return `**All ${number(total)}** by ${by} are hit: ${requests}, ${range}, ${when}.`
  const spared = sorted.filter((group) => failedOf(group) === 0)
  return `**${number(hit.length)} of ${number(total)}** by ${by} are hit: ${requests}, ${range}; none of ${names(spared)}, ${when}.`
}
