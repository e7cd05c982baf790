/**
 * "Sign-ins between 9:10 and 9:20" whose only lines with that word say "sign-in rejected": lines that tell of the failures
 * of a thing do not stand for the thing. The question is read again without them, and that reading goes first where it
 * has all words and finds more.
 */
import type { AgentContext } from '../contract.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { segmentsOf } from '../questions/reader/routes.ts'
import { isOfSuccess } from '../questions/reader/texts.ts'
import { stemOf } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { countOf } from './count-of.ts'

/** The reading of the thing itself; null where the first one stands. */
export async function thingInstead(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  reading: Reading,
  readAgain: (without: Catalogue) => Promise<Reading>,
): Promise<Reading | null> {
  const [plan, more] = reading.plans
  if (plan?.intent !== 'measure' || more !== undefined || TROUBLE.test(question)) return null
  const ids = linesOfFailures(plan, catalogue)
  if (ids === null) return null
  const templates = catalogue.templates.filter(({ id }) => !ids.has(id))
  const other = await readAgain({ ...catalogue, templates })
  const [meant, another] = other.plans
  if (meant?.intent !== 'measure' || another !== undefined || other.leftOut.length > 0) return null
  if (!isGrounded(meant) || meant.groupBy.length > 0 || !tellsAll(plan, meant)) return null
  const [counted, found] = await Promise.all([countOf(ctx, catalogue, plan), countOf(ctx, catalogue, meant)])
  return found > counted ? other : null
}

/** Words that ask for what went wrong. */
const TROUBLE =
  /\b(?:fail\w*|errors?|warn\w*|problems?|trouble|refus\w*|reject\w*|declin\w*|denied|den(?:y|ies)|lost|lose|miss\w*|not|never|no|without|un(?!til|der|it|iq|ion)\w+|wrong|bounc\w*|broke\w*|stuck|late|expired?|retr\w+|dropp\w*|cancel\w*|held|hold|dead|park\w*|skip\w*|invalid|exceptions?|log|logs|lines?|records?|entries|messages?|cannot|can ?not|could|couldn|didn|wasn|weren)\b/i

/** Of a plain count of lines those that only tell of failures; null where others are among them. */
function linesOfFailures(
  { measure, conditions, groupBy, isYesNo }: PlanOf<'measure'>,
  catalogue: Catalogue,
): ReadonlySet<string> | null {
  if (measure.of !== 'records' || groupBy.length > 0 || isYesNo === true) return null
  const [said, ...further] = conditions.filter(({ on }) => on === 'templates')
  const isPlain = conditions.every(({ on }) => on === 'templates' || on === 'attribute' || on === 'service')
  if (said?.on !== 'templates' || said.not === true || further.length > 0 || !isPlain) return null
  const ids = new Set(said.ids)
  const counted = catalogue.templates.filter(({ id }) => ids.has(id))
  return counted.length > 0 && !counted.some(isOfSuccess) ? ids : null
}

function isGrounded({ measure, conditions }: PlanOf<'measure'>): boolean {
  if (measure.of === 'requests') return conditions.some(({ on }) => on === 'operation' || on === 'attribute')
  return measure.of === 'records' && conditions.some(({ on }) => on === 'templates' || on === 'attribute')
}

/** Whether each word that the lines were found by has its place: "estimated bills" are not all bills. */
function tellsAll(plan: PlanOf<'measure'>, { conditions }: PlanOf<'measure'>): boolean {
  const said = plan.conditions.flatMap((one) => (one.on === 'templates' ? one.words.split(' ') : []))
  const told = new Set(
    conditions
      .flatMap((one) =>
        one.on === 'templates'
          ? one.words.split(' ')
          : one.on === 'attribute' || one.on === 'service'
            ? one.values.flatMap((value) => value.split(/[-_. ]/))
            : one.on === 'operation'
              ? one.values.flatMap((value) => segmentsOf(value))
              : [],
      )
      .map((word) => stemOf(word)),
  )
  return said.every((word) => told.has(stemOf(word)))
}
