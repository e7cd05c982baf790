/**
 * Services that some of their calls no longer reach: one of several instances is gone, or the way there loses calls. The
 * client spans go on, and what they wrapped is missing below some of them.
 */
import type { Finding } from './findings.ts'
import { AFFECTED_MIN, CERTAIN } from './signs.ts'
import { type Ends, type Inbound, type InboundCalls, isGone, isServed, OTHER_CALLER } from './silence.ts'
import { intervalStartMs, type Split } from './split.ts'

/** Without other callers a call that got lost is slightly more often the callee's: its queue, its network. */
const CALLEE_ODDS = 1.5

interface Partly {
  readonly finding: Finding
  /** The callee's part of the blame. */
  readonly share: number
  /** Operations (`service\u0000operation`) whose client spans show it. */
  readonly shownBy: ReadonlySet<string>
}

/**
 * Per callee: calls that in part no longer arrive. Each other caller that loses some speaks for the callee, each that is answered
 * against it. Who says that its own system refused calls (`limits`) has decided it.
 */
export function partlySilent(inbound: InboundCalls, limits: Ends['limits'], split: Split, query: string): Partly[] {
  return [...inbound].flatMap(([service, list]): Partly[] => {
    if (list.some(isGone)) return []
    const hit = list.filter((one) => missedIn(one) >= AFFECTED_MIN && !limits.has(one.link.callerService))
    const callers = new Set(hit.map(({ link }) => link.callerService))
    const [peer] = callers
    if (peer === undefined) return []
    const served = new Set(list.filter((one) => isServed(one, split)).map(({ link }) => link.callerService))
    const others = [...served].filter((one) => !callers.has(one)).length
    const odds = CALLEE_ODDS * OTHER_CALLER ** (callers.size - 1 - others)
    const share = odds / (1 + odds)
    const expected = list.reduce((sum, one) => sum + one.expected, 0)
    const observed = list.reduce((sum, one) => sum + one.observed, 0)
    const finding: Finding = {
      kind: 'silence',
      service,
      subject: service,
      strength:
        share *
        Math.min(
          CERTAIN,
          hit.reduce((sum, one) => sum + missedIn(one), 0),
        ),
      onsetMs: intervalStartMs(split.grid, split.onset),
      text: `${service} answered ${observed} of about ${Math.round(expected)} expected calls of ${[...callers].slice(0, 3).join(', ')}: some that its callers still spend do not arrive`,
      peer,
      reach: 'own',
      isInPart: true,
      queries: [query],
      selector: null,
    }
    const shownBy = new Set(hit.map(({ link }) => `${link.callerService}\u0000${link.callerOperation}`))
    return [{ finding, share, shownBy }]
  })
}

/** What is left to the callers of the calls that do not reach their callee. */
export function withoutMissed(findings: readonly Finding[], partly: readonly Partly[]): Finding[] {
  return findings.map((finding) => {
    const operation = finding.subject.split(' → ')[0] ?? ''
    const found = partly.find(
      (one) => one.finding.service === finding.peer && one.shownBy.has(`${finding.service}\u0000${operation}`),
    )
    if (found === undefined || finding.kind !== 'child_calls') return finding
    return { ...finding, strength: (1 - found.share) * Math.min(CERTAIN, finding.strength) }
  })
}

/** Evidence that client spans lost the child that they wrapped, as far as this callee is asked less. */
function missedIn({ isWrapper, emptied, rarer }: Inbound): number {
  return isWrapper ? Math.min(emptied, rarer) : 0
}
