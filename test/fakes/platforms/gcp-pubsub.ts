import { z } from 'zod'
import { type Exchange, json, parseJson, type Route } from './exchange.ts'
import { refuse } from './gcp-answer.ts'
import type { GcpState, IamPolicy } from './gcp-state.ts'

const subscriptionBody = z.strictObject({
  topic: z.string(),
  pushConfig: z
    .strictObject({
      pushEndpoint: z.url({ protocol: /^https$/ }),
      oidcToken: z.strictObject({ serviceAccountEmail: z.email(), audience: z.string().optional() }).optional(),
      attributes: z.record(z.string(), z.string()).optional(),
      noWrapper: z.strictObject({ writeMetadata: z.boolean().optional() }).optional(),
    })
    .optional(),
  ackDeadlineSeconds: z.number().int().min(10).max(600).optional(),
  retryPolicy: z
    .strictObject({ minimumBackoff: z.string().optional(), maximumBackoff: z.string().optional() })
    .optional(),
  expirationPolicy: z.strictObject({ ttl: z.string().optional() }).optional(),
  messageRetentionDuration: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
})

const policyBody = z.strictObject({
  policy: z.strictObject({
    version: z.number().optional(),
    etag: z.string().optional(),
    bindings: z.array(z.looseObject({ role: z.string(), members: z.array(z.string()) })).optional(),
  }),
})

export function pubsubRoutes(state: GcpState): Route[] {
  const topic = '/v1/projects/{project}/topics/{topic}'
  const subscription = '/v1/projects/{project}/subscriptions/{subscription}'
  const nameOf = ({ params }: Exchange) => `projects/${params['project']}/topics/${params['topic']}`
  const withTopic =
    (handle: (name: string, policy: IamPolicy, exchange: Exchange) => Response) => (exchange: Exchange) => {
      const policy = state.topics.get(nameOf(exchange))
      return policy === undefined
        ? refuse(404, `Resource not found (resource=${exchange.params['topic']}).`)
        : handle(nameOf(exchange), policy, exchange)
    }
  const create = (exchange: Exchange) => {
    if (state.topics.has(nameOf(exchange)))
      return refuse(409, 'Resource already exists in the project', 'ALREADY_EXISTS')
    state.topics.set(nameOf(exchange), { version: 1, etag: 'ACAB', bindings: [] })
    return json({ name: nameOf(exchange) })
  }
  const remove = (name: string) => {
    state.topics.delete(name)
    return json({})
  }
  return [
    { method: 'PUT', pattern: topic, handle: create },
    { method: 'GET', pattern: topic, handle: withTopic((name) => json({ name })) },
    { method: 'DELETE', pattern: topic, handle: withTopic(remove) },
    { method: 'GET', pattern: `${topic}:getIamPolicy`, handle: withTopic((_, policy) => json(policy)) },
    {
      method: 'POST',
      pattern: `${topic}:setIamPolicy`,
      handle: withTopic((name, policy, exchange) => setPolicy(state, name, policy, exchange)),
    },
    { method: 'PUT', pattern: subscription, handle: (exchange) => createSubscription(state, exchange) },
    { method: 'GET', pattern: subscription, handle: (exchange) => withSubscription(state, exchange) },
    { method: 'DELETE', pattern: subscription, handle: (exchange) => withSubscription(state, exchange) },
    {
      method: 'POST',
      pattern: `${subscription}:modifyPushConfig`,
      handle: (exchange) => withSubscription(state, exchange),
    },
  ]
}

/** A policy written over a newer one is refused; an empty etag overwrites, as the real service lets it. */
function setPolicy(state: GcpState, name: string, before: IamPolicy, exchange: Exchange): Response {
  const parsed = policyBody.safeParse(parseJson(exchange))
  if (!parsed.success) return refuse(400, `Invalid JSON payload received. ${parsed.error.issues[0]?.message}`)
  const { etag, bindings = [], version = 1 } = parsed.data.policy
  if (etag !== undefined && etag !== before.etag) {
    return refuse(
      409,
      'There were concurrent policy changes. Please retry the whole read-modify-write with exponential backoff.',
      'ABORTED',
    )
  }
  if (
    bindings.some(({ members }) => members.some((member) => !/^(serviceAccount|user|group|domain):.+@?.+/.test(member)))
  ) {
    return refuse(400, 'One or more users named in the policy do not belong to a permitted customer.')
  }
  const policy = { version, bindings, etag: btoa(String(++state.policyWrites)) }
  state.topics.set(name, policy)
  return json(policy)
}

function createSubscription(state: GcpState, exchange: Exchange): Response {
  const name = `projects/${exchange.params['project']}/subscriptions/${exchange.params['subscription']}`
  const parsed = subscriptionBody.safeParse(parseJson(exchange))
  if (!parsed.success) return refuse(400, `Invalid JSON payload received. ${parsed.error.issues[0]?.message}`)
  if (!state.topics.has(parsed.data.topic))
    return refuse(404, `Resource not found (resource=${parsed.data.topic.split('/').at(-1)}).`)
  if (state.subscriptions.has(name)) return refuse(409, 'Resource already exists in the project', 'ALREADY_EXISTS')
  const subscription = { ...parsed.data, name, state: 'ACTIVE' }
  state.subscriptions.set(name, subscription)
  return json(subscription)
}

function withSubscription(state: GcpState, exchange: Exchange): Response {
  const name = `projects/${exchange.params['project']}/subscriptions/${exchange.params['subscription']}`
  const subscription = state.subscriptions.get(name)
  if (subscription === undefined)
    return refuse(404, `Resource not found (resource=${exchange.params['subscription']}).`)
  if (exchange.method === 'GET') return json(subscription)
  if (exchange.method === 'DELETE') state.subscriptions.delete(name)
  else {
    const parsed = z.strictObject({ pushConfig: subscriptionBody.shape.pushConfig }).safeParse(parseJson(exchange))
    if (!parsed.success) return refuse(400, 'Invalid JSON payload received.')
    subscription.pushConfig = parsed.data.pushConfig
  }
  return json({})
}
