/** Reads a question by itself, apart from what is pasted or said beside it. */
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Plan } from '../questions/plan/plan.ts'
import { inTwoQuestions } from '../questions/reader/in-two-questions.ts'
import { asHowOften } from '../questions/reader/more-than-once.ts'
import { type Apart, askedByAlert, isOfThing, pastedApart, pointedAt } from '../questions/reader/pasted-apart.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'

const BY_ITSELF = 'I read the question by itself, without what stands beside it.'

/**
 * Reads a message whose question is pasted beside alerts, lines, ids or talk. A question that says all that it asks is
 * read by itself; one that points at what is pasted is read with it, then with what it points at in its place, and about
 * the system as a whole only where no number comes of it.
 */
export async function readApart(
  said: string,
  catalogue: Catalogue,
  read: (question: string) => Promise<Reading>,
): Promise<Reading> {
  const message = asHowOften(inTwoQuestions(withTopicInside(said)))
  const found = pastedApart(message)
  if (found === null) {
    const names = catalogue.services.map(({ name }) => name)
    const question = askedByAlert(message, names)
    return question === null ? await read(message) : saidAs(question, await read(question))
  }
  const readAlone = (): Promise<Reading> => readApart(found.asked, catalogue, read)
  if (found.isPointing) return readPointing(message, found, catalogue, read)
  if (found.isShaped || (found.isOneLine !== true && !namesSomething(found.pasted, catalogue))) {
    const alone = await readAlone()
    if (isRead(alone)) return byItself(alone)
    const whole = await read(message)
    return whole.plans.length > 0 && !whole.plans.some(isOfNumber) ? whole : alone
  }
  const whole = await read(message)
  if ((isRead(whole) && whole.plans.length < 2) || namesSomething(found.pasted, catalogue)) return whole
  const alone = await readAlone()
  // What states something asks for no number of its own.
  const isLess = !isRead(whole) || alone.plans.length < whole.plans.length
  return isRead(alone) && isLess ? byItself(alone) : whole
}

/** "Credit checks for PL: how many got refused?": what stands before the colon is what is counted. */
function withTopicInside(said: string): string {
  return said.replace(
    /^([a-z][\w -]{3,80}): ?how many (?:of (?:them|these|those) )?(?=(?:got|were|was|have been|had been|are|went|did|failed|succeeded)\b)/i,
    'how many $1 ',
  )
}

async function readPointing(
  message: string,
  found: Apart,
  catalogue: Catalogue,
  read: (question: string) => Promise<Reading>,
): Promise<Reading> {
  const first = isOfThing(found) ? await readInPlace(found, catalogue, read) : null
  if (first !== null) return first
  const whole = await read(message)
  if (isRead(whole)) return whole
  const inPlace = await readInPlace(found, catalogue, read)
  if (inPlace !== null) return inPlace
  if (!found.isShaped && namesSomething(found.pasted, catalogue)) return whole
  const alone = await read(found.asked)
  // "When did this begin": what a paste says that nothing here knows is the trouble that there was.
  return isRead(alone) && !alone.plans.some(isOfNumber) ? byItself(alone) : whole
}

/** The question with what it points at in its place; null where it is not read so either. */
async function readInPlace(
  found: Apart,
  { services }: Catalogue,
  read: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  if (!found.isShaped) return null
  const names = services.map(({ name }) => name)
  for (const question of pointedAt(found, names)) {
    const reading = await read(question)
    if (!isRead(reading)) continue
    return saidAs(question, reading)
  }
  return null
}

function saidAs(question: string, reading: Reading): Reading {
  return { ...reading, notes: [`I read this as ${JSON.stringify(question)}.`, ...reading.notes] }
}

function byItself(reading: Reading): Reading {
  if (reading.plans.length === 0) return reading
  return { ...reading, notes: [BY_ITSELF, ...reading.notes.filter((note) => note !== BY_ITSELF)] }
}

/** Whether every word had a place, and nothing that asks was passed over. */
function isRead({ plans, leftOut, notes, remark }: Reading): boolean {
  if (remark !== undefined) return true
  return plans.length > 0 && leftOut.length === 0 && !notes.some((note) => note.startsWith('I left out'))
}

function isOfNumber({ intent }: Plan): boolean {
  return intent === 'measure' || intent === 'list'
}

/** Whether a sentence beside the question says a time, a service or a value: what is asked may be about it. */
function namesSomething(said: string, { services, values }: Catalogue): boolean {
  const text = ` ${cleaned(said).replace(/[^\p{L}\p{N}:._/-]+/gu, ' ')} `
  if (/\d:\d\d|\b(?:since|before|after|yesterday|today|only|except|not)\b/.test(text)) return true
  return (
    services.some(({ name }) => text.includes(` ${name.toLowerCase()} `)) ||
    values.some((known) =>
      known.values.some(({ value }) => value.length > 2 && text.includes(` ${value.toLowerCase()} `)),
    )
  )
}
