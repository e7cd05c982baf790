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
import type { FakeOptions } from './platform-fake.ts'
import { createPostHogFake } from './posthog.ts'
import { createPrometheusFake } from './prometheus.ts'
import { createRailwayFake } from './railway.ts'
import { createRenderFake } from './render.ts'
import { createSentryFake } from './sentry.ts'
import { createSupabaseFake } from './supabase.ts'
import { createTriggerDevFake } from './trigger_dev.ts'
import { createVercelFake } from './vercel.ts'

/** A fresh fake of every platform, by its data source type. */
export async function createAllPlatformFakes(options: FakeOptions = {}) {
  return {
    vercel: createVercelFake(options),
    cloudflare: createCloudflareFake(options),
    railway: createRailwayFake(options),
    render: createRenderFake(options),
    fly_io: createFlyIoFake(options),
    netlify: createNetlifyFake(options),
    supabase: createSupabaseFake(options),
    digital_ocean: createDigitalOceanFake(options),
    heroku: createHerokuFake(options),
    neon: createNeonFake(options),
    fastly: createFastlyFake(options),
    cloudwatch: createCloudWatchFake(options),
    gcp: await createGcpFake(options),
    azure_monitor: createAzureMonitorFake(options),
    datadog: createDatadogFake(options),
    grafana_cloud: createGrafanaCloudFake(options),
    prometheus: createPrometheusFake(options),
    new_relic: createNewRelicFake(options),
    sentry: createSentryFake(options),
    honeycomb: createHoneycombFake(options),
    axiom: createAxiomFake(options),
    better_stack: createBetterStackFake(options),
    elastic: createElasticFake(options),
    posthog: createPostHogFake(options),
    inngest: createInngestFake(options),
    trigger_dev: createTriggerDevFake(options),
  }
}
