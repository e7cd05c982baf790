/** "What does the failing service call?": the service is found by an investigation first, then the question is read with it. */
import type { InvestigateToolResult } from '../tools/investigate.ts'
import type { Conversation } from './conversation.ts'
import type { Desk } from './plan-state.ts'
import { lastInvestigation, suspectOf } from './previous.ts'

const HOUR_MS = 3_600_000
const CULPRIT =
  /\bthe (?:failing|broken|faulty|guilty|bad|culprit|root[- ]cause|problem|misbehaving|sick|troubled) (?:service|component|app|application)(?!\w)|\bthe culprit(?: service)?(?!\w)/i
/** Asks who it is, and nothing of it. */
const IS_WHO =
  /^(?:(?:so|and|but|ok|hey) )*(?:who|which|what)(?: (?:service|component|app|one|of them))?(?: is|'s| was)? /i
/** "Is checkout the culprit?" asks whether it is that one. */
const IS_IT =
  /^(?:(?:so|and|but|ok|hey) )*(?:is|was|could|can|might) [\w.-]{2,60}(?: be)?(?: really| maybe| actually)? the culprit[\s?.!]*$/i
/** "The button does nothing, who is the culprit?" asks who it is, behind what somebody sees. */
const ASKS_WHO =
  /\b(?:who|which (?:\w+ ){0,2}|what)(?: is|'s|s| was| might be| could be)? the culprit(?: here| now| then)?[\s?.!]*$/i
/** "And since when?": what else is known of the trouble. */
const BESIDE = /^,? (?:and|since|plus) (?:since|when|why|how|what|who)?/i
const CHARS_MAX = 200

/** Whether something is asked of the service that causes the trouble, which is not named. */
export function asksOfCulprit(question: string): boolean {
  if (question.length > CHARS_MAX || IS_IT.test(question.trim()) || ASKS_WHO.test(question.trim())) return false
  const found = CULPRIT.exec(question)
  if (found === null) return false
  const asked = question.replace(IS_WHO, '')
  const isFirst = asked.toLowerCase().startsWith(found[0].toLowerCase())
  const rest = asked.slice(found[0].length)
  if (isFirst && asked !== question && BESIDE.test(rest)) return false
  return !isFirst || !/^[\s?.!]*$/.test(rest)
}

export function withCulprit(question: string, service: string): string {
  return question.replace(CULPRIT, service)
}

/** The service in which trouble began, of the last hour that has telemetry; null while it is looked up, and where nothing broke. */
export function culpritOf(conversation: Conversation, desk: Desk, lastRecord: string): string | null {
  const from = new Date(Date.parse(lastRecord) - HOUR_MS).toISOString()
  const found =
    lastInvestigation(conversation) ?? desk.need<InvestigateToolResult>('investigate', { from, to: lastRecord })
  return found === null ? null : suspectOf(found.result)
}
