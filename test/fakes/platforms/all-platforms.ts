import { DATA_SOURCE_TYPES, type DataSourceType } from '../../../src/connectors/connector.ts'
import { createAxiomFake } from './axiom.ts'
import { createAzureMonitorFake } from './azure_monitor.ts'
import { createBetterStackFake } from './better_stack.ts'
import { createCloudflareFake } from './cloudflare.ts'
import { createCloudWatchFake } from './cloudwatch.ts'
import { createDatadogFake } from './datadog.ts'
import { createDigitalOceanFake } from './digital_ocean.ts'
import { createElasticFake } from './elastic.ts'
import { createFastlyFake } from './fastly.ts'
import { createFlyIoFake } from './fly_io.ts'
import { createGcpFake } from './gcp.ts'
import { createGrafanaCloudFake } from './grafana_cloud.ts'
import { createHerokuFake } from './heroku.ts'
import { createHoneycombFake } from './honeycomb.ts'
import { createInngestFake } from './inngest.ts'
import { createNeonFake } from './neon.ts'
import { createNetlifyFake } from './netlify.ts'
import { createNewRelicFake } from './new_relic.ts'
import type { FakeOptions, PlatformFake } from './platform-fake.ts'
import { createPostHogFake } from './posthog.ts'
import { createPrometheusFake } from './prometheus.ts'
import { createRailwayFake } from './railway.ts'
import { createRenderFake } from './render.ts'
import { createSentryFake } from './sentry.ts'
import { createSupabaseFake } from './supabase.ts'
import { createTriggerDevFake } from './trigger_dev.ts'
import { createVercelFake } from './vercel.ts'

/** How a fake of each platform is made, by its data source type. */
const FAKES = {
  vercel: createVercelFake,
  cloudflare: createCloudflareFake,
  railway: createRailwayFake,
  render: createRenderFake,
  fly_io: createFlyIoFake,
  netlify: createNetlifyFake,
  supabase: createSupabaseFake,
  digital_ocean: createDigitalOceanFake,
  heroku: createHerokuFake,
  neon: createNeonFake,
  fastly: createFastlyFake,
  cloudwatch: createCloudWatchFake,
  gcp: createGcpFake,
  azure_monitor: createAzureMonitorFake,
  datadog: createDatadogFake,
  grafana_cloud: createGrafanaCloudFake,
  prometheus: createPrometheusFake,
  new_relic: createNewRelicFake,
  sentry: createSentryFake,
  honeycomb: createHoneycombFake,
  axiom: createAxiomFake,
  better_stack: createBetterStackFake,
  elastic: createElasticFake,
  posthog: createPostHogFake,
  inngest: createInngestFake,
  trigger_dev: createTriggerDevFake,
} satisfies Readonly<Record<DataSourceType, (options: FakeOptions) => PlatformFake | Promise<PlatformFake>>>

/** A fresh fake of one platform. */
export async function createPlatformFake(type: DataSourceType, options: FakeOptions = {}): Promise<PlatformFake> {
  return FAKES[type](options)
}

/** A fresh fake of every platform, by its data source type. */
export async function createAllPlatformFakes(options: FakeOptions = {}): Promise<Record<string, PlatformFake>> {
  const made = DATA_SOURCE_TYPES.map(async (type) => [type, await createPlatformFake(type, options)] as const)
  return Object.fromEntries(await Promise.all(made))
}
