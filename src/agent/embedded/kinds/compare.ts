/** "Compare with yesterday", "what is new". */
import { patternText, spokenText } from '../../message-text.ts'
import type { ChangedPattern, ComparePatternsResult } from '../../tools/compare-log-patterns.ts'
import { cite, clock, code } from '../markdown.ts'
import { type Action, type PlanState, type Window, windowParams } from '../plan-state.ts'
import { filterParams } from './filter-params.ts'
import { basisSentence, caveats, emptyWindowSentence, scopeWords, suspiciousSentence, windowWords } from './words.ts'

const DAY_MS = 86_400_000
const LISTED = 5

/** Answers which patterns of log lines are new, gone or changed. */
export function planCompare(state: PlanState): Action {
  const { question, desk } = state
  const baseline = baselineOf(state)
  const compared = desk.need<ComparePatternsResult>('compare_log_patterns', {
    ...windowParams(state.window),
    baselineFrom: new Date(baseline.fromMs).toISOString(),
    baselineTo: new Date(baseline.toMs).toISOString(),
    ...filterParams(question),
  })
  if (desk.missing.length > 0) {
    return {
      type: 'call',
      reasoning:
        `I am comparing the log patterns ${scopeWords(state)} from ${windowWords(state)} with ${baselineWords(state, baseline)}.`.replace(
          '  ',
          ' ',
        ),
      calls: desk.missing,
    }
  }
  if (compared === null) return { type: 'answer', text: caveats(state, []).join(' ') }
  return { type: 'answer', text: answer(state, baseline, compared.result, compared.id) }
}

function baselineOf({ plan, window }: PlanState): Window {
  const against = plan.intent === 'changes' ? plan.against : null
  if (against !== null) return { fromMs: Date.parse(against.from), toMs: Date.parse(against.to) }
  const shiftMs = window.toMs - window.fromMs
  return { fromMs: window.fromMs - shiftMs, toMs: window.toMs - shiftMs }
}

function baselineWords(state: PlanState, baseline: Window): string {
  const earlierMs = state.window.fromMs - baseline.fromMs
  const name =
    earlierMs === 7 * DAY_MS ? 'a week earlier' : earlierMs === DAY_MS ? 'a day earlier' : 'the window before it'
  return `${name} (${clock(new Date(baseline.fromMs).toISOString(), state.askedAtMs)} to ${clock(new Date(baseline.toMs).toISOString(), state.askedAtMs)})`
}

function answer(state: PlanState, baseline: Window, compared: ComparePatternsResult, id: string): string {
  const { totalBefore, totalAfter } = compared
  const kinds = compared.new.length + compared.gone.length + compared.changed.length
  const isComparable = totalBefore > 0 || hadTelemetry(state, baseline)
  const numbers = `${totalAfter.toLocaleString('en-US')} log records ${scopeWords(state)} from ${windowWords(state)}, against ${totalBefore.toLocaleString('en-US')} in ${baselineWords(state, baseline)}. ${cite(id)}`
  const first = isComparable && kinds > 0 ? `${changesInWords(compared)}: ` : ''
  const lines = [`${first}${numbers}`.replace('  ', ' ')]
  if (totalAfter === 0 && totalBefore === 0) lines.push(emptyWindowSentence(state))
  else if (!isComparable)
    lines.push('There is nothing to compare with: the earlier window has no records, so everything would look new.')
  else if (kinds === 0)
    lines.push(`No pattern is new or gone, and no pattern\u2019s rate changed more than by chance. ${cite(id)}`)
  if (isComparable) {
    lines.push(
      list('New', changesFirst(compared.new), id),
      list('Changed', compared.changed, id),
      list('Gone', compared.gone, id),
    )
  }
  lines.push(basisSentence(state), ...caveats(state, [compared]), ...suspiciousSentence([compared], [id]))
  return lines.filter((line) => line !== '').join('\n\n')
}

/** "5 kinds of lines are new, 2 come more or less often": what changed, before the numbers. */
function changesInWords({ new: fresh, changed, gone }: ComparePatternsResult): string {
  const parts = [
    ...(fresh.length === 0 ? [] : [`**${kindsOf(fresh.length)} new**`]),
    ...(changed.length === 0 ? [] : [`${kindsOf(changed.length)} more or less frequent`]),
    ...(gone.length === 0 ? [] : [`${kindsOf(gone.length)} gone`]),
  ]
  return parts.join(', ')
}

function kindsOf(count: number): string {
  return count === 1 ? '1 kind of line is' : `${count} kinds of lines are`
}

/** Whether anything was sent in the earlier window: none of these records then means that they are new. */
function hadTelemetry({ coverage }: PlanState, baseline: Window): boolean {
  const first = coverage.result.services.map(({ firstSeen }) => firstSeen).sort()[0]
  return first !== undefined && Date.parse(first) < baseline.toMs - 60_000
}

/** Lines that tell of something that somebody did. */
const TELLS_OF_CHANGE =
  /\b(?:chang(?:ed|ing)|updat(?:ed|ing)|upgrad(?:ed|ing)|modif(?:ied|ying)|replac(?:ed|ing)|reload(?:ed|ing)|rotat(?:ed|ing)|switch(?:ed|ing)|migrat(?:ed|ing)|migration|import(?:ed|ing)?|merged|appl(?:ied|ying)|enabled|disabled|activated|promoted|deploy\w{0,5}|roll(?:ed|ing) (?:out|back)|rollout|config\w{0,9}|restart\w{0,3}|start(?:ed|ing)|shutting down|scaled|failover)\b/i

/** What was done stands before what came of it. */
function changesFirst(rows: readonly ChangedPattern[]): readonly ChangedPattern[] {
  const isChange = ({ template, severity }: ChangedPattern): boolean =>
    !/^(?:error|fatal)$/.test(severity) && TELLS_OF_CHANGE.test(spokenText(template))
  return [...rows.filter(isChange), ...rows.filter((row) => !isChange(row))]
}

function list(title: string, rows: readonly ChangedPattern[], id: string): string {
  if (rows.length === 0) return ''
  const items = rows
    .slice(0, LISTED)
    .map(
      (row) =>
        `- ${code(row.service, 60)} ${row.severity}: ${code(patternText(row.template), 160)} ${row.before} \u2192 ${row.after}`,
    )
  return `${title} ${cite(id)}:\n\n${items.join('\n')}`
}
