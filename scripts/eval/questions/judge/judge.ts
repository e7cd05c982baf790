/**
 * Judges one answer against what it has to say. Strict: the headline is what counts, a number of a broader question is
 * wrong, and an answer is only honest when it claims nothing else in the same breath. Pure.
 */
import type { Expectation } from '../expectation.ts'
import { type Answer, firstParagraph, headline, unmarked, withoutCitations } from './answer.ts'
import { judgeDecline } from './decline.ts'
import { type Finding, findingsOf, isBroaderNumber } from './findings.ts'
import { givesNothing, isAskedBack, isHonest, saysNotUnderstood } from './honesty.ts'
import { quantitiesIn } from './quantities.ts'

export const VERDICTS = ['right', 'honest', 'unhelpful', 'wrong'] as const
export type Verdict = (typeof VERDICTS)[number]
export interface Judgement {
  readonly verdict: Verdict
  /** Why it is not right; empty when it is. */
  readonly why: string
}

export interface JudgeInput {
  readonly question: string
  readonly answer: Answer
  readonly expect: Expectation
  /** For clock times, which have no date. */
  readonly nowMs: number
}

export function judge(input: JudgeInput): Judgement {
  const { answer, expect } = input
  if (answer.text.trim() === '') return { verdict: 'unhelpful', why: 'no answer' }
  const whole = unmarked(withoutCitations(answer.text))
  const paragraph = unmarked(firstParagraph(answer.text))
  const falseWords =
    expect.never?.find((pattern) => new RegExp(pattern, 'i').test(whole)) ??
    expect.neverFirst?.find((pattern) => new RegExp(pattern, 'i').test(paragraph))
  if (falseWords !== undefined) return { verdict: 'wrong', why: `states /${falseWords}/` }
  // Who did not understand has not answered, whatever words the sentence lists as examples.
  if (saysNotUnderstood(answer) && !claimsInBold(input)) return { verdict: 'honest', why: 'not understood' }
  if (expect.decline !== undefined) return judgeDecline(input, expect.decline)
  if (givesNothing(answer) && !claimsInBold(input, firstParagraph)) return { verdict: 'honest', why: 'gives no answer' }
  const findings = findingsOf(input)
  const missed = findings.filter(({ isMet }) => !isMet)
  if (missed.length === 0) return { verdict: 'right', why: '' }
  const why = missed.map(({ what }) => what).join('; ')
  if (isHonest(answer) && !claimsMoreThanItSays(input, missed)) return { verdict: 'honest', why }
  const isFalse = missed.some(({ isContradicted }) => isContradicted) || isBroaderNumber(input)
  return { verdict: isFalse ? 'wrong' : 'unhelpful', why }
}

/** "I left out: premium. **4,545** requests" is a number of a broader question, whatever stands before it. */
function claimsMoreThanItSays({ answer }: JudgeInput, missed: readonly Finding[]): boolean {
  return !isAskedBack(answer) && missed.some(({ isContradicted }) => isContradicted)
}

function claimsInBold({ question, answer }: JudgeInput, partOf = headline): boolean {
  return quantitiesIn(partOf(answer.text), question).some(({ isBold }) => isBold)
}
