/** "Calls from web to orders", "how long does web wait for orders": how many, how many of them failed, how long they took. */
import type { PlanOf, PlanTime } from '../plan/plan.ts'
import { has, type QuestionState } from './state.ts'

/** "Who calls web besides api": of the callers one is left out. */
export function asksOfCalls(state: QuestionState): boolean {
  return has(state, 'callers', 'callees', 'topology') && !has(state, 'count', 'failure_ratio', 'duration')
}

const LEAD =
  /^(?:(?:and|so|ok|hey|please|show|me|give|list|tell|what|is|are|was|were|there|any|the|all|of|do|did|does|which|have|we) )*/
const CALLS = '(?:http |rest |grpc |outgoing |internal )?(?:calls?|requests?|traffic|invocations?)'
const FAILED = '(?:failed|failing|unsuccessful|broken)'
const FAIL = '(?:fail(?:s|ed|ing)?|went wrong|go wrong)'
const PAIR =
  '(?:(?:made |sent |going |that (?:go|went|are made|were made) )?from @ (?:to|into|towards|against|on) @|(?:made |sent |going )?between @ and @|@ (?:to|->|→|makes? to|made to|sends? to|sent to) @)'
const LENGTH =
  '(?:latency|latencies|durations?|response times?|time|p\\d\\d|median|average|avg|mean|max|percentiles?|(?:p\\d\\d|median|average|mean|max) (?:latency|duration|response time|time))'
type Asked = NonNullable<PlanOf<'dependencies'>['amountAsked']>

const FORMS: readonly (readonly [form: RegExp, asked: Asked])[] = [
  [
    new RegExp(
      `^(?:how many|number of|count of|count|share of|percentage of) ${FAILED} ${CALLS} (?:were |are )?${PAIR}$`,
    ),
    'failed',
  ],
  [
    new RegExp(
      `^(?:how many|number of|count of|count|how many of the) ${CALLS} (?:were |are )?${PAIR} (?:have )?${FAIL}$`,
    ),
    'failed',
  ],
  [new RegExp(`^${FAILED} ${CALLS} ${PAIR}$`), 'failed'],
  [new RegExp(`^${CALLS} (?:that )?${FAIL} ${PAIR}$`), 'failed'],
  [new RegExp(`^${CALLS} ${PAIR} (?:that )?${FAIL}$`), 'failed'],
  [new RegExp(`^how often (?:does|do|did) (?:the )?${CALLS} ${PAIR} ${FAIL}$`), 'failed'],
  [
    new RegExp(`^(?:error|failure) (?:rate|ratio|share|percentage) (?:of|for|on|in) (?:the )?(?:${CALLS} )?${PAIR}$`),
    'rate',
  ],
  [new RegExp(`^(?:error|failure) (?:rate|ratio|share|percentage) ${PAIR}$`), 'rate'],
  [
    /^(?:error|failure) (?:rate|ratio|share|percentage) (?:of|for|on) @ (?:calling|when calling|towards|against) @$/,
    'rate',
  ],
  [new RegExp(`^(?:share|percentage|percent|fraction) of (?:the )?${CALLS} ${PAIR} (?:that )?${FAIL}$`), 'rate'],
  [new RegExp(`^${LENGTH} (?:of|for|on) (?:the )?(?:${CALLS} )?${PAIR}$`), 'duration'],
  [new RegExp(`^${LENGTH} ${PAIR}$`), 'duration'],
  [
    new RegExp(`^how (?:long|slow|fast) (?:do |does |did |are |were )?(?:the )?${CALLS} ${PAIR}(?: take)?$`),
    'duration',
  ],
  [/^how long (?:does|did|do) @ (?:wait (?:for|on)|need to (?:call|reach)|take to call) @$/, 'duration'],
  [
    new RegExp(`^(?:how many|number of|count of|count) ${CALLS} (?:were |are |go |went |come |came )?${PAIR}$`),
    'calls',
  ],
  [new RegExp(`^(?:how many|number of) ${CALLS} (?:does|did|do) @ (?:make|send|do|issue) (?:to|against) @$`), 'calls'],
  [
    /^(?:how many|number of) (?:[a-z-]{3,20} )?(?:calls|requests|lookups|look-ups|queries|reads|fetches|searches) (?:does|did|do) @ (?:make|send|do|issue|cause|trigger|run) (?:at|to|on|against|towards) @$/,
    'calls',
  ],
  [/^how (?:often|many times) (?:does|did|do) @ (?:call|hit|query|request|contact) @$/, 'calls'],
  [new RegExp(`^${CALLS} ${PAIR}$`), 'calls'],
]

/** The plan of a question about the calls of one service to another, where it says nothing else; null for any other. */
export function callsBetween(state: QuestionState, time: PlanTime): PlanOf<'dependencies'> | null {
  const named = [...state.named].sort((a, b) => a.at - b.at)
  const [caller, callee] = named.map(({ services }) => services)
  if (named.length !== 2 || caller?.length !== 1 || callee?.length !== 1 || caller[0] === callee[0]) return null
  const said = state.words
    .flatMap((word, at) => {
      const name = named.find((one) => at >= one.at && at < one.at + one.length)
      if (name !== undefined) return at === name.at ? ['@'] : []
      return word.usedBy === 'time' ? [] : [word.text]
    })
    .join(' ')
    .replace(/ (?:in|over|during|within|for|since)(?: the)?$/, '')
  const found = [said, said.replace(LEAD, '')].flatMap((text) => FORMS.filter(([form]) => form.test(text)))[0]
  if (found === undefined) return null
  for (const word of state.words) word.usedBy ??= 'intent'
  return {
    intent: 'dependencies',
    direction: 'callees',
    calleeAsked: callee[0] ?? '',
    amountAsked: found[1],
    conditions: [{ on: 'service', values: [caller[0] ?? ''] }],
    time,
  }
}
