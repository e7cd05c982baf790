/** Writes what requests have in common: the values that tell them from others, and what does not. */
import { cite, code } from '../embedded/markdown.ts'
import type { CommonResult, SharedValue } from '../questions/execute/result.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { number, percent, window } from './format.ts'
import { conditionsOf, nounOf } from './scope.ts'

const HEADLINE_MAX = 2

export function commonAnswer(plan: PlanOf<'common'>, result: CommonResult, id: string, askedAtMs: number): string[] {
  const { total, read, others, shared, even, statuses } = result
  const words = conditionsOf(plan.conditions, ['outcome'])
  const slow = plan.of === 'slow' ? 'slowest ' : ''
  const what = `${number(total)}** ${slow}${nounOf({ of: 'requests' }, plan.conditions)}${words === '' ? '' : ` ${words}`}`
  const when = window(result.window, askedAtMs)
  if (total === 0) return [`**${what}: there is nothing to compare, ${when}. ${cite(id)}`]
  if (others === 0)
    return [
      read === 0
        ? `Only **${what}: too few to tell what they have in common, ${when}. ${cite(id)}`
        : `I cannot tell what the **${what} have in common: there are no other requests to compare them with, ${when}. ${cite(id)}`,
    ]
  const first = shared.slice(0, HEADLINE_MAX).map((one) => valueWords(one, result))
  const headline =
    first.length === 0
      ? `I found nothing that the **${what} have in common and others have not, ${when}.`
      : `The **${what} have in common: ${first.join('; ')}; ${when}.`
  const more = shared.slice(HEADLINE_MAX).map((one) => `- ${valueWords(one, result)}`)
  const spread = even.map(({ field, values }) => `${code(field, 80)} (${number(values)} values)`).join(', ')
  const ended = statuses
    .slice(0, 4)
    .map(({ status, count }) => `${code(status, 20)} (${number(count)})`)
    .join(', ')
  const newest = read < total && plan.of !== 'slow' ? `the newest ${number(read)} of them` : `${number(read)} of them`
  return [
    `${headline} ${cite(id)}`,
    more.length === 0 ? '' : `Also more frequent with them:\n\n${more.join('\n')}`,
    spread === '' ? '' : `Not a matter of: ${spread}; they are spread over these as the others are.`,
    ended === '' ? '' : `They ended with: ${ended}.`,
    `Compared: ${newest} with ${number(others)} other requests of that time, each with all spans of its trace.`,
  ].filter((line) => line !== '')
}

/** "`db.shard` `3` (**98 %** of them, 11 % of the others)". */
function valueWords(
  { field, scope, value, service, these, others }: SharedValue,
  { read, others: compared }: CommonResult,
): string {
  const of = service === undefined ? '' : ` of ${code(service, 60)}`
  const name =
    scope === 'builtin' && field === 'service'
      ? `they pass ${code(value, 80)}`
      : scope === 'builtin'
        ? `${code(value, 100)}${of}`
        : `${code(field, 80)} ${code(value, 100)}${of}`
  return `${name} (**${percent(these / read)}** of them, ${percent(others / compared)} of the others)`
}
