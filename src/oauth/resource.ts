/** What clients find out about the MCP server as a resource, and about this service as its authorization server. */
import { OAUTH_SCOPES } from '../auth/oauth-scopes.ts'
import type { DomainContext } from '../domain/context.ts'

/** The one resource that access tokens are made for (RFC 8707). */
export const mcpResource = ({ baseUrl }: Pick<DomainContext, 'baseUrl'>): string => `${baseUrl}/mcp`

/** RFC 9728 §3.1: the well-known prefix stands before the path of the resource. */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource/mcp'

export function resourceMetadata(ctx: DomainContext): Response {
  return Response.json({
    resource: mcpResource(ctx),
    authorization_servers: [ctx.baseUrl],
    bearer_methods_supported: ['header'],
    scopes_supported: OAUTH_SCOPES,
    resource_name: 'Observability Agent Service',
  })
}
