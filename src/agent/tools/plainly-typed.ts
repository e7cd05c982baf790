/** A question as it was meant to be typed, before anything reads it. */
import { withoutCourtesies } from '../questions/reader/courtesies.ts'
import { languageOf } from '../questions/reader/language.ts'
import { isSlip } from '../questions/reader/phrases.ts'
import { isOwnWord } from '../questions/reader/read-question.ts'
import { type ReadContext, stateOf } from '../questions/reader/state.ts'
import { cleaned, editDistance } from '../questions/reader/words.ts'
import type { HitsOf } from './text-hits.ts'

interface Typed {
  readonly question: string
  /** What was taken for what, where the word meant is one of the project's own. */
  readonly notes: readonly string[]
}

/** What is pasted is no typing, and in a long message each word would cost a search. */
const CHARS_MAX = 300
const SLIPS_MAX = 4
/** "U", "wht": no record is searched for them. */
const SEARCHED_MIN = 5
const QUOTES_MAX = 2
/** Quotes hold what is searched for as it stands. */
const QUOTED = /("[^"]{1,300}"|'[^']{3,300}'|`[^`]{1,300}`)/

/**
 * The question without courtesies around it, and with its slips of the fingers put right. A word that records say is
 * left as it is, and so are quotes, pasted lines and other languages.
 */
export async function plainlyTyped(asked: string, context: ReadContext, hitsOf: HitsOf): Promise<Typed> {
  const question = withoutCourtesies(asked)
  const text = cleaned(question)
  if (
    text.length > CHARS_MAX ||
    /[\n{|]/.test(question) ||
    languageOf(text, (word) => isOwnWord(word, context)) !== null
  )
    return { question, notes: [] }
  const quotes = await quotesPutRight(question, context, hitsOf)
  const { words, notes } = stateOf(question, context, null)
  const slips = words.flatMap(({ mistyped, text: meant }) =>
    mistyped === undefined || !isOneSlip(mistyped, meant) ? [] : [{ mistyped, meant }],
  )
  if (slips.length === 0 || slips.length > SLIPS_MAX) return quotes
  const hits = await hitsOf(slips.map(({ mistyped }) => mistyped).filter((word) => word.length >= SEARCHED_MIN))
  const wrong = slips.filter(({ mistyped }) => (hits[mistyped] ?? 0) === 0)
  return {
    question: quotes.question
      .split(QUOTED)
      .map((part, index) => (index % 2 === 1 ? part : wrong.reduce(putRight, part)))
      .join(''),
    notes: [...quotes.notes, ...notes.filter((note) => wrong.some(({ mistyped }) => note.includes(`"${mistyped}"`)))],
  }
}

/** Another letter may make another word ("starved" is no "started"), and so does an ending ("issuer" is no "issue"). */
function isOneSlip(typed: string, meant: string): boolean {
  const isLong = typed.length > SEARCHED_MIN || meant.length >= typed.length
  return isLong && isSlip(typed, meant) && editDistance(typed, meant, 1) <= 1 && !typed.startsWith(meant)
}

/** What is quoted, where no record says it and records say it with each slip put right. */
async function quotesPutRight(question: string, { catalogue }: ReadContext, hitsOf: HitsOf): Promise<Typed> {
  const quotes = [...question.matchAll(new RegExp(QUOTED, 'g'))].slice(0, QUOTES_MAX)
  const own = new Set(quotes.length === 0 ? [] : catalogue.templates.flatMap(({ tokens }) => tokens))
  let text = question
  const notes: string[] = []
  for (const [quoted] of quotes) {
    const said = quoted.slice(1, -1)
    const meant = said.replace(/\p{L}+/gu, (word) => slipOfOwn(word.toLowerCase(), own) ?? word)
    if (meant === said) continue
    const hits = await hitsOf([said, meant])
    if ((hits[said] ?? 0) > 0 || (hits[meant] ?? 0) === 0) continue
    text = text.replace(quoted, quoted.replace(said, meant))
    notes.push(`I took "${said}" for "${meant}".`)
  }
  return { question: text, notes }
}

/** The only word of lines that is one slip of the fingers away. */
function slipOfOwn(word: string, own: ReadonlySet<string>): string | null {
  if (word.length < SEARCHED_MIN || own.has(word)) return null
  const [only, more] = [...own].filter((token) => token[0] === word[0] && isOneSlip(word, token))
  return only === undefined || more !== undefined ? null : only
}

function putRight(text: string, { mistyped, meant }: { mistyped: string; meant: string }): string {
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_.-])${RegExp.escape(mistyped)}(?![\\p{L}\\p{N}_-])`, 'giu'), meant)
}
