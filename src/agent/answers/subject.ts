/** What is said to fail and is no service: whether requests on its routes failed, before or beside the cause. */
import { cite, code } from '../embedded/markdown.ts'
import type { MeasureResult } from '../questions/execute/result.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { number, percent, window } from './format.ts'

/** The requests on its routes: all, and service by service. */
export interface SubjectFound {
  readonly id: string
  readonly whole: MeasureResult
  readonly parts: MeasureResult
}

/** Fewer requests say nothing of whether it works. */
const REQUESTS_MIN = 5
const NAMED_MAX = 3

/** Corrects a question for the cause of a failure that did not happen; else adds how many requests failed. */
export function aboutSubject(
  { subject }: PlanOf<'cause'>,
  { id, whole, parts }: SubjectFound,
  askedAtMs: number,
): { correction: string | null; addition: string | null } {
  const of = whole.of ?? 0
  const failed = whole.failed ?? 0
  if (subject === undefined || of < REQUESTS_MIN) return { correction: null, addition: null }
  const routes = subject.operations.slice(0, NAMED_MAX).map((name) => code(name, 80))
  const services = parts.groups.slice(0, NAMED_MAX).map(({ key }) => code(key[0] ?? '', 60))
  const where = `${routes.join(', ')}${services.length === 0 ? '' : ` of ${services.join(', ')}`}`
  const when = window(whole.window, askedAtMs)
  // A route that is only called from another one ("POST /orders" of "POST /checkout") is no request from outside.
  const inner = failed === 0 ? mostFailed(parts) : null
  if (inner !== null)
    return {
      correction: null,
      addition: `Of the requests on ${routes.join(', ')} of ${code(inner.service, 60)} **${percent(inner.failed / inner.of)}** failed: ${number(inner.failed)} of ${number(inner.of)}, ${when}. ${cite(id)}`,
    }
  if (failed === 0)
    return {
      correction: `**No**: ${where} did not fail: **0** of ${number(of)} requests, ${when}. ${cite(id)}`,
      addition: null,
    }
  return {
    correction: null,
    addition: `Of the requests on ${where} **${percent(failed / of)}** failed: ${number(failed)} of ${number(of)}, ${when}. ${cite(id)}`,
  }
}

/** The service of which most requests failed; null where none did. */
function mostFailed({ groups }: MeasureResult): { service: string; failed: number; of: number } | null {
  const [first] = groups
    .map(({ key, failed = 0, of = 0 }) => ({ service: key[0] ?? '', failed, of }))
    .filter(({ failed, of }) => failed > 0 && of > 0)
    .sort((a, b) => b.failed - a.failed)
  return first ?? null
}
