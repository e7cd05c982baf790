/** Questions whose form is known before their words are read: each is parted into questions that are read by themselves. */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Plan } from '../questions/plan/plan.ts'
import { totalAndFailed } from '../questions/reader/ends-asked.ts'
import { idDone } from '../questions/reader/id-done.ts'
import { ownerAsked } from '../questions/reader/owner-asked.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { boundAmount } from './bound-amount.ts'
import { fromRecords, ofEnds } from './from-records.ts'
import { oddMetrics } from './metrics-odd.ts'
import { ofEvents } from './of-events.ts'
import { peakQuestion } from './peak-question.ts'
import { whichFirst } from './which-first.ts'

type Read = (question: string) => Promise<Reading>

/** The reading of such a question; null of any other. `written` is the question before it was put into plain words. */
export async function readByForm(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  written: string,
  last: Plan | null,
  read: Read,
): Promise<Reading | null> {
  return (
    ofOwner(question, catalogue) ??
    (await ofMetrics(ctx, catalogue, written)) ??
    (await peakQuestion(question, catalogue, last, read)) ??
    (await ofEvents(ctx, catalogue, question, read)) ??
    (await whichFirst(ctx, catalogue, question, read)) ??
    (await doneWithId(ctx, catalogue, question, read)) ??
    (await ofRecords(ctx, catalogue, question, last, read)) ??
    (await ofBothCounts(question, read)) ??
    boundAmount(ctx, catalogue, question, read)
  )
}

function readingOf(catalogue: Catalogue, read: Pick<Reading, 'plans'> & Partial<Reading>): Reading {
  const lastRecord = catalogue.lastMs === null ? null : new Date(catalogue.lastMs).toISOString()
  return { notes: [], leftOut: [], relation: 'new', lastRecord, language: 'en', ...read }
}

function ofOwner(question: string, catalogue: Catalogue): Reading | null {
  const service = ownerAsked(cleaned(question), catalogue)
  return service === null ? null : readingOf(catalogue, { plans: [], remark: { kind: 'owner', service } })
}

async function ofBothCounts(question: string, read: Read): Promise<Reading | null> {
  const asked = totalAndFailed(cleaned(question))
  const reading = asked === null ? null : await read(asked)
  return reading !== null && reading.plans.length === 1 && reading.leftOut.length === 0 ? reading : null
}

async function ofRecords(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  last: Plan | null,
  read: Read,
): Promise<Reading | null> {
  const told =
    (await fromRecords(ctx, catalogue, question, last, read)) ?? (await ofEnds(ctx, catalogue, question, read))
  return told === null ? null : readingOf(catalogue, told)
}

async function ofMetrics(ctx: AgentContext, catalogue: Catalogue, question: string): Promise<Reading | null> {
  const read = await oddMetrics(ctx, catalogue, question)
  return read === null ? null : readingOf(catalogue, read)
}

/** "When was order 4711 shipped?": where a line of it says so. */
async function doneWithId(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  read: Read,
): Promise<Reading | null> {
  const context = { catalogue, values: catalogue.values, askedAtMs: ctx.askedAtMs, previous: null }
  const done = idDone(question, context)
  if (done === null) return null
  const { plan } = done
  const found = plan === null ? null : await execute(ctx, catalogue, plan)
  const count = found?.kind === 'list' ? found.total : found?.kind === 'measure' ? found.value : 0
  if (plan !== null && (count ?? 0) > 0) return readingOf(catalogue, { plans: [plan] })
  const history = await read(`what happened to ${done.id}`)
  const isHistory = history.plans.length === 1 && history.plans[0]?.intent === 'list' && history.leftOut.length === 0
  return isHistory ? { ...history, notes: [`No line of ${done.id} says "${done.verb}".`, ...history.notes] } : null
}
