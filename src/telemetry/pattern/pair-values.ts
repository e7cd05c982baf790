/**
 * Values of pairs that say what a line is about and not what happened: `act=mira-vale venue=arena channel=web`. Where
 * several keys hold a few words each, their products would make hundreds of patterns of one message.
 */
import { mayVary } from './evidence.ts'
import { isDelimiter, WILD } from './words.ts'

/** So many combinations of values make them variables. */
export const FAMILY_MIN = 8
/** Fewer pairs with a word behind them are no product. */
const PAIRS_MIN = 2
/** Keys whose value is a part of what happened. */
const TELLS =
  /^(?:level|lvl|severity|sev|loglevel|msg|message|event|error|err|reason|cause|warning|status|state|outcome|result|code|type|exception|signal|action|op|operation|phase|stage|step|mode|verdict|decision|from|to)$/i
/** Programs write states and constants in capitals. */
const CONSTANT = /^[A-Z][A-Z_]+$/

/**
 * Returns a key with a variable for the word of each such pair (`key=word`, outside quotes); null where fewer than two
 * pairs have one.
 */
export function withoutPairValues(key: readonly string[]): string[] | null {
  let pairs = 0
  let isQuoted = false
  const general = key.map((word, at) => {
    if (isDelimiter(word)) {
      if (((word.match(/"/g) ?? []).length & 1) === 1) isQuoted = !isQuoted
      return word
    }
    const name = key[at - 2] ?? ''
    const isPair = !isQuoted && key[at - 1] === '=' && /^[A-Za-z][\w.-]*$/.test(name) && !TELLS.test(lastPart(name))
    if (!isPair) return word
    if (word === WILD) return word
    if (!mayVary(word) || CONSTANT.test(word) || !/^(?:\s|$)/.test(key[at + 1] ?? '')) return word
    pairs++
    return WILD
  })
  return pairs < PAIRS_MIN ? null : general
}

function lastPart(name: string): string {
  return name.split(/[._-]/).at(-1) ?? name
}
