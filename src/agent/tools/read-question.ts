/** Reads a question in plain words into typed plans, grounded in what the project's telemetry has names for. */
import type { AgentContext, AgentTool, Artifact } from '../contract.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Plan } from '../questions/plan/plan.ts'
import { ofAlikeMetrics } from '../questions/reader/alike-metrics.ts'
import { blameOfLast } from '../questions/reader/blame-asked.ts'
import { errorsAsked } from '../questions/reader/errors-asked.ts'
import { inTimeOfThread } from '../questions/reader/follow-up-time.ts'
import { inTotal } from '../questions/reader/in-total.ts'
import { withLevelOfLines } from '../questions/reader/level-of-lines.ts'
import { resourcesInside } from '../questions/reader/metrics-odd.ts'
import { keepingSubject } from '../questions/reader/move-base.ts'
import { areOfSame } from '../questions/reader/open-fragments.ts'
import { shareOfSame, worthOfSame } from '../questions/reader/open-question.ts'
import { plainEffect } from '../questions/reader/plain-effect.ts'
import { plainTurn, withoutOne } from '../questions/reader/plain-turns.ts'
import { withDoers } from '../questions/reader/plain-values.ts'
import { worstOfLast } from '../questions/reader/short-moves.ts'
import { withGaugeOfSuspicion } from '../questions/reader/suspect-gauges.ts'
import { inThread } from '../questions/reader/thread-names.ts'
import { atMoment, stateAtMoment, valueAtMoment, whenOfGauge, withExtreme } from '../questions/reader/when-of-gauge.ts'
import { whenOfRecord } from '../questions/reader/when-of-record.ts'
import { ofItsService, oneOfThread } from '../questions/reader/within-thread.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { inFirstForm } from '../questions/vocabulary/desk-forms.ts'
import { readApart } from './apart-question.ts'
import { aspectsAsked, withLimitAsked } from './aspects-asked.ts'
import { behindThread } from './behind-thread.ts'
import { callsQuestion } from './calls-question.ts'
import { catalogueOf } from './catalogue-of.ts'
import { changedMostAsked } from './changed-most-asked.ts'
import { commonQuestion } from './common-question.ts'
import { compareQuestion } from './compare-question.ts'
import { courseQuestion } from './course-question.ts'
import { cutQuestion } from './cut-question.ts'
import { effectQuestion } from './effect-question.ts'
import { failedOfLines } from './failed-of-lines.ts'
import { failuresInLines } from './failures-in-lines.ts'
import { withoutFalseNone } from './false-none.ts'
import { groupCarried, reasonCarried } from './group-carried.ts'
import { heldOfThread } from './held-of-thread.ts'
import { howFull } from './how-full.ts'
import { inItsThread } from './in-its-thread.ts'
import { inPlainWords } from './in-plain-words.ts'
import { plainOfIncident } from './incident-intent.ts'
import { integrationRequired } from './integration-required.ts'
import { joinedToThread } from './joined-to-thread.ts'
import { keptWhereCarried } from './kept-where-carried.ts'
import { leadupQuestion } from './leadup-question.ts'
import { levelQuestion } from './level-question.ts'
import { lifeQuestion } from './life-question.ts'
import { ofOddValues } from './of-odd-values.ts'
import { oneOrAllQuestion } from './one-or-all-question.ts'
import { operatorsApart } from './operators-apart.ts'
import { ownTrouble } from './own-trouble.ts'
import { withPaddedIds } from './padded-ids.ts'
import { peopleApart } from './people-apart.ts'
import { plainlyTyped } from './plainly-typed.ts'
import { quantityMeant } from './quantity-meant.ts'
import { readByForm } from './read-by-form.ts'
import { type Asked, readGrounded } from './read-grounded.ts'
import { input as schema } from './read-question-input.ts'
import { isOfLines } from './reading-kinds.ts'
import { betweenReadings } from './reading-pace.ts'
import { reasonsOfThing } from './reasons-of-thing.ts'
import { recordAsked } from './record-asked.ts'
import { releaseQuestion, withMeasuredRelease } from './release-question.ts'
import { reportedTrouble } from './reported-trouble.ts'
import { routeBesideWords } from './route-beside-words.ts'
import { withFirstClause, withGroupAsked, withSecondAsked } from './second-asked.ts'
import { lackingOnly, meantOf, ofAskedKind, withoutRefused } from './settled-reading.ts'
import { withWholeOfShare } from './share-whole.ts'
import { sinceRestart } from './since-restart.ts'
import { slotGroups } from './slot-groups.ts'
import { sparedQuestion } from './spared-question.ts'
import { spreadQuestion } from './spread-question.ts'
import { statusElsewhere } from './status-elsewhere.ts'
import { statusReason } from './status-reason.ts'
import { type HitsOf, rememberedHits } from './text-hits.ts'
import { traceAsked } from './trace-asked.ts'
import { troubleOfThing } from './trouble-of-thing.ts'
import { aloneInThread, byItsClause } from './turn-by-clause.ts'
import { turnOfIncident } from './turn-of-incident.ts'
import { withUnknownService } from './unknown-service.ts'
import { whereFound } from './where-found.ts'

export interface ReadQuestionResult extends Reading {
  readonly services: readonly string[]
  readonly signals: Readonly<Record<'logs' | 'spans' | 'metrics', number>>
  readonly firstRecord: string | null
  readonly askedAt: string
}

const SERVICES_MAX = 100

export const readQuestionTool: AgentTool<Asked> = {
  name: 'read_question',
  description:
    'Reads a question in plain words into one or more typed plans for query_telemetry, with the names, values and log patterns of this project put in, and says which words it could not use.',
  input: schema,
  readOnly: true,
  run: ({ ctx, input }) => readTurn(ctx, input),
}

interface TurnRead {
  readonly result: ReadQuestionResult
  readonly artifacts?: readonly Artifact[]
}

/** `isPlain` of a question in plain words already. */
async function readTurn(ctx: AgentContext, { previous: thread, ...raw }: Asked, isPlain = false): Promise<TurnRead> {
  const catalogue = await catalogueOf(ctx)
  const hitsOf = rememberedHits(ctx, catalogue)
  const context = { catalogue, values: catalogue.values, askedAtMs: ctx.askedAtMs, previous: null }
  const typed = await plainlyTyped(raw.question, context, hitsOf)
  const own = { ...raw, question: inFirstForm(typed.question) }
  const readAlone = (question: string): Promise<Reading> => readInThread(ctx, catalogue, { question }, hitsOf)
  const readBehind = (text: string, plan: Plan): Promise<Reading> =>
    readInThread(ctx, catalogue, { question: text, previous: { plan } }, hitsOf)
  const told = own.isLastOpen === true ? undefined : thread
  const whole =
    own.asWhole === true
      ? null
      : ((await traceAsked(own.question, told, catalogue, readAlone)) ??
        (await changedMostAsked(own.question, told, readBehind)) ??
        (await releaseQuestion(ctx, catalogue, own, thread, readAlone)) ??
        (await lifeQuestion(ctx, catalogue, own, thread, false)) ??
        (await callsQuestion(ctx, catalogue, own, thread)))
  if (whole !== null)
    return { result: { ...whole, notes: [...typed.notes, ...whole.notes], ...presenceOf(ctx, catalogue) } }
  const said = thread === undefined ? own : { ...own, previous: withMeasuredRelease(thread) }
  const turn = await byItsClause(ctx, catalogue, said)
  const { asked: input, notes: goesOn } = turn
  const before = input.isLastOpen === true ? undefined : input.previous
  const padded = await withPaddedIds(input.question, hitsOf)
  const turned = plainTurn(withoutOfThese(plainEffect(padded.question), before), before)
  const asked = before === undefined ? withoutOne(turned, input.previous) : turned
  const question = await sinceRestart(ctx, catalogue, asked, before)
  const alone = await aloneInThread(ctx, catalogue, turn, readAlone)
  const readers = { alone: readAlone, behind: readBehind }
  const several = await aspectsAsked(ctx, catalogue, said, readers)
  const read = several ?? alone
  const first =
    (read === null ? null : await compareQuestion(ctx, catalogue, question, read, readAlone)) ??
    (await behindThread({ ...input, question }, catalogue, async (thread) => {
      const own = await whereFound(ctx, catalogue, thread, (asked) => readInThread(ctx, catalogue, asked, hitsOf))
      return compareQuestion(ctx, catalogue, thread.question, asFirst(own, thread), readAlone)
    }))
  const kept =
    several === null && isUnread(first) ? ((await aspectsAsked(ctx, catalogue, said, readers, true)) ?? first) : first
  const bare = levelQuestion(ctx, catalogue, question, before, kept)
  const tied = await joinedToThread(ctx, catalogue, bare ?? kept, { ...input, question }, readAlone)
  const carried = await keptWhereCarried(ctx, catalogue, tied, before, question, readAlone)
  const apart = await operatorsApart(ctx, catalogue, question, carried, before, readAlone)
  const { previous: answered, open } = input
  const last =
    before === undefined && answered !== undefined && open !== undefined
      ? { ...answered, openQuestion: open.question }
      : undefined
  const behind = { previous: before, last }
  const cut = await cutQuestion(ctx, catalogue, question, asFirst(apart, input), readAlone)
  const affected = await effectQuestion(ctx, catalogue, question, cut, behind, readAlone)
  const joined = await courseQuestion(ctx, catalogue, padded.question, affected, behind, readAlone)
  const led = await leadupQuestion(ctx, catalogue, own.question, joined, before, readAlone)
  const isFirst = thread === undefined && own.isLastOpen !== true
  const reported = await withGroupAsked(
    own.question,
    withLimitAsked(isFirst ? reportedTrouble(question, led, context) : led, catalogue),
    readBehind,
  )
  const settled = withUnknownService(own.question, reported, catalogue)
  const inTime = settled.plans.map((plan) =>
    inTotal(inTimeOfThread(plan, settled.relation, input.previous?.plan), question, catalogue.firstMs),
  )
  const result: ReadQuestionResult = {
    ...settled,
    notes: [...typed.notes, ...goesOn, ...padded.notes, ...settled.notes],
    plans: await Promise.all(
      inTime.map(async (plan) =>
        withGaugeOfSuspicion(await ofOddValues(ctx, catalogue, plan, padded.question), catalogue),
      ),
    ),
    ...presenceOf(ctx, catalogue),
  }
  const again = turnOfIncident(said, result, catalogue)
  if (again !== null) {
    const { result: read, ...more } = await readTurn(ctx, again.asked)
    const turned = { ...more, result: { ...read, notes: [again.note, ...read.notes] } }
    if (read.plans.length > 0) return (isPlain ? null : await ofIncident(ctx, catalogue, said, read)) ?? turned
  }
  const life =
    isUnread(result) || result.leftOut.length > 0 ? await lifeQuestion(ctx, catalogue, own, thread, true) : null
  if (life !== null)
    return { result: { ...life, notes: [...typed.notes, ...life.notes], ...presenceOf(ctx, catalogue) } }
  if (catalogue.lastMs === null) return { result, artifacts: [integrationRequired('any')] }
  const ofNamed = ownTrouble(own.question, result, catalogue)
  const withNamed = ofNamed === null ? result : { ...result, ownTrouble: ofNamed }
  return (isPlain ? null : await ofIncident(ctx, catalogue, said, result)) ?? { result: withNamed }
}

/** A question of any incident, by its words as a whole; null where it was read, or asks for something else. */
async function ofIncident(
  ctx: AgentContext,
  catalogue: Catalogue,
  said: Asked,
  own: ReadQuestionResult,
): Promise<TurnRead | null> {
  const plain = plainOfIncident(ctx, catalogue, said, own)
  if (plain === null) return null
  const { remark: _, askBack: __, open: ___, ...rest } = own
  const note = `I read this as "${plain.said}".`
  if (plain.plan !== undefined) {
    const relation = said.previous === undefined ? 'new' : 'follow_up'
    return { result: { ...rest, plans: [plain.plan], notes: [note], leftOut: [], relation } }
  }
  const { result, ...more } = await readTurn(ctx, plain.asked, true)
  return result.plans.length === 0 ? null : { ...more, result: { ...result, notes: [note, ...result.notes] } }
}

/** What goes on from another part of the same message goes on from nothing else. */
function asFirst(reading: Reading, { previous, isLastOpen = false }: Pick<Asked, 'previous' | 'isLastOpen'>): Reading {
  return previous === undefined && !isLastOpen ? { ...reading, relation: 'new' } : reading
}

function presenceOf(ctx: AgentContext, catalogue: Catalogue): Omit<ReadQuestionResult, keyof Reading> {
  return {
    services: catalogue.services.slice(0, SERVICES_MAX).map(({ name }) => name),
    signals: catalogue.records,
    firstRecord: catalogue.firstMs === null ? null : new Date(catalogue.firstMs).toISOString(),
    askedAt: new Date(ctx.askedAtMs).toISOString(),
  }
}

function isUnread({ plans, remark, language }: Reading): boolean {
  return plans.length === 0 && remark === undefined && language === 'en'
}

const OF_THESE =
  /^(?:(?:and|so|ok|but)[, ]+)*of (?:these|those|them|that)[, ]+(?=(?:how many|which|who|what|the|only)\b)/i

/** "Of these, how many with a car": a follow-up goes on from them anyway. */
function withoutOfThese(question: string, previous: Asked['previous']): string {
  return previous === undefined ? question : question.replace(OF_THESE, '')
}

/** One question behind the last answer of its thread. */
async function readInThread(ctx: AgentContext, catalogue: Catalogue, input: Asked, hitsOf: HitsOf): Promise<Reading> {
  const { previous: before, ...alone } = input
  const isOpen = before === undefined || input.isLastOpen === true
  const said = cleaned(input.question)
  const worth = isOpen ? null : (worthOfSame(said, before) ?? shareOfSame(said, before))
  const peak = isOpen ? null : worstOfLast(said, before)
  const blame = isOpen ? null : blameOfLast(said, before)
  const readAlone = (question: string): Promise<Reading> => readGrounded(ctx, catalogue, { question }, hitsOf)
  const thread = isOpen ? undefined : before
  const reason =
    (await statusReason(ctx, catalogue, input.question, thread, readAlone)) ??
    (await commonQuestion(catalogue, input.question, thread, readAlone)) ??
    (await spreadQuestion(catalogue, input.question, thread, readAlone)) ??
    (await sparedQuestion(catalogue, input.question, readAlone)) ??
    (await recordAsked(ctx, catalogue, input.question, readAlone)) ??
    (await oneOrAllQuestion(ctx, catalogue, input.question, thread, readAlone)) ??
    (await howFull(catalogue, input.question, readAlone)) ??
    levelQuestion(ctx, catalogue, input.question, thread)
  if (reason !== null) return reason
  await betweenReadings()
  const reading = await readApart(
    resourcesInside(worth ?? peak ?? blame ?? (isOpen ? input.question : inThread(input.question, before, catalogue))),
    catalogue,
    async (asked) => {
      const { text: question, refused, taken, isOfLacking } = inPlainWords(asked, catalogue, ctx.askedAtMs)
      const readAs = (text: string, own: Catalogue): Promise<Reading> =>
        readGrounded(ctx, own, { ...(worth === null ? input : alone), question: text }, hitsOf)
      const last = input.isLastOpen === true ? null : (input.previous?.plan ?? null)
      const found =
        (await readByForm(ctx, catalogue, question, asked, last, readAs)) ?? (await readAs(question, catalogue))
      const read = await failedOfLines(found, readAlone)
      const notes = read.plans.some(isOfLines) ? [...taken, ...read.notes] : read.notes
      const meant = read.plans.map((plan) => {
        const then = stateAtMoment(valueAtMoment(asked, plan, catalogue))
        const told = atMoment(whenOfGauge(asked, meantOf(question, then, catalogue), catalogue))
        return whenOfRecord(asked, errorsAsked(asked, told, catalogue))
      })
      const [only, further] = meant
      const isOne = only !== undefined && further === undefined && read.relation === 'new'
      const settled = { ...read, plans: isOne ? ofAlikeMetrics(question, only, catalogue) : meant, notes }
      const levelled = withLevelOfLines(settled, asked, catalogue)
      const said = await routeBesideWords(ctx, catalogue, levelled)
      const told = await statusElsewhere(ctx, catalogue, await peopleApart(ctx, catalogue, question, said))
      const apart = await groupCarried(ctx, catalogue, told)
      const those = isOfLacking ? lackingOnly(apart) : apart
      if (refused.length > 0) return withoutRefused(those, refused)
      const ofKind = ofAskedKind(those, question, catalogue)
      return isOpen ? slotGroups(ctx, catalogue, withDoers(question, catalogue), ofKind, readAlone) : ofKind
    },
  )
  const context = { catalogue, values: catalogue.values, askedAtMs: ctx.askedAtMs, previous: null }
  // In other words a question may have lost what its number is told apart by.
  const measured = (await quantityMeant(ctx, catalogue, input.question, reading, context, readAlone)) ?? reading
  const both = isOpen
    ? await withFirstClause(input.question, await withSecondAsked(input.question, measured, readAlone), readAlone)
    : measured
  const own =
    (await reasonsOfThing(ctx, catalogue, input.question, both, readAlone, thread)) ??
    (await troubleOfThing(ctx, catalogue, input.question, both, readAlone)) ??
    (await failuresInLines(ctx, catalogue, input.question, both)) ??
    both
  const whole = withExtreme(
    await withWholeOfShare(ctx, catalogue, input.question, own, readAlone),
    input.question,
    catalogue,
  )
  const kept = await inItsThread(said, whole, input, catalogue, (question, asWhole) =>
    readGrounded(ctx, catalogue, { question, asWhole }, hitsOf),
  )
  const isOfSame = !isOpen || (input.open !== undefined && areOfSame(input.open))
  const held = isOfSame ? await heldOfThread(ctx, catalogue, said, kept, before) : kept
  if (isOpen) return held
  const ofSame =
    held.relation === 'follow_up'
      ? { ...held, plans: held.plans.map((plan) => keepingSubject(plan, before.plan)) }
      : held
  const ofService = {
    ...ofSame,
    plans: ofSame.plans.map((plan) => oneOfThread(said, ofItsService(said, plan, before.plan), before.plan)),
  }
  const ofReason = await reasonCarried(ctx, catalogue, said, ofService, before.plan)
  return withoutFalseNone(ctx, catalogue, ofReason, before)
}
