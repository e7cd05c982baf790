import { describe, expect, it } from 'vitest'
import { cloudwatch } from '../../src/connectors/cloudwatch/index.ts'
import type { CloudWatchMetadata } from '../../src/connectors/cloudwatch/metadata.ts'
import type { Connector } from '../../src/connectors/connector.ts'
import { gcp } from '../../src/connectors/gcp/index.ts'
import type { GcpMetadata } from '../../src/connectors/gcp/metadata.ts'
import { AWS_KEY_OF_SERVICE, CLOUDWATCH_ROLE_METADATA, createCloudWatchFake } from '../fakes/platforms/cloudwatch.ts'
import { createGcpFake } from '../fakes/platforms/gcp.ts'
import { benchOf } from './connector-suite.ts'

/** The suites run in Node; what signs must also run where the service does. A bench's metadata is of its platform. */
describe('signing in the Workers runtime', () => {
  it('the platform accepts an assertion of a service account', async () => {
    const { deps, good } = await benchOf({
      connector: gcp as Connector,
      create: createGcpFake,
      resourceOf: (config) => String(config['logName']),
    })
    expect(await gcp.validate(deps, good as GcpMetadata)).toMatchObject({ ok: true })
  })

  it('the platform accepts a signed AWS call, with a key and with the session of a role', async () => {
    const { deps, good } = await benchOf({
      connector: cloudwatch as Connector,
      create: createCloudWatchFake,
      resourceOf: (config) => String(config['logGroupName']),
    })
    expect(await cloudwatch.validate(deps, good as CloudWatchMetadata)).toMatchObject({ ok: true })
    const { accessKeyId, secretAccessKey } = AWS_KEY_OF_SERVICE
    const asService = { ...deps, awsKey: { accessKeyId, secretAccessKey } }
    expect(await cloudwatch.validate(asService, CLOUDWATCH_ROLE_METADATA)).toMatchObject({ ok: true })
  })
})
