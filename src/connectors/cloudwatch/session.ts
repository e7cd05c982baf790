/**
 * The AWS key that a connection works with. It is the connection's own key, or that of a role, which is assumed with
 * the connection's or the deployment's key.
 */
import type { AwsKey, ConnectorDeps, Outcome } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { unexpectedShape } from '../platform-api.ts'
import { elementOf, NAME, signedCall } from './aws-api.ts'
import type { CloudWatchMetadata } from './metadata.ts'

export interface AwsSession {
  readonly key: AwsKey
  readonly region: string
}

/** The shortest session that AWS offers. A session serves one operation. */
const SESSION_SECONDS = 900
const STS_VERSION = '2011-06-15'

export async function sessionOf(deps: ConnectorDeps, metadata: CloudWatchMetadata): Promise<Outcome<AwsSession>> {
  const own = ownKey(metadata)
  if (metadata.role_arn === undefined) {
    return own === null
      ? failure('bad_config', 'The connection needs a role, or an access key id and its secret.')
      : success({ key: own, region: metadata.region })
  }
  const key = own ?? deps.awsKey
  if (key === undefined) {
    return failure(
      'bad_config',
      'This deployment has no AWS key to assume roles with: give the connection an access key that may assume the role, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for the deployment.',
    )
  }
  return assumeRole(deps, metadata, key)
}

/**
 * Many customers trust the deployment's key. A role must therefore be bound to the customer who connected it: its trust
 * policy must refuse every other external id. Otherwise anyone who knows the role's ARN could read its logs.
 */
export async function refusesOthers(deps: ConnectorDeps, metadata: CloudWatchMetadata): Promise<Outcome<null>> {
  if (metadata.role_arn === undefined || ownKey(metadata) !== null || deps.awsKey === undefined) return success(null)
  const otherId = `${metadata.external_id}-not-this-one`
  const assumed = await assumeRole(deps, { ...metadata, external_id: otherId }, deps.awsKey)
  if (!assumed.ok) return assumed.kind === 'missing_scope' ? success(null) : assumed
  return failure(
    'bad_config',
    "The role's trust policy does not check the external id, so others could use the role. Add the condition sts:ExternalId.",
  )
}

/** The account id (twelve digits) and the name of the key's owner. */
export async function callerOf(deps: ConnectorDeps, session: AwsSession): Promise<Outcome<string>> {
  const answered = await sts(deps, session, { Action: 'GetCallerIdentity' })
  if (!answered.ok) return answered
  const [account, arn] = [elementOf(answered.value, 'Account'), elementOf(answered.value, 'Arn')]
  if (account === null || arn === null) return unexpectedShape(NAME)
  return success(`${account} (${arn.split(':').at(-1)})`)
}

function ownKey({ access_key_id, secret_access_key, session_token }: CloudWatchMetadata): AwsKey | null {
  if (access_key_id === undefined || secret_access_key === undefined) return null
  return {
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    ...(session_token === undefined ? {} : { sessionToken: session_token }),
  }
}

async function assumeRole(
  deps: ConnectorDeps,
  { role_arn = '', external_id = '', region }: CloudWatchMetadata,
  key: AwsKey,
): Promise<Outcome<AwsSession>> {
  const answered = await sts(
    deps,
    { key, region },
    {
      Action: 'AssumeRole',
      RoleArn: role_arn,
      ExternalId: external_id,
      RoleSessionName: 'observability',
      DurationSeconds: String(SESSION_SECONDS),
    },
  )
  if (!answered.ok) return answered
  const [accessKeyId, secretAccessKey, sessionToken] = ['AccessKeyId', 'SecretAccessKey', 'SessionToken'].map((name) =>
    elementOf(answered.value, name),
  )
  if (!accessKeyId || !secretAccessKey || !sessionToken) return unexpectedShape(NAME)
  return success({ key: { accessKeyId, secretAccessKey, sessionToken }, region })
}

async function sts(
  deps: ConnectorDeps,
  { key, region }: AwsSession,
  form: Readonly<Record<string, string>>,
): Promise<Outcome<string>> {
  const answered = await signedCall(deps, {
    key,
    region,
    service: 'sts',
    contentType: 'application/x-www-form-urlencoded; charset=utf-8',
    body: new URLSearchParams({ Version: STS_VERSION, ...form }).toString(),
  })
  return answered.ok ? success(answered.value.text()) : answered
}
