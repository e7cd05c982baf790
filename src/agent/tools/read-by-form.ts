/** Questions whose form is known before their words are read: each is parted into questions that are read by themselves. */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Plan, PlanOf } from '../questions/plan/plan.ts'
import { everThere } from '../questions/reader/bound-asked.ts'
import { totalAndFailed } from '../questions/reader/ends-asked.ts'
import { idDone } from '../questions/reader/id-done.ts'
import { oneVersionAsked } from '../questions/reader/one-version.ts'
import { ownerAsked } from '../questions/reader/owner-asked.ts'
import { bareRate, shareOfDone, slowAsked } from '../questions/reader/slow-asked.ts'
import { whichLost } from '../questions/reader/which-lost.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { boundAmount } from './bound-amount.ts'
import { fromRecords, ofEnds } from './from-records.ts'
import { gaugeLevel } from './gauge-level.ts'
import { oddMetrics } from './metrics-odd.ts'
import { momentQuestion } from './moment-question.ts'
import { ofEvents } from './of-events.ts'
import { peakQuestion } from './peak-question.ts'
import { restartLength } from './restart-length.ts'
import { askedBack } from './settled-reading.ts'
import { statedInLines } from './stated-in-lines.ts'
import { timeBetween } from './time-between.ts'
import { whatChanged } from './what-changed.ts'
import { whichFirst } from './which-first.ts'

type Read = (question: string) => Promise<Reading>

/**
 * The reading of such a question; null of any other. `written` is the question before it was put into plain words, `readIn`
 * reads with what it may know of the project.
 */
export async function readByForm(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  written: string,
  last: Plan | null,
  readIn: (question: string, own: Catalogue) => Promise<Reading>,
): Promise<Reading | null> {
  const read: Read = (text) => readIn(text, catalogue)
  return (
    ofOwner(question, catalogue) ??
    (await ofMetrics(ctx, catalogue, written)) ??
    (await gaugeLevel(ctx, catalogue, written, read)) ??
    (await momentQuestion(ctx, catalogue, question, readIn)) ??
    (await peakQuestion(question, catalogue, last, read)) ??
    (await statedInLines(written, read)) ??
    (await ofOneVersion(catalogue, question, read)) ??
    (await ofEvents(ctx, catalogue, question, read)) ??
    (await whichFirst(ctx, catalogue, question, read)) ??
    (await ofRestart(ctx, catalogue, written, last, read)) ??
    (await timeBetween(ctx, catalogue, written, read)) ??
    (await whatChanged(ctx, catalogue, written, read)) ??
    (await doneWithId(ctx, catalogue, question, read)) ??
    (await ofRecords(ctx, catalogue, question, last, read)) ??
    (await ofBothCounts(question, read)) ??
    (await ofSlow(catalogue, question, read)) ??
    (await ofLost(ctx, catalogue, [written, question], read)) ??
    (await ofRate(question, read)) ??
    boundOrLevel(ctx, catalogue, question, read)
  )
}

/** A limit on records, else one that a gauge came to: "spindle temperature of m1 above 60?". */
async function boundOrLevel(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  read: Read,
): Promise<Reading | null> {
  const reading = await boundAmount(ctx, catalogue, question, read)
  if (reading === null || reading.plans.length > 0) return reading
  const level = everThere(cleaned(question))
  return (level === null ? null : await gaugeLevel(ctx, catalogue, level, read)) ?? reading
}

function readingOf(catalogue: Catalogue, read: Pick<Reading, 'plans'> & Partial<Reading>): Reading {
  const lastRecord = catalogue.lastMs === null ? null : new Date(catalogue.lastMs).toISOString()
  return { notes: [], leftOut: [], relation: 'new', lastRecord, language: 'en', ...read }
}

function ofOwner(question: string, catalogue: Catalogue): Reading | null {
  const service = ownerAsked(cleaned(question), catalogue)
  return service === null ? null : readingOf(catalogue, { plans: [], remark: { kind: 'owner', service } })
}

/** Whether a service runs one version alone. */
async function ofOneVersion(catalogue: Catalogue, question: string, read: Read): Promise<Reading | null> {
  const asked = oneVersionAsked(cleaned(question))
  const service = catalogue.services.find(({ name }) => name.toLowerCase() === asked?.service)?.name
  if (asked === null || service === undefined) return null
  const reading = await read(`which version does ${service} run`)
  const [plan, more] = reading.plans
  if (plan?.intent !== 'versions' || more !== undefined) return null
  const versionAsked = asked.version === null ? {} : { versionAsked: asked.version }
  return { ...reading, plans: [{ ...plan, isOneAsked: true, ...versionAsked }] }
}

async function ofBothCounts(question: string, read: Read): Promise<Reading | null> {
  const asked = totalAndFailed(cleaned(question))
  const reading = asked === null ? null : await read(asked)
  return reading !== null && reading.plans.length === 1 && reading.leftOut.length === 0 ? reading : null
}

/** The slowest requests of a thing; null where it has none. */
async function ofSlow(catalogue: Catalogue, question: string, read: Read): Promise<Reading | null> {
  const forms = slowAsked(cleaned(question), catalogue)
  for (const asked of forms) {
    const reading = await read(asked)
    const [plan] = reading.plans
    const isList = plan?.intent === 'list' && plan.of !== 'logs' && plan.order === 'slowest'
    const isOfThing = isList && plan.conditions.some(({ on }) => on === 'operation' || on === 'service')
    if (isOfThing && reading.plans.length === 1 && reading.leftOut.length === 0) return reading
  }
  if (forms.length === 0) return null
  // What broke is another question.
  const own = await read(question)
  const isBroader = own.plans.some(({ intent }) => intent === 'cause' || intent === 'state')
  return isBroader ? askedBack(own, 'I could not tell which requests are meant') : own
}

/** Groups of what was not done: by lines that say so, else by requests that failed. */
async function ofLost(
  ctx: AgentContext,
  catalogue: Catalogue,
  forms: readonly string[],
  read: Read,
): Promise<Reading | null> {
  const context = { catalogue, values: catalogue.values, askedAtMs: ctx.askedAtMs, previous: null }
  const asked = forms.map((form) => whichLost(cleaned(form), context)).find((one) => one !== null)
  if (asked === undefined) return null
  const found = asked.plan === null ? null : await execute(ctx, catalogue, asked.plan)
  const isTold =
    found?.kind === 'measure' && found.groups.some(({ key }) => key.some((part) => part !== null && part !== ''))
  const notes = asked.note === '' ? [] : [asked.note]
  if (asked.plan !== null && isTold) return readingOf(catalogue, { plans: [asked.plan], notes })
  const reading = await read(asked.text)
  const [plan, more] = reading.plans
  const isOfThing =
    plan?.intent === 'measure' &&
    more === undefined &&
    plan.groupBy.length > 0 &&
    (plan.measure.of === 'records' || plan.measure.of === 'requests') &&
    plan.conditions.some(({ on }) => on === 'operation' || on === 'templates')
  return isOfThing && reading.leftOut.length === 0 ? { ...reading, notes: [...notes, ...reading.notes] } : null
}

/** Whether a share is one of a thing: that of its requests among all of a service is none. */
function isShareOfThing({ measure }: PlanOf<'measure'>): boolean {
  return (
    measure.of === 'metric' || (measure.of === 'ratio' && (measure.share !== 'matching' || measure.among !== undefined))
  )
}

/** A share of a thing that was done; asked back where nothing says of what. */
async function ofRate(question: string, read: Read): Promise<Reading | null> {
  const kind = bareRate(cleaned(question))
  const asked = shareOfDone(cleaned(question))
  if (kind === null && asked === null) return null
  const own = await read(question)
  const isShare = ({ plans, leftOut }: Reading): boolean =>
    leftOut.length === 0 &&
    plans.length === 1 &&
    plans.every((plan) => plan.intent === 'measure' && isShareOfThing(plan))
  if (isShare(own)) return own
  const share = asked === null ? null : await read(asked)
  if (share !== null && isShare(share)) return share
  return own.plans.length === 0 ? own : askedBack(own, `I could not tell what the ${kind ?? 'asked'} rate is of`)
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

/** How long a restart took. */
async function ofRestart(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  last: Plan | null,
  read: Read,
): Promise<Reading | null> {
  const told = await restartLength(ctx, catalogue, question, last, read)
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
