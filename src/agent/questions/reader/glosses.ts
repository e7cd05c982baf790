/**
 * A bracket that names what the words before it mean: "schools (org.id)", "too late (422)", "heap usage
 * (jvm.memory.used)". Where the words by themselves are not understood, the name in the bracket stands for them.
 */
import { PARTICIPLE } from '../vocabulary/participles.ts'
import { findPhrases } from './phrases.ts'
import type { ReadContext } from './state.ts'
import { wordsOf } from './words.ts'

export interface Rewording {
  readonly text: string
  readonly note: string
}

const BRACKETS = /\(([^()\n]{2,80})\)/g
const BRACKETS_MAX = 3
const EXCLUSION =
  /n't\b|\b(?:not|no|without|w\/o|except|excluding|excl|but|other than|neither|nor|minus|besides|apart from|ignoring|outside)\b/i
/** So many words before a bracket may be what it explains. */
const EXPLAINED_MAX = 4
const DONE_THING = new RegExp(`\\b(?:${PARTICIPLE}|failing) [a-z-]{3,30}s$`, 'i')
/** Nouns after these are what is counted or told apart, wherever the bracket stands; a noun beside a noun is a value. */
const COUNTED =
  /\b(how many(?: (?:distinct|different|unique))?|distinct|different|which|per|by|each) ([a-z-]{3,40})(?= (?:is|are|was|were|has|have|had|do|does|did|can|could|of|in|on|at|for|with|that|who|got|get|saw|see|use|used|hit|ran|experienced)\b|$)/i

/** The question with what its brackets name in the place of the words they explain, likeliest first. */
export function withoutGlosses(text: string, context: ReadContext): Rewording[] {
  // What an exclusion reaches would change with the words.
  if (EXCLUSION.test(text)) return []
  const found = [...text.matchAll(BRACKETS)].slice(0, BRACKETS_MAX)
  return found.flatMap((bracket) => {
    const [whole, content = ''] = bracket
    const named = nameIn(content, context)
    if (named === null) return []
    const before = text.slice(0, bracket.index).trimEnd()
    const after = text.slice(bracket.index + whole.length)
    // "Refused permits (POST /permits)": what was done with them is no part of the route.
    if (named.written.includes('/') && DONE_THING.test(before)) return [{ text: `${before}${after}`, note: '' }]
    return [...atNoun(before, after, named), ...inPlace(before, after, named)]
  })
}

interface Named {
  readonly written: string
  readonly isKey: boolean
}

/** What the data has a name for: a key, a metric, a value, a route, a status code, or several of them. */
function nameIn(content: string, { catalogue, values }: ReadContext): Named | null {
  const isOf = (names: readonly string[], said: string): boolean =>
    names.some((name) => name.toLowerCase() === said.toLowerCase())
  const keys = catalogue.keys.map(({ key }) => key)
  const metrics = catalogue.metrics.map(({ name }) => name)
  const parts = content.split(/, ?/).map((part) => part.trim())
  const written = parts.map((part): string | null => {
    if (/^(?:http )?(?:status )?[1-5](?:\d\d|xx)s?$/i.test(part)) return `with status ${part.replace(/^.* /, '')}`
    const pair = /^([\w.-]+) ?[=:] ?\S+$/.exec(part)
    if (pair !== null) return isOf(keys, pair[1] ?? '') ? part.replace(/ ?[=:] ?/, '=') : null
    const isKnown =
      isOf(keys, part) ||
      isOf(metrics, part) ||
      isOf(catalogue.operations, part) ||
      isRoute(part, catalogue.operations) ||
      values.some((known) => known.values.some(({ value }) => value.toLowerCase() === part.toLowerCase()))
    return isKnown ? part : null
  })
  if (written.some((part) => part === null)) return null
  return { written: written.join(' '), isKey: parts.length === 1 && isOf(keys, parts[0] ?? '') }
}

function isRoute(said: string, operations: readonly string[]): boolean {
  return /\//.test(said) && operations.some((name) => name.toLowerCase().endsWith(said.toLowerCase()))
}

/** "How many students were hit (enduser.id)": the key is what the noun is called in the data. */
function atNoun(before: string, after: string, { written, isKey }: Named): Rewording[] {
  const noun = COUNTED.exec(before)
  if (!isKey || noun === null) return []
  const [whole, how = '', said = ''] = noun
  const text = `${before.slice(0, noun.index)}${how} ${written}${before.slice(noun.index + whole.length)}${after}`
  return [{ text, note: noteOf(said, written) }]
}

function inPlace(before: string, after: string, { written, isKey }: Named): Rewording[] {
  const words = before.split(' ')
  const most = Math.min(isKey ? 1 : EXPLAINED_MAX, words.length)
  return Array.from({ length: most + 1 }, (_, length) => length).flatMap((length): Rewording[] => {
    const said = words.slice(words.length - length).join(' ')
    const kept = words.slice(0, words.length - length).join(' ')
    return isName(said, isKey) ? [{ text: `${kept} ${written}${after}`.trim(), note: noteOf(said, written) }] : []
  })
}

/** Words that say what is asked ("failed", "ok", "affected") are no name of what the bracket says. */
function isName(said: string, isKey: boolean): boolean {
  const words = wordsOf(said.toLowerCase())
  return (
    !findPhrases(words).some(({ tag }) => tag !== 'which') && !(isKey && words.some(({ text }) => /ed$/.test(text)))
  )
}

function noteOf(said: string, written: string): string {
  return said === '' ? '' : `I took "${said}" as ${written.replace(/^with /, '')}.`
}
