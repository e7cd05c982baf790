/** Puts a question into the words of the project before it is read: speech, resources, verbs, refusals, query syntax. */
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { inNounsOfVerbs } from '../questions/reader/could-not.ts'
import { withExceptionNames } from '../questions/reader/exception-names.ts'
import { withWhenInFront } from '../questions/reader/first-line.ts'
import { withGroupsLast } from '../questions/reader/groups-said.ts'
import { withoutHowToTell } from '../questions/reader/how-to-tell.ts'
import { withKeysInPlace } from '../questions/reader/keys-in-passing.ts'
import { inKnownForm } from '../questions/reader/known-forms.ts'
import { askedOfLacking } from '../questions/reader/lacking.ts'
import { withoutAsker } from '../questions/reader/message-parts.ts'
import { inOwnRefusal } from '../questions/reader/own-refusals.ts'
import { inOwnVerbs } from '../questions/reader/phrasal-verbs.ts'
import { withPhraseBehind } from '../questions/reader/phrase-before-noun.ts'
import { withoutHolders } from '../questions/reader/plain-values.ts'
import { inPlainSyntax } from '../questions/reader/query-syntax.ts'
import { withCallsOfRoutes } from '../questions/reader/read-nouns.ts'
import { withReasonOfLine } from '../questions/reader/reason-in-line.ts'
import { withOwnReasons } from '../questions/reader/reason-key.ts'
import { withResources } from '../questions/reader/resource-asked.ts'
import { withRouteNouns } from '../questions/reader/route-nouns.ts'
import { saidTwice } from '../questions/reader/said-once.ts'
import { resourcesApart } from '../questions/reader/side-by-side.ts'
import { withValuesInOne } from '../questions/reader/spaced-values.ts'
import { asOneWrites } from '../questions/reader/spoken.ts'
import { causeOfSymptom } from '../questions/reader/symptom-told.ts'
import { withValuesAsOwners } from '../questions/reader/values-as-owners.ts'
import { withValuesAtRoutes } from '../questions/reader/values-at-routes.ts'
import { withNounOfSender } from '../questions/reader/who-sends.ts'
import { inWholeTimes } from '../questions/reader/whole-times.ts'

export interface PlainWords {
  readonly text: string
  /** Parts of a query that have no words here. */
  readonly refused: readonly string[]
  /** Those without any are asked for, and the text asks for those with most. */
  readonly isOfLacking: boolean
  /** What the answer says of words that were taken for those of lines. */
  readonly taken: readonly string[]
}

/** The question as it is read. */
export function inPlainWords(written: string, catalogue: Catalogue, askedAtMs: number): PlainWords {
  // Texts that are put into quotes below would keep what stands around the question.
  const open = withoutAsker(
    inWholeTimes(withWhenInFront(withNounOfSender(withoutHowToTell(written, catalogue.metrics), catalogue))),
    catalogue,
  )
  const named = withExceptionNames(withValuesAsOwners(open, catalogue), catalogue)
  const asked = resourcesApart(withGroupsLast(withoutHolders(named, catalogue), catalogue))
  const keys = withKeysInPlace(causeOfSymptom(asked, catalogue), catalogue)
  const placed = withValuesAtRoutes(withReasonOfLine(keys, catalogue), catalogue)
  const called = withCallsOfRoutes(placed, catalogue)
  const twice = inNounsOfVerbs(saidTwice(called, catalogue, askedAtMs), catalogue)
  const plain = withPhraseBehind(inKnownForm(asOneWrites(twice, catalogue, askedAtMs), catalogue), catalogue)
  const lacking = askedOfLacking(plain, catalogue)
  const said = withRouteNouns(withValuesInOne(inTheOthersPlace(lacking ?? plain, catalogue), catalogue), catalogue)
  const reasons = withOwnReasons(withResources(said, catalogue), catalogue)
  const verb = inOwnVerbs(reasons, catalogue)
  const refusal = inOwnRefusal(verb.text, catalogue)
  const { text, refused } = inPlainSyntax(refusal.text, catalogue)
  const isOfLacking = lacking !== null
  return { text, refused, isOfLacking, taken: [verb.note, refusal.note].filter((note) => note !== undefined) }
}

const INSTEAD =
  /^(?:(?:and|so|ok|now|only|for|with|on|by|via|just) )*([\w-]{2,30}) instead of (?:the )?([\w-]{2,30})\W*$/i

/** "App instead of web": the one value in the place of the other, where one key has both. */
function inTheOthersPlace(question: string, { values }: Catalogue): string {
  const [, one = '', other = ''] = INSTEAD.exec(question) ?? []
  const has = (name: string, known: Catalogue['values'][number]): boolean =>
    known.values.some(({ value }) => value.toLowerCase() === name.toLowerCase())
  return one !== '' && values.some((known) => has(one, known) && has(other, known)) ? `what about ${one}` : question
}
