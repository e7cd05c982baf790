/**
 * Makes calls to AWS, signed with SigV4. The error code says more about a refusal than the status does, so it decides.
 */
import { AwsV4Signer } from 'aws4fetch'
import type { z } from 'zod'
import type { AwsKey, ConnectorDeps, Failure, FailureKind, Outcome } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { type OutboundResponse, retryAfterMs } from '../outbound/client.ts'
import { answer, type PlatformApi, unexpectedShape } from '../platform-api.ts'

export const NAME = 'AWS'

export interface SignedCall {
  readonly key: AwsKey
  readonly service: 'sts' | 'logs'
  readonly region: string
  readonly contentType: string
  /** The `X-Amz-Target` header of the JSON protocol. */
  readonly target?: string
  readonly body: string
}

const KIND_OF_CODE: Readonly<Record<string, FailureKind>> = {
  InvalidClientTokenId: 'bad_credentials',
  UnrecognizedClientException: 'bad_credentials',
  SignatureDoesNotMatch: 'bad_credentials',
  InvalidSignatureException: 'bad_credentials',
  IncompleteSignature: 'bad_credentials',
  IncompleteSignatureException: 'bad_credentials',
  MissingAuthenticationToken: 'bad_credentials',
  MissingAuthenticationTokenException: 'bad_credentials',
  ExpiredToken: 'bad_credentials',
  ExpiredTokenException: 'bad_credentials',
  AuthFailure: 'bad_credentials',
  AccessDenied: 'missing_scope',
  AccessDeniedException: 'missing_scope',
  NotAuthorized: 'missing_scope',
  OptInRequired: 'missing_scope',
  RegionDisabledException: 'missing_scope',
  Throttling: 'rate_limited',
  ThrottlingException: 'rate_limited',
  ThrottledException: 'rate_limited',
  RequestLimitExceeded: 'rate_limited',
  TooManyRequestsException: 'rate_limited',
  // The error code of Insights when the account already runs as many queries as it may.
  LimitExceededException: 'rate_limited',
  ResourceNotFoundException: 'not_found',
  ServiceUnavailable: 'vendor_error',
  ServiceUnavailableException: 'vendor_error',
  InternalFailure: 'vendor_error',
  InvalidParameterException: 'bad_config',
  InvalidOperationException: 'bad_config',
  MalformedQueryException: 'bad_config',
  ValidationError: 'bad_config',
}

const MESSAGES: Partial<Record<FailureKind, string>> = {
  bad_credentials: 'AWS does not accept this key: it is wrong, inactive, deleted or expired.',
  not_found: 'The log group no longer exists in this region.',
  rate_limited: 'AWS is limiting the rate of calls to CloudWatch Logs.',
  vendor_error: 'CloudWatch Logs failed.',
}

/**
 * Reads the error code. `sts` wraps its error in XML; the JSON services write `__type`, sometimes with a namespace
 * before `#`.
 */
function awsCode(response: OutboundResponse): { code: string; message: string } | null {
  const body = response.json()
  if (typeof body === 'object' && body !== null && '__type' in body && typeof body.__type === 'string') {
    const message = 'message' in body && typeof body.message === 'string' ? body.message : ''
    return { code: body.__type.split('#').at(-1) ?? '', message }
  }
  const text = response.text()
  const code = elementOf(text, 'Code')
  return code === null ? null : { code, message: elementOf(text, 'Message') ?? '' }
}

function refine(response: OutboundResponse): Failure | null {
  if (response.status < 400) return null
  const refusal = awsCode(response)
  const kind = refusal && KIND_OF_CODE[refusal.code]
  if (!refusal || !kind) return null
  if (kind === 'missing_scope') return failure(kind, deniedMessage(refusal.message))
  if (kind === 'bad_config') return failure(kind, `CloudWatch Logs refused the call: ${refusal.message.slice(0, 300)}`)
  const retryMs = kind === 'rate_limited' ? retryAfterMs(response.headers.get('retry-after')) : null
  return failure(kind, MESSAGES[kind] ?? `AWS refused the call (${refusal.code}).`, retryMs ?? undefined)
}

/** Names the missing permission. The rest of AWS's sentence is left out. */
function deniedMessage(message: string): string {
  const action = /perform: ([\w-]+:\w+)/.exec(message)?.[1]
  if (action === 'sts:AssumeRole')
    return 'AWS refuses to let us assume this role: its trust policy must name our account and this external id.'
  return action
    ? `AWS does not allow ${action}: add it to the policy of the role or user.`
    : 'AWS does not allow this; check the policy of the role or user, and that the region is enabled.'
}

/** The regional endpoint. China has a domain of its own. */
export const hostOf = (service: SignedCall['service'], region: string): string =>
  `${service}.${region}.${region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'}`

export async function signedCall(deps: ConnectorDeps, call: SignedCall): Promise<Outcome<OutboundResponse>> {
  const url = `https://${hostOf(call.service, call.region)}/`
  const headers = {
    'content-type': call.contentType,
    ...(call.target === undefined ? {} : { 'x-amz-target': call.target }),
  }
  const { sessionToken, ...key } = call.key
  const signer = new AwsV4Signer({
    method: 'POST',
    url,
    headers,
    body: call.body,
    service: call.service,
    region: call.region,
    datetime: new Date(deps.now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    ...key,
    ...(sessionToken === undefined ? {} : { sessionToken }),
  })
  const signed = await signer.sign()
  const api: PlatformApi = { http: deps.http, name: NAME, baseUrl: url, headers: {}, refine }
  // Every call to AWS only reads.
  return answer(api, {
    method: 'POST',
    path: url,
    body: call.body,
    headers: Object.fromEntries(signed.headers),
    isRepeatable: true,
  })
}

/** Calls an operation of CloudWatch Logs. */
export async function callLogs<Value>(
  deps: ConnectorDeps,
  session: { readonly key: AwsKey; readonly region: string },
  operation: string,
  input: object,
  schema: z.ZodType<Value>,
): Promise<Outcome<Value>> {
  const answered = await signedCall(deps, {
    ...session,
    service: 'logs',
    contentType: 'application/x-amz-json-1.1',
    target: `Logs_20140328.${operation}`,
    body: JSON.stringify(input),
  })
  if (!answered.ok) return answered
  const parsed = schema.safeParse(answered.value.json())
  return parsed.success ? success(parsed.data) : unexpectedShape(NAME)
}

/** The text of an element that contains only text. STS answers are small and flat, so they need no XML parser. */
export function elementOf(xml: string, name: string): string | null {
  const text = new RegExp(`<${RegExp.escape(name)}>([^<]+)</${RegExp.escape(name)}>`).exec(xml)?.[1]
  return text === undefined ? null : text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
