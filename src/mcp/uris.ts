/** Addresses of the resources of this server. They name a project, so that a client can keep them. */
import type { ResourceLink } from '@modelcontextprotocol/server'

export const RESOURCE_TEMPLATES = {
  incident: 'oas://projects/{projectId}/incidents/{id}',
  thread: 'oas://projects/{projectId}/threads/{id}',
  note: 'oas://projects/{projectId}/notes/{id}',
} as const
export type ResourceKind = keyof typeof RESOURCE_TEMPLATES

export function uriOf(kind: ResourceKind, projectId: string, id: string): string {
  return RESOURCE_TEMPLATES[kind].replace('{projectId}', projectId).replace('{id}', id)
}

/** Names are our own words: titles are written by others, and stand in the data. */
export function linkTo(kind: ResourceKind, projectId: string, id: string): ResourceLink {
  return {
    type: 'resource_link',
    uri: uriOf(kind, projectId, id),
    name: `${kind} ${id}`,
    mimeType: 'text/markdown',
  }
}
