/** What a message means: the lines that say it, however exactly it was quoted. */
import type { LogPattern } from '../../../telemetry/index.ts'
import { type PlanCondition, type PlanOf, type PlanTime, servicesOf } from '../plan/plan.ts'
import { templatesWith } from '../reader/texts.ts'
import { allOfDay } from '../reader/when.ts'
import { cleaned, wordsOf } from '../reader/words.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import type { Desk } from './filters.ts'
import { patternRow } from './lists.ts'
import { patternsOf } from './named-patterns.ts'
import type { MeaningResult } from './result.ts'

/** The patterns of the templates that have all of these words. */
async function saying(
  desk: Desk,
  words: readonly string[],
  services: readonly PlanCondition[],
  time: PlanTime,
): Promise<readonly LogPattern[]> {
  const ids = new Set(templatesWith(words, desk.catalogue, []).map(({ id }) => id))
  if (ids.size === 0) return []
  const all = await patternsOf(desk, services, time, null)
  return all.filter(({ id }) => ids.has(id))
}

/** A code or the name of an error: "55P03", "KeyError", "max_connections". */
const TELLING = /\d{3}|\d[a-z]|_|[a-z]{2}(?:error|exception)$/

/** The lines that say something, wherever they come from: by their words, and else by their text or by the codes in it. */
export async function meaning(desk: Desk, plan: PlanOf<'meaning'>): Promise<Omit<MeaningResult, 'incomplete'>> {
  const services = plan.conditions.filter(({ on }) => on === 'service')
  const named = new Set(
    servicesOf(plan).flatMap((name) => [name, ...name.split(/[-_.]/)].map((part) => part.toLowerCase())),
  )
  const asked = wordsOf(cleaned(plan.text))
    .map(({ text }) => text)
    .filter((word) => !named.has(word))
  const codes = asked.filter((word) => TELLING.test(word))
  const content = asked.filter((word) => isContentWord(word))
  // With fewer words it takes two of them, or a code.
  const fewer = [content.length > 1 ? content : [], codes].filter(({ length }) => length > 0 && length < asked.length)
  const foundIn = async (time: PlanTime): Promise<readonly LogPattern[]> => {
    const byWords = await saying(desk, asked, services, time)
    if (byWords.length > 0) return byWords
    for (const words of [asked, ...fewer]) {
      const text = { on: 'text', text: words.join(' '), mode: 'all' } as const
      const found = await patternsOf(desk, [...services, text], time, null)
      if (found.length > 0) return found
    }
    return []
  }
  if (MOST_FREQUENT.test(cleaned(plan.text))) return mostFrequent(desk, plan)
  const lately = await foundIn(plan.time)
  // What came before the last hour means the same.
  const wide =
    lately.length > 0 || plan.time.basis === 'asked' ? null : allOfDay(plan.time, desk.catalogue.firstMs ?? 0)
  const found = wide === null ? lately : await foundIn(wide)
  const { from, to } = wide ?? plan.time
  return {
    kind: 'meaning',
    text: plan.text,
    window: { from, to },
    total: found.reduce((sum, { count }) => sum + count, 0),
    patterns: found.slice(0, 8).map(patternRow),
  }
}

/** "What does the top error mean": no words of a line, but the line that comes most often. */
const MOST_FREQUENT =
  /^(?:the |our |this )?(?:most (?:frequent|common|repeated|numerous)|top|main|biggest|commonest|number one|no\.? 1) (?:[a-z][\w-]{1,40} )?(?:errors?|warnings?|exceptions?|failures?|(?:error |log )?(?:messages?|lines?))$/

async function mostFrequent(
  desk: Desk,
  { text, conditions, time }: PlanOf<'meaning'>,
): Promise<Omit<MeaningResult, 'incomplete'>> {
  const found = await patternsOf(desk, conditions, time, null)
  const [first] = found.toSorted((a, b) => b.count - a.count).map(patternRow)
  return {
    kind: 'meaning',
    text,
    window: { from: time.from, to: time.to },
    total: first?.count ?? 0,
    patterns: first === undefined ? [] : [first],
    isMostFrequent: true,
  }
}
