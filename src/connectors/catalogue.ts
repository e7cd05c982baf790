/** The connectors by type. A connector's module is loaded when its platform is first used. */
import { confined } from './confined.ts'
import type { Connector, DataSourceType } from './connector.ts'
import { discreet } from './discreet.ts'

/**
 * One line per platform. Each connector receives only what its own schemas parsed or what it returned itself, so this
 * list can drop the types of its credentials and configs.
 */
const LOADERS: Readonly<Record<DataSourceType, () => Promise<Connector>>> = {
  axiom: async () => (await import('./axiom/index.ts')).axiom as Connector,
  azure_monitor: async () => (await import('./azure_monitor/index.ts')).azureMonitor as Connector,
  better_stack: async () => (await import('./better_stack/index.ts')).betterStack as Connector,
  cloudflare: async () => (await import('./cloudflare/index.ts')).cloudflare as Connector,
  cloudwatch: async () => (await import('./cloudwatch/index.ts')).cloudwatch as Connector,
  datadog: async () => (await import('./datadog/index.ts')).datadog as Connector,
  digital_ocean: async () => (await import('./digital_ocean/index.ts')).digitalOcean as Connector,
  elastic: async () => (await import('./elastic/index.ts')).elastic as Connector,
  fastly: async () => (await import('./fastly/index.ts')).fastly as Connector,
  fly_io: async () => (await import('./fly_io/index.ts')).flyIo as Connector,
  gcp: async () => (await import('./gcp/index.ts')).gcp as Connector,
  grafana_cloud: async () => (await import('./grafana_cloud/index.ts')).grafanaCloud as Connector,
  heroku: async () => (await import('./heroku/index.ts')).heroku as Connector,
  honeycomb: async () => (await import('./honeycomb/index.ts')).honeycomb as Connector,
  inngest: async () => (await import('./inngest/index.ts')).inngest as Connector,
  neon: async () => (await import('./neon/index.ts')).neon as Connector,
  netlify: async () => (await import('./netlify/index.ts')).netlify as Connector,
  new_relic: async () => (await import('./new_relic/index.ts')).newRelic as Connector,
  posthog: async () => (await import('./posthog/index.ts')).posthog as Connector,
  prometheus: async () => (await import('./prometheus/index.ts')).prometheus as Connector,
  railway: async () => (await import('./railway/index.ts')).railway as Connector,
  render: async () => (await import('./render/index.ts')).render as Connector,
  sentry: async () => (await import('./sentry/index.ts')).sentry as Connector,
  supabase: async () => (await import('./supabase/index.ts')).supabase as Connector,
  trigger_dev: async () => (await import('./trigger_dev/index.ts')).triggerDev as Connector,
  vercel: async () => (await import('./vercel/index.ts')).vercel as Connector,
}

export async function connectorOf(type: DataSourceType): Promise<Connector> {
  return discreet(confined(await LOADERS[type]()))
}
