/** Writes the most frequent kinds of log lines, of all lines or of those that requests wrote. */
import { cite, code } from '../embedded/markdown.ts'
import { patternText } from '../message-text.ts'
import type { PatternsResult } from '../questions/execute/result.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { clock, number, window } from './format.ts'
import { conditionsOf, nounOf } from './scope.ts'

/** Writes the most frequent patterns of log lines. */
export function patternsAnswer(
  plan: PlanOf<'patterns'>,
  result: PatternsResult,
  id: string,
  askedAtMs: number,
): string[] {
  const noun = nounOf({ of: 'records' }, plan.conditions)
  const words = conditionsOf(plan.conditions)
  const scope = words === '' ? '' : ` ${words}`
  const when = window(result.window, askedAtMs)
  const [first] = result.patterns
  if (result.requests !== undefined) return linesOfRequests(plan, result, result.requests, id, askedAtMs)
  if (first === undefined) return [`**0** ${noun}${scope}, ${when}. ${cite(id)}`]
  return [
    `The most frequent of ${noun}${scope}: ${timesOf(first)}, ${when}; ${number(result.total)} in all. ${cite(id)}`,
    patternRows(result, askedAtMs),
  ]
}

type Pattern = PatternsResult['patterns'][number]

function timesOf({ count, template, service }: Pattern): string {
  return `**${number(count)}** times ${said(template, 140)} of ${code(service, 60)}`
}

function said(template: string, most: number): string {
  return code(patternText(template), most)
}

function patternRows({ patterns }: PatternsResult, askedAtMs: number): string {
  const rows = patterns
    .slice(0, 10)
    .map(
      ({ count, service, severity, template, firstSeen }, index) =>
        `${index + 1}. ${number(count)}\u00d7 ${code(service, 60)} ${severity}: ${said(template, 160)} (since ${clock(firstSeen, askedAtMs)})`,
    )
  return `Most frequent patterns:\n\n${rows.join('\n')}`
}

/** What the lines of requests say of them. */
function linesOfRequests(
  plan: PlanOf<'patterns'>,
  result: PatternsResult,
  { total, read }: NonNullable<PatternsResult['requests']>,
  id: string,
  askedAtMs: number,
): string[] {
  const words = conditionsOf(plan.conditions)
  const what = `**${number(total)}** ${nounOf({ of: 'requests' }, plan.conditions)}${words === '' ? '' : ` ${words}`}`
  const when = window(result.window, askedAtMs)
  const [first] = result.patterns
  if (first === undefined)
    return [
      total === 0
        ? `${what}, ${when}. ${cite(id)}`
        : `The logs do not say why: no line belongs to the traces of ${what}, ${when}. ${cite(id)}`,
    ]
  const newest = read < total ? ` (of the newest ${number(read)})` : ''
  return [
    `The log says within ${what}${newest}: ${timesOf(first)}, ${when}. ${cite(id)}`,
    patternRows(result, askedAtMs),
  ]
}
