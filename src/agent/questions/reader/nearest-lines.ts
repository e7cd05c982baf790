/**
 * Lines that tell what is asked in fewer words: "bookings refused because the class was full" of lines that say "class is
 * full". What they do not say is that something was refused, that it was a job or an attempt, or what the service that
 * writes them is for anyway. The answer says which words were taken.
 */
import type { KnownTemplate } from '../grounding/catalogue.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { keysOf } from './fields.ts'
import { has, type QuestionState } from './state.ts'
import { isDenied, templateCondition, templatesWith } from './texts.ts'
import { stemOf, type Word } from './words.ts'

/** What lines about a refusal need not say: their reason tells it. */
export const REFUSED =
  /^(?:refus|reject|declin|den(?:y|ied)|fail|block|turn|stop|abort|bounc|skip|cancel|drop|discard)\w*$/
/** Lines that tell that it went well tell of no refusal. */
export const WENT_WELL =
  /^(?:ok|accepted|confirmed|completed|created|stored|saved|done|succeeded|successful(?:ly)?|approved|captured|granted|delivered|finished|received|sent|paid|booked|placed|charged|issued|registered|settled|published|rented|signed|started|begun|opened)$/
/** Nouns that say of no thing which it is. */
export const HOLDERS =
  /^(?:job|task|run|item|piece|unit|entry|operation|action|activity|attempt|case|process|processing|handling|request|call|traffic|volume|event|thing|object|instance|transaction|submission|record|element|folk|people|person|one)s?$/

/** More words than this are a story, not what lines say. */
const WORDS_MAX = 5
/** One word by itself is taken where so many kinds of lines have it. */
const ALONE_MAX = 1

/** The condition of the lines that say most of these words; null where they leave away what restricts. */
export function nearestLines(
  state: QuestionState,
  said: readonly Word[],
  services: readonly string[],
): { condition: NonNullable<ReturnType<typeof templateCondition>>; kept: readonly Word[] } | null {
  if (said.length < 2 || said.length > WORDS_MAX || state.negations.length > 0 || has(state, 'distinct')) return null
  const [first, last] = [said[0], said.at(-1)]
  // "Offline chargers and declined payments" are two things.
  if (/\band\b|[,&+]/.test(state.text.slice(first?.start ?? 0, last?.end ?? 0))) return null
  const sets = subsetsOf(said).sort((a, b) => b.length - a.length)
  for (const kept of sets) {
    const asked = kept.map(({ text }) => text)
    const dropped = said.filter((word) => !kept.includes(word))
    const isRefusal = dropped.some(({ text }) => REFUSED.test(text))
    const found = templatesWith(asked, state.context.catalogue, services).filter(
      (template) =>
        !asked.some((text) => isDenied(text, template)) &&
        !(isRefusal && template.tokens.some((token) => WENT_WELL.test(token))) &&
        dropped.every((word) => isNeedless(word, template)),
    )
    const owners = new Set(found.map(({ service }) => service))
    const isAlone =
      kept.length === 1 &&
      (found.length > ALONE_MAX || REFUSED.test(asked[0] ?? '') || !isTelling(kept[0], state.context))
    if (found.length === 0 || owners.size > 1 || isAlone) continue
    const condition = templateCondition(asked, found)
    if (condition !== null) return { condition, kept }
  }
  return null
}

/** Whether a word by itself tells of an event: people and fields stand in lines of anything. */
function isTelling(word: Word | undefined, { catalogue }: QuestionState['context']): boolean {
  return (
    word !== undefined && word.text.length > 3 && !PEOPLE.test(word.lemma) && keysOf(word.text, catalogue).length === 0
  )
}

/** Whether lines of a service need not say a word: a refusal, work in general, people, or what the service is for. */
export function isNeedless({ text, lemma }: Word, { service }: KnownTemplate): boolean {
  const stem = stemOf(text)
  return (
    REFUSED.test(text) ||
    HOLDERS.test(text) ||
    PEOPLE.test(lemma) ||
    service
      .toLowerCase()
      .split(/[-_./]+/)
      .some((part) => part.length > 3 && stemOf(part) === stem)
  )
}

/** All sets of at least one and not all of these words. */
function subsetsOf(words: readonly Word[]): Word[][] {
  const sets: Word[][] = []
  for (let bits = 1; bits < 2 ** words.length - 1; bits++) sets.push(words.filter((_, at) => (bits >> at) % 2 === 1))
  return sets
}
