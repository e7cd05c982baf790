/** What broke when the requests of a service began to fail while a version of it ran. */
import { clock } from '../answers/format.ts'
import { foundTrouble } from '../investigator/investigation.ts'
import type { ReleaseResult } from '../questions/execute/result.ts'
import type { InvestigateToolResult } from '../tools/investigate.ts'
import { cite, code } from './markdown.ts'
import type { PlanContext } from './plan-context.ts'
import { lastInvestigation } from './previous.ts'

const HOUR_MS = 3_600_000
/** An onset is known to a quarter of a minute; what suffers from it fails within some minutes. */
const NEAR_MS = 6 * 60_000

/** A sentence about it; empty where nothing is known of it, null while the investigation is missing. */
export function troubleThen({ conversation, desk, askedAtMs }: PlanContext, result: ReleaseResult): string | null {
  const { later, release } = result
  if (later === null || release === null) return ''
  const toMs = Math.min(askedAtMs, Date.parse(result.window.to))
  const hour = { from: new Date(toMs - HOUR_MS).toISOString(), to: new Date(toMs).toISOString() }
  const found = lastInvestigation(conversation) ?? desk.need<InvestigateToolResult>('investigate', hour)
  if (found === null) return desk.missing.length > 0 ? null : ''
  const { outcome, candidates, onset } = found.result
  const [first] = candidates
  if (!foundTrouble(outcome) || first === undefined || onset === null) return ''
  if (Math.abs(Date.parse(onset) - Date.parse(later.window.from)) > NEAR_MS) return ''
  if (first.service === release.service) return ''
  return `That is when ${code(first.service, 80)} broke (${clock(onset, askedAtMs)}). ${cite(found.id)}`
}
