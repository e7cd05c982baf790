/**
 * The dependencies of a connector call: one outbound client per piece of work, because its promises belong to one
 * request.
 */
import type { ConnectorDeps } from '../../connectors/connector.ts'
import { OutboundClient } from '../../connectors/outbound/client.ts'
import { resolveByDns } from '../../connectors/outbound/resolve.ts'
import type { DomainContext } from '../context.ts'

/**
 * Returns what connectors work with: a guarded client for outbound calls, the clock, and the deployment's AWS key if it
 * has one.
 */
export function connectorDeps(ctx: DomainContext): ConnectorDeps {
  const { ENVIRONMENT, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = ctx.settings
  const isLocal = ENVIRONMENT === 'local'
  return {
    http: new OutboundClient({
      fetch: ctx.fetch,
      sleep: (ms) => scheduler.wait(ms),
      random: Math.random,
      // Locally there is no DNS resolver to ask; when deployed, Cloudflare's resolver is asked over HTTPS.
      ...(isLocal ? {} : { guard: { resolve: (host: string) => resolveByDns(host, ctx.fetch) } }),
    }),
    now: ctx.now,
    ...(accessKeyId && secretAccessKey ? { awsKey: { accessKeyId, secretAccessKey } } : {}),
  }
}
