import { AwsClient } from 'aws4fetch'
import { describe, expect, it } from 'vitest'
import type { AwsKey } from './aws-signature.ts'
import {
  AWS_KEY_GOOD,
  AWS_KEY_OF_SERVICE,
  AWS_KEY_UNDER_SCOPED,
  AWS_SECRET_WRONG,
  createCloudWatchFake,
} from './cloudwatch.ts'
import {
  CLOUDWATCH_BUCKET_ARN,
  CLOUDWATCH_EXTERNAL_ID,
  CLOUDWATCH_FIREHOSE_ROLE_ARN,
  CLOUDWATCH_LOGS_ROLE_ARN,
  CLOUDWATCH_ROLE_ARN,
} from './cloudwatch-state.ts'
import { describeFake } from './fake-suite.ts'
import type { Metadata } from './platform-fake.ts'

type Key = Pick<AwsKey, 'accessKeyId' | 'secretAccessKey' | 'sessionToken'>

async function sign(
  key: Key,
  service: string,
  url: string,
  headers: Record<string, string>,
  body: string,
  datetime?: string,
) {
  const client = new AwsClient({ service, region: 'eu-central-1', ...key })
  return client.sign(url, { method: 'POST', headers, body, aws: datetime === undefined ? {} : { datetime } })
}

function sts(key: Key, form: Record<string, string>, datetime?: string) {
  const body = new URLSearchParams({ Version: '2011-06-15', ...form }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return sign(key, 'sts', 'https://sts.eu-central-1.amazonaws.com/', headers, body, datetime)
}

function call(key: Key, target: string, input: object, datetime?: string) {
  const service = target.startsWith('Logs') ? 'logs' : 'firehose'
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target }
  return sign(key, service, `https://${service}.eu-central-1.amazonaws.com/`, headers, JSON.stringify(input), datetime)
}

const logs = (operation: string, input: object, key: Key = AWS_KEY_GOOD) =>
  call(key, `Logs_20140328.${operation}`, input)
const firehose = (operation: string, input: object) => call(AWS_KEY_GOOD, `Firehose_20150804.${operation}`, input)
const keyOf = (metadata: Metadata): Key => ({
  accessKeyId: String(metadata['access_key_id']),
  secretAccessKey: String(metadata['secret_access_key']),
})

describeFake('cloudwatch', {
  create: () => createCloudWatchFake(),
  prove: (metadata) => logs('DescribeLogGroups', { limit: 1 }, keyOf(metadata)),
  refusals: { bad: 400, revoked: 400, underScoped: 400 },
  isRateLimited: (response, body) => response.status === 400 && body.includes('ThrottlingException'),
})

describe('cloudwatch fake', () => {
  it('pages log groups by token', async () => {
    const fake = createCloudWatchFake()
    const seen: string[] = []
    let nextToken: string | undefined
    do {
      const answer = await fake.fetch(
        await logs('DescribeLogGroups', { limit: 50, ...(nextToken ? { nextToken } : {}) }),
      )
      const page = (await answer.json()) as { logGroups: { logGroupName: string }[]; nextToken?: string }
      seen.push(...page.logGroups.map((group) => group.logGroupName))
      nextToken = page.nextToken
    } while (nextToken !== undefined)
    expect(seen).toEqual(fake.resources())
  })

  it.each([
    ['another secret', { ...AWS_KEY_GOOD, secretAccessKey: AWS_SECRET_WRONG }, undefined, 'SignatureDoesNotMatch'],
    [
      'a clock six minutes off',
      AWS_KEY_GOOD,
      new Date(Date.now() - 360_000).toISOString().replace(/[-:]|\.\d{3}/g, ''),
      'SignatureDoesNotMatch',
    ],
    ['an unknown key', { ...AWS_KEY_GOOD, accessKeyId: 'AKIANOBODY' }, undefined, 'InvalidClientTokenId'],
    ['a session token that does not belong', { ...AWS_KEY_GOOD, sessionToken: 'x' }, undefined, 'InvalidClientTokenId'],
  ])('refuses a signature with %s', async (_, key, datetime, code) => {
    const answer = await createCloudWatchFake().fetch(await sts(key, { Action: 'GetCallerIdentity' }, datetime))
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain(`<Code>${code}</Code>`)
  })

  it('refuses a body changed after signing', async () => {
    const signed = await sts(AWS_KEY_GOOD, { Action: 'GetCallerIdentity' })
    const changed = new Request(signed, { body: 'Action=GetCallerIdentity&Version=2011-06-15&a=b', method: 'POST' })
    expect((await createCloudWatchFake().fetch(changed)).status).toBe(403)
  })

  it('lends a role to our account with the right external id, until the session ends', async () => {
    let now = Date.now()
    const fake = createCloudWatchFake({ now: () => now })
    const role = { Action: 'AssumeRole', RoleArn: CLOUDWATCH_ROLE_ARN, RoleSessionName: 's' }
    expect((await fake.fetch(await sts(AWS_KEY_OF_SERVICE, { ...role, ExternalId: 'guess' }))).status).toBe(403)
    const answer = await (
      await fake.fetch(await sts(AWS_KEY_OF_SERVICE, { ...role, ExternalId: CLOUDWATCH_EXTERNAL_ID }))
    ).text()
    const value = (tag: string) => new RegExp(`<${tag}>([^<]+)`).exec(answer)?.[1] ?? ''
    const session = {
      accessKeyId: value('AccessKeyId'),
      secretAccessKey: value('SecretAccessKey'),
      sessionToken: value('SessionToken'),
    }
    expect((await fake.fetch(await logs('DescribeLogGroups', {}, session))).status).toBe(200)
    now += 3_601_000
    const late = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '')
    const expired = await fake.fetch(await call(session, 'Logs_20140328.DescribeLogGroups', {}, late))
    expect(await expired.json()).toMatchObject({ __type: 'ExpiredTokenException' })
  })

  it('subscribes a group once its stream is active, and refuses the third filter', async () => {
    const fake = createCloudWatchFake()
    const http = {
      EndpointConfiguration: { Url: 'https://in.example/fh', Name: 'ours', AccessKey: 'tok' },
      S3Configuration: { RoleARN: CLOUDWATCH_FIREHOSE_ROLE_ARN, BucketARN: CLOUDWATCH_BUCKET_ARN },
    }
    const created = await fake.fetch(
      await firehose('CreateDeliveryStream', {
        DeliveryStreamName: 'ours',
        HttpEndpointDestinationConfiguration: http,
      }),
    )
    const { DeliveryStreamARN: destinationArn } = (await created.json()) as { DeliveryStreamARN: string }
    const put = async (index: number) => {
      const logGroupName = fake.resources()[index]
      const filter = {
        logGroupName,
        filterName: 'ours',
        filterPattern: '',
        destinationArn,
        roleArn: CLOUDWATCH_LOGS_ROLE_ARN,
      }
      return fake.fetch(await logs('PutSubscriptionFilter', filter))
    }
    expect(await (await put(2)).json()).toMatchObject({ __type: 'InvalidParameterException' })
    for (let polls = 0; polls < 3; polls++)
      await fake.fetch(await firehose('DescribeDeliveryStream', { DeliveryStreamName: 'ours' }))
    expect((await put(2)).status).toBe(200)
    expect((await put(2)).status).toBe(200)
    expect((await put(0)).status).toBe(200)
    expect(await (await put(1)).json()).toMatchObject({ __type: 'LimitExceededException' })
    expect(
      fake
        .destinations()
        .filter((d) => !d.isForeign)
        .map((d) => d.url),
    ).toEqual(Array(2).fill('https://in.example/fh'))
  })

  it('answers an empty page with a token before the events', async () => {
    const fake = createCloudWatchFake()
    fake.control.seedLogs([
      { atMs: 1000, message: 'one' },
      { atMs: 2000, message: 'two' },
    ])
    const input = { logGroupName: fake.resources()[0], startTime: 0, endTime: 2000 }
    expect(await (await fake.fetch(await logs('FilterLogEvents', input))).json()).toMatchObject({
      events: [],
      nextToken: 'tok-start',
    })
    const second = await fake.fetch(await logs('FilterLogEvents', { ...input, nextToken: 'tok-start' }))
    expect(((await second.json()) as { events: object[] }).events).toMatchObject([{ message: 'one', timestamp: 1000 }])
  })

  it.each([
    ['an unknown member', 'DescribeLogGroups', { limits: 1 }, 'InvalidParameterException'],
    ['a limit above 50', 'DescribeLogGroups', { limit: 51 }, 'InvalidParameterException'],
    ['an unknown group', 'FilterLogEvents', { logGroupName: '/none' }, 'ResourceNotFoundException'],
    ['an unknown operation', 'DropEverything', {}, 'UnknownOperationException'],
  ])('refuses %s', async (_, operation, input, type) => {
    const answer = await createCloudWatchFake().fetch(await logs(operation, input))
    expect([answer.status, ((await answer.json()) as { __type: string }).__type]).toEqual([400, type])
  })

  it('lets an under-scoped key say who it is and nothing more', async () => {
    const fake = createCloudWatchFake()
    expect((await fake.fetch(await sts(AWS_KEY_UNDER_SCOPED, { Action: 'GetCallerIdentity' }))).status).toBe(200)
    const answer = await fake.fetch(await logs('DescribeLogGroups', {}, AWS_KEY_UNDER_SCOPED))
    expect(await answer.json()).toMatchObject({ __type: 'AccessDeniedException' })
  })
})
