/**
 * "Only acme or the other tenants too?", "one host or both", "is hsm-a affected as well or only hsm-b", "anyone other than
 * acme failing?": whether trouble is of one or of all of a kind, in whatever order it is asked. The kind is told by its
 * noun or by the values that are named; every other word is grammar or says what is wrong.
 */
import { type Catalogue, CLASS_VALUES_MAX } from '../grounding/catalogue.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { WHOM } from '../vocabulary/whom.ts'
import { valueIn } from './either.ts'
import { type FieldChoice, fieldOf, keysOf } from './fields.ts'
import { lemmaOf, wordsOf } from './words.ts'

export interface OneOrAll {
  /** What they may be told apart by, the likeliest first. */
  readonly fields: readonly FieldChoice[]
  readonly isOfTime: boolean
  /** "Anyone other than acme": the one that a no would leave alone, under each field. */
  readonly besides: ReadonlyMap<string, string> | null
  readonly services: readonly string[]
  /** What is said to fail: "anyone other than acme failing eligibility". */
  readonly thing: string
}

const CHARS_MAX = 120
const WORDS_MAX = 14
const ONE = /^(?:only|just|solely|one|single|limited|confined|restricted|isolated)$/
const ALL = /^(?:all|both|every|each|everyone|everybody|several|many|multiple|some|more)$/
const OTHERS = /^(?:other|others|rest|else)$/
const TOO = /^(?:too|also|well|either)$/
const SLOW = /^(?:slow|slower|lagging|laggy|sluggish)$/
const HARM =
  /^(?:affected|hit|impacted|hurt|failing|fails?|failed|broken|down|bad|worse|suffering|erroring|errors?|failures?|failing|problems?|issues?|trouble|incident|outage)$/
const GRAMMAR =
  /^(?:is|are|was|were|does|do|did|has|have|it|this|that|they|these|those|them|the|a|an|of|on|in|for|with|at|to|by|from|so|and|but|ok|who|which|what|as|there|be|being|been|having|seeing|getting|got|now|happening|going|or|vs|than|ones?|our|any)$/
const BESIDES =
  /^(?:(?:so|and|but|ok) )*(?:(?:is|are|was|were|does|do|did|has|have) )?(?:there )?(?:any(?:one|body|thing)?|some(?:one|body))(?: ([a-z][a-z. -]{1,30}?))? (?:(?:other|apart|aside|different) (?:than|from|to)|besides|except(?: for)?|but|beside) (?:the )?(\S+)(?: [a-z-]{3,20}s)?(?: (.{2,60}))?$/

/** What such a question asks; null of any other. */
export function oneOrAll(cleanText: string, catalogue: Catalogue): OneOrAll | null {
  const text = cleanText.replace(/[\s?.!]+$/, '')
  if (text.length > CHARS_MAX || /["`\n]/.test(text)) return null
  return besidesOne(text, catalogue) ?? eitherOne(text, catalogue)
}

function eitherOne(text: string, catalogue: Catalogue): OneOrAll | null {
  const words = text
    .replace(/[,:;]/g, ' ')
    .split(' ')
    .filter((word) => word !== '')
  const at = words.indexOf('or')
  if (at < 1 || words.length > WORDS_MAX) return null
  const has = (part: readonly string[], ...forms: readonly RegExp[]): boolean =>
    part.some((word) => forms.some((form) => form.test(word)))
  const [left, right] = [words.slice(0, at), words.slice(at + 1)]
  // One side says "only this one", the other that there are more.
  const isSided = (has(left, ONE) && has(right, ALL, OTHERS, TOO)) || (has(right, ONE) && has(left, ALL, OTHERS, TOO))
  if (!isSided) return null
  const services = catalogue.services.map(({ name }) => name)
  const named = words.flatMap((word) => services.find((name) => name.toLowerCase() === word) ?? [])
  const open = words.filter(
    (word) =>
      ![ONE, ALL, OTHERS, TOO, SLOW, HARM, GRAMMAR].some((form) => form.test(word)) &&
      !named.some((name) => name.toLowerCase() === word),
  )
  const fields = fieldsOf(open, words, catalogue)
  // Services are told by the chain of the incident.
  if (fields.length === 0 || fields.every(({ field }) => field === 'service')) return null
  return { fields, isOfTime: has(words, SLOW), besides: null, services: named, thing: '' }
}

function besidesOne(text: string, catalogue: Catalogue): OneOrAll | null {
  const [, noun, one = '', rest = ''] = BESIDES.exec(text) ?? []
  if (one === '') return null
  const told = fieldsOfValues([one], catalogue)
  const named = noun === undefined ? [] : fieldsOfNouns([noun], catalogue).map(({ field }) => field)
  const fields = named.length === 0 ? told : told.filter(({ field }) => named.includes(field))
  const said = rest.split(' ').filter((word) => word !== '')
  if (fields.length === 0 || !said.some((word) => SLOW.test(word) || HARM.test(word))) return null
  const thing = said.filter((word) => !SLOW.test(word) && !HARM.test(word) && !GRAMMAR.test(word)).join(' ')
  const besides = new Map(fields.map((field) => [field.field, field.value]))
  return { fields, isOfTime: said.some((word) => SLOW.test(word)), besides, services: [], thing }
}

/** The fields that the open words name, as values or as nouns; none where a word is neither. */
function fieldsOf(open: readonly string[], words: readonly string[], catalogue: Catalogue): FieldChoice[] {
  const isEveryone = words.some((word) => /^every(?:one|body)$/.test(word))
  if (open.length === 0) return isEveryone ? fieldsOfNouns(WHOM, catalogue).slice(0, FIELDS_MAX) : []
  const nouns = open.filter((word) => fieldsOfNouns([word], catalogue).length > 0)
  const values = open.filter((word) => !nouns.includes(word) && !PEOPLE.test(lemmaOf(word)))
  const compound = open.join(' ')
  const ofWhole = fieldsOfNouns([compound], catalogue)
  if (ofWhole.length > 0) return ofWhole
  if (values.length === 0) return nouns.length === 0 ? [] : fieldsOfNouns(nouns, catalogue)
  const told = fieldsOfValues(values, catalogue)
  // "All zones or just E": the noun tells which letters are meant.
  if (told.length === 0 && values.every((value) => value.length === 1)) return fieldsOfNouns(nouns, catalogue)
  const named = new Set(fieldsOfNouns(nouns, catalogue).map(({ field }) => field))
  const both = told.filter(({ field }) => named.has(field))
  return both.length > 0 ? both : told
}

const FIELDS_MAX = 6
/** Nouns of telemetry, which tell nothing apart. */
const NO_FIELD = /^(?:line|log|request|call|record|message|error|failure|time|thing|part|name|id)$/

function fieldsOfNouns(nouns: readonly string[], catalogue: Catalogue): FieldChoice[] {
  return nouns.flatMap((noun) => {
    if (NO_FIELD.test(lemmaOf(noun))) return []
    const built = fieldOf(noun, catalogue)
    const keys = keysOf(noun, catalogue).map(
      ({ key, scope, signal }): FieldChoice => ({ field: key, scope, signals: [signal] }),
    )
    return built?.scope === 'builtin' ? [built, ...keys] : keys
  })
}

/** The keys of which all these words are values, with the first of them. */
function fieldsOfValues(said: readonly string[], catalogue: Catalogue): (FieldChoice & { readonly value: string })[] {
  const words = said.flatMap((one) => wordsOf(one))
  return catalogue.values.flatMap((known) => {
    if (known.values.length > CLASS_VALUES_MAX || known.values.length < 2) return []
    const values = words.map((word) => valueIn(known, word))
    const [first] = values
    if (first == null || values.some((value) => value === null)) return []
    return [{ field: known.key, scope: known.scope, signals: [known.signal], value: first }]
  })
}
