/**
 * Two values that are compared in a question which cannot be read with one of them in its place: what is left without
 * them is read by itself, and told apart by the key that has both and that is carried there.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { PlanCondition, PlanOf } from '../questions/plan/plan.ts'
import { isOfSpans } from '../questions/reader/fit-measure.ts'
import { measuredForms, type QuantityAsked } from '../questions/reader/quantity-compared.ts'
import type { SidesAsked } from '../questions/reader/sides-asked.ts'
import type { Reading } from '../questions/reading.ts'

type MeasurePlan = PlanOf<'measure'>

const FORMS_MAX = 3
const KEYS_MAX = 4

/** The reading of the core in groups of both values; null where it is not read, or carries neither. */
export async function ofCore(
  ctx: AgentContext,
  catalogue: Catalogue,
  sides: SidesAsked,
  quantity: QuantityAsked | null,
  isYesNo: boolean,
  read: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  const { kind, words, at } = sides
  if (kind !== 'value') return null
  const core = words.filter((_, index) => index !== at)
  const forms = [...measuredForms(core, quantity), ...(quantity === null ? [`how many ${core.join(' ')}`] : [])]
  for (const form of [...new Set(forms)].slice(0, FORMS_MAX)) {
    const reading = await read(form)
    const [plan, more] = reading.plans
    if (plan?.intent !== 'measure' || more !== undefined || reading.leftOut.length + reading.notes.length > 0) continue
    if (plan.against !== null || plan.measure.of === 'metric' || plan.conditions.length === 0) continue
    for (const grouped of byBoth(plan, sides, catalogue)) {
      const found = await execute(ctx, catalogue, grouped)
      if (found.kind !== 'measure' || !found.groups.some(({ value }) => (value ?? 0) > 0)) continue
      const { askBack: _, open: __, ...rest } = reading
      const order = quantity?.isDown === true ? 'lowest' : 'highest'
      const [firstAsked] = sides.names
      const asked = isYesNo && firstAsked !== undefined ? { isYesNo: true, firstAsked } : {}
      return { ...rest, plans: [{ ...grouped, ...asked, order }] }
    }
  }
  return null
}

/** The plan by each key that has all the values, those of its own records first. */
function byBoth(plan: MeasurePlan, { names, key: told }: SidesAsked, { values, keys: all }: Catalogue): MeasurePlan[] {
  const signal = isOfSpans(plan.measure) ? 'spans' : 'logs'
  const known = values.filter((one) => {
    const own = one.values.map(({ value }) => value.toLowerCase())
    return one.signal === signal && names.every((name) => own.includes(name.toLowerCase()))
  })
  const keys = known.length > 0 ? known : all.filter((one) => one.key === told && one.signal === signal)
  return keys.slice(0, KEYS_MAX).flatMap(({ key, scope }) => {
    if (plan.groupBy.some(({ field }) => field !== key)) return []
    const only: PlanCondition = { on: 'attribute', key, scope, values: [...names] }
    const others = plan.conditions.filter((one) => one.on !== 'attribute' || one.key !== key)
    return [{ ...plan, conditions: [...others, only], groupBy: [{ field: key, scope }] }]
  })
}
