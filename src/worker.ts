/** The Worker's entry: HTTP, queues, cron, and the Durable Object classes named in wrangler.toml. */
import { app } from './app.ts'
import { provideAgent } from './durable/thread/agent-provider.ts'
import { makeAgentServices } from './durable/thread/agent-services.ts'
import { type Bindings, settingsOf } from './env.ts'
import { misconfigured } from './http/misconfigured.ts'
import { dispatchQueue } from './queues/dispatch.ts'
import { backgroundContext } from './wiring/contexts.ts'
import { clockOf } from './wiring/objects.ts'

export { ClockObject } from './durable/clock/clock-object.ts'
export { DeliveryObject } from './durable/deliveries/delivery-object.ts'
export { MonitorObject } from './durable/monitors/monitor-object.ts'
export { OnCallObject } from './durable/oncall/oncall-object.ts'
export { OrganizationObject } from './durable/organization/organization-object.ts'
export { PollerObject } from './durable/poller/poller-object.ts'
export { SearchObject } from './durable/search/search-object.ts'
export { CatalogObject } from './durable/telemetry/catalog-object.ts'
export { PartitionObject } from './durable/telemetry/partition-object.ts'
export { ThreadObject } from './durable/thread/thread-object.ts'

provideAgent(makeAgentServices)
const ensureClock = (bindings: Bindings) => clockOf(bindings).ensureStarted()

/** Once per isolate is enough: the Clock keeps itself going, and cron looks again every five minutes. */
let isClockEnsured = false

export default {
  fetch(request, bindings, execution) {
    try {
      settingsOf(bindings)
    } catch (error) {
      return misconfigured(error)
    }
    if (!isClockEnsured) {
      isClockEnsured = true
      execution.waitUntil(ensureClock(bindings))
    }
    return app.fetch(request, bindings, execution)
  },

  async queue(batch, bindings, execution) {
    await dispatchQueue(
      batch,
      backgroundContext(bindings, (work) => execution.waitUntil(work)),
    )
  },

  async scheduled(_controller, bindings) {
    await ensureClock(bindings)
  },
} satisfies ExportedHandler<Bindings>
