/**
 * "How many low confidence chunks" of lines that say "low confidence" and name no chunk: the phrase stands behind the noun,
 * as the reader knows it, where lines have the phrase as it was said and none has the noun with it.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { templatesWith } from './texts.ts'

const COUNTED =
  /^((?:(?:so|and|but|ok|hey) )*(?:how many|(?:the )?number of|count of|count) )([a-z]{2,20}) ([a-z]{3,20}) ([a-z]{3,20}s)(?=[\s?.!]*$| (?:in|since|during|over|within|between|before|after|today|were there|are there|was|were|did we)\b)/i

/** The question with the noun before the phrase. */
export function withPhraseBehind(question: string, catalogue: Catalogue): string {
  if (question.length > 200) return question
  return question.replace(COUNTED, (whole, ask: string, first: string, second: string, noun: string) => {
    const [one, two, thing] = [first, second, noun].map((word) => word.toLowerCase()) as [string, string, string]
    const isSaid = catalogue.templates.some(({ tokens }) =>
      tokens.some((token, at) => token === one && tokens[at + 1] === two),
    )
    const isNamed = templatesWith([one, two, thing], catalogue, []).length > 0
    return isSaid && !isNamed ? `${ask}${noun} of ${first} ${second}` : whole
  })
}
