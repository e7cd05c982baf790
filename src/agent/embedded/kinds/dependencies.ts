/** "Who calls X", "what does X depend on". */
import { milliseconds, number, percent } from '../../answers/format.ts'
import { isOutside } from '../../questions/grounding/called.ts'
import type { DependenciesToolResult } from '../../tools/dependencies.ts'
import { cite, code } from '../markdown.ts'
import { type Action, type PlanState, windowParams } from '../plan-state.ts'
import { basisSentence, caveats, noTraces, windowWords } from './words.ts'

const LISTED = 12

/** Answers which service calls which. */
export function planDependencies(state: PlanState): Action {
  const { question, desk, coverage } = state
  const services = question.services.length === 0 ? undefined : question.services
  const found = desk.need<DependenciesToolResult>('dependencies', { ...windowParams(state.window), services })
  if (desk.missing.length > 0)
    return { type: 'call', reasoning: 'I am reading from the traces which service calls which.', calls: desk.missing }
  if (found === null) return { type: 'answer', text: caveats(state, []).join(' ') }
  const direction = state.plan.intent === 'dependencies' ? state.plan.direction : 'both'
  const isOutside = state.plan.intent === 'dependencies' && state.plan.isOutsideAsked === true
  const rows = found.result.dependencies.filter(({ callee }) => !isOutside || isOutsideHost(callee, state))
  const named = peersOf(state.plan)
  const isNamed = (callee: string): boolean => named.some((peer) => callee === peer || callee.startsWith(`${peer}/`))
  // Stores may go by their address: then all that a service calls is told.
  const peers = services !== undefined && !rows.some(({ callee }) => isNamed(callee)) ? [] : named
  const without = leftOutOf(state.plan)
  const dependencies = rows.filter(({ caller, callee }) => {
    if (without.includes(direction === 'callers' ? caller : callee)) return false
    if (peers.length > 0) return isNamed(callee) && (services === undefined || services.includes(caller))
    if (services === undefined || direction === 'both') return true
    return direction === 'callers' ? services.includes(callee) : services.includes(caller)
  })
  const asked = services === undefined && peers.length > 0 ? peers : question.services
  const total = direction === 'both' ? found.result.total : dependencies.length
  if (total === 0 && coverage.result.signals.spans === 0) return { type: 'answer', text: noTraces(coverage.id) }
  const callee = state.plan.intent === 'dependencies' ? state.plan.calleeAsked : undefined
  if (callee !== undefined && total > 0) {
    const amount = state.plan.intent === 'dependencies' ? state.plan.amountAsked : undefined
    const row = dependencies.find((one) => one.callee === callee)
    const told =
      row === undefined || amount === undefined
        ? whetherCalled(asked[0] ?? '', callee, dependencies)
        : amountTold(amount, row)
    const answer = `${told}, ${windowWords(state)}. ${cite(found.id)}`
    return {
      type: 'answer',
      text: [answer, basisSentence(state), ...caveats(state, [found.result])]
        .filter((line) => line !== '')
        .join('\n\n'),
    }
  }
  const besides = without.length === 0 ? '' : ` besides ${without.map((name) => code(name, 80)).join(', ')}`
  const about = asked.length === 0 ? '' : ` of ${asked.map((name) => code(name, 80)).join(', ')}`
  const lines =
    total === 0
      ? [
          `${isOutside ? noneOutside(about, found.result, question.services) : noneWords(direction, about)}${besides}, ${windowWords(state)}. ${cite(found.id)}`,
        ]
      : [
          `${someWords(direction, asked, dependencies, isOutside)}${besides}, ${windowWords(state)} ${cite(found.id)}:`,
          dependencies
            .slice(0, LISTED)
            .map((row) => `- ${code(row.caller, 60)} \u2192 ${code(row.callee, 60)}: ${amountsOf(row)}`)
            .join('\n'),
        ]
  lines.push(basisSentence(state), ...caveats(state, [found.result]))
  return { type: 'answer', text: lines.filter((line) => line !== '').join('\n\n') }
}

function amountsOf({ calls, errors, p99Ms }: DependenciesToolResult['dependencies'][number]): string {
  return `${calls.toLocaleString('en-US')} calls, ${errors.toLocaleString('en-US')} failed, p99 ${p99Ms} ms`
}

/** What was asked of the calls of one service to another, with the other numbers behind it. */
function amountTold(
  amount: 'calls' | 'failed' | 'rate' | 'duration',
  row: DependenciesToolResult['dependencies'][number],
): string {
  const { caller, callee, calls, errors, p50Ms, p99Ms } = row
  const pair = `${code(caller, 80)} to ${code(callee, 80)}`
  const share = percent(errors / Math.max(1, calls))
  const times = `median ${milliseconds(p50Ms)}, p99 ${milliseconds(p99Ms)}`
  switch (amount) {
    case 'failed':
      return `**${number(errors)}** of ${number(calls)} calls from ${pair} failed (${share}); ${times}`
    case 'rate':
      return `**${share}** of the calls from ${pair} failed: ${number(errors)} of ${number(calls)}; ${times}`
    case 'duration':
      return `Calls from ${pair} took **${milliseconds(p50Ms)}** in the median, p99 **${milliseconds(p99Ms)}** (other percentiles of calls are not kept), over ${number(calls)} calls, ${number(errors)} of them failed`
    case 'calls':
      return `**${number(calls)}** calls from ${pair}, ${number(errors)} failed (${share}); ${times}`
  }
}

/** Yes or no: whether one service was seen to call another; else what it calls instead. */
function whetherCalled(caller: string, callee: string, rows: DependenciesToolResult['dependencies']): string {
  const row = rows.find((one) => one.callee === callee)
  if (row !== undefined) return `**Yes**: ${code(caller, 80)} calls ${code(callee, 80)}: ${amountsOf(row)}`
  const others = rows.slice(0, 8).map((one) => code(one.callee, 60))
  return `**No** call of ${code(caller, 80)} to ${code(callee, 80)} was seen; it calls ${others.join(', ')}`
}

/** Services that the question leaves out of those that call or are called. */
function leftOutOf({ conditions }: PlanState['plan']): readonly string[] {
  return conditions.flatMap((one) => (one.on === 'service' && one.not === true ? one.values : []))
}

/** Stores and brokers that a question names instead of services. */
function peersOf({ conditions }: PlanState['plan']): readonly string[] {
  return conditions.flatMap((condition) => (condition.on === 'attribute' ? condition.values : []))
}

function isOutsideHost(callee: string, { coverage }: PlanState): boolean {
  return isOutside(callee, { services: coverage.result.services.map(({ service }) => ({ name: service })) })
}

/** Whom it calls instead: what stands outside may go by a name without an address. */
function noneOutside(about: string, { dependencies }: DependenciesToolResult, services: readonly string[]): string {
  const called = dependencies.filter(({ caller }) => services.length === 0 || services.includes(caller))
  const names = [...new Set(called.map(({ callee }) => code(callee, 60)))].slice(0, 8).join(', ')
  return `**No host outside** is named in the calls${about}${names === '' || services.length === 0 ? '' : `; it calls ${names}`}`
}

function noneWords(direction: 'callers' | 'callees' | 'both', about: string): string {
  if (direction === 'callees') return `**No outgoing calls**${about} were seen`
  return direction === 'callers'
    ? `**No calls to it**${about} were seen`
    : `**No calls between services**${about} were seen`
}

function someWords(
  direction: 'callers' | 'callees' | 'both',
  services: readonly string[],
  rows: DependenciesToolResult['dependencies'],
  isOutside: boolean,
): string {
  const asked = services.map((name) => code(name, 80)).join(', ')
  if (isOutside && services.length === 0) {
    const hosts = [...new Set(rows.map(({ callee }) => code(callee, 60)))]
    return `**${hosts.length}** ${hosts.length === 1 ? 'host' : 'hosts'} outside: ${hosts.slice(0, 8).join(', ')}`
  }
  if (direction === 'both' || services.length === 0)
    return `**${rows.length}** ${rows.length === 1 ? 'pair' : 'pairs'} of caller and callee${asked === '' ? '' : ` with ${asked}`}`
  const others = [...new Set(rows.map(({ caller, callee }) => (direction === 'callers' ? caller : callee)))]
  const names = others
    .slice(0, 8)
    .map((name) => code(name, 60))
    .join(', ')
  return direction === 'callers'
    ? `${asked} ${services.length === 1 ? 'is' : 'are'} called by ${names}`
    : `${asked} ${services.length === 1 ? 'calls' : 'call'} ${names}`
}
