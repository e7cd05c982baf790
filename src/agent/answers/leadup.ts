/** Writes what came in the minutes before a thing began. */
import { cite, clock, code } from '../embedded/markdown.ts'
import { spokenText } from '../message-text.ts'
import type { LeadupResult } from '../questions/execute/result.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { span } from './format.ts'

const NO_PROOF = 'That it came before is no proof that it set it off.'

export function leadupAnswer(
  plan: PlanOf<'leadup'>,
  { at, rows, isPastKnown }: LeadupResult,
  id: string,
  askedAtMs: number,
): string[] {
  const moment =
    plan.said === undefined ? (plan.at === undefined ? 'the onset' : 'it') : `the first of ${code(plan.said, 80)}`
  const began = `${moment} at **${clock(at, askedAtMs)}**${plan.service === undefined ? '' : ` in ${code(plan.service, 80)}`}`
  const told =
    plan.isChangeAsked === true && rows.some(({ is }) => is === 'change')
      ? rows.filter(({ is }) => is === 'change')
      : rows
  const [first, ...others] = told
  if (first === undefined) {
    const no = plan.isYesNo === true ? '**No**: nothing' : '**Nothing**'
    const known = isPastKnown ? '' : ' Telemetry begins shortly before, so little is known of that time.'
    return [`${no} that stands out was logged in the 10 minutes before ${began}.${known} ${cite(id)}`]
  }
  const isNone = plan.isChangeAsked === true && first.is !== 'change'
  const yes = plan.isYesNo !== true ? '' : isNone ? '**No** change is told; ' : '**Yes**: '
  const words = (row: LeadupResult['rows'][number]): string =>
    row.version === undefined
      ? `${code(row.service, 60)}: ${code(spokenText(row.body), 200)}`
      : `${code(row.service, 60)} went from version ${code(row.version.from, 40)} to ${code(row.version.to, 40)}`
  const ago = (row: LeadupResult['rows'][number]): string => `${span(Date.parse(at) - Date.parse(row.at))} before`
  return [
    `${yes}${ago(first)} ${began} came ${words(first)} at **${clock(first.at, askedAtMs)}**. ${NO_PROOF} ${cite(id)}`.replace(
      /^\d/,
      (digit) => digit,
    ),
    others.map((row) => `- ${clock(row.at, askedAtMs)}, ${ago(row)}: ${words(row)}`).join('\n'),
  ].filter((part) => part !== '')
}
