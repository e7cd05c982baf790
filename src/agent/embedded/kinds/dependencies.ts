/** "Who calls X", "what does X depend on". */
import type { DependenciesToolResult } from '../../tools/dependencies.ts'
import { cite, code } from '../markdown.ts'
import { type Action, type PlanState, windowParams } from '../plan-state.ts'
import { noTraces } from './latency.ts'
import { basisSentence, caveats, windowWords } from './words.ts'

const LISTED = 12

export function planDependencies(state: PlanState): Action {
  const { question, desk, coverage } = state
  const services = question.services.length === 0 ? undefined : question.services
  const found = desk.need<DependenciesToolResult>('dependencies', { ...windowParams(state.window), services })
  if (desk.missing.length > 0)
    return { type: 'call', reasoning: 'I read from the traces which service calls which.', calls: desk.missing }
  if (found === null) return { type: 'answer', text: caveats(state, []).join(' ') }
  const { dependencies, total } = found.result
  if (total === 0 && coverage.result.signals.spans === 0) return { type: 'answer', text: noTraces(coverage.id) }
  const about =
    question.services.length === 0 ? '' : ` of ${question.services.map((name) => code(name, 80)).join(', ')}`
  const lines =
    total === 0
      ? [`**No calls between services**${about} were seen from ${windowWords(state)}. ${cite(found.id)}`]
      : [
          `**${total} ${total === 1 ? 'edge' : 'edges'}**${about} from ${windowWords(state)} ${cite(found.id)}:`,
          dependencies
            .slice(0, LISTED)
            .map(
              (row) =>
                `- ${code(row.caller, 60)} \u2192 ${code(row.callee, 60)}: ${row.calls.toLocaleString('en-US')} calls, ${row.errors.toLocaleString('en-US')} failed, p99 ${row.p99Ms} ms`,
            )
            .join('\n'),
        ]
  lines.push(basisSentence(state), ...caveats(state, [found.result]))
  return { type: 'answer', text: lines.filter((line) => line !== '').join('\n\n') }
}
