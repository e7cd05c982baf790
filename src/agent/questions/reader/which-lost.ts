/**
 * "Which tenants lost captions?", "which airlines failed to route bags?": the values of a key whose things were not done,
 * by the lines that deny it of the thing. "Plays not counted by label" are grouped, and nobody called label counted them.
 */
import type { KnownTemplate } from '../grounding/catalogue.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import type { PlanOf } from '../plan/plan.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import { timeOf } from './asked-time.ts'
import { deniesVerb } from './fails-now.ts'
import { keysOf } from './fields.ts'
import { type ReadContext, stateOf } from './state.ts'
import { isOfFailure, templateCondition, templatesWith } from './texts.ts'
import { withoutTime } from './time-of-doing.ts'
import { lemmaOf, stemOf } from './words.ts'

export interface WhichLost {
  readonly plan: PlanOf<'measure'> | null
  /** The same in words that the reader knows, with what was taken for what. */
  readonly text: string
  readonly note: string
}

const LEAD = '^(?:(?:so|and|but|ok|hey|please) )*'
const KEY = '([a-z][a-z_-]{2,30})'
const THING = '(?:the |their |our |any |some |its |most )*([a-z][a-z -]{2,40}?)'
const LOST = new RegExp(
  `${LEAD}(?:which|what|show me|list)(?: the)? ${KEY} (?:that |who |which )?(?:have |has |had |were |was )?(?:(lost|missed|dropped|lacked|losing|missing)|failed|could not|were unable to|was unable to|were not able to|did not|failed to) ?(?:to )?(?:(?<=(?:to|not) )([a-z]{3,20}) )?${THING}\\W*$`,
)
const NOT_BY = new RegExp(
  `${LEAD}(?:(?:how many|number of|count of|count) )?${THING} (?:(?:that |which )?(?:were|was|are|is) )?not ([a-z]{3,20}) (?:by|per|for each) (?:the )?${KEY}\\W*$`,
)

/** More than a thing: another question, a group, a place. */
const JOINED = /\b(?:and|or|how|many|much|per|by|than|all|with|without|in|of|on|at|from|for|to|most|because)\b/

/** The groups of what was not done; null of any other question. */
export function whichLost(text: string, context: ReadContext): WhichLost | null {
  if (text.length > 140 || /["`\d]/.test(text.replace(/\d\d:\d\d/g, ''))) return null
  const state = stateOf(text, context, {})
  if (state.against !== null || state.beside !== null || state.quoted.length > 0) return null
  const plain = withoutTime(state)
  const lost = LOST.exec(plain)
  const [, thing = '', done = '', by = ''] =
    lost === null ? (NOT_BY.exec(plain) ?? []) : [lost[0], lost[4], lost[3], lost[1]]
  const key = keysOf(by, context.catalogue).find(({ scope }) => scope === 'attribute')
  const words = thing.split(' ').filter((word) => isContentWord(word))
  if (thing === '' || JOINED.test(thing) || key === undefined || words.length === 0 || words.length > 3) return null
  const said = lost?.[2]
  const lines = linesOf(words, done, context.catalogue)
  const condition = templateCondition([...words, ...(done === '' ? ['failed'] : ['not', done])], lines)
  const own =
    keysOf(by, context.catalogue).find(({ signal, scope }) => signal === 'logs' && scope === 'attribute') ?? key
  const plan =
    condition === null
      ? null
      : plainMeasure({
          measure: { of: 'records' },
          conditions: [condition],
          time: timeOf(state),
          groupBy: [{ field: own.key, scope: own.scope }],
        })
  if (plan === null && lost === null) return null
  return {
    plan,
    text: `failed ${thing} by ${by}${text.slice(plain.length).includes('?') ? '?' : ''}`,
    note: said === undefined ? '' : `I took "${said}" as failed.`,
  }
}

/** Lines that deny the verb of the thing, or the verb that is called like the thing; else errors of the thing that tell of failure. */
function linesOf(
  words: readonly string[],
  done: string,
  catalogue: ReadContext['catalogue'],
): readonly KnownTemplate[] {
  const ofThing = templatesWith(words, catalogue, [])
  if (done !== '') return ofThing.filter((template) => deniesVerb(template, done))
  const [head = ''] = words.slice(-1)
  const others = words.slice(0, -1)
  const denied = catalogue.templates.filter(
    (template) =>
      deniesVerb(template, head, BESIDE) &&
      others.every((word) => templatesWith([word], { ...catalogue, templates: [template] }, []).length > 0),
  )
  if (denied.length > 0) return denied
  const isBad = ({ severity }: KnownTemplate): boolean => /^(?:error|fatal)$/.test(severity)
  // Errors that only mention the thing are none of it: it stands first.
  return ofThing.filter(
    (one) =>
      isBad(one) &&
      (isOfFailure(one) || one.tokens.includes('not')) &&
      one.tokens.slice(0, FIRST).some((token) => lemmaOf(token) === lemmaOf(head) || stemOf(token) === stemOf(head)),
  )
}

/** A noun that lines deny as a verb stands right behind what denies it: "chunk not captioned", never "without recently played". */
const BESIDE = 1
/** So early in a line stands what it is about. */
const FIRST = 8
