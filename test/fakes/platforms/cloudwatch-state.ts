import type { AwsKey } from './aws-signature.ts'
import type { FakeControl } from './control.ts'
import { many } from './paging.ts'
import { FOREIGN_DESTINATION_URL } from './platform-fake.ts'

export const CLOUDWATCH_REGION = 'eu-central-1'
export const CLOUDWATCH_ACCOUNT_ID = '123456789012'
export const CLOUDWATCH_FOREIGN_FILTER = 'someone-else'
/** The role of the customer that our own account may assume with the external id. */
export const CLOUDWATCH_ROLE_ARN = `arn:aws:iam::${CLOUDWATCH_ACCOUNT_ID}:role/observability-reader`
export const CLOUDWATCH_EXTERNAL_ID = 'ext-4f1b7c-90aa-41d2'
/** Roles and a bucket that are there before us, for those who may not create any. */
export const CLOUDWATCH_FIREHOSE_ROLE_ARN = `arn:aws:iam::${CLOUDWATCH_ACCOUNT_ID}:role/firehose-delivery`
export const CLOUDWATCH_LOGS_ROLE_ARN = `arn:aws:iam::${CLOUDWATCH_ACCOUNT_ID}:role/logs-to-firehose`
export const CLOUDWATCH_BUCKET_ARN = 'arn:aws:s3:::shop-failed-deliveries'

export type SubscriptionFilter = { logGroupName: string; filterName: string; destinationArn: string } & Record<
  string,
  unknown
>
export type LogGroup = { name: string; filters: Map<string, SubscriptionFilter> }
export type DeliveryStream = {
  name: string
  arn: string
  url: string
  status: 'CREATING' | 'ACTIVE'
  polls: number
  input: unknown
}
export type AccountPolicy = { policyName: string; destinationArn: string } & Record<string, unknown>
export type Query = { names: string[]; startMs: number; endMs: number; limit: number; phrases: string[]; polls: number }

export type CloudWatchState = {
  accountId: string
  region: string
  keys: Map<string, AwsKey>
  groups: Map<string, LogGroup>
  streams: Map<string, DeliveryStream>
  roles: Map<string, { arn: string; policies: Map<string, string>; assumeRolePolicy: string }>
  accountPolicy: AccountPolicy | null
  queries: Map<string, Query>
}

export type CloudWatch = { state: CloudWatchState; control: FakeControl; nowMs: number }
/** A JSON body, nothing, or an error by its `__type`. */
export type AwsAnswer = { body: unknown } | { error: string; message: string }

/** The first group sends to someone else, the second to two of them, which is all a group can have. */
export function initialCloudWatchState(keys: readonly AwsKey[], groupCount: number): CloudWatchState {
  const foreignArn = `arn:aws:firehose:${CLOUDWATCH_REGION}:${CLOUDWATCH_ACCOUNT_ID}:deliverystream/${CLOUDWATCH_FOREIGN_FILTER}`
  const foreign = (logGroupName: string, filterName: string): [string, SubscriptionFilter] => [
    filterName,
    { logGroupName, filterName, filterPattern: '', destinationArn: foreignArn },
  ]
  const groups = many(groupCount, (index): LogGroup => {
    const name =
      index % 2 === 0
        ? `/aws/lambda/shop-${String(index).padStart(3, '0')}`
        : `/ecs/shop-${String(index).padStart(3, '0')}`
    const filters = [foreign(name, CLOUDWATCH_FOREIGN_FILTER), foreign(name, `${CLOUDWATCH_FOREIGN_FILTER}-2`)]
    return { name, filters: new Map(index === 0 ? filters.slice(0, 1) : index === 1 ? filters : []) }
  })
  const role = (arn: string) =>
    [arn.split('/').at(-1) ?? '', { arn, policies: new Map<string, string>(), assumeRolePolicy: '{}' }] as const
  return {
    accountId: CLOUDWATCH_ACCOUNT_ID,
    region: CLOUDWATCH_REGION,
    keys: new Map(keys.map((key) => [key.accessKeyId, key])),
    groups: new Map(groups.map((group) => [group.name, group])),
    streams: new Map([
      [
        CLOUDWATCH_FOREIGN_FILTER,
        {
          name: CLOUDWATCH_FOREIGN_FILTER,
          arn: foreignArn,
          url: FOREIGN_DESTINATION_URL,
          status: 'ACTIVE',
          polls: 0,
          input: {},
        },
      ],
    ]),
    roles: new Map([role(CLOUDWATCH_FIREHOSE_ROLE_ARN), role(CLOUDWATCH_LOGS_ROLE_ARN)]),
    accountPolicy: null,
    queries: new Map(),
  }
}
