import { z } from 'zod'
import type { AwsAnswer, CloudWatch, LogGroup } from './cloudwatch-state.ts'
import type { SeededLog } from './control.ts'
import { pageAfter } from './paging.ts'

type Operation = (cloudwatch: CloudWatch, input: unknown) => AwsAnswer

const fail = (type: string, message: string): AwsAnswer => ({ error: type, message })
const invalid = (error: z.ZodError): AwsAnswer =>
  fail('InvalidParameterException', error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))

/** Parses the input strictly, because the real service refuses members it does not know. */
function operation<Schema extends z.ZodType>(
  schema: Schema,
  run: (cloudwatch: CloudWatch, input: z.infer<Schema>) => AwsAnswer,
): Operation {
  return (cloudwatch, input) => {
    const parsed = schema.safeParse(input)
    return parsed.success ? run(cloudwatch, parsed.data) : invalid(parsed.error)
  }
}

const groupName = z.string().min(1).max(512)

const describeLogGroups = operation(
  z.strictObject({
    logGroupNamePrefix: groupName.optional(),
    logGroupNamePattern: groupName.optional(),
    limit: z.number().int().min(1).max(50).optional(),
    nextToken: z.string().optional(),
    includeLinkedAccounts: z.boolean().optional(),
  }),
  ({ state }, { logGroupNamePrefix: prefix, logGroupNamePattern: pattern, limit, nextToken }) => {
    if (prefix !== undefined && pattern !== undefined) {
      return fail('InvalidParameterException', 'logGroupNamePrefix and logGroupNamePattern exclude each other')
    }
    const groups = [...state.groups.values()].filter(
      ({ name }) => name.startsWith(prefix ?? '') && name.toLowerCase().includes((pattern ?? '').toLowerCase()),
    )
    const found = pageAfter(groups, ({ name }) => btoa(name), nextToken ?? null, limit ?? 50)
    if (found === null) return fail('InvalidParameterException', 'The specified nextToken is invalid.')
    const last = found.page.at(-1)
    const logGroups = found.page.map((group) => viewOfGroup(state.accountId, state.region, group))
    return { body: found.isLast || last === undefined ? { logGroups } : { logGroups, nextToken: btoa(last.name) } }
  },
)

function viewOfGroup(accountId: string, region: string, { name }: LogGroup): object {
  const logGroupArn = `arn:aws:logs:${region}:${accountId}:log-group:${name}`
  const fixed = { creationTime: 1_767_225_600_000, retentionInDays: 30, storedBytes: 1024, logGroupClass: 'STANDARD' }
  return { logGroupName: name, arn: `${logGroupArn}:*`, logGroupArn, metricFilterCount: 0, ...fixed }
}

/** The first page of every read is empty and has a token, as the real service does when it is still searching. */
const filterLogEvents = operation(
  z.strictObject({
    logGroupName: groupName.optional(),
    logGroupIdentifier: z.string().optional(),
    logStreamNames: z.array(z.string()).optional(),
    startTime: z.number().int().min(0).optional(),
    endTime: z.number().int().min(0).optional(),
    filterPattern: z.string().max(1024).optional(),
    limit: z.number().int().min(1).max(10_000).optional(),
    nextToken: z.string().optional(),
    interleaved: z.boolean().optional(),
  }),
  ({ state, control }, input) => {
    const name = input.logGroupName ?? input.logGroupIdentifier?.split(':log-group:').at(-1)?.replace(/:\*$/, '')
    if (name === undefined)
      return fail('InvalidParameterException', 'Either logGroupName or logGroupIdentifier is required')
    if (!state.groups.has(name)) return fail('ResourceNotFoundException', 'The specified log group does not exist.')
    const events = control.logs
      .map((log, index) => ({ log, eventId: `3${String(index).padStart(55, '0')}` }))
      .filter(({ log }) => (log.resource ?? [...state.groups.keys()][0]) === name)
      .filter(({ log }) => log.atMs >= (input.startTime ?? 0) && log.atMs < (input.endTime ?? Number.MAX_SAFE_INTEGER))
      .filter(({ log }) => log.message.includes((input.filterPattern ?? '').replaceAll('"', '')))
    if (input.nextToken === undefined) return { body: { events: [], searchedLogStreams: [], nextToken: 'tok-start' } }
    const after = input.nextToken === 'tok-start' ? null : input.nextToken
    const found = pageAfter(events, ({ eventId }) => eventId, after, input.limit ?? 10_000)
    if (found === null) return fail('InvalidParameterException', 'The specified nextToken is invalid.')
    const page = found.page.map(({ log, eventId }) => eventOf(log, eventId))
    const nextToken = found.page.at(-1)?.eventId
    return { body: { events: page, searchedLogStreams: [], ...(found.isLast ? {} : { nextToken }) } }
  },
)

function eventOf(log: SeededLog, eventId: string): object {
  const logStreamName = log.attributes?.['stream'] ?? '2026/01/01/[$LATEST]ab'
  return { eventId, logStreamName, timestamp: log.atMs, ingestionTime: log.atMs + 500, message: log.message }
}

const putSubscriptionFilter = operation(
  z.strictObject({
    logGroupName: groupName,
    filterName: z.string().min(1).max(512),
    filterPattern: z.string().max(1024),
    destinationArn: z.string().min(1),
    roleArn: z.string().optional(),
    distribution: z.enum(['Random', 'ByLogStream']).optional(),
  }),
  ({ state }, input) => {
    const group = state.groups.get(input.logGroupName)
    if (group === undefined) return fail('ResourceNotFoundException', 'The specified log group does not exist.')
    const problem = destinationProblem(state, input.destinationArn, input.roleArn)
    if (problem !== null) return problem
    if (!group.filters.has(input.filterName) && group.filters.size >= 2) {
      return fail('LimitExceededException', 'Resource limit exceeded.')
    }
    group.filters.set(input.filterName, input)
    return { body: null }
  },
)

/** A stream must exist, be ACTIVE, and the role must exist: the service sends a test message through both. */
function destinationProblem(
  state: CloudWatch['state'],
  destinationArn: string,
  roleArn: string | undefined,
): AwsAnswer | null {
  const stream = state.streams.get(destinationArn.split('/').at(-1) ?? '')
  if (stream?.arn !== destinationArn || stream.status !== 'ACTIVE') {
    const message =
      'Could not deliver test message to specified Firehose stream. Check if the given Firehose stream is in ACTIVE state.'
    return fail('InvalidParameterException', message)
  }
  if (roleArn === undefined || !state.roles.has(roleArn.split('/').at(-1) ?? '')) {
    return fail(
      'InvalidParameterException',
      'Could not deliver test message: the role cannot be assumed by logs.amazonaws.com',
    )
  }
  return null
}

const describeSubscriptionFilters = operation(
  z.strictObject({
    logGroupName: groupName,
    filterNamePrefix: z.string().optional(),
    limit: z.number().int().min(1).max(50).optional(),
    nextToken: z.string().optional(),
  }),
  ({ state }, { logGroupName, filterNamePrefix }) => {
    const group = state.groups.get(logGroupName)
    if (group === undefined) return fail('ResourceNotFoundException', 'The specified log group does not exist.')
    const filters = [...group.filters.values()].filter(({ filterName }) =>
      filterName.startsWith(filterNamePrefix ?? ''),
    )
    return { body: { subscriptionFilters: filters } }
  },
)

const deleteSubscriptionFilter = operation(
  z.strictObject({ logGroupName: groupName, filterName: z.string() }),
  ({ state }, { logGroupName, filterName }) => {
    const isDeleted = state.groups.get(logGroupName)?.filters.delete(filterName) === true
    return isDeleted
      ? { body: null }
      : fail('ResourceNotFoundException', 'The specified subscription filter does not exist.')
  },
)

const accountPolicy = z.strictObject({
  policyName: z.string().min(1),
  policyType: z.enum(['SUBSCRIPTION_FILTER_POLICY', 'DATA_PROTECTION_POLICY']),
  policyDocument: z.string(),
  scope: z.literal('ALL').optional(),
  selectionCriteria: z.string().optional(),
})

/** One subscription policy an account and region: the slot is another's when its name differs. */
const putAccountPolicy = operation(accountPolicy, ({ state }, input) => {
  if (state.accountPolicy !== null && state.accountPolicy.policyName !== input.policyName) {
    return fail('LimitExceededException', 'Only one subscription filter policy is allowed in an account')
  }
  const document = z.object({ DestinationArn: z.string(), RoleArn: z.string(), FilterPattern: z.string() })
  let decoded: unknown
  try {
    decoded = JSON.parse(input.policyDocument)
  } catch {
    decoded = null
  }
  const parsed = document.safeParse(decoded)
  if (!parsed.success) return invalid(parsed.error)
  const problem = destinationProblem(state, parsed.data.DestinationArn, parsed.data.RoleArn)
  if (problem !== null) return problem
  state.accountPolicy = { ...input, destinationArn: parsed.data.DestinationArn }
  return { body: { accountPolicy: input } }
})

const describeAccountPolicies = operation(
  z.strictObject({ policyType: z.string(), policyName: z.string().optional() }),
  ({ state }) => ({ body: { accountPolicies: state.accountPolicy === null ? [] : [state.accountPolicy] } }),
)

const deleteAccountPolicy = operation(
  z.strictObject({ policyName: z.string(), policyType: z.string() }),
  ({ state }, { policyName }) => {
    if (state.accountPolicy?.policyName !== policyName)
      return fail('ResourceNotFoundException', 'The policy does not exist.')
    state.accountPolicy = null
    return { body: null }
  },
)

/** Of a query only `filter @message like "…"` narrows; what is left of too many are the newest lines. */
const phrasesOf = (query: string): string[] =>
  [...query.matchAll(/filter @message like "((?:[^"\\]|\\.)*)"/g)].map(([, phrase = '']) =>
    phrase.replaceAll(/\\(.)/g, '$1'),
  )

const startQuery = operation(
  z.strictObject({
    logGroupName: groupName.optional(),
    logGroupNames: z.array(groupName).optional(),
    logGroupIdentifiers: z.array(z.string()).optional(),
    startTime: z.number().int(),
    endTime: z.number().int(),
    queryString: z.string().max(10_000),
    limit: z.number().int().min(1).max(10_000).optional(),
    queryLanguage: z.string().optional(),
  }),
  ({ state }, input) => {
    const names = input.logGroupNames ?? (input.logGroupName === undefined ? [] : [input.logGroupName])
    if (names.some((name) => !state.groups.has(name)))
      return fail('ResourceNotFoundException', 'Log group does not exist')
    if (!/^\s*(fields|filter|stats|display|sort|limit|parse)\b/i.test(input.queryString)) {
      return fail('MalformedQueryException', 'unexpected symbol found')
    }
    const queryId = crypto.randomUUID()
    // Seconds here, milliseconds in FilterLogEvents.
    state.queries.set(queryId, {
      names,
      startMs: input.startTime * 1000,
      endMs: input.endTime * 1000,
      limit: input.limit ?? 1000,
      phrases: phrasesOf(input.queryString),
      polls: 0,
    })
    return { body: { queryId } }
  },
)

const getQueryResults = operation(z.strictObject({ queryId: z.string() }), ({ state, control }, { queryId }) => {
  const query = state.queries.get(queryId)
  if (query === undefined) return fail('ResourceNotFoundException', 'The specified query does not exist.')
  if (query.polls++ === 0) return { body: { status: 'Running', results: [], statistics: {} } }
  const logs = control.logs.filter(
    (log) =>
      query.names.includes(log.resource ?? [...state.groups.keys()][0] ?? '') &&
      log.atMs >= query.startMs &&
      log.atMs <= query.endMs &&
      query.phrases.every((phrase) => log.message.includes(phrase)),
  )
  const results = logs.slice(-query.limit).map((log, index) => [
    { field: '@timestamp', value: new Date(log.atMs).toISOString().replace('T', ' ').replace('Z', '') },
    { field: '@message', value: log.message },
    { field: '@ptr', value: `ptr-${index}` },
  ])
  return { body: { status: 'Complete', results, statistics: { recordsMatched: results.length } } }
})

export const LOGS_OPERATIONS: Readonly<Record<string, Operation>> = {
  DescribeLogGroups: describeLogGroups,
  FilterLogEvents: filterLogEvents,
  PutSubscriptionFilter: putSubscriptionFilter,
  DescribeSubscriptionFilters: describeSubscriptionFilters,
  DeleteSubscriptionFilter: deleteSubscriptionFilter,
  PutAccountPolicy: putAccountPolicy,
  DescribeAccountPolicies: describeAccountPolicies,
  DeleteAccountPolicy: deleteAccountPolicy,
  StartQuery: startQuery,
  GetQueryResults: getQueryResults,
}
