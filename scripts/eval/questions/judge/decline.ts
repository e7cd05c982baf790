/** Questions whose right answer is that they cannot be answered, and why. */
import type { DECLINES } from '../expectation.ts'
import { type Answer, firstParagraph, unmarked, withoutCitations } from './answer.ts'
import { CANNOT, DOES_NOT_EXIST, givesNothing, isAskedBack, isHonest, opening, saysNotUnderstood } from './honesty.ts'
import type { JudgeInput, Judgement } from './judge.ts'
import { quantitiesIn } from './quantities.ts'

type Decline = (typeof DECLINES)[number]

const BLAMES = /\broot cause\b|\bsuspect\b|\bsince (?:about )?\d{1,2}:\d{2}\b/i
const RECORDS = /\b(?:log records?|records|requests|spans|calls|errors|lines)\b/i
const SCOPE = /\b(?:telemetry|observability|logs?|traces|metrics|systems?|incidents?|services)\b/i
/** A word that was not found is no refusal. */
const NOT_PLACED = /\bcould not (?:find|combine|place)\b|\bno telemetry of\b/i
const TALK_WORDS_MAX = 60

export function judgeDecline(input: JudgeInput, decline: Decline): Judgement {
  const { answer, expect } = input
  const text = unmarked([withoutCitations(answer.text), ...answer.rows].join('\n'))
  const missing = (expect.says ?? []).filter((group) => !group.some((pattern) => new RegExp(pattern, 'i').test(text)))
  const claim = claimOf(input)
  const isDeclined = declines(input, decline)
  // A list beside the refusal may say what there is, or how else to ask.
  if (claim !== null && !((isDeclined || isOpen(input.answer)) && claim === 'rows'))
    return { verdict: 'wrong', why: `claims ${claim} where it should decline` }
  if (isDeclined && missing.length === 0) return { verdict: 'right', why: '' }
  const why = `${decline} expected${missing.length === 0 ? '' : `, says none of /${missing.map((group) => group.join('|')).join('/ /')}/`}`
  return { verdict: isDeclined || isOpen(answer) ? 'honest' : 'unhelpful', why }
}

/** Words left out are no excuse here: something else was answered. */
function isOpen(answer: Answer): boolean {
  return saysNotUnderstood(answer) || givesNothing(answer) || isAskedBack(answer)
}

function declines({ answer, expect }: JudgeInput, decline: Decline): boolean {
  const saysAll = (expect.says ?? []).every((group) =>
    group.some((pattern) => new RegExp(pattern, 'i').test(answer.text)),
  )
  const first = unmarked(opening(answer))
  switch (decline) {
    case 'unknown':
      return DOES_NOT_EXIST.test(first) || isAskedBack(answer)
    case 'no_data':
      return DOES_NOT_EXIST.test(first) || isAskedBack(answer) || saysNone(first)
    case 'read_only':
      return CANNOT.test(first) && !saysNotUnderstood(answer) && !NOT_PLACED.test(first)
    case 'language':
      return expect.says !== undefined && saysAll
    case 'off_topic':
      return (
        SCOPE.test(answer.text) &&
        !NOT_PLACED.test(first) &&
        (CANNOT.test(first) || /\b(?:only|outside|not about|about (?:this|your|the))\b/i.test(first)) &&
        !saysNotUnderstood(answer)
      )
    case 'small_talk':
      return answer.text.split(/\s+/).length <= TALK_WORDS_MAX && !saysNotUnderstood(answer) && !NOT_PLACED.test(first)
    case 'ask_back':
      return isHonest(answer) || DOES_NOT_EXIST.test(first)
  }
}

/** Something is answered all the same: a number of records, a culprit, a table of records. */
function claimOf({ answer, question }: JudgeInput): string | null {
  const first = opening(answer)
  const numbers = quantitiesIn(first, question).filter(({ value }) => value !== 0)
  if (numbers.some(({ isBold }) => isBold) && !isAskedBack(answer)) return `a number (${numbers[0]?.value})`
  if (numbers.length > 0 && RECORDS.test(first) && !isAskedBack(answer)) return `a number (${numbers[0]?.value})`
  if (BLAMES.test(firstParagraph(answer.text))) return 'a cause'
  const hasList = answer.text
    .split('\n')
    .some((line) => /^\s*[-*] /.test(line) && /\d/.test(line.replace(/"[^"]*"/g, '')))
  return answer.rows.length > 0 || hasList ? 'rows' : null
}

/** "**0** log records with the text `px-000017`". */
function saysNone(text: string): boolean {
  const numbers = quantitiesIn(text, '')
  return numbers.length > 0 && numbers.every(({ value }) => value === 0)
}
