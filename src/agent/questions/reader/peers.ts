/**
 * What services use and what sends no telemetry of its own: databases, caches, brokers, topics. "Who uses redis?",
 * "which database does web use?", "who consumes orders.placed?".
 */
import type { KnownValues } from '../grounding/catalogue.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import type { Plan, PlanCondition, PlanTime } from '../plan/plan.ts'
import type { Scope } from './decision.ts'
import { statisticOf } from './measures.ts'
import { lastMinutes } from './noun-state.ts'
import { onlyService, type QuestionState, useRest } from './state.ts'
import { iso } from './when.ts'

const LEAD = '^(?:so |and |but |ok |hey )*'
const WHO = '(?:who|what|which (?:services?|apps?|components?)|what services?)(?: all)?(?: is| are)?'
const USERS = new RegExp(
  `${LEAD}${WHO} (?:uses?|using|calls?|calling|talks? to|talking to|reads? from|writes? to|connects? to|quer(?:y|ies)|depends? on|relies on|rely on|hits?) (?:the |our |a )?([a-z][\\w.-]*)(?: database| db| cache| queue| server| instance)?\\W*$`,
)
const CONSUMERS = new RegExp(
  `${LEAD}${WHO} (?:consumes?|consuming|reads?|reading|listens? to|subscribes? to|subscribed to|process(?:es)?|handles?)(?: from)? (?:the |our )?([a-z][\\w.-]*)(?: topic| queue| events| messages)?\\W*$`,
)
const STORE_OF =
  /\b(?:which|what)(?: kind of| type of)? (?:databases?|dbs?|data ?stores?|stores?|caches?|brokers?|message brokers?|backends?) (?:does|do|is|are) .{2,80} (?:use|using|talk(?:ing)? to|read(?:ing)? from|writ(?:e|ing) to|connect(?:ed|ing)? to|quer(?:y|ying)|depend(?:ing)? on)\b/

/** "Which outside hosts does web talk to", "external systems we call". */
const OUTSIDE =
  /\b(?:outside|external|third[- ]party|foreign|remote|other people's) (?:hosts?|services?|systems?|apis?|domains?|addresses|parties|partners?|servers?|providers?|endpoints?|dependencies|companies)\b/
const OUTSIDE_ASKED =
  /^(?:(?:so|and|but|ok|hey|please) )*(?:which|what|list|show|name|are there|any|all|does|do)\b.{0,30}\b(?:outside|external|third[- ]party|foreign|remote)\b.{0,80}\b(?:talk(?:s|ing)? to|calls?|uses?|reach(?:es)?|connects? to|depends? on|rel(?:y|ies) on|contacts?|speaks? to|asks?|needs?|goes? to|there|of)\b/

const ANY_STORE = /^(?:databases?|dbs?|sql|stores?|datastores?)$/
const IS_STORE = /^db\.system(?:\.name)?$/i
const IS_PEER = /^(?:db\.system(?:\.name)?|messaging\.system|peer\.service)$/i
const IS_TOPIC = /^messaging\.destination(?:\.name)?$|(?:^|[._])(?:topic|queue)(?:[._]name)?$/i

/** The plan of such a question; null for any other, and where no span names what it asks for. */
export function peersAsked(state: QuestionState, { time }: Scope): Plan | null {
  const stores = state.named.length === 0 ? callsOfStores(state, { conditions: [], time }) : null
  if (stores !== null) return stores
  const inventory = state.named.length === 0 ? inventoryOf(state, time) : null
  if (inventory !== null) return inventory
  const { text } = state
  const service = onlyService(state)
  const isOfOutside = OUTSIDE.test(text) && OUTSIDE_ASKED.test(text) && !/\bhow (?:many|often|much|long)\b/.test(text)
  if (isOfOutside && state.context.catalogue.records.spans > 0 && (service !== null || state.named.length === 0)) {
    take(state)
    const conditions: PlanCondition[] = service === null ? [] : [{ on: 'service', values: [service] }]
    return { intent: 'dependencies', direction: 'callees', isOutsideAsked: true, conditions, time }
  }
  if (service !== null && STORE_OF.test(text) && state.context.catalogue.records.spans > 0) {
    take(state)
    const used = /\b(?:brokers?|backends?)\b/.test(text) ? null : peerCalled(state, 'database', IS_STORE)
    const conditions: PlanCondition[] = [
      { on: 'service', values: [service] },
      ...(used === null ? [] : [{ on: 'attribute' as const, ...used }]),
    ]
    return { intent: 'dependencies', direction: 'callees', conditions, time }
  }
  // "Who reads from grid-store?" of a service is as much as who calls it.
  if (service !== null && USERS.exec(text)?.[1] === service.toLowerCase()) {
    take(state)
    return { intent: 'dependencies', direction: 'callers', conditions: [{ on: 'service', values: [service] }], time }
  }
  if (state.named.some(({ how }) => how === 'exact')) return null
  const consumed = CONSUMERS.exec(text)?.[1]
  const topic = consumed === undefined ? null : peerCalled(state, consumed, IS_TOPIC)
  if (topic !== null) {
    take(state)
    return plainMeasure({
      measure: { of: 'requests' },
      conditions: [{ on: 'attribute', key: topic.key, scope: topic.scope, values: topic.values }],
      time,
      groupBy: [{ field: 'service', scope: 'builtin' }],
      limit: 20,
    })
  }
  const used = USERS.exec(text)?.[1]
  const peer = used === undefined ? null : peerCalled(state, used, IS_PEER)
  if (peer === null) return null
  take(state)
  const condition = { on: 'attribute' as const, key: peer.key, scope: peer.scope, values: peer.values }
  return { intent: 'dependencies', direction: 'callers', conditions: [condition], time }
}

const INVENTORY = new RegExp(
  `${LEAD}(?:(?:which|what|list|show|name)(?: me)?(?: all)?(?: the| our| of the)*|how many(?: different)?) (?:kinds? of |types? of |different )?(databases?|dbs?|data ?stores?|stores?|caches?|brokers?|message brokers?|topics?|queues?)(?: systems?| servers?)?(?: (?:do|does|did|are|is|have|has) .{1,40})?\\W*$`,
)

/** "Which databases do we have?": the calls to each of them, by what those who call say. */
function inventoryOf(state: QuestionState, time: PlanTime): Plan | null {
  const noun = INVENTORY.exec(state.text)?.[1]
  if (noun === undefined || /\b(?:slow|fail|most|full|down|lag|behind|stuck|worst|busiest)/.test(state.text))
    return null
  const wanted = /^(?:topics?|queues?)$/.test(noun) ? IS_TOPIC : /broker/.test(noun) ? /^messaging\.system$/i : IS_STORE
  const found = state.context.values.find(({ key, signal }) => signal === 'spans' && wanted.test(key))
  if (found === undefined) return null
  take(state)
  const { key, scope } = found
  const values = found.values.map(({ value }) => value).slice(0, 50)
  return plainMeasure({
    measure: { of: 'requests' },
    conditions: [{ on: 'attribute', key, scope, values }],
    time,
    groupBy: [{ field: key, scope }],
    limit: 20,
  })
}

const STORE =
  '(?:databases?|db|dbs|data ?stores?|stores?|postgres\\w*|mysql|mariadb|redis|mongo\\w*|cassandra|elasticsearch|opensearch|dynamodb|cockroachdb|sql server|oracle)'
const QUERIES = `(?:(?:${STORE}|sql) )?(?:queries|query|calls)`
const IS_SLOW = new RegExp(
  `${LEAD}(?:is|are|was|were|has|have|does|do) (?:the |our )?(?:(${STORE})(?: queries| calls)?|${QUERIES})(?: (?:still|so|really|getting|being|been|become|too|very|running))* (?:slow|slower|slowing down|lagging|sluggish|overloaded)(?: (?:now|today|again|right now|than usual|than before|than normal))*\\W*$`,
)
const SLOW_ONES = new RegExp(
  `${LEAD}(?:any |show |list |what are the |which are the |the |top \\d+ )*(?:slow|slowest|longest) (?:(?:${STORE}|sql) )?(?:queries|query)\\W*$|${LEAD}(?:which|what) (?:(?:${STORE}|sql) )?(?:query|queries) (?:is|are|was|were|takes?|took) (?:the )?(?:slow|slowest|longest)\\W*$`,
)
const OF_STORE = new RegExp(
  `(?:(?:latency|duration|durations|time|p\\d\\d|median|average|mean|avg|max|slowest|response time) (?:of |for )?(?:the |our )?(?:all )?|how (?:long|slow|fast) (?:do |does |is |are |did )?(?:the |our )?)(?:(${STORE})(?: queries| query| calls)?|${QUERIES})(?: take| latency)?\\W*$|${LEAD}(?:the |our )?(${STORE})(?: query)? (?:latency|duration|response time)\\W*$`,
)
const NOW_MS = 15 * 60_000

/** "Is the database slow?", "slow queries?", "how long do queries take?": calls of stores, which send no spans themselves. */
function callsOfStores(state: QuestionState, { time }: Scope): Plan | null {
  const { text } = state
  const slow = IS_SLOW.exec(text)
  const ranked = slow === null ? SLOW_ONES.exec(text) : null
  const found = slow ?? ranked ?? OF_STORE.exec(text)
  const stores = found === null ? null : storesCalled(state, found[1] ?? found[2] ?? 'database')
  if (stores === null) return null
  const measure = {
    of: 'duration' as const,
    statistic: slow !== null || ranked !== null ? ('p95' as const) : (statisticOf(state) ?? 'p95'),
  }
  take(state)
  const conditions = [stores]
  if (ranked !== null)
    return plainMeasure({ measure, conditions, time, groupBy: [{ field: 'operation', scope: 'builtin' }] })
  if (slow === null) return plainMeasure({ measure, conditions, time })
  const to = time.basis === 'asked' ? time.to : lastMinutes(state).to
  const now: PlanTime = time.basis === 'asked' ? time : { from: iso(Date.parse(to) - NOW_MS), to, basis: 'now' }
  return {
    ...plainMeasure({ measure, conditions, time: now }),
    isUsualAsked: 'more',
    against: {
      from: iso(2 * Date.parse(now.from) - Date.parse(now.to)),
      to: now.from,
      ...{ basis: 'inherited', anchor: 'onset', anchorSide: 'before' },
    },
  }
}

const QUERY_NAME = /^(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|MERGE|UPSERT)\b/

/** Calls of the stores that a name means: by what their spans carry, else by the names that queries have. */
function storesCalled(state: QuestionState, name: string): PlanCondition | null {
  const called = peerCalled(state, name, IS_STORE)
  if (called !== null) return { on: 'attribute', ...called }
  const queries = state.context.catalogue.operations.filter((operation) => QUERY_NAME.test(operation))
  return ANY_STORE.test(name) && queries.length > 0 ? { on: 'operation', values: queries.slice(0, 50) } : null
}

function take(state: QuestionState): void {
  useRest(state)
  state.unknown.splice(0)
  state.notes.splice(0)
}

/** Values that spans carry and that a name means: "postgres" is what `postgresql` is called, "the database" any store. */
function peerCalled(
  { context }: QuestionState,
  name: string,
  keys: RegExp,
): { key: string; scope: KnownValues['scope']; values: string[] } | null {
  for (const { key, scope, signal, values } of context.values) {
    if (signal !== 'spans' || !keys.test(key)) continue
    const all = values.map(({ value }) => value)
    const isAny = ANY_STORE.test(name) && IS_STORE.test(key)
    const meant = isAny ? all : all.filter((value) => isCalled(value.toLowerCase(), name))
    if (meant.length > 0) return { key, scope, values: meant.slice(0, 50) }
  }
  return null
}

function isCalled(value: string, name: string): boolean {
  return value === name || (name.length >= 4 && (value.startsWith(name) || name.startsWith(value)))
}
