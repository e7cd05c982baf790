/**
 * A question as data: what is asked (`intent`), of which records, requests or metric (`measure`, `conditions`), how it
 * is cut (`groupBy`, `order`, `limit`, `intervalMs`), when (`time`), against what (`against`) and how it goes on from
 * the thread (`relation`). It is stored with the run as the parameters of the call that answered it. Only grows: new
 * fields are optional.
 */
import { z } from 'zod'
import { MECHANISMS } from '../../investigator/verdict.ts'

/** As many patterns as a project's catalogue has at most: with fewer, a count would be short. */
export const PATTERN_IDS_MAX = 1_000

const name = z.string().min(1).max(256)
const iso = z.string().min(10).max(40)

export const conditionSchema = z.discriminatedUnion('on', [
  z.strictObject({ on: z.literal('service'), values: z.array(name).min(1).max(50), not: z.boolean().optional() }),
  z.strictObject({
    on: z.literal('operation'),
    values: z.array(name).min(1).max(50).describe('Names of spans, such as "POST /orders".'),
    not: z.boolean().optional(),
  }),
  z.strictObject({
    on: z.literal('status_code'),
    from: z.int().min(0).max(999),
    to: z.int().min(0).max(999).describe('Inclusive; 500 to 599 is the class 5xx.'),
    not: z.boolean().optional(),
  }),
  z.strictObject({ on: z.literal('outcome'), is: z.enum(['failed', 'succeeded']) }),
  z.strictObject({
    on: z.literal('severity'),
    is: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']),
    orWorse: z.boolean(),
    not: z.boolean().optional(),
  }),
  z.strictObject({
    on: z.literal('attribute'),
    key: name,
    scope: z.enum(['attribute', 'resource']),
    values: z.array(z.string().max(500)).min(1).max(50),
    not: z.boolean().optional(),
  }),
  z.strictObject({
    on: z.literal('number'),
    key: name.describe('An attribute, or "duration" in milliseconds.'),
    op: z.enum(['gt', 'gte', 'lt', 'lte']),
    value: z.number(),
    isInBody: z.boolean().optional().describe('Log records only: their text states the number, under no attribute.'),
    unit: name.optional().describe('With isInBody: what stands beside the number; durations in ms without it.'),
  }),
  z.strictObject({
    on: z.literal('text'),
    text: z.string().min(1).max(500),
    mode: z.enum(['all', 'any', 'phrase', 'substring']),
    not: z.boolean().optional(),
  }),
  z.strictObject({
    on: z.literal('templates'),
    words: z.string().min(1).max(200).describe('What the question called them.'),
    ids: z.array(z.string().min(1).max(64)).min(1).max(PATTERN_IDS_MAX).describe('Ids of log patterns.'),
    phrases: z.array(z.string().min(1).max(200)).max(100).describe('Words that a body of each pattern has.'),
    not: z.boolean().optional(),
  }),
  z.strictObject({ on: z.literal('trace'), id: z.string().min(1).max(64) }),
])
export type PlanCondition = z.infer<typeof conditionSchema>

export const STATISTICS = ['mean', 'min', 'max', 'p50', 'p75', 'p90', 'p95', 'p99', 'p999', 'last', 'sum'] as const
export type Statistic = (typeof STATISTICS)[number]

export const measureSchema = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('records') }),
  z.strictObject({ of: z.literal('spans') }),
  z.strictObject({ of: z.literal('requests').describe('Entry spans: requests that reached a service.') }),
  z.strictObject({
    of: z.literal('ratio'),
    share: z
      .enum(['failed', 'succeeded', 'matching'])
      .describe('Of the requests; matching: those the conditions take.'),
    isOfAll: z
      .boolean()
      .optional()
      .describe('With matching: among all requests on the same routes, whatever else restricts the part.'),
    among: z
      .array(conditionSchema)
      .max(5)
      .optional()
      .describe(
        'Of the log records that these conditions take, or of the requests where they name operations: the conditions of the plan then take log records.',
      ),
  }),
  z.strictObject({ of: z.literal('duration').describe('Of requests.'), statistic: z.enum(STATISTICS) }),
  z.strictObject({
    of: z.literal('metric'),
    metric: name,
    statistic: z.enum([...STATISTICS, 'rate', 'increase']),
    isTotal: z.boolean().optional().describe('With statistic last: the last values of all series, added up.'),
    per: z
      .enum(['minute', 'hour', 'day'])
      .optional()
      .describe('With statistic rate: what it is per; a second without it.'),
    limit: z
      .strictObject({ metric: name, isRest: z.boolean() })
      .optional()
      .describe(
        'Another gauge: how much there can be of it, or how much is left of it. The metric itself: of all states.',
      ),
    outOf: name.optional().describe('Of two counters, the other one: the share in percent that this one has of both.'),
  }),
  z.strictObject({
    of: z.literal('distinct'),
    what: name.describe('What was asked for, such as "users".'),
    signal: z.enum(['logs', 'spans']),
    key: name.optional().describe('Attribute key; without it the values stand in the bodies.'),
    scope: z.enum(['attribute', 'resource', 'builtin']).optional(),
    names: z.array(name).max(20).optional().describe('Names a value in a body may go by, such as user or uid.'),
  }),
  z.strictObject({
    of: z.literal('number'),
    key: name.describe('A numeric attribute, or a number that bodies state under this name.'),
    signal: z.enum(['logs', 'spans']),
    isInBody: z.boolean().optional(),
    unit: name.optional().describe('The word behind the number in bodies, such as "messages"; durations without it.'),
    statistic: z.enum(STATISTICS),
  }),
])
export type Measure = z.infer<typeof measureSchema>

export const timeSchema = z.strictObject({
  from: iso.describe('ISO 8601 UTC, inclusive.'),
  to: iso.describe('ISO 8601 UTC, exclusive.'),
  basis: z
    .enum(['asked', 'inherited', 'last_with_telemetry', 'now'])
    .describe('now: the last minutes that have telemetry.'),
  phrase: z.string().max(200).optional(),
  around: iso.optional().describe('The moment trouble is said to have begun.'),
  anchor: z
    .enum(['onset', 'incident', 'deployment'])
    .optional()
    .describe('From the onset found on, from the onset to the recovery, or from the last deployment on.'),
  anchorService: z.string().max(300).optional().describe('Whose deployment it is counted from.'),
  anchorVersion: z.string().max(60).optional().describe('Which version was deployed then.'),
  anchorSide: z
    .enum(['before', 'both', 'after'])
    .optional()
    .describe(
      'Up to the anchor instead of from it on; both: from it on, compared with up to it; after: since an incident was over.',
    ),
  anchorLengthMs: z.int().min(1000).optional().describe('Only this long, beside the anchor.'),
})
export type PlanTime = z.infer<typeof timeSchema>

const levelSchema = z.strictObject({
  op: z.enum(['gt', 'gte', 'lt', 'lte']),
  value: z.number(),
  isYesNo: z.boolean().optional().describe('Whether it ever was there, and not when.'),
  isLengthAsked: z.boolean().optional().describe('How long it was there in all, and not when first.'),
  isForecastAsked: z.boolean().optional().describe('When it will be there if it goes on as in the last minutes.'),
})
export type Level = z.infer<typeof levelSchema>

const premiseSchema = z.enum(['down', 'crashed', 'slow', 'failing', 'lagging', 'restarted', 'unusual'])
export type Premise = z.infer<typeof premiseSchema>

const shared = {
  conditions: z.array(conditionSchema).max(20),
  time: timeSchema,
}

/**
 * What is asked of the course of a thing: whether it goes on as ever (`usual`), is new, is more or less than before trouble
 * began, has to do with that trouble (`part`), may have caused it (`cause`), or began before it (`before`, `after`, and
 * `order` where neither is taken for granted).
 */
export const courseSchema = z.strictObject({
  asks: z.enum(['usual', 'new', 'more', 'less', 'part', 'cause', 'before', 'after', 'order']),
  isEither: z.boolean().optional().describe('"Noise or part of it": no yes or no is asked for.'),
  other: z
    .strictObject({ said: name, measure: measureSchema, conditions: z.array(conditionSchema).max(20) })
    .optional()
    .describe('What it is held against in the place of the incident.'),
  onset: iso.optional().describe('When trouble began, once it is found.'),
  until: iso.optional().describe('When it was over.'),
  origin: name.optional().describe('The service in which it began.'),
})
export type CourseAsked = z.infer<typeof courseSchema>

/** What records are grouped by. */
export const groupSchema = z.strictObject({
  field: name,
  scope: z.enum(['builtin', 'attribute', 'resource']),
  isInLine: z
    .boolean()
    .optional()
    .describe(
      'Log records only: a place of their text that goes by this noun, such as driver or "kind of mail"; no key.',
    ),
})

export const planSchema = z.discriminatedUnion('intent', [
  z.strictObject({
    intent: z.literal('measure'),
    measure: measureSchema,
    ...shared,
    groupBy: z.array(groupSchema).max(3),
    isGroupImplied: z.boolean().optional().describe('Nobody asked for groups: the sum is the answer.'),
    order: z.enum(['highest', 'lowest']),
    limit: z.int().min(1).max(100),
    per: z.enum(['second', 'minute', 'hour', 'day']).nullable().describe('A rate instead of a count.'),
    intervalMs: z.int().min(1000).nullable().describe('Over time, in steps of this length.'),
    isTrendAsked: z.boolean().optional(),
    isSeriesAsked: z
      .boolean()
      .optional()
      .describe('With isTrendAsked: the course itself is asked for, not whether it changed.'),
    /** The highest step is asked for, not the course. */
    isPeakAsked: z.boolean().optional(),
    level: levelSchema.optional().describe('Of the steps of a gauge: when the first of them was over or under this.'),
    isSpeedAsked: z.boolean().optional().describe('Of the steps of a gauge: how much it changes in a minute.'),
    isSpikeAsked: z.boolean().optional().describe('With isTrendAsked: a single step that stands out is a yes too.'),
    isDownAsked: z.boolean().optional().describe('Whether a fall is asked for: a yes means it falls.'),
    isStillAsked: z.boolean().optional().describe('A yes means that it goes on in the last minutes.'),
    isUnharmedAsked: z.boolean().optional().describe('With a second window: a yes means that it is no worse.'),
    isBetterOrWorseAsked: z.boolean().optional().describe('Better or worse is asked for, instead of a yes or no.'),
    isYesNo: z.boolean().optional(),
    doneAsked: name
      .optional()
      .describe('Of requests: what was done by them, in one word; those that ended in an error did not do it.'),
    isNoneAsked: z.boolean().optional().describe('A yes means that there are none.'),
    isLackingAsked: z.boolean().optional().describe('Of the values of the key, those that have none are asked for.'),
    bound: z
      .strictObject({ is: z.enum(['above', 'below']), share: z.number().min(0).max(1) })
      .optional()
      .describe('Whether a share is above or below this one: decides a yes or no.'),
    isUsualAsked: z
      .enum(['usual', 'more', 'less'])
      .optional()
      .describe('What a yes means of the window compared with: as usual, more than usual, less than usual.'),
    isPartAsked: z.boolean().optional().describe('A yes means that it has to do with the incident.'),
    course: courseSchema.optional().describe('Its own past is asked about, or its beginning.'),
    firstAsked: name.optional().describe('Of the groups, the one that a yes takes to be the first.'),
    onlyAsked: name.optional().describe('Of the groups, the one that a yes takes to have hardly any beside it.'),
    isOneWorseAsked: z.boolean().optional().describe('A yes means that one of the groups stands out.'),
    isSpreadAsked: z
      .boolean()
      .optional()
      .describe('Over how many of the groups failures are spread: one, some or all.'),
    against: timeSchema.nullable().describe('A second window to compare with.'),
    isDifferenceAsked: z
      .boolean()
      .optional()
      .describe('With a second window: how much more or less it is, and not whether.'),
    isChangeRanked: z
      .boolean()
      .optional()
      .describe('The groups that changed most between the two windows are asked for.'),
  }),
  z.strictObject({
    intent: z.literal('list'),
    of: z.enum(['logs', 'spans', 'traces']),
    ...shared,
    order: z.enum(['newest', 'oldest', 'slowest']),
    isTimeAsked: z.boolean().optional().describe('When the first or last of them was.'),
    isTold: z.boolean().optional().describe('Of traces: one is asked for, and told with its spans.'),
    isRawAsked: z.boolean().optional().describe('The line as it was sent, and not only its message.'),
    limit: z.int().min(1).max(100),
  }),
  z.strictObject({
    intent: z.literal('patterns'),
    isOfRequests: z
      .boolean()
      .optional()
      .describe('The conditions are of requests: the warnings and errors logged within their traces.'),
    ...shared,
    limit: z.int().min(1).max(100),
  }),
  z.strictObject({
    intent: z.literal('common').describe('What these requests have in common, and others of the same time have not.'),
    of: z.enum(['requests', 'slow']).describe('Those that the conditions take, or the slowest of them.'),
    ...shared,
  }),
  z.strictObject({ intent: z.literal('changes'), ...shared, against: timeSchema.nullable() }),
  z.strictObject({
    intent: z.literal('cause'),
    aspect: z.enum([
      'what',
      'why',
      'since',
      'how_long',
      'mechanism',
      'impact',
      'next_step',
      'sure',
      'deployment',
      'anything',
      'affected',
      'unaffected',
      'recurring',
      'besides',
      'remedy',
    ]),
    suspected: z
      .strictObject({ word: name, mechanisms: z.array(z.enum(MECHANISMS)).min(1).max(4), gauge: name.optional() })
      .optional()
      .describe('With aspect mechanism: what the question takes to be wrong. A yes means that it is.'),
    suspects: z
      .array(
        z.strictObject({
          word: name,
          mechanisms: z.array(z.enum(MECHANISMS)).max(4),
          services: z.array(name).max(4).optional(),
          isRelease: z.boolean().optional(),
          isRestart: z.boolean().optional().describe('A restart of these services, or of any.'),
          side: z.enum(['own', 'outside']).optional(),
        }),
      )
      .min(1)
      .max(5)
      .optional()
      .describe('With aspect mechanism: of which of these the question wants to know what was found.'),
    onlyAsked: name.optional().describe('With aspect impact: a yes means that nothing but this service is in trouble.'),
    elseAsked: z.enum(['good', 'bad']).optional().describe('With aspect besides: what a yes means of everything else.'),
    agoAsked: z
      .strictObject({ is: z.enum(['more', 'less']), ms: z.int().min(1000) })
      .optional()
      .describe('With aspect since: a yes means that it began longer ago than this, or less long.'),
    remedy: z
      .strictObject({
        word: name,
        services: z.array(name).max(4),
        isRestart: z.boolean(),
        isOpen: z.boolean().optional(),
      })
      .optional()
      .describe('With aspect remedy: what is said to have ended the trouble; open where that is asked for.'),
    premise: premiseSchema.optional().describe('What the question takes for granted of the services it names.'),
    isYesNo: z.boolean().optional().describe('With one suspect: whether it is to blame.'),
    isReleaseAsked: z.boolean().optional().describe('A changed setting is no deployment.'),
    orderAsked: z
      .enum(['trouble_first', 'trouble_later', 'trouble', 'release', 'length'])
      .optional()
      .describe(
        'With aspect deployment: a yes means that trouble began before the release, or after it; when trouble or the release came; how much later the other was.',
      ),
    fillAsked: z
      .enum(['disk', 'memory', 'pool', 'any'])
      .optional()
      .describe('What filled it up: changes of the service in the hour before are told as well.'),
    subject: z
      .strictObject({ said: name, operations: z.array(name).min(1).max(50) })
      .optional()
      .describe('What is said to fail, by its routes: whether their requests failed at all is told as well.'),
    ...shared,
  }),
  z.strictObject({
    intent: z.literal('state'),
    asks: z
      .enum(['good', 'bad', 'over'])
      .optional()
      .describe('What a yes means: all is well (default), something is wrong, or it is over.'),
    ...shared,
  }),
  z.strictObject({
    intent: z.literal('health'),
    service: name,
    premise: premiseSchema.nullable(),
    isStillAsked: z.boolean().optional().describe('What was over before the last minutes is no more.'),
    isSummary: z.boolean().optional(),
    ...shared,
  }),
  z.strictObject({
    intent: z.literal('anomaly'),
    subject: z
      .discriminatedUnion('of', [
        z.strictObject({ of: z.literal('metric'), metric: name }),
        z.strictObject({ of: z.literal('duration').describe('The 95th percentile of requests, minute by minute.') }),
      ])
      .describe('What is compared with its own past.'),
    ...shared,
    direction: z.enum(['up', 'down']).optional().describe('Only a rise or only a fall is asked for.'),
    isWhenAsked: z.boolean().optional(),
    isNormalAsked: z.boolean().optional().describe('A yes means that nothing is unusual.'),
  }),
  z.strictObject({ intent: z.literal('timeline'), ...shared }),
  z.strictObject({
    intent: z.literal('versions'),
    isOneAsked: z.boolean().optional().describe('A yes means that the service runs one version alone.'),
    versionAsked: name.optional().describe('With isOneAsked: this version.'),
    ...shared,
  }),
  z.strictObject({
    intent: z.literal('deployments'),
    isRestart: z.boolean().optional(),
    end: z.enum(['first', 'last']).optional().describe('Only the first or the last of them.'),
    isBackAsked: z.boolean().optional().describe('Only those that went back to an earlier version.'),
    isReleaseAsked: z
      .boolean()
      .optional()
      .describe('A new version or a rollout is asked for: a setting or feature flag that was changed is none.'),
    isYesNo: z.boolean().optional(),
    ...shared,
  }),
  z.strictObject({
    intent: z.literal('release').describe('What a release did: its service before it and since.'),
    release: z
      .strictObject({
        service: name.optional(),
        versions: z.array(name).max(2).optional(),
        isBack: z.boolean().optional().describe('The return to an earlier version is meant.'),
        isOther: z.boolean().optional().describe('The service that was named had none: this is one of another.'),
      })
      .describe('Which release; the last one that was seen of everything that is not said.'),
    asks: z
      .array(z.enum(['duration', 'failures', 'traffic', 'routes', 'when']))
      .max(5)
      .describe('What is asked of it; anything where it is empty.'),
    direction: z.enum(['worse', 'better', 'unharmed']).optional().describe('What a yes means; any change without it.'),
    isYesNo: z.boolean().optional(),
    statistic: z.enum(STATISTICS).optional().describe('The statistic of durations that is told first.'),
    counted: measureSchema.optional().describe('What the thread counted is compared, and not how the service is.'),
    said: name.optional().describe('The thing that was asked for, where all requests of the service stand for it.'),
    ...shared,
  }),
  z.strictObject({
    intent: z.literal('life').describe('When services stopped, came back or went silent, and why.'),
    asks: z
      .array(
        z.enum([
          'why',
          'planned',
          'who',
          'when',
          'length',
          'times',
          'version',
          'instance',
          'last',
          'effect',
          'back',
          'crash',
        ]),
      )
      .max(8)
      .describe('What is asked of it beside the event itself.'),
    at: iso.optional().describe('The stop nearest to this moment is meant.'),
    isYesNo: z.boolean().optional(),
    said: name
      .optional()
      .describe('With effect: what is said to have suffered; all requests of the service stand for it.'),
    ...shared,
  }),
  z.strictObject({
    intent: z.literal('leadup').describe('What came in the minutes before something began.'),
    at: iso.optional().describe('When it began; the end of the time without it.'),
    said: name.optional(),
    service: name.optional().describe('In which service it began.'),
    failure: z.string().max(500).optional().describe('Its first line.'),
    isChangeAsked: z.boolean().optional(),
    isYesNo: z.boolean().optional(),
    ...shared,
  }),
  z.strictObject({ intent: z.literal('meaning'), text: z.string().min(1).max(500), ...shared }),
  z.strictObject({
    intent: z.literal('dependencies'),
    direction: z.enum(['callers', 'callees', 'both']),
    calleeAsked: name.optional().describe('Yes or no: whether the service of the conditions calls this one.'),
    isOutsideAsked: z.boolean().optional().describe('Only hosts outside of the project that are called.'),
    amountAsked: z
      .enum(['calls', 'failed', 'rate', 'duration'])
      .optional()
      .describe('With calleeAsked: what is asked of these calls, instead of a yes or no.'),
    ...shared,
  }),
  z.strictObject({
    intent: z
      .literal('calls')
      .describe('How the calls to stores, brokers and hosts outside do, as spans of callers tell.'),
    to: z
      .array(conditionSchema)
      .min(1)
      .max(8)
      .describe('Spans that any of these take are such calls; the other conditions restrict who calls, and what.'),
    said: name.describe('What the question calls them.'),
    asks: z
      .array(
        z.enum([
          'well',
          'ill',
          'failed',
          'slow',
          'duration',
          'since',
          'count',
          'callers',
          'operations',
          'ranked',
          'blame',
        ]),
      )
      .max(5)
      .describe(
        'What is asked of them first; ill: whether there is trouble; ranked: which of them, operations: which calls.',
      ),
    side: z.enum(['sent', 'taken']).optional().describe('Of messages: only publishing, or only processing them.'),
    per: z.enum(['second', 'minute', 'hour', 'day']).optional().describe('With count: a rate.'),
    against: timeSchema.nullable().describe('The time before trouble began.'),
    ...shared,
  }),
  z.strictObject({ intent: z.literal('metrics'), ...shared }),
  z.strictObject({ intent: z.literal('coverage'), ...shared }),
  z.strictObject({
    intent: z.literal('delivery'),
    isYesNo: z.boolean().optional(),
    isSilenceAsked: z.boolean().optional().describe('A yes means that something is silent.'),
    isReasonAsked: z.boolean().optional().describe('Why the only service of the conditions went silent.'),
    isPartAsked: z.boolean().optional().describe('With isReasonAsked: whether the incident has to do with it.'),
    ...shared,
  }),
  z.strictObject({ intent: z.literal('trace'), id: z.string().min(1).max(64), ...shared }),
  z.strictObject({ intent: z.literal('record'), id: z.string().min(1).max(64), ...shared }),
])
export type Plan = z.infer<typeof planSchema>
export type Intent = Plan['intent']
export type PlanOf<I extends Intent> = Extract<Plan, { readonly intent: I }>

/** Whether a condition takes what does not fit it. */
export function isNegated(condition: PlanCondition): boolean {
  return 'not' in condition && condition.not === true
}

/** Whether records, requests or spans are counted: events, of which there are so many in a minute. */
export function isOfEvents({ measure }: Pick<PlanOf<'measure'>, 'measure'>): boolean {
  return measure.of === 'records' || measure.of === 'requests' || measure.of === 'spans'
}

/** Whether trouble as a whole is asked about: its cause, its course, how all is. */
export function isOfTrouble({ intent }: Pick<Plan, 'intent'>): boolean {
  return intent === 'cause' || intent === 'timeline' || intent === 'state'
}

/** The services a plan is restricted to, empty for all. */
export function servicesOf(plan: { readonly conditions: readonly PlanCondition[] }): readonly string[] {
  return plan.conditions.flatMap((condition) =>
    condition.on === 'service' && condition.not !== true ? condition.values : [],
  )
}

/** The conditions without those on the given subject. */
export function without<Kind extends { readonly on: string }>(
  conditions: readonly Kind[],
  ...subjects: readonly PlanCondition['on'][]
): Kind[] {
  const left = new Set<string>(subjects)
  return conditions.filter(({ on }) => !left.has(on))
}
