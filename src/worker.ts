/** The Worker's entry: HTTP, queues, cron, and the Durable Object classes named in wrangler.toml. */
import { app } from './app.ts'
import { provideAgent } from './durable/thread/agent-provider.ts'
import { makeAgentServices } from './durable/thread/agent-services.ts'
import type { Bindings } from './env.ts'

export { ClockObject } from './durable/clock/clock-object.ts'
export { OrganizationObject } from './durable/organization/organization-object.ts'
export { PollerObject } from './durable/poller/poller-object.ts'
export { SearchObject } from './durable/search/search-object.ts'
export { CatalogObject } from './durable/telemetry/catalog-object.ts'
export { PartitionObject } from './durable/telemetry/partition-object.ts'
export { ThreadObject } from './durable/thread/thread-object.ts'

provideAgent(makeAgentServices)

export default {
  fetch: app.fetch,
} satisfies ExportedHandler<Bindings>
