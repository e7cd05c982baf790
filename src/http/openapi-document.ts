/** The document that contains the operations: OpenAPI 3.1.1, version 1.0.0. */

const TAGS: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'Identity', description: 'The credential in use, and the tokens of its user.' },
  { name: 'Organizations', description: 'Organizations, their members and invitations.' },
  { name: 'Audit', description: 'Who changed what in an organization, and when.' },
  { name: 'Projects', description: 'Projects of an organization.' },
  { name: 'Threads', description: 'Conversations with the agent.' },
  { name: 'Messages', description: 'The messages of a thread.' },
  {
    name: 'Runs',
    description: 'The work of the agent on a message: its progress, its result, and what it sent to a model provider.',
  },
  { name: 'Search', description: 'Full-text search of threads and messages.' },
  { name: 'Keys', description: 'Public (intake) keys, alert keys and secret keys.' },
  { name: 'Data sources', description: 'Connections to platforms, and their streams.' },
  { name: 'Log sources', description: 'The sources of logs, and how to send logs.' },
  { name: 'Alerts and changes', description: 'Alerts that fire and changes that were made, as senders deliver them.' },
  { name: 'Incidents', description: 'Incidents of a project: their alerts, timeline, investigations and feedback.' },
  {
    name: 'Shared incidents',
    description: 'One incident, for whoever has a link to it; no other credential opens it.',
  },
  { name: 'Changes', description: 'Deployments, feature flags and other changes of a project.' },
  { name: 'Monitors', description: 'Monitors: conditions on telemetry that open incidents.' },
  { name: 'Destinations', description: 'Destinations that incidents are sent to, and what was delivered.' },
  { name: 'MCP servers', description: 'Servers of others whose tools the agent may use.' },
  { name: 'Schedules', description: 'Questions that the agent is asked on a schedule.' },
  { name: 'Notes', description: 'Notes and runbooks that the agent reads in an investigation.' },
  { name: 'Telemetry', description: 'Logs, traces and metrics of a project.' },
  { name: 'Billing', description: 'Plans, credits and the subscription.' },
  { name: 'Recommendations', description: 'Recommended sources and clients to connect.' },
]

export function openApiInfo() {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Observability Agent Service',
      version: '1.0.0',
      description:
        'A multi-tenant observability assistant. Telemetry flows in through intake keys; people ask in threads, and an agent investigates and answers with evidence.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    // Relative, so that calls go to the host that served the document.
    servers: [{ url: '/v1', description: 'This deployment' }],
    tags: TAGS,
    security: [{ bearer: [] }],
  }
}

type Json = { [key: string]: unknown }

/**
 * Returns the served document. Paths are relative to the servers, whose addresses end in /v1 as the contract states, so
 * the base path that the router needs is removed again.
 */
export function finishDocument(generated: Json): Json {
  const paths = generated.paths as Json
  const relative = Object.fromEntries(Object.entries(paths).map(([path, item]) => [path.replace(/^\/v1/, ''), item]))
  const used = new Set(
    Object.values(paths).flatMap((item) =>
      Object.values(item as Json).flatMap((one) => (one as { tags?: string[] }).tags ?? []),
    ),
  )
  return { ...generated, tags: TAGS.filter((tag) => used.has(tag.name)), paths: relative }
}
