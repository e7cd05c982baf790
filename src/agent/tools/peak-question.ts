/** Answers what the largest or smallest minute or hour was: what is counted is read by itself, then looked at in steps. */
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Plan } from '../questions/plan/plan.ts'
import { partsOf } from '../questions/reader/message-parts.ts'
import { hourUntil, isOfLastMinutes } from '../questions/reader/noun-state.ts'
import { atPeak, bothEnds, type PeakAsked, peakAsked } from '../questions/reader/peak-asked.ts'
import { UNIT_MS } from '../questions/reader/shape.ts'
import type { Reading } from '../questions/reading.ts'

type Read = (question: string) => Promise<Reading>

/** The reading of a question that asks for an extreme step, alone or behind another question; null of any other. */
export async function peakQuestion(
  question: string,
  catalogue: Catalogue,
  previous: Plan | null,
  read: Read,
): Promise<Reading | null> {
  const ends = bothEnds(question).map((one) => peakAsked(one, catalogue))
  if (ends.length > 0) return readBoth(ends, read)
  const asked = peakAsked(question, catalogue)
  if (asked !== null) return ofLast(asked, previous, catalogue) ?? readPeak(asked, read)
  const parts = question.length > 300 ? [] : partsOf(question)
  const last = parts.at(-1)
  const tail = parts.length < 2 || last === undefined ? null : peakAsked(last, catalogue)
  if (tail === null || last === undefined) return null
  const first = await read(parts.slice(0, -1).join('? '))
  const plan = first.plans.at(-1)
  if (plan === undefined || first.leftOut.length > 0) return null
  const found = ofLast(tail, plan, catalogue) ?? (await readPeak(tail, read))
  return found === null || found.plans.length === 0
    ? null
    : { ...first, plans: [...first.plans, ...found.plans], notes: [...first.notes, ...found.notes] }
}

function ofLast(asked: PeakAsked, previous: Plan | null, { lastMs }: Catalogue): Reading | null {
  const found = previous === null || !asked.isOfLast ? null : atPeak(previous, asked, true)
  if (found === null) return null
  // How it is now took the last minutes; the most there was is one of the hour.
  const isOfNow = lastMs !== null && isOfLastMinutes(found.time)
  const plan = isOfNow ? { ...found, time: hourUntil(lastMs) } : found
  const lastRecord = lastMs === null ? null : new Date(lastMs).toISOString()
  return { plans: [plan], notes: [], leftOut: [], relation: 'follow_up', lastRecord, language: 'en' }
}

async function readPeak(asked: PeakAsked, read: Read): Promise<Reading | null> {
  let open: Reading | null = null
  for (const text of asked.texts) {
    const reading = await read(text)
    const [plan, more] = reading.plans
    if (plan === undefined || reading.leftOut.length > 0 || reading.remark !== undefined) {
      open ??= reading
      continue
    }
    if (more !== undefined) return null
    const peak = atPeak(ofEvents(plan), asked)
    if (peak === null) return null
    // One hour has no busiest hour.
    const isShort = (peak.intervalMs ?? 0) >= UNIT_MS.hour && peak.time.basis === 'last_with_telemetry'
    const wide = isShort ? await read(`${text} in the last 24 hours`) : reading
    const [longer] = wide.plans
    const meant = isShort && longer !== undefined && wide.leftOut.length === 0 ? atPeak(longer, asked) : peak
    return meant === null ? null : { ...wide, plans: [meant] }
  }
  return open
}

/** "Busiest minute for exam starts": of the starts, and not of the different exams that were started. */
function ofEvents(plan: Plan): Plan {
  if (plan.intent !== 'measure' || plan.measure.of !== 'distinct') return plan
  const isDone = plan.conditions.some(({ on }) => on === 'operation' || on === 'templates')
  return isDone ? { ...plan, measure: { of: plan.measure.signal === 'logs' ? 'records' : 'requests' } } : plan
}

async function readBoth(ends: readonly (PeakAsked | null)[], read: Read): Promise<Reading | null> {
  const readings: Reading[] = []
  for (const end of ends) {
    const reading = end === null ? null : await readPeak(end, read)
    if (reading === null || reading.plans.length === 0) return reading
    readings.push(reading)
  }
  const [first] = readings
  return first === undefined ? null : { ...first, plans: readings.flatMap(({ plans }) => plans) }
}
