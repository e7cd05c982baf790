/**
 * A word that nothing in the data goes by, before a noun that is a key with few values: "bulky waste" of `waste`, "the
 * iphone app" of `app`. It is none of the values, so it says what the key means and restricts nothing.
 */
import { isContentWord } from '../vocabulary/small-words.ts'
import { keysOf } from './fields.ts'
import type { Rewording } from './glosses.ts'
import { valueFor } from './known-values.ts'
import type { ReadContext } from './state.ts'

/** A key with more values may have one that was not read. */
const CLASSES_MAX = 20
/** Says which of several, how much or of what outcome, whatever it stands before. */
const RESTRICTS =
  /^(?:un|non|in|im|ir|dis|re|pre|post|sub|over|under|anti)[a-z]{4,}$|(?:ed|ing|est|er|less|ful|able|ible)$|\d|^(?:new|old|big|small|large|long|short|high|low|first|second|third|last|next|other|same|main|local|foreign|free|paid|open|public|private|internal|external|north|south|east|west|northern|southern|eastern|western|premium|basic|gold|silver|platinum)$/

/** The question without such a word, where a value of the key, or all of them, are asked for. */
export function withoutModifiers(text: string, open: readonly string[], context: ReadContext): Rewording[] {
  const { catalogue, values } = context
  return open.flatMap((word): Rewording[] => {
    const found = new RegExp(`(?<![\\w-])${RegExp.escape(word)} ([a-z][a-z-]{1,30})(?![\\w-])`).exec(text)
    const [phrase, noun = ''] = found ?? []
    if (phrase === undefined || !/^[a-z]{4,}$/.test(word) || !isContentWord(word) || RESTRICTS.test(word)) return []
    // "At the front desk" of the value `desk`: its whole name, where no other value has the word.
    const whole = new RegExp(`\\b(?:at|by|via|through|from|on|in) the ${RegExp.escape(phrase)}(?![\\w-])`).test(text)
    const named = whole ? valueFor({ context }, noun) : null
    if (named !== null && named.scope === 'attribute')
      return [{ text: text.replace(phrase, noun), note: `I took "${phrase}" as \`${named.key}\` \`${noun}\`.` }]
    const keys = keysOf(noun, catalogue).filter((one) => {
      const known = values.filter(
        ({ key, scope, signal }) => key === one.key && scope === one.scope && signal === one.signal,
      )
      return known.some((own) => own.values.length > 1 && own.values.length <= CLASSES_MAX)
    })
    if (keys.length === 0) return []
    const names = new Set(keys.map(({ key }) => key))
    const rest = text.replace(phrase, noun)
    const isValueSaid = rest
      .split(/[^\w.-]+/)
      .some((part) => part !== noun && part.length > 1 && valueFor({ context }, part, names) !== null)
    const isCut = new RegExp(
      `\\b(?:which|what|by|per|for each|kinds? of|types? of) (?:the |our )?${RegExp.escape(noun)}\\b`,
    ).test(rest)
    if (!isValueSaid && !isCut) return []
    return [{ text: rest, note: `I took "${phrase}" as \`${keys[0]?.key ?? noun}\`.` }]
  })
}
