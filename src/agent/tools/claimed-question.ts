/**
 * "Cash was fine all along, right?", "did planning stop altogether then?": what somebody says of a thing while trouble went
 * on, held against the data. Fine is what fails no more since it began than before; stopped is what was not done at all.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { chosenLines } from '../questions/grounding/chosen-lines.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { without } from '../questions/plan/plan.ts'
import type { EffectAsked } from '../questions/reader/effect-asked.ts'
import { participlesOf, type StateClaim, stateClaimed } from '../questions/reader/state-claims.ts'
import { isDenying } from '../questions/reader/texts.ts'
import type { Reading } from '../questions/reading.ts'
import { PARTICIPLE } from '../questions/vocabulary/participles.ts'
import { settled, type Turn } from './effect-turns.ts'
import { askedBack } from './settled-reading.ts'

type MeasurePlan = PlanOf<'measure'>
type Read = (question: string) => Promise<Reading>

/** What tells whether a thing failed, before the trouble and since; null where nothing does. */
export type EffectOf = (asked: EffectAsked) => Promise<Effect | null>

interface Effect {
  readonly plan: MeasurePlan
  readonly notes: readonly string[]
}

/** The reading of such a turn; null of any other, and where neither it nor its thread is about trouble. */
export async function claimedQuestion(
  ctx: AgentContext,
  catalogue: Catalogue,
  text: string,
  own: Reading,
  { previous, last }: Turn,
  effectOf: EffectOf,
  read: Read,
): Promise<Reading | null> {
  const claim = stateClaimed(text)
  if (claim === null) return null
  const isInTrouble = (previous ?? last)?.onset !== undefined
  if (!claim.isOfTrouble && !isInTrouble) return null
  const moment = { kind: 'incident' as const, said: '' }
  const found =
    claim.thing === ''
      ? null
      : await effectOf({ of: 'failed', isDown: false, thing: claim.thing, moment, isUnharmed: true })
  if (claim.is === 'done') {
    const forms = participlesOf(claim.done ?? '').map((done) =>
      `how many ${claim.thing} were ${done}`.replace('  ', ' '),
    )
    const [counted] = await linesOf(forms, catalogue, read)
    if (counted === undefined) return null
    const time = found?.plan.time ?? incidentOf(counted.plan)
    return settled(own, [{ ...counted.plan, time, isYesNo: true }], counted.notes, 'new')
  }
  if (claim.is === 'stopped') {
    const done = await doneSince(ctx, catalogue, claim, found, read)
    return done === null ? null : settled(own, [done.plan], done.notes, 'new')
  }
  if (found !== null)
    return settled(
      own,
      [{ ...found.plan, isTrendAsked: true, isYesNo: true, isUnharmedAsked: true }],
      found.notes,
      'new',
    )
  // How the service of that name is has been read already.
  if (own.plans.length === 1 && own.plans[0]?.intent === 'health') return own
  return askedBack(own, `nothing here tells whether "${claim.thing}" failed`)
}

/** What was done of the thing since the trouble began; null where nothing tells of it, or it never was done. */
async function doneSince(
  ctx: AgentContext,
  catalogue: Catalogue,
  { thing }: StateClaim,
  share: Effect | null,
  read: Read,
): Promise<Effect | null> {
  const isOfRequests = share?.plan.measure.of === 'ratio'
  const requests: Effect[] = isOfRequests ? [{ plan: succeededOf(share.plan), notes: share.notes }] : []
  for (const found of [
    ...(await linesOf(deedsOf(thing), catalogue, read)),
    ...requests,
    ...(await linesOf([`how many ${thing}`], catalogue, read)),
  ]) {
    const ever = await execute(ctx, catalogue, found.plan)
    if (ever.kind !== 'measure' || (ever.value ?? 0) === 0) continue
    const time = share?.plan.time ?? incidentOf(found.plan)
    return { ...found, plan: { ...found.plan, time, isYesNo: true, isNoneAsked: true } }
  }
  return null
}

/** The requests of a share that fails which did not. */
function succeededOf({ conditions, time }: MeasurePlan): MeasurePlan {
  const succeeded = { on: 'outcome' as const, is: 'succeeded' as const }
  return plainMeasure({ measure: { of: 'requests' }, conditions: [...without(conditions, 'outcome'), succeeded], time })
}

/** Lines that say that something was done, of each question that is read so. */
async function linesOf(questions: readonly string[], catalogue: Catalogue, read: Read): Promise<Effect[]> {
  const found: Effect[] = []
  for (const question of questions) {
    const { plans, leftOut, notes } = await read(question)
    const [plan, more] = plans
    if (plan?.intent !== 'measure' || more !== undefined || leftOut.length > 0 || plan.groupBy.length > 0) continue
    const lines = plan.measure.of === 'records' ? chosenLines(plan.conditions, catalogue) : []
    if (lines.some((one) => !isDenying(one) && !isBad(one.severity))) found.push({ plan, notes })
  }
  return found
}

function incidentOf({ time }: MeasurePlan): MeasurePlan['time'] {
  return { ...time, anchor: 'incident' }
}

function isBad(severity: string): boolean {
  return /^(?:warn|error|fatal)$/.test(severity)
}

const DONE = new RegExp(`^(?:${PARTICIPLE})$`)

/** "How many were planned" of planning: a deed by what was done. */
function deedsOf(thing: string): string[] {
  const [, stem] = /^([a-z]{2,20})ing$/.exec(thing) ?? []
  const done = stem === undefined ? [] : [`${stem}ed`, `${stem.replace(/(.)\1$/, '$1')}ed`]
  return [...new Set(done)].filter((word) => DONE.test(word)).map((word) => `how many were ${word}`)
}
