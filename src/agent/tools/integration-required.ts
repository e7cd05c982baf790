/** What to connect when a signal is missing: shown instead of an empty answer. */
import { MS_PER_DAY, type Signal } from '../../telemetry/index.ts'
import type { AgentContext, Artifact } from '../contract.ts'
import { makeWindow } from './window.ts'

/** Data source types that bring a signal with the least work; any OpenTelemetry sender brings all three. */
const TYPES: Readonly<Record<Signal | 'any', readonly string[]>> = {
  any: ['vercel', 'cloudflare', 'cloudwatch', 'gcp', 'azure_monitor', 'datadog', 'grafana_cloud'],
  logs: [
    'cloudwatch',
    'gcp',
    'azure_monitor',
    'vercel',
    'cloudflare',
    'datadog',
    'grafana_cloud',
    'better_stack',
    'axiom',
  ],
  spans: ['honeycomb', 'datadog', 'new_relic', 'grafana_cloud', 'sentry', 'axiom'],
  metrics: ['prometheus', 'cloudwatch', 'gcp', 'azure_monitor', 'grafana_cloud', 'datadog', 'new_relic'],
}
const WORDS: Readonly<Record<Signal, string>> = { logs: 'logs', spans: 'traces', metrics: 'metrics' }

/** Returns the artifact that names platforms which would bring a signal that the project does not send. */
export function integrationRequired(signal: Signal | 'any'): Artifact {
  const what = signal === 'any' ? 'telemetry' : WORDS[signal]
  return {
    name: 'integration_required',
    data: {
      dataSourceTypes: TYPES[signal],
      reason: `No ${what} of this project ${signal === 'any' ? 'has arrived yet' : 'were received in the last day'}. Send OpenTelemetry ${what === 'telemetry' ? 'data' : what} to its OTLP endpoint, or connect one of these platforms.`,
    },
  }
}

/** The artifact when the project sends none of this signal, nothing when a window is merely empty. */
export async function whenMissing(ctx: AgentContext, signal: Signal): Promise<Artifact[]> {
  const day = makeWindow(ctx.askedAtMs - MS_PER_DAY, ctx.askedAtMs + 1)
  const { entries } = await ctx.telemetry.coverage(ctx.project, day.range)
  return entries.some((entry) => entry.signal === signal) ? [] : [integrationRequired(signal)]
}
