/**
 * "App only", "and blinds?", "the market garage" after a number: the same restricted by the value of an attribute,
 * whatever else the word means. A value goes in the place of one of the same key, also where the last answer had taken
 * that one in another way.
 */
import { chosenLines } from '../grounding/chosen-lines.ts'
import { type Plan, type PlanCondition, type PlanOf, servicesOf } from '../plan/plan.ts'
import { keysOf } from './fields.ts'
import { adjusted } from './fit-measure.ts'
import { merged } from './follow-up.ts'
import { windowOf } from './follow-up-time.ts'
import { classValue, type KnownValue, valueFor } from './known-values.ts'
import { isLettered } from './lettered.ts'
import { withValuesInLines } from './line-words.ts'
import { asWritten, freeWords, has, type Previous, type QuestionState } from './state.ts'
import { lemmaOf } from './words.ts'

const NAMED =
  /^((?:(?:and|but|ok|okay|now|then|so|just|only|same|what about|how about) )*)((?:(?:the same )?(?:by|for|on|with|in|via|from|over|the|of|those|ones|to|at) )*)(\S{1,60}(?: \S{1,40}){0,2}?)((?: (?:only|instead|too|please|then|alone|ones?))*)\W*$/
const ONLY = /\b(?:just|only|alone)\b/

/** Words of asking that are values of some keys as well. */
const SAYS_MORE = ['failed_word', 'error_noun', 'warn_noun', 'success_noun', 'failure_noun', 'state', 'by'] as const

/** What a follow-up of this kind names. */
interface Said {
  readonly text: string
  readonly isOnly: boolean
  /** Nothing stands before it: "nord?". */
  readonly isBare: boolean
}

function saidIn({ text, written }: QuestionState): Said | null {
  const [, lead = '', joint = '', said = '', tail = ''] = NAMED.exec(text.trim()) ?? []
  const plain = said.replace(/[?.!,]+$/, '')
  // A letter may be a value; a word of grammar in small letters is none.
  const letter = /(?<![\w'])([A-Z])\W*$/.exec(written)?.[1]
  if (/^[a-z]$/.test(plain) && letter?.toLowerCase() !== plain) return null
  return plain === '' ? null : { text: plain, isOnly: ONLY.test(`${lead} ${tail}`), isBare: `${lead}${joint}` === '' }
}

/** A plan, with what it goes on from where that is not the last one. */
export interface ValueMove {
  readonly plan: Plan
  readonly base?: Plan
}

/** The last number restricted by the value that the words name; null where they name none. */
export function valueMove(state: QuestionState, previous: Previous): ValueMove | null {
  const base = previous.plan
  const said = saidIn(state)
  if (said === null || state.named.length > 0 || state.time !== null || state.negations.length > 0) return null
  if (base.intent !== 'measure' && base.intent !== 'list') return null
  // "Zone B" of lines is read as they say it.
  if (isLettered(said.text) && base.intent === 'measure' && base.measure.of === 'records') return null
  const alike = likeNamed(state, said.text, base)
  if (alike !== null) return { plan: alike }
  const held = heldKeys(base)
  const again = held.size === 0 ? null : known(state, said.text, held)
  if (again !== null) return { plan: taken(state, restricted(base, again), again), base: freed(base, again) }
  const value = known(state, said.text, null)
  const other = value === null ? null : underHeldKey(base, value)
  if (other !== null) return { plan: taken(state, restricted(base, other), other), base: freed(base, other) }
  // "Failed?" asks how it ended, whatever key has such a value.
  if (value !== null && (said.isOnly || !has(state, ...SAYS_MORE))) {
    const before = siblingOf(state, value, previous)
    if (before !== null) return { plan: taken(state, restricted(before, value), value), base: before }
    const isShort = said.isOnly || (said.isBare && state.words.length <= 2)
    const plan = isShort && base.intent === 'measure' ? narrowed(state, base, value, said) : null
    return plan === null ? null : { plan }
  }
  const plan = otherText(state, said, previous)
  return plan === null || previous.before === undefined ? null : { plan, base: previous.before }
}

/** "E-210" after "E-201", written alike: in its place. */
function likeNamed(state: QuestionState, said: string, base: Plan): Plan | null {
  const shape = shapeOf(said)
  if (shape === null || base.intent !== 'measure') return null
  const written = asWritten(state, said)
  let isFound = false
  const conditions = base.conditions.map((one): PlanCondition => {
    const held = one.on === 'text' ? one.text : one.on === 'attribute' && one.values.length === 1 ? one.values[0] : null
    if (held == null || shapeOf(held) !== shape || held.toLowerCase() === said) return one
    isFound = true
    return one.on === 'text'
      ? { ...one, text: written }
      : one.on === 'attribute'
        ? { ...one, values: [knownValue(state, one.key, written)] }
        : one
  })
  if (!isFound) return null
  for (const word of state.words) word.usedBy ??= 'id'
  return { ...base, conditions, time: windowOf(base.time) }
}

/** The value as the data has it: "a7" for A7. */
function knownValue(state: QuestionState, key: string, said: string): string {
  return valueFor(state, said.toLowerCase(), new Set([key]))?.value ?? said
}

/** Letters with their digits told as one: `e-0` of "E-201". */
function shapeOf(text: string): string | null {
  return /^(?=\S*[a-z])(?=\S*\d)\S+$/i.test(text) ? text.toLowerCase().replace(/\d+/g, '0') : null
}

/** The keys that the last plan is restricted by. */
function heldKeys({ conditions }: Plan): Set<string> {
  return new Set(conditions.flatMap((one) => (one.on === 'attribute' && one.not !== true ? [one.key] : [])))
}

/** The same without its value of this key, which is what further values go on from. */
function freed(base: Plan, { key }: KnownValue): Plan {
  return { ...base, conditions: base.conditions.filter((one) => one.on !== 'attribute' || one.key !== key) }
}

/** The value under the key that the last plan has for the same: `payment.method` for `method`. */
function underHeldKey({ conditions }: Plan, value: KnownValue): KnownValue | null {
  const last = (key: string): string => key.split(/[._]/).at(-1) ?? ''
  const held = conditions.find((one) => one.on === 'attribute' && one.not !== true && last(one.key) === last(value.key))
  return held?.on === 'attribute' ? { ...value, key: held.key, scope: held.scope } : null
}

/** The value by its name, in the plural, or with the noun of its key: "the market garage". */
function known(state: QuestionState, text: string, keys: ReadonlySet<string> | null): KnownValue | null {
  const find = (said: string): KnownValue | null =>
    (keys === null ? classValue(state, said) : valueFor(state, said, keys)) ??
    (keys === null ? classValue(state, lemmaOf(said)) : valueFor(state, lemmaOf(said), keys))
  const whole = find(text)
  if (whole !== null) return whole
  const [first = '', noun = '', more] = text.split(' ')
  if (noun === '' || more !== undefined) return null
  // "The market garage", "zone E".
  for (const [value, key] of [
    [first, noun],
    [noun, first],
  ] as const) {
    const own = new Set(keysOf(key, state.context.catalogue).map((one) => one.key))
    if (own.size === 0 || (keys !== null && ![...keys].some((one) => own.has(one)))) continue
    const found = valueFor(state, value, own)
    if (found !== null) return found
  }
  return null
}

/** What the last follow-up went on from, where that one named another value of the same key. */
function siblingOf(
  state: QuestionState,
  { key, scope, value }: KnownValue,
  { plan, before, question }: Previous,
): PlanOf<'measure'> | PlanOf<'list'> | null {
  if (before === undefined || question === undefined) return null
  // "For web", where web is a host as well: the service was meant.
  if (servicesOf(plan).join() !== servicesOf(before).join()) return null
  if (before.intent !== 'measure' && before.intent !== 'list') return null
  const values = state.context.values
    .filter((one) => one.key === key && one.scope === scope)
    .flatMap((one) => one.values.map((other) => other.value.toLowerCase()))
  const said = question.toLowerCase().split(/[^\w./@-]+/)
  const isOther = said.some(
    (word) => word !== value.toLowerCase() && (values.includes(word) || values.includes(lemmaOf(word))),
  )
  return isOther ? before : null
}

function restricted<T extends Plan>(base: T, { key, scope, value }: KnownValue): T {
  const conditions = merged(base.conditions, [{ on: 'attribute', key, scope, values: [value] }], false)
  return { ...base, conditions, time: windowOf(base.time) }
}

function taken(state: QuestionState, plan: PlanOf<'measure'> | PlanOf<'list'>, { key }: KnownValue): Plan {
  for (const word of state.words) word.usedBy ??= 'attribute'
  const open =
    plan.intent === 'measure' ? { ...plan, groupBy: plan.groupBy.filter(({ field }) => field !== key) } : plan
  return areStated(state, plan, key) ? withValuesInLines(open, state.context.catalogue) : open
}

/** Whether lines tell the values of a key: several of them stand there. "Card expired" tells no way of paying. */
function areStated({ context }: QuestionState, { conditions }: Plan, key: string): boolean {
  const told = chosenLines(conditions, context.catalogue).map(({ template }) => template)
  const values = new Set(
    context.values.filter((one) => one.key === key).flatMap((one) => one.values.map(({ value }) => value)),
  )
  const isTold = (value: string): boolean => {
    const said = new RegExp(`(?<![\\w-])${RegExp.escape(value)}(?![\\w-])`, 'i')
    return told.some((template) => said.test(template))
  }
  return [...values].filter(isTold).length > 1
}

function narrowed(
  state: QuestionState,
  base: PlanOf<'measure'>,
  value: KnownValue,
  { text, isOnly }: Said,
): Plan | null {
  const plan = restricted(base, value)
  const tried = { ...state, conditions: [...plan.conditions], leftOut: [], notes: [...state.notes] }
  const measure = adjusted(tried, base.measure, null)
  if (measure === null || tried.leftOut.length > 0) {
    // Lines may state what their records do not carry, which only they can tell.
    if (base.measure.of === 'records') return taken(state, plan, value)
    // A route is read with what is done on it.
    if (!isOnly || text.startsWith('/')) return null
    const because = `I could not combine ${value.key} ${value.value} with what was counted before`
    state.askBack = { because, readings: [`how many requests with ${value.value} failed?`] }
    return null
  }
  state.notes.splice(0, state.notes.length, ...tried.notes)
  return taken(state, { ...plan, measure, conditions: tried.conditions }, value)
}

/** "And csv?" after "only the pdfs", which a text told: in the place of that text. */
function otherText(state: QuestionState, { text, isOnly }: Said, { plan, before }: Previous): Plan | null {
  // "By plan" tells apart, and restricts nothing.
  if (/^(?:and |but |ok |now |then |so )*(?:by|per)\b/.test(state.text)) return null
  const isWord = /^[a-z0-9][\w.-]{1,40}$/.test(text) && freeWords(state).some((word) => word.text === text)
  if (!isWord || isOnly || before === undefined || before.intent !== plan.intent) return null
  if (plan.intent !== 'measure' && plan.intent !== 'list') return null
  const added = plan.conditions.filter((one) => before.conditions.every((old) => !isSame(old, one)))
  const [only, more] = added
  const isText = only?.on === 'text' ? !/\s/.test(only.text) : only?.on === 'templates' && !/\s/.test(only.words)
  if (only === undefined || more !== undefined || !isText || ('not' in only && only.not === true)) return null
  const said: PlanCondition = { on: 'text', text, mode: only.on === 'text' ? only.mode : 'all' }
  for (const word of state.words) word.usedBy ??= 'text'
  const conditions = [...before.conditions.filter(({ on }) => on !== 'text'), said]
  return { ...plan, conditions, time: windowOf(plan.time) }
}

function isSame(a: PlanCondition, b: PlanCondition): boolean {
  return JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())
}
