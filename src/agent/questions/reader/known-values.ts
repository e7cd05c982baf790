/** Finds the values of attributes that occur in the project's data. */
import type { Catalogue, KnownValues } from '../grounding/catalogue.ts'
import type { PlanCondition } from '../plan/plan.ts'
import { countryOf } from '../vocabulary/demonyms.ts'
import { operationsNamed } from './routes.ts'
import type { QuestionState } from './state.ts'

/** A value of an attribute, as the data has it, and how many records have it. */
export interface KnownValue {
  readonly key: string
  readonly scope: 'attribute' | 'resource'
  readonly value: string
  readonly count: number
}

/** Whether a key's values are names and no amounts: `merchant` of "average amount per merchant". */
export function hasNamesAsValues(key: string, { values }: Catalogue): boolean {
  const own = values.filter((known) => known.key.toLowerCase() === key.toLowerCase()).flatMap((known) => known.values)
  return own.length > 0 && !own.some(({ value }) => /^-?\d/.test(value))
}

/** The value that this text names, of these keys where they are given; null where no record has such a value. */
export function valueFor(
  { context }: Pick<QuestionState, 'context'>,
  text: string,
  keys?: ReadonlySet<string>,
): KnownValue | null {
  const lower = text.toLowerCase()
  // A plain number is an amount of something, unless its key stands beside it.
  if (keys === undefined && /^\d{1,6}(?:\.\d+)?$/.test(lower)) return null
  const fits = context.values.flatMap((known) => {
    if (keys !== undefined && !keys.has(known.key)) return []
    const found = known.values.find(({ value }) => sameText(value, lower)) ?? namedIn(known, lower)
    return found === undefined ? [] : [{ known, value: found.value, count: found.count }]
  })
  const best = fits.sort((a, b) => specificity(b.known) - specificity(a.known) || b.count - a.count)[0]
  return best === undefined
    ? null
    : { key: best.known.key, scope: best.known.scope, value: best.value, count: best.count }
}

/** The condition that restricts to a value. */
export function ofValue({ key, scope, value }: KnownValue): Extract<PlanCondition, { on: 'attribute' }> {
  return { on: 'attribute', key, scope, values: [value] }
}

/** The value of a key with few of them that this text names, such as a channel or a plan; null where it is none. */
export function classValue(state: Pick<QuestionState, 'context'>, text: string): KnownValue | null {
  const known = valueFor(state, text)
  const isClass = state.context.values.some(
    ({ key, scope, values }) => known?.key === key && known.scope === scope && values.length <= 20,
  )
  return isClass && known?.scope === 'attribute' ? known : null
}

/** Whether a word that looks like an id is one of few values: `store24`, and not `4711`. */
export function isNamedClass(state: Pick<QuestionState, 'context'>, text: string): boolean {
  return /[a-z]{3}/.test(text) && classValue(state, text) !== null
}

/** Whether a word is one of few values of requests, and no part of a path. */
export function isValueOfRequests(text: string, { context }: Pick<QuestionState, 'context'>): boolean {
  const isOnPath = operationsNamed(text, context.catalogue.operations).some((name) => name.includes('/'))
  return !isOnPath && classOfRequests(text, { context }) !== null
}

/** The value of a key of requests with few of them that a word names; null where it is none. */
export function classOfRequests(text: string, { context }: Pick<QuestionState, 'context'>): KnownValue | null {
  return classValue(
    { context: { ...context, values: context.values.filter(({ signal }) => signal === 'spans') } },
    text,
  )
}

/** "Germany" or "german" of `country` `de`, "german" of `language` `de`. */
function namedIn(known: KnownValues, asked: string): KnownValues['values'][number] | undefined {
  if (isOfLanguages(known)) {
    const named = known.values.filter(({ value }) => languageNames(value).includes(asked))
    return named.length === 1 ? named[0] : undefined
  }
  const ofRegion = REGION_KEY.test(known.key) ? regionOf(known, asked) : undefined
  if (ofRegion !== undefined) return ofRegion
  if (!isOfCountries(known)) return undefined
  const code = countryOf(asked)
  return known.values.find(({ value }) => countryName(value) === asked || value.toLowerCase() === code)
}

const REGION_KEY = /(?:^|[._-])(?:region|zone|area|market|continent|geo)(?:[._-](?:code|name|id))?$/i
/** How people call a part of the world, and how a key of regions has it. */
const REGIONS: readonly (readonly [said: RegExp, value: RegExp])[] = [
  [/^europ(?:e|ean|eans)$/, /^(?:eu|emea|europe)$/i],
  [/^asian?s?$/, /^(?:ap|apac|as|asia)$/i],
  [/^(?:the )?(?:americas?|americans?|states)$/, /^(?:us|usa|na|am|americas?)$/i],
  [/^africans?$|^africa$/, /^(?:af|africa|mea)$/i],
  [/^australians?$|^australia$/, /^(?:au|anz|oc|oceania)$/i],
]

/** "Europe" of `region` `eu`, where no other value may be meant. */
function regionOf({ values }: KnownValues, asked: string): KnownValues['values'][number] | undefined {
  const [, form] = REGIONS.find(([said]) => said.test(asked)) ?? []
  const found = form === undefined ? [] : values.filter(({ value }) => form.test(value))
  return found.length === 1 ? found[0] : undefined
}

const LANGUAGE_KEY = /(?:^|[._-])(?:lang|language|locale)(?:[._-](?:code|tag))?$/i
const LANGUAGE_CODE = /^[a-z]{2,3}(?:[-_][a-z]{2,4})?$/i
const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** Whether a key has codes of languages: its name says so, and one value at least is one. */
function isOfLanguages({ key, values }: KnownValues): boolean {
  return LANGUAGE_KEY.test(key) && values.some(({ value }) => languageNames(value).length > 0)
}

/** The English names of a language, in small letters: with its region, and without. */
function languageNames(code: string): string[] {
  if (!LANGUAGE_CODE.test(code)) return []
  const names = [code.replace('_', '-'), code.slice(0, code.search(/[-_]|$/))].map((one) => LANGUAGES.of(one))
  return names.flatMap((name) => (name === undefined ? [] : [name.toLowerCase()]))
}

const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** Whether all values are two letters, as the codes of countries are, and one at least is that of a country. */
function isOfCountries({ values }: KnownValues): boolean {
  return values.every(({ value }) => /^[A-Za-z]{2}$/.test(value)) && values.some(({ value }) => countryName(value))
}

/** The English name of a country, in small letters; undefined where the code is none. */
function countryName(code: string): string | undefined {
  return COUNTRIES.of(code.toUpperCase())?.toLowerCase()
}

function sameText(value: string, asked: string): boolean {
  const lower = value.toLowerCase()
  return (
    lower === asked ||
    lower.replace(/[-_ ]/g, '') === asked.replace(/[-_ ]/g, '') ||
    (asked.length > 4 && lower === asked.replace(/s$/, ''))
  )
}

/** A key with few values has classes that people know; a value of a key with many is an id that happens to look alike. */
function specificity({ values }: KnownValues): number {
  return values.length <= 20 ? 2 : 1
}

/** "GDN", "eu-west-1": written like a code, so the value of an attribute, even where some line has it as well. */
export function isCodeValue(state: QuestionState, text: string): boolean {
  const known = valueFor(state, text)
  return known !== null && (known.value !== known.value.toLowerCase() || /[\d_-]/.test(known.value))
}
