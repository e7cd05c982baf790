/**
 * "Errors of web since its restart", "how many errors has it had after that" behind a restart: from the moment in which
 * the service says that it has started again.
 */
import type { AgentContext } from '../contract.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { servicesOf } from '../questions/plan/plan.ts'
import type { Previous } from '../questions/reader/state.ts'
import { dayUpTo } from '../questions/reader/when.ts'
import { clock } from './moments.ts'
import { lastRestart } from './restart-length.ts'

const SINCE =
  /\b(?:since|after|following) (?:(?:the|its|that|this|their) )?(?:last |latest )?(?:restart|reboot|bounce)(?: of (?:the )?[\w.-]{2,60})?\b/i
const SINCE_THAT =
  /\b(?:since|after)(?: (?:that|then|it|this))?(?=[\s?.!]*$)|\b(?:afterwards|since then|from then on)(?=[\s?.!]*$)/i
/** "When was it back after its restart" asks for the moment itself. */
const BACK =
  /^(?:(?:and|so|ok|but)[, ]+)*(?:when|at what time|what time) (?:was|were|is|did) .{2,60} (?:back|up|ready|available|online|running)\b/i
/** "Has it had", "did it log". */
const IT_HAD =
  / (?:has|did|had|does|have) (?:it|they) (?:had|have|log(?:ged)?|get|got|write|written|throw|thrown|see|seen|make|made)\b/i

/** The question with the moment of the restart in its place; as it was where it names none, or none is known. */
export async function sinceRestart(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  previous: Previous | undefined,
): Promise<string> {
  if (BACK.test(question) || question.length > 160 || /["`\n]/.test(question) || catalogue.firstMs === null)
    return question
  const plan = previous?.plan
  const isBehind = plan?.intent === 'deployments' && plan.isRestart === true
  const said = SINCE.exec(question) ?? (isBehind ? SINCE_THAT.exec(question) : null)
  if (said === null) return question
  const named = catalogue.services.filter(({ name }) => question.toLowerCase().includes(name.toLowerCase()))
  const ofThread = isBehind ? servicesOf(plan) : []
  const services = named.length > 0 ? named.map(({ name }) => name) : ofThread
  const [service, more] = services
  if (service === undefined || more !== undefined) return question
  const restart = await lastRestart(ctx, catalogue, service, dayUpTo(ctx.askedAtMs, catalogue.firstMs))
  if (restart === null) return question
  const before = question.slice(0, said.index).replace(IT_HAD, '').trim()
  const behind = question.slice(said.index + said[0].length)
  const whose = named.length > 0 && before.toLowerCase().includes(service.toLowerCase()) ? '' : ` of ${service}`
  return `${before}${whose} since ${clock(restart.startedMs)}${behind}`
}
