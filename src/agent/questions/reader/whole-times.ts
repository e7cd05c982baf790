/** "1h 20m", "12 minutes and 30 seconds", "the last minute and a half": lengths of time of two units, put into the smaller one. */
import { NUMBER, numberOfWords } from '../vocabulary/number-words.ts'

const HOUR = '(?:hours?|hrs?|h)'
const MINUTE = '(?:minutes?|mins?|m)'
const SECOND = '(?:seconds?|secs?|s)'
const AMOUNT = `(\\d{1,3}|${NUMBER})`
const JOINT = '(?:,? and |, | )?'
const HOURS_MINUTES = new RegExp(`(?<![\\w.:-])${AMOUNT} ?${HOUR}${JOINT}${AMOUNT} ?${MINUTE}(?![\\w:-])`, 'gi')
const MINUTES_SECONDS = new RegExp(`(?<![\\w.:-])${AMOUNT} ?${MINUTE}${JOINT}${AMOUNT} ?${SECOND}(?![\\w:-])`, 'gi')
const LAST_AND = new RegExp(
  `\\b(last|past|previous|next|first|an?) (hour|minute)(?: and|,) ${AMOUNT} ?(minutes?|mins?|m|seconds?|secs?|s)(?![\\w:-])`,
  'gi',
)
const AND_A_HALF = /\b(last|past|previous|next|first|an?|one) minute and a half\b/gi
const HALF_MINUTES = new RegExp(`(?<![\\w.:-])${AMOUNT} and a half (?:minutes|mins)\\b`, 'gi')
const BETWEEN_AGO =
  /\bbetween (\d{1,4}) ?(hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s) and (\d{1,4}) ?(hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s) ago\b/gi
const SINCE = /\bsince (\d{1,4} (?:minutes|seconds))(?=\W*$)/gi
const MINUTE_OF = /\b(?:in|during|within) the minute (?:of|from|at|beginning at|starting at) (\d{1,2}):(\d{2})\b(?!:)/gi
const LONGEST = 300

/** The question with such lengths in one unit; what is quoted or pasted stays as it is. */
export function inWholeTimes(question: string): string {
  if (question.length > LONGEST || /["`\n{]/.test(question) || !/\d|half|hour|minute/i.test(question)) return question
  return question
    .replace(LAST_AND, (said: string, lead: string, unit: string, amount: string, smaller: string) => {
      const isHour = unit.toLowerCase() === 'hour'
      // "An hour and 20 seconds" is nobody's length of time.
      if (isHour === /^s/i.test(smaller)) return said
      return `${/^an?$/i.test(lead) ? '' : `${lead} `}${60 + numberOfWords(amount.toLowerCase())} ${isHour ? 'minutes' : 'seconds'}`
    })
    .replace(
      HOURS_MINUTES,
      (_, hours: string, minutes: string) => `${inSixties(hours) + numberOfWords(minutes.toLowerCase())} minutes`,
    )
    .replace(
      MINUTES_SECONDS,
      (_, minutes: string, seconds: string) => `${inSixties(minutes) + numberOfWords(seconds.toLowerCase())} seconds`,
    )
    .replace(AND_A_HALF, (_, lead: string) => `${/^(?:an?|one)$/i.test(lead) ? '' : `${lead} `}90 seconds`)
    .replace(HALF_MINUTES, (_, minutes: string) => `${inSixties(minutes) + 30} seconds`)
    .replace(BETWEEN_AGO, 'between $1 $2 ago and $3 $4 ago')
    .replace(SINCE, 'in the last $1')
    .replace(MINUTE_OF, (_, hours: string, minutes: string) => {
      const next = (Number(hours) * 60 + Number(minutes) + 1) % (24 * 60)
      const clock = `${String(Math.floor(next / 60)).padStart(2, '0')}:${String(next % 60).padStart(2, '0')}`
      return `from ${hours}:${minutes} to ${clock}`
    })
}

function inSixties(amount: string): number {
  return numberOfWords(amount.toLowerCase()) * 60
}
