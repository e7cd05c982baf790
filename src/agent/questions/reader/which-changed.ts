/**
 * "Which service got slower since 14:05?", "whose errors went up most?": the groups of two windows against each other,
 * where the one that has most is no answer.
 */
import { plainMeasure } from '../plan/plain-measure.ts'
import type { Measure, Plan, PlanCondition, PlanTime } from '../plan/plan.ts'
import type { Scope } from './decision.ts'
import { type FieldChoice, fieldOf, spanField } from './fields.ts'
import { type QuestionState, useRest } from './state.ts'
import { shifted } from './when.ts'

const LEAD = '^(?:(?:so|and|but|ok|okay|hey|please|well|then) )*'
const GROUP = "(?:of )?(?:the |our |all )?([a-z][a-z.-]{1,30}?)(?:'s|s')?"
const BECAME =
  '(?:got|gets|became|becomes|has become|have become|has gotten|have gotten|is getting|are getting|went|is|are|was|were|runs?|grew|turned|has got|have got)'
const SPEED = '(?:latency|latencies|p95|p99|response times?|durations?)'
const TROUBLE = '(?:errors?|failures?|failed requests?|error counts?)'
const TRAFFIC = '(?:requests?|traffic|load|calls)'
const ROSE = '(?:increased|rose|went up|grew|climbed|jumped|got worse|worsened|changed|is up|are up|got higher|up)'
const FELL = '(?:decreased|fell|went down|dropped|shrank|sank|is down|are down|got lower|down)'
const MOST = '(?: (?:the )?most)?'
/** Behind it stands at most when. */
const TAIL =
  '(?= (?:since|after|from|in|during|over|between|than|compared|with|when|now|today|at|lately|recently)\\b|[\\s?.!]*$)'
const FORMS: readonly (readonly [form: RegExp, way: 'up' | 'down', of: 'speed' | 'trouble' | 'traffic'])[] = [
  [
    new RegExp(`${LEAD}(?:which|what) ${GROUP} ${BECAME} (?:the )?(?:much )?(?:slower|slowest)${MOST}${TAIL}`),
    'up',
    'speed',
  ],
  [new RegExp(`${LEAD}(?:which|what) ${GROUP} ${BECAME} (?:the )?(?:much )?faster${MOST}${TAIL}`), 'down', 'speed'],
  [new RegExp(`${LEAD}(?:which|what) ${GROUP}(?: had (?:its|their))? ${SPEED} ${ROSE}${MOST}${TAIL}`), 'up', 'speed'],
  [
    new RegExp(`${LEAD}(?:which|what) ${GROUP}(?: had (?:its|their))? ${TROUBLE} ${ROSE}${MOST}${TAIL}`),
    'up',
    'trouble',
  ],
  [
    new RegExp(`${LEAD}(?:which|what) ${GROUP}(?: had (?:its|their))? ${TRAFFIC} ${ROSE}${MOST}${TAIL}`),
    'up',
    'traffic',
  ],
  [
    new RegExp(
      `${LEAD}(?:which|what) ${GROUP}(?: had (?:its|their))? ${TRAFFIC} (?:${FELL}|drop|fall|go down|shrink)${MOST}${TAIL}`,
    ),
    'down',
    'traffic',
  ],
]
/** "Slowest since 14:05" ranks by what it is then. */
const IS_RANKED = /\b(?:slowest|fastest)\b/
const BEFORE_MS = 60 * 60_000

/** The plan of such a question; null for any other, and where requests carry nothing that its noun means. */
export function whichChanged(state: QuestionState, { conditions, time }: Scope): Plan | null {
  if (IS_RANKED.test(state.text) || state.quoted.length > 0) return null
  const found = FORMS.map(([form, way, of]) => ({ noun: form.exec(state.text)?.[1], way, of })).find(
    ({ noun }) => noun !== undefined,
  )
  const field = found?.noun === undefined ? null : fieldSaid(found.noun, state)
  if (found === undefined || field === null || field.scope === 'resource') return null
  const isTimed = time.basis === 'asked' || state.against !== null
  const fromMs = Date.parse(time.from)
  const lengthMs = Math.max(Date.parse(time.to) - fromMs, BEFORE_MS)
  // Without a time: since the incident began, and before it.
  const asked: PlanTime = isTimed ? time : { from: time.from, to: time.to, basis: time.basis, anchor: 'incident' }
  const before: PlanTime = isTimed
    ? { from: iso(fromMs - lengthMs), to: time.from, basis: 'asked' }
    : { from: time.from, to: time.to, basis: 'inherited', anchor: 'onset', anchorSide: 'before' }
  const failed: PlanCondition[] = found.of === 'trouble' ? [{ on: 'outcome', is: 'failed' }] : []
  const measure: Measure = found.of === 'speed' ? { of: 'duration', statistic: 'p95' } : { of: 'requests' }
  useRest(state)
  return {
    ...plainMeasure({
      measure,
      conditions: [...conditions, ...failed],
      time: asked,
      groupBy: [{ field: field.field, scope: field.scope }],
      limit: 20,
    }),
    against: state.against === null ? before : shifted(asked, state.against),
    isChangeRanked: true,
    ...(found.way === 'down' ? { isDownAsked: true } : {}),
  }
}

function fieldSaid(noun: string, { context }: QuestionState): FieldChoice | null {
  const field = fieldOf(noun, context.catalogue)
  return field?.signals.includes('spans') === true ? field : spanField(noun, context.catalogue)
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
