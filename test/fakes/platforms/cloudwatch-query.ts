import type { AwsKey } from './aws-signature.ts'
import { CLOUDWATCH_EXTERNAL_ID, CLOUDWATCH_ROLE_ARN, type CloudWatch } from './cloudwatch-state.ts'

/** The query protocol of STS and IAM: a form in, XML out. */
export type QueryAnswer = { result: string } | { status: number; code: string; message: string }

const fail = (status: number, code: string, message: string): QueryAnswer => ({ status, code, message })
const HOUR_MS = 3_600_000

/** `mayAssume` is the one key of our own account; others get AccessDenied. */
export function answerSts(
  { state, nowMs }: CloudWatch,
  key: AwsKey,
  form: URLSearchParams,
  mayAssume: string,
): QueryAnswer {
  if (form.get('Version') !== '2011-06-15') return fail(400, 'InvalidAction', 'Could not find operation for version')
  switch (form.get('Action')) {
    case 'GetCallerIdentity':
      return { result: `<Arn>${key.arn}</Arn><UserId>${key.userId}</UserId><Account>${state.accountId}</Account>` }
    case 'AssumeRole': {
      const roleArn = form.get('RoleArn')
      if (roleArn === null || !form.has('RoleSessionName'))
        return fail(400, 'ValidationError', 'RoleArn and RoleSessionName are required')
      const isTrusted = roleArn === CLOUDWATCH_ROLE_ARN && form.get('ExternalId') === CLOUDWATCH_EXTERNAL_ID
      if (!isTrusted || key.accessKeyId !== mayAssume) {
        return fail(
          403,
          'AccessDenied',
          `User: ${key.arn} is not authorized to perform: sts:AssumeRole on resource: ${roleArn}`,
        )
      }
      const session = sessionOf(state.keys.size, nowMs + HOUR_MS)
      state.keys.set(session.accessKeyId, session)
      const { accessKeyId, secretAccessKey, sessionToken } = session
      const expiration = `<Expiration>${new Date(nowMs + HOUR_MS).toISOString()}</Expiration>`
      const secret = `<SecretAccessKey>${secretAccessKey}</SecretAccessKey><SessionToken>${sessionToken}</SessionToken>`
      const credentials = `<Credentials><AccessKeyId>${accessKeyId}</AccessKeyId>${secret}${expiration}</Credentials>`
      return { result: `${credentials}<AssumedRoleUser><Arn>${session.arn}</Arn></AssumedRoleUser>` }
    }
    default:
      return fail(400, 'InvalidAction', `Could not find operation ${form.get('Action')}`)
  }
}

function sessionOf(number: number, expiresAtMs: number): AwsKey {
  return {
    accessKeyId: `ASIAPLANTEDSESSION${number}`,
    secretAccessKey: `planted/session/secret/${number}`,
    sessionToken: `planted-session-token-${number}==`,
    expiresAtMs,
    isActive: true,
    arn: CLOUDWATCH_ROLE_ARN.replace(':iam:', ':sts:').replace(':role/', ':assumed-role/').concat('/session'),
    userId: `AROAPLANTED:session-${number}`,
  }
}

export function answerIam({ state }: CloudWatch, form: URLSearchParams): QueryAnswer {
  if (form.get('Version') !== '2010-05-08') return fail(400, 'InvalidAction', 'Could not find operation for version')
  const name = form.get('RoleName') ?? ''
  const role = state.roles.get(name)
  const action = form.get('Action')
  if (action === 'CreateRole') {
    if (role !== undefined) return fail(409, 'EntityAlreadyExists', `Role with name ${name} already exists.`)
    const arn = `arn:aws:iam::${state.accountId}:role/${name}`
    state.roles.set(name, { arn, policies: new Map(), assumeRolePolicy: form.get('AssumeRolePolicyDocument') ?? '' })
    return { result: `<Role><RoleName>${name}</RoleName><Arn>${arn}</Arn></Role>` }
  }
  if (role === undefined) return fail(404, 'NoSuchEntity', `The role with name ${name} cannot be found.`)
  const policy = form.get('PolicyName') ?? ''
  switch (action) {
    case 'GetRole':
      return { result: `<Role><RoleName>${name}</RoleName><Arn>${role.arn}</Arn></Role>` }
    case 'PutRolePolicy':
      role.policies.set(policy, form.get('PolicyDocument') ?? '')
      return { result: '' }
    case 'DeleteRolePolicy':
      return role.policies.delete(policy) ? { result: '' } : fail(404, 'NoSuchEntity', 'The policy cannot be found.')
    case 'DeleteRole':
      if (role.policies.size > 0)
        return fail(409, 'DeleteConflict', 'Cannot delete entity, must delete policies first.')
      state.roles.delete(name)
      return { result: '' }
    default:
      return fail(400, 'InvalidAction', `Could not find operation ${action}`)
  }
}
