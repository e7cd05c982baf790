/**
 * AWS CloudWatch Logs with STS, Firehose and IAM. Facts in docs/connectors.md, all of them G.
 * The signature (SigV4) of every request is verified against the key's secret and the fake's clock.
 * Weak there, chosen here:
 * - Limits (G/W): 5 FilterLogEvents, 10 DescribeLogGroups, 5 StartQuery a second.
 * - Throttling is HTTP 400 `ThrottlingException` (JSON) or `Throttling` (XML), with Retry-After only when a test asks.
 * - A Firehose stream is ACTIVE at the third description.
 */
import { type AwsKey, type SignatureProblem, verifyAwsSignature } from './aws-signature.ts'
import { FIREHOSE_OPERATIONS } from './cloudwatch-firehose.ts'
import { LOGS_OPERATIONS } from './cloudwatch-logs.ts'
import { answerIam, answerSts } from './cloudwatch-query.ts'
import {
  CLOUDWATCH_ACCOUNT_ID,
  CLOUDWATCH_EXTERNAL_ID,
  CLOUDWATCH_FOREIGN_FILTER,
  CLOUDWATCH_REGION,
  CLOUDWATCH_ROLE_ARN,
  type CloudWatch,
  type CloudWatchState,
  initialCloudWatchState,
} from './cloudwatch-state.ts'
import { FakeControl } from './control.ts'
import { type Exchange, parseJson, retryAfter } from './exchange.ts'
import { createPlatformFake, type FakeDestination, type FakeOptions, type PlatformFake } from './platform-fake.ts'

function keyOf(kind: string, isActive = true): AwsKey {
  const user = `arn:aws:iam::${CLOUDWATCH_ACCOUNT_ID}:user/${kind}`
  return {
    accessKeyId: `AKIAPLANTED${kind.toUpperCase()}`,
    secretAccessKey: `planted/aws/${kind}/secret+9fK2`,
    isActive,
    arn: user,
    userId: `AIDA${kind.toUpperCase()}`,
  }
}

export const AWS_KEY_GOOD = keyOf('good')
export const AWS_KEY_REVOKED = keyOf('revoked', false)
/** May tell who it is, and nothing else. */
export const AWS_KEY_UNDER_SCOPED = keyOf('underscoped')
/** Our own account's key, which may assume the customer's role and do nothing in the customer's account itself. */
export const AWS_KEY_OF_SERVICE = keyOf('service')
export const AWS_KEY_BAD = { ...keyOf('bad') }
/** Metadata of a connection by role: our own key assumes it with the external id. */
export const CLOUDWATCH_ROLE_METADATA = {
  role_arn: CLOUDWATCH_ROLE_ARN,
  external_id: CLOUDWATCH_EXTERNAL_ID,
  region: CLOUDWATCH_REGION,
}
export const AWS_SECRET_WRONG = 'planted/aws/wrong/secret+0000'

type Family = { service: string; kind: 'json' | 'query'; region: string }

export function createCloudWatchFake(
  options: FakeOptions & { groupCount?: number } = {},
): PlatformFake<CloudWatchState> {
  const keys = [AWS_KEY_GOOD, AWS_KEY_REVOKED, AWS_KEY_UNDER_SCOPED, AWS_KEY_OF_SERVICE]
  const state = initialCloudWatchState(keys, options.groupCount ?? 130)
  const control = new FakeControl()
  const metadata = ({ accessKeyId, secretAccessKey }: AwsKey) => ({
    access_key_id: accessKeyId,
    secret_access_key: secretAccessKey,
    region: CLOUDWATCH_REGION,
  })
  return createPlatformFake<CloudWatchState>(
    {
      id: 'cloudwatch',
      hosts: ['*.amazonaws.com'],
      state,
      control,
      credentials: {
        good: metadata(AWS_KEY_GOOD),
        bad: metadata(AWS_KEY_BAD),
        revoked: metadata(AWS_KEY_REVOKED),
        underScoped: metadata(AWS_KEY_UNDER_SCOPED),
      },
      secrets: [...keys.map((key) => key.secretAccessKey), AWS_KEY_BAD.secretAccessKey, AWS_SECRET_WRONG],
      resources: () => [...state.groups.keys()],
      destinations: () => destinationsOf(state),
      routes: [
        {
          method: 'POST',
          pattern: '/',
          handle: (exchange) => answer({ state, control, nowMs: exchange.nowMs }, exchange),
        },
      ],
      rateLimited: (exchange, seconds) => throttled(exchange, seconds),
      serverError: (exchange, status) =>
        refusal(exchange, status, status === 503 ? 'ServiceUnavailableException' : 'InternalFailure', 'Internal error'),
      notFound: (exchange) => refusal(exchange, 404, 'UnknownOperationException', ''),
      unexpectedShape: (exchange) =>
        familyOf(exchange)?.kind === 'query' ? xml(200, '<Response/>') : amzJson({}, 200),
      limits: limitOf,
    },
    options,
  )
}

function familyOf({ url }: Exchange): Family | null {
  const match = /^(sts|iam|logs|firehose)(?:\.([a-z0-9-]+))?\.amazonaws\.com$/.exec(url.host)
  const service = match?.[1]
  if (service === undefined) return null
  // The global endpoints sign for us-east-1.
  return { service, kind: service === 'sts' || service === 'iam' ? 'query' : 'json', region: match?.[2] ?? 'us-east-1' }
}

function limitOf({ headers, url }: Exchange) {
  const operation = headers.get('x-amz-target')?.split('.')[1]
  const perSecond = operation === 'FilterLogEvents' || operation === 'StartQuery' ? 5 : 10
  return operation === undefined ? null : { key: `${url.host} ${operation}`, requestsMax: perSecond, windowMs: 1000 }
}

async function answer(cloudwatch: CloudWatch, exchange: Exchange): Promise<Response> {
  const family = familyOf(exchange)
  if (family === null) return refusal(exchange, 404, 'UnknownOperationException', '')
  const signature = await verifyAwsSignature(exchange, cloudwatch.state.keys, family)
  if ('problem' in signature) return refuseSignature(exchange, family, signature.problem)
  const { key } = signature
  if (family.kind === 'query') return answerQuery(cloudwatch, exchange, family, key)
  const isReader = key.accessKeyId === AWS_KEY_GOOD.accessKeyId || key.sessionToken !== undefined
  const [prefix, operation = ''] = (exchange.headers.get('x-amz-target') ?? '').split('.')
  const isLogs = family.service === 'logs'
  const operations = isLogs ? LOGS_OPERATIONS : FIREHOSE_OPERATIONS
  const run = prefix === (isLogs ? 'Logs_20140328' : 'Firehose_20150804') ? operations[operation] : undefined
  if (run === undefined) return refusal(exchange, 400, 'UnknownOperationException', '')
  if (!exchange.headers.get('content-type')?.startsWith('application/x-amz-json-1.1')) {
    return refusal(exchange, 400, 'SerializationException', 'Content-Type must be application/x-amz-json-1.1')
  }
  if (!isReader) {
    const action = `${family.service}:${operation}`
    return refusal(exchange, 400, 'AccessDeniedException', `User: ${key.arn} is not authorized to perform: ${action}`)
  }
  const result = run(cloudwatch, parseJson(exchange))
  return 'error' in result ? refusal(exchange, 400, result.error, result.message) : amzJson(result.body, 200)
}

function answerQuery(cloudwatch: CloudWatch, exchange: Exchange, family: Family, key: AwsKey): Response {
  const form = new URLSearchParams(exchange.bodyText)
  const action = form.get('Action') ?? ''
  const isDenied = family.service === 'iam' && key.accessKeyId !== AWS_KEY_GOOD.accessKeyId
  if (isDenied)
    return refusal(exchange, 403, 'AccessDenied', `User: ${key.arn} is not authorized to perform: iam:${action}`)
  const result =
    family.service === 'sts'
      ? answerSts(cloudwatch, key, form, AWS_KEY_OF_SERVICE.accessKeyId)
      : answerIam(cloudwatch, form)
  if ('code' in result) return refusal(exchange, result.status, result.code, result.message)
  return xml(200, `<${action}Response><${action}Result>${result.result}</${action}Result></${action}Response>`)
}

/** STS tells problems by XML codes and 403; the JSON services by `__type` and 400. */
function refuseSignature(exchange: Exchange, { kind }: Family, problem: SignatureProblem): Response {
  const isQuery = kind === 'query'
  const of = (queryCode: string, jsonType: string, message: string, status = 403) =>
    refusal(exchange, isQuery ? status : 400, isQuery ? queryCode : jsonType, message)
  switch (problem) {
    case 'missing':
      return of('MissingAuthenticationToken', 'MissingAuthenticationTokenException', 'Missing Authentication Token')
    case 'unknown_key':
      return of(
        'InvalidClientTokenId',
        'UnrecognizedClientException',
        'The security token included in the request is invalid.',
      )
    case 'expired_token':
      return of('ExpiredToken', 'ExpiredTokenException', 'The security token included in the request is expired', 400)
    case 'skewed':
      return of('SignatureDoesNotMatch', 'InvalidSignatureException', 'Signature expired or not yet current')
    case 'wrong_scope':
      return of(
        'SignatureDoesNotMatch',
        'InvalidSignatureException',
        'Credential should be scoped to a valid region and service.',
      )
    case 'wrong_signature':
      return of(
        'SignatureDoesNotMatch',
        'InvalidSignatureException',
        'The request signature we calculated does not match the signature you provided.',
      )
  }
}

function throttled(exchange: Exchange, seconds: number | undefined): Response {
  const isQuery = familyOf(exchange)?.kind === 'query'
  return refusal(exchange, 400, isQuery ? 'Throttling' : 'ThrottlingException', 'Rate exceeded', retryAfter(seconds))
}

function refusal(
  exchange: Exchange,
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  if (familyOf(exchange)?.kind !== 'query') return amzJson({ __type: code, message }, status, headers)
  const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>`
  return xml(status, `<ErrorResponse>${error}<RequestId>req-1</RequestId></ErrorResponse>`, headers)
}

function amzJson(body: unknown, status: number, headers: Record<string, string> = {}): Response {
  const content = body === null ? '' : JSON.stringify(body)
  return new Response(content, { status, headers: { 'content-type': 'application/x-amz-json-1.1', ...headers } })
}

function xml(status: number, body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: { 'content-type': 'text/xml', ...headers } })
}

/** A group's filter sends to the URL of the stream it names. */
function destinationsOf(state: CloudWatchState): FakeDestination[] {
  const urlOf = (arn: string) => [...state.streams.values()].find((stream) => stream.arn === arn)?.url ?? arn
  const filters = [...state.groups.values()].flatMap(({ name, filters: own }) =>
    [...own.values()].map((raw) => ({
      id: raw.filterName,
      resource: name,
      url: urlOf(raw.destinationArn),
      isForeign: raw.filterName.startsWith(CLOUDWATCH_FOREIGN_FILTER),
      raw,
    })),
  )
  const policy = state.accountPolicy
  if (policy === null) return filters
  return [
    ...filters,
    { id: policy.policyName, resource: '*', url: urlOf(policy.destinationArn), isForeign: false, raw: policy },
  ]
}
