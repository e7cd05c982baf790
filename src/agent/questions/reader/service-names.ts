/** Names in questions about services and their trouble: a name that is no known service is said to be unknown. */
import type { Plan, PlanCondition, PlanOf } from '../plan/plan.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { type Decision, decided } from './decision.ts'
import { groundFreeWords } from './grounds.ts'
import { SYSTEM_NOUNS } from './services.ts'
import { freeWords, phraseWords, type QuestionState, type TextHits } from './state.ts'
import { templatesWith } from './texts.ts'
import { withSubject } from './thing-in-trouble.ts'
import { stemOf } from './words.ts'

/** The decision for the plan, with the words that are left grounded in the data, left out, or said to be unknown names. */
export function aboutServices(state: QuestionState, plan: Plan, hits: TextHits | null): Decision {
  if (plan.intent === 'meaning') return decided(plan)
  const known = [...state.conditions]
  for (const phrase of state.phrases) for (const word of phraseWords(state, phrase)) word.usedBy ??= 'intent'
  for (const word of freeWords(state))
    if (PEOPLE.test(word.lemma) || (plan.intent === 'cause' && plan.aspect === 'mechanism'))
      word.usedBy = 'no condition'
  const free = freeWords(state).filter(({ text }) => /^[\p{L}][\p{L}\p{N}._-]+$/u.test(text))
  const isNamed =
    plan.intent === 'health' ||
    plan.intent === 'state' ||
    plan.intent === 'cause' ||
    plan.intent === 'dependencies' ||
    plan.intent === 'deployments' ||
    plan.intent === 'versions' ||
    plan.intent === 'delivery'
  if (isNamed && free.length > 0 && state.conditions.every(({ on }) => on !== 'service' && on !== 'operation')) {
    const lookups = groundFreeWords(state, hits, false)
    if (lookups.words.length > 0) return { plan, lookups }
    // What lines tell of ("authorizations") is a subject of trouble, not the name of a service.
    for (const word of state.leftOut.splice(0)) {
      // "Why is `queue.depth` so high": what is told is about everything that fails.
      if (plan.intent === 'cause' && state.context.catalogue.metrics.some(({ name }) => name.toLowerCase() === word)) {
        state.unrestricted.push(word)
        continue
      }
      const isSubject = plan.intent === 'cause' && isToldOf(state, word)
      if (isSubject) {
        // What is told is about everything that fails, which the answer says.
        if (isSeveral(state, word)) state.unrestricted.push(word)
        continue
      }
      // "What went wrong with the builds?": what is told is about everything.
      if (plan.intent === 'cause' && (plan.aspect === 'what' || plan.aspect === 'why') && isOfEverything(state, word)) {
        state.unrestricted.push(word)
        continue
      }
      const isForeign = state.context.isTranslated === true && !TECHNOLOGY.test(word) && !/[-_\d]/.test(word)
      if (!isForeign && isNamePlace(state, word)) state.unknown.push(word)
      else state.leftOut.push(word)
    }
  } else {
    const lookups = groundFreeWords(state, hits, false)
    if (lookups.words.length > 0) return { plan, lookups }
  }
  if (plan.intent === 'measure') return decided(withFurther(plan, state, known))
  return decided(plan.intent === 'cause' ? withSubject(state, plan) : plan)
}

/** "How many users were affected on android?": what is grounded after the plan was made restricts it as well. */
function withFurther(
  plan: PlanOf<'measure'>,
  { conditions }: QuestionState,
  known: readonly PlanCondition[],
): PlanOf<'measure'> {
  const further = conditions.filter((one) => !known.includes(one) && !plan.conditions.includes(one))
  return further.length === 0 ? plan : { ...plan, conditions: [...plan.conditions, ...further] }
}

/** "Attachments", "sends": things, and no word that only describes them. */
function isSeveral({ words }: QuestionState, text: string): boolean {
  return words.some((word) => word.text === text && word.lemma !== text)
}

/** Whether lines, routes or keys of the project have the word, in any form. */
export function isToldOf({ context: { catalogue } }: QuestionState, word: string): boolean {
  if (TECHNOLOGY.test(word)) return false
  const stem = stemOf(word)
  const inNames = catalogue.operations.some((name) =>
    name
      .toLowerCase()
      .split(/[^a-z]+/)
      .some((part) => part.length > 3 && stemOf(part) === stem),
  )
  return inNames || templatesWith([word], catalogue, []).length > 0
}

/** Words that questions put before the name of a service. */
const NAME_BEFORE =
  /^(?:is|are|was|were|does|do|did|has|have|had|of|in|on|for|at|with|about|to|from|why|our|my|the|an?|and|or|by|status|health|hows?|what's|check|via)$/
/** Products that people name as services. */
export const TECHNOLOGY =
  /^(?:redis|kafka|postgres(?:ql)?|mysql|mariadb|mongo(?:db)?|elastic(?:search)?|opensearch|rabbitmq|nats|nginx|envoy|istio|traefik|haproxy|cassandra|memcached|vault|consul|zookeeper|etcd|s3|dynamodb|sqs|sns|lambda|spark|airflow|jenkins|gitlab|docker|kubernetes|k8s|oracle|db2|mssql|solr|clickhouse|snowflake|bigquery|pubsub|celery|sidekiq|tomcat|jetty|apache|varnish|cdn|cloudfront|akamai|cloudflare|vpn|dns|ldap|keycloak|okta|auth0|stripe|paypal|twilio|sendgrid|smtp|ftp|sftp)$/

/** Whether a word stands where questions name services, or is written like a name. Other words are only left out. */
/**
 * "What went wrong with the builds?", "what is wrong in the lab?" beside lab-billing: several of a thing, or where
 * everything is, and no name.
 */
function isOfEverything({ words, context }: QuestionState, text: string): boolean {
  const at = words.findIndex((word) => word.text === text)
  const [relation, article, word, next] = [words[at - 2], words[at - 1], words[at], words[at + 1]]
  if (word === undefined || !/^[a-z]+$/.test(text) || !/^(?:the|our|my|all)$/.test(article?.text ?? '')) return false
  const isThings = word.text !== word.lemma && /^(?:with|to)$/.test(relation?.text ?? '')
  const isSystem = SYSTEM_NOUNS.test(next?.lemma ?? '')
  const isPart = context.catalogue.services.some(({ name }) =>
    name
      .toLowerCase()
      .split(/[-_./ ]+/)
      .includes(text),
  )
  return isThings || isSystem || (isPart && /^(?:in|at)$/.test(relation?.text ?? ''))
}

function isNamePlace(state: QuestionState, text: string): boolean {
  const at = state.words.findIndex((word) => word.text === text)
  const before = state.words[at - 1]
  if (/[-_\d]/.test(text) || TECHNOLOGY.test(text) || state.words.length === 1) return true
  if (before === undefined || before.usedBy === 'left out') return at === 0 && state.words.length <= 4
  // "Twitter is full of complaints": what follows "is" within a sentence says how something is.
  const isPredicate =
    /^(?:is|are|was|were|has|have|had)$/.test(before.text) && at > 2 && state.words[at - 2]?.text !== 'why'
  return NAME_BEFORE.test(before.text) && !isPredicate
}
