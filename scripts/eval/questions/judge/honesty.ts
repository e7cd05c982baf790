/** Whether an answer says that it does not answer: not understood, left out, asked back, refused. */
import { type Answer, firstParagraph, sentencesOf } from './answer.ts'

const NOT_UNDERSTOOD =
  /\b(?:could(?: not|n't)|did(?: not|n't)|do(?: not|n't)|can(?:not|'t| not)) (?:tell what|understand|make out|read (?:that|this|the|your)|know (?:what|which|how)|work out|interpret|parse)|\bnot understood\b|\bunclear\b|\bno se entend|\bno entiend|\bnicht verstanden|\bn'ai pas compris|\bnot sure (?:what|which|how)/i
/** No number and nothing else in its place. */
const GAVE_NOTHING = /\b(?:give no (?:number|answer)|did not answer|cannot answer|no answer instead)\b/i
const LEFT_OUT =
  /\b(?:left out|leave out|leaving out|ignor(?:ed|ing)|did not use|not taken into account|could not use|set aside)\b/i
const ASKED_BACK =
  /\b(?:did you mean|do you mean|you mean|which (?:one|of (?:these|them|the))|could you (?:say|tell|name|rephrase)|please (?:say|name|tell|rephrase|specify)|(?:can|could) (?:mean|be read)|nearest readings?|meinst du|quieres decir|voulez-vous dire)\b|\?\**\s*$/i
export const DOES_NOT_EXIST =
  /\b(?:no|not an?|unknown|isn't an?|without any) (?:known |other |such |matching )?(?:\w+ )?(?:service|operation|route|metric|attribute|value|user|tenant|region|trace|record|order|deployment|version|source|telemetry|data|signal|thing|spans?|logs?|match)\w*|\b(?:does|do|did|could|can)(?: not|n't) (?:exist|appear|occur|find|see|have|know)\b|\bnot (?:found|known|seen|present|sent|there|in (?:the|this|your))\b|\b(?:there (?:is|are|was|were)|(?:I|we) (?:know|see|found|find|have)) (?:no|none|nothing)\b|\bno (?:[`"*]*[\w.-]+[`"*]* )?(?:telemetry|service|record|trace|such)\b|\bnothing (?:is|was|here|in)\b|\bnobody\b|\bunknown\b|\bcannot find\b/i
export const CANNOT =
  /\b(?:can(?:not|'t| not)|could not|won't|will not|do(?: not|n't)|does(?: not|n't)|not able to|unable to|only (?:read|look|answer)|read[- ]only|reads? only|no (?:access|permission|way) to)\b/i

export function opening(answer: Answer): string {
  return sentencesOf(firstParagraph(answer.text)).slice(0, 2).join(' ')
}

export function isAskedBack(answer: Answer): boolean {
  return ASKED_BACK.test(firstParagraph(answer.text)) || /\?\**\s*$/.test(firstParagraph(answer.text))
}

export function saysNotUnderstood(answer: Answer): boolean {
  return NOT_UNDERSTOOD.test(opening(answer))
}

/** Says that nothing is answered; the words it could not place are echoes of the question, the names beside them a list. */
export function givesNothing(answer: Answer): boolean {
  return GAVE_NOTHING.test(opening(answer))
}

/** Says that (part of) the question was not understood, or asks back. */
export function isHonest(answer: Answer): boolean {
  const first = opening(answer)
  return NOT_UNDERSTOOD.test(first) || LEFT_OUT.test(first) || GAVE_NOTHING.test(first) || isAskedBack(answer)
}
