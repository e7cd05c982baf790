import { z } from 'zod'
import { type AwsAnswer, CLOUDWATCH_BUCKET_ARN, type CloudWatch } from './cloudwatch-state.ts'

/** A new stream answers CREATING to this many descriptions and ACTIVE from then on. */
const POLLS_UNTIL_ACTIVE = 2

const streamName = z.string().regex(/^[a-zA-Z0-9_.-]{1,64}$/)
const httpEndpoint = z.strictObject({
  EndpointConfiguration: z.strictObject({
    Url: z.url({ protocol: /^https$/ }),
    Name: z.string().min(1).max(256).optional(),
    AccessKey: z.string().max(4096).optional(),
  }),
  BufferingHints: z
    .strictObject({
      SizeInMBs: z.number().int().min(1).max(64).optional(),
      IntervalInSeconds: z.number().int().min(0).max(900).optional(),
    })
    .optional(),
  RequestConfiguration: z
    .strictObject({
      ContentEncoding: z.enum(['NONE', 'GZIP']).optional(),
      CommonAttributes: z
        .array(z.strictObject({ AttributeName: z.string(), AttributeValue: z.string() }))
        .max(50)
        .optional(),
    })
    .optional(),
  RetryOptions: z.strictObject({ DurationInSeconds: z.number().int().min(0).max(7200).optional() }).optional(),
  RoleARN: z.string().optional(),
  S3BackupMode: z.enum(['FailedDataOnly', 'AllData']).optional(),
  // The backup bucket is required, even when nothing may ever land in it.
  S3Configuration: z.looseObject({ RoleARN: z.string(), BucketARN: z.string() }),
  CloudWatchLoggingOptions: z.looseObject({}).optional(),
})
const createInput = z.strictObject({
  DeliveryStreamName: streamName,
  DeliveryStreamType: z.enum(['DirectPut', 'KinesisStreamAsSource']).optional(),
  HttpEndpointDestinationConfiguration: httpEndpoint,
  Tags: z
    .array(z.strictObject({ Key: z.string(), Value: z.string().optional() }))
    .max(50)
    .optional(),
})

const fail = (error: string, message: string): AwsAnswer => ({ error, message })

function create({ state }: CloudWatch, input: unknown): AwsAnswer {
  const parsed = createInput.safeParse(input)
  if (!parsed.success) return fail('InvalidArgumentException', z.prettifyError(parsed.error))
  const { DeliveryStreamName: name, HttpEndpointDestinationConfiguration: http } = parsed.data
  if (state.streams.has(name)) return fail('ResourceInUseException', `Firehose ${name} under account already exists`)
  const roles = [http.RoleARN, http.S3Configuration.RoleARN]
  if (roles.some((arn) => arn !== undefined && !state.roles.has(arn.split('/').at(-1) ?? ''))) {
    return fail('InvalidArgumentException', 'Firehose is unable to assume the role. Please check the role provided.')
  }
  if (http.S3Configuration.BucketARN !== CLOUDWATCH_BUCKET_ARN) {
    return fail('InvalidArgumentException', 'The specified bucket does not exist')
  }
  const arn = `arn:aws:firehose:${state.region}:${state.accountId}:deliverystream/${name}`
  state.streams.set(name, {
    name,
    arn,
    url: http.EndpointConfiguration.Url,
    status: 'CREATING',
    polls: 0,
    input: parsed.data,
  })
  return { body: { DeliveryStreamARN: arn } }
}

function named(handle: (cloudwatch: CloudWatch, name: string) => AwsAnswer) {
  return (cloudwatch: CloudWatch, input: unknown): AwsAnswer => {
    const parsed = z.looseObject({ DeliveryStreamName: streamName }).safeParse(input)
    if (!parsed.success) return fail('InvalidArgumentException', z.prettifyError(parsed.error))
    const name = parsed.data.DeliveryStreamName
    return cloudwatch.state.streams.has(name)
      ? handle(cloudwatch, name)
      : fail('ResourceNotFoundException', `Firehose ${name} under account ${cloudwatch.state.accountId} not found.`)
  }
}

const describeStream = named(({ state }, name) => {
  const stream = state.streams.get(name)
  if (stream === undefined) return { body: null }
  if (stream.status === 'CREATING' && stream.polls++ >= POLLS_UNTIL_ACTIVE) stream.status = 'ACTIVE'
  const { arn, status, url } = stream
  return {
    body: {
      DeliveryStreamDescription: {
        DeliveryStreamName: name,
        DeliveryStreamARN: arn,
        DeliveryStreamStatus: status,
        DeliveryStreamType: 'DirectPut',
        VersionId: '1',
        HasMoreDestinations: false,
        Destinations: [
          {
            DestinationId: 'destinationId-000000000001',
            HttpEndpointDestinationDescription: { EndpointConfiguration: { Url: url } },
          },
        ],
      },
    },
  }
})

const remove = named(({ state }, name) => {
  if (state.streams.get(name)?.status === 'CREATING')
    return fail('ResourceInUseException', `Firehose ${name} is being created`)
  state.streams.delete(name)
  return { body: {} }
})

export const FIREHOSE_OPERATIONS: Readonly<Record<string, (cloudwatch: CloudWatch, input: unknown) => AwsAnswer>> = {
  CreateDeliveryStream: create,
  DescribeDeliveryStream: describeStream,
  DeleteDeliveryStream: remove,
  ListDeliveryStreams: ({ state }) => ({
    body: { DeliveryStreamNames: [...state.streams.keys()], HasMoreDeliveryStreams: false },
  }),
}
