/** "Is product search affected?": which part of all is meant, where no service is named. */
import type { KnownTemplate } from '../grounding/catalogue.ts'
import type { Plan } from '../plan/plan.ts'
import type { Reading } from '../reading.ts'
import { timeOf } from './asked-time.ts'
import type { QuestionState } from './state.ts'
import { templatesWith } from './texts.ts'
import { stemOf, type Word } from './words.ts'

const HIT_ASKED = /^(?:so |and |but |ok |hey )*(?:is|are|was|were) .{2,60}\b(?:affected|hit|impacted|hurt)\b/
const WORD_MIN = 4

/** Whether such a question was not read, or as who is hit at all: the thing goes before everything. */
export function isHitAsked(text: string, { plans, relation }: Reading): boolean {
  if (!HIT_ASKED.test(text) || relation !== 'new') return false
  const [plan, more] = plans
  const isOfAll = plan?.intent === 'cause' && plan.aspect === 'impact' && plan.conditions.length === 0
  return plan === undefined || (isOfAll && more === undefined)
}

/** The only service that is called so, or whose lines alone have the words: proctor-upload of "the proctoring video". */
export function hitByName(
  state: QuestionState,
  words: readonly Word[],
): { plans: readonly [Plan]; notes: readonly string[] } | null {
  const told = words.map((word) => ownersOf(word, state)).filter((owners) => owners.length > 0)
  const services = new Set(told.flat())
  const [service] = services
  if (service === undefined || services.size > 1 || words.length - told.length > 1) return null
  const conditions = [{ on: 'service' as const, values: [service] }]
  return {
    plans: [{ intent: 'cause', aspect: 'impact', conditions, time: timeOf(state) }],
    notes: [`I took "${words.map(({ text }) => text).join(' ')}" as ${service}.`],
  }
}

function ownersOf({ text }: Word, { context: { catalogue } }: QuestionState): string[] {
  if (text.length < WORD_MIN) return []
  const own = catalogue.services.filter(({ name }) =>
    name
      .toLowerCase()
      .split(/[-_./: ]+/)
      .some((part) => part.length >= WORD_MIN && stemOf(part) === stemOf(text)),
  )
  if (own.length > 0) return own.map(({ name }) => name)
  const lines: readonly KnownTemplate[] = templatesWith([text], catalogue, [])
  return [...new Set(lines.map((line) => line.service))]
}
