/**
 * The two or more sides of a comparison, whatever is compared: "is search slower with 3.3.0 than it was with 3.2.0",
 * "failed bookings: ios, android or web?", "p95 of web: 4.1.0 vs 4.2.0". Sides are names of one kind: values of one key,
 * versions or services. They stand around a word that sets one beside the other. What is measured is the rest of the
 * question: it is read with each of the sides by itself.
 */
import { type Catalogue, CLASS_VALUES_MAX } from '../grounding/catalogue.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { isPartOf } from './either.ts'
import { isComparing, isHarm } from './quantity-compared.ts'
import { filesCarried } from './rewordings.ts'
import { operationsNamed } from './routes.ts'
import { lemmaOf, stemOf } from './words.ts'

export interface SidesAsked {
  /** As the data has them, the first one first. */
  readonly names: readonly string[]
  /** Null where no key tells them apart: versions and services. */
  readonly key: string | null
  readonly kind: 'value' | 'version' | 'service' | 'route'
  /** The words of the question without the other sides; `at` is where the first side stands. */
  readonly words: readonly string[]
  readonly at: number
  /** Whether the sides stand by themselves, before or behind the rest. */
  readonly isSetOff: boolean
  readonly joint: 'than' | 'against' | 'or' | 'and'
}

interface Token {
  readonly text: string
  /** What stands directly behind it. */
  readonly mark: string
}

interface Named {
  readonly kind: SidesAsked['kind']
  readonly key: string | null
  readonly name: string
}

const VERSION = /^v?\d{1,4}\.\d{1,4}(?:\.\d{1,6})?(?:[-+][\w.]{1,20})?$/
const CHARS_MAX = 200
/** So many words may stand between the joint and the other side. */
const REACH = 5
const JOINTS: readonly (readonly [readonly string[], SidesAsked['joint']])[] = [
  [['as', 'opposed', 'to'], 'against'],
  [['in', 'comparison', 'to'], 'against'],
  [['in', 'comparison', 'with'], 'against'],
  [['compared', 'to'], 'against'],
  [['compared', 'with'], 'against'],
  [['compare', 'to'], 'against'],
  [['compare', 'with'], 'against'],
  [['relative', 'to'], 'against'],
  [['vs'], 'against'],
  [['versus'], 'against'],
  [['against'], 'against'],
  [['than'], 'than'],
  [['or'], 'or'],
  [['and'], 'and'],
]

/** The sides that a question compares; null where there are no two of a kind. */
export function sidesAsked(text: string, catalogue: Catalogue, areRoutes = false): SidesAsked | null {
  if (text.length > CHARS_MAX || /["`\n]/.test(text)) return null
  const tokens = tokensOf(text)
  const names = areRoutes ? routesNamed : namesOf
  for (const [at, length, joint] of jointsIn(tokens)) {
    const found = around(tokens, at, length, joint, catalogue, names)
    if (found !== null) return found
  }
  return null
}

type NamesOf = (word: string, catalogue: Catalogue) => Named[]

/** "Uploads vs downloads": nouns that routes go by. */
const routesNamed: NamesOf = (word, catalogue) =>
  word.length > 2 &&
  !GRAMMAR.test(word) &&
  !isComparing(word) &&
  !isHarm(word) &&
  (filesCarried(word, catalogue) !== null || operationsNamed(word, catalogue.operations).length > 0)
    ? [{ kind: 'route', key: null, name: word }]
    : []

function tokensOf(text: string): Token[] {
  return text
    .split(' ')
    .slice(0, 60)
    .map((said) => {
      const mark = /[?!.,;:]+$/.exec(said)?.[0] ?? ''
      return { text: said.slice(0, said.length - mark.length), mark }
    })
    .filter(({ text: word }) => word !== '')
}

/** Where the sides are joined: a comparative's "than" before others, the last "or" of a list before its commas. */
function jointsIn(tokens: readonly Token[]): (readonly [number, number, SidesAsked['joint']])[] {
  return JOINTS.flatMap(([words, joint]) => {
    const at = tokens.findLastIndex((_, index) => words.every((word, next) => tokens[index + next]?.text === word))
    return at < 1 ? [] : [[at, words.length, joint] as const]
  })
}

function around(
  tokens: readonly Token[],
  at: number,
  length: number,
  joint: SidesAsked['joint'],
  catalogue: Catalogue,
  names: NamesOf,
): SidesAsked | null {
  const begin = at + length
  for (let right = begin; right < Math.min(tokens.length, begin + REACH); right++)
    for (const other of names(tokens[right]?.text ?? '', catalogue))
      for (let left = at - 1; left >= 0; left--) {
        // Without a comparative the sides stand beside the joint.
        if (joint !== 'than' && at - left > REACH) break
        const own = names(tokens[left]?.text ?? '', catalogue).find(
          (one) => one.kind === other.kind && one.key === other.key && one.name !== other.name,
        )
        if (own === undefined) continue
        const found = apart(tokens, { left, at, begin, right, joint }, [own, other], (word) => names(word, catalogue))
        if (found !== null) return found
      }
  return null
}

/** What a word names of which several are compared. */
function namesOf(word: string, { values, services }: Catalogue): Named[] {
  if (VERSION.test(word)) return [{ kind: 'version', key: null, name: word.replace(/^v/, '') }]
  if (word.length < 2 || GRAMMAR.test(word)) return []
  const lemma = lemmaOf(word)
  const own = values.flatMap((known): Named[] => {
    if (known.values.length > CLASS_VALUES_MAX || known.values.length < 2) return []
    const value =
      known.values.find((one) => [word, lemma].includes(one.value.toLowerCase()))?.value ?? onlyWithPart(known, word)
    return value === undefined || /^\d+$/.test(value) ? [] : [{ kind: 'value', key: known.key, name: value }]
  })
  const service = services.find(({ name }) => name.toLowerCase() === word)?.name
  return service === undefined ? own : [{ kind: 'service', key: null, name: service }, ...own]
}

const PART_MIN = 6

/** "Audio-north" of `audio-north.net`. */
function onlyWithPart({ values }: Catalogue['values'][number], word: string): string | undefined {
  const [only, more] =
    word.length < PART_MIN || !/[-_.]/.test(word)
      ? []
      : values.filter(({ value }) => isPartOf(value.toLowerCase(), word))
  return more === undefined ? only?.value : undefined
}

interface Places {
  readonly left: number
  readonly at: number
  readonly begin: number
  readonly right: number
  readonly joint: SidesAsked['joint']
}

/** The question without the joint and all sides but the first; null where the other side says something of its own. */
function apart(
  tokens: readonly Token[],
  { left, at, begin, right, joint }: Places,
  [own, other]: readonly [Named, Named],
  namesIn: (word: string) => Named[],
): SidesAsked | null {
  const before = tokens.slice(0, at)
  const isSaid = ({ text }: Token): boolean =>
    FUNCTION_WORDS.has(text) || PEOPLE.test(lemmaOf(text)) || before.some((one) => stemOf(one.text) === stemOf(text))
  if (!tokens.slice(begin, right).every(isSaid)) return null
  let end = right + 1
  while (end < tokens.length && !ENDS.test(tokens[end - 1]?.mark ?? '') && isSaidAgain(tokens[end], isSaid)) end++
  // "A, b or c": further sides stand before the first one that was found.
  const names = [own.name]
  let first = left
  for (let next = left - 1; next >= 0 && joint !== 'than' && joint !== 'and'; next--) {
    const { text = '', mark = '' } = tokens[next] ?? {}
    const more = namesIn(text).find((one) => one.kind === own.kind && one.key === own.key && !names.includes(one.name))
    const isJoined = mark === ',' || JOINED.test(tokens[next + 1]?.text ?? '')
    if (more !== undefined && isJoined) [first, names[names.length]] = [next, more.name]
    else if (!JOINED.test(text)) break
  }
  names.reverse()
  const kept = [...tokens.slice(0, first + 1), ...tokens.slice(left + 1, at), ...tokens.slice(end)]
  const isInFront = first === 0 && ENDS.test(tokens[end - 1]?.mark ?? '')
  return {
    names: [...names, other.name],
    key: own.key,
    kind: own.kind,
    words: kept.map(({ text }) => text),
    at: first,
    isSetOff: isInFront || (first > 0 && ENDS.test(tokens[first - 1]?.mark ?? '')),
    joint,
  }
}

/** A channel may be called "app", and a movement "return": only grammar is never a side. */
const GRAMMAR =
  /^(?:[a-z]{2}|the|and|not|all|any|one|now|who|why|how|was|are|has|had|did|does|more|most|less|than|for|from|with|out|off|get|got|see|saw|our|its|other)$/
const ENDS = /[,:;]/
const JOINED = /^(?:or|and|vs|versus)$/
/** Behind the other side: its noun, or the verb once more; no time and no place. */
const NO_TAIL =
  /^(?:no|not|without|except|excluding|in|on|at|for|from|since|between|during|over|before|after|until|today|yesterday|by|of|per|with|last|past|now|when|while|which|what|who|where|how)$/

function isSaidAgain(token: Token | undefined, isSaid: (token: Token) => boolean): boolean {
  return (
    token !== undefined && !NO_TAIL.test(token.text) && !isComparing(token.text) && !isHarm(token.text) && isSaid(token)
  )
}
