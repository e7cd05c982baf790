/** "How did you read this?": says which question the last answer is to, slot by slot, and what of it was left out. */
import { planInWords } from '../answers/reading-words.ts'
import { leftOutSentence } from '../answers/remarks.ts'
import type { ReadQuestionResult } from '../tools/read-question.ts'
import type { Conversation } from './conversation.ts'
import { cite, code, plain } from './markdown.ts'
import { readingOf } from './previous.ts'

const LEAD = String.raw`\W*(?:(?:ok|okay|and|so|wait|hm|please|pls|can you|could you|explain|say|show|tell me)[ ,]+)*`
const IT = '(?:this|that|it|me|my(?: last)? question|the(?: last)? question)'
const READ = '(?:read|understand|understood|interpret|interpreted|parse|parsed|take|took|get)'
const ASKING = new RegExp(
  `^${LEAD}(?:how (?:did you |do you |have you |you )${READ} ${IT}|how (?:was |is )${IT} ${READ}|how ${IT} (?:was |is )${READ}|what did you (?:understand|read|make of ${IT})|what (?:exactly )?did you (?:count|measure|search|look at|query)(?: there| exactly)?)\\W*$`,
)

const LEFT_OUT =
  /^\W*(?:(?:ok|okay|and|so|but|wait|hm)[ ,]+)*(?:what (?:have |did )?you (?:leave|left|leave anything|ignore|ignored|skip|skipped|drop|dropped|omit|omitted|miss|missed)(?: out)?|what did you not (?:count|use|look at|understand|check|see)|did you (?:leave|skip|ignore|miss) (?:anything|something)(?: out)?|what (?:is|was|got) (?:left out|missing|ignored|not (?:covered|included|counted)))(?: (?:there|of (?:it|that)|from (?:it|that)))?\W*$/

/** Whether a question is about how the last one was read. `text` is in lower case. */
export const asksForReading = (text: string): boolean => text.length < 200 && (ASKING.test(text) || LEFT_OUT.test(text))

/** How the last question was read; `asked` is what is asked about it now. */
export function explainReading(
  { earlier, current }: Pick<Conversation, 'earlier' | 'current'>,
  askedAtMs: number,
): string {
  const turn = earlier.findLast((one) => readingOf(one) !== undefined)
  const read = turn === undefined ? undefined : readingOf(turn)
  if (turn === undefined || read === undefined)
    return 'There is no earlier question in this thread whose reading I could explain.'
  const { id, result } = read
  const readings = result.plans.map((plan) =>
    planInWords(plan, askedAtMs)
      .map((line) => `- ${line}`)
      .join('\n'),
  )
  const leftOut = [...result.leftOut, ...(result.unrestricted ?? [])]
  const isComplete = leftOut.length === 0 && result.notes.length === 0 && readings.length > 0
  const opening =
    LEFT_OUT.test(current.question.toLowerCase()) && isComplete
      ? `Nothing of ${code(turn.question, 200)} was left out: every word of it was used, as follows. ${cite(id)}`
      : `I read ${code(turn.question, 200)} as follows. ${cite(id)}`
  return [
    opening,
    readings.length === 0 ? `I could not read a question out of it: ${plain(because(result), 200)}.` : '',
    ...readings,
    [leftOutSentence(leftOut), ...result.notes].filter((text) => text !== '').join(' '),
    'If you meant something else, say what differs, such as another service or time.',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const because = ({ askBack }: ReadQuestionResult): string =>
  askBack?.because ?? 'nothing in it is about this project\u2019s telemetry'
