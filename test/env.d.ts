import type { D1Migration } from 'cloudflare:test'
import type { Bindings } from '../src/env.ts'
import type * as worker from '../src/worker.ts'

declare global {
  namespace Cloudflare {
    interface Env extends Bindings {
      TEST_MIGRATIONS: D1Migration[]
      CHAOS_STREAMS: string
      THREAD: DurableObjectNamespace<worker.ThreadObject>
      PARTITION: DurableObjectNamespace<worker.PartitionObject>
      CATALOG: DurableObjectNamespace<worker.CatalogObject>
      SEARCH: DurableObjectNamespace<worker.SearchObject>
      ORGANIZATION: DurableObjectNamespace<worker.OrganizationObject>
      CLOCK: DurableObjectNamespace<worker.ClockObject>
      POLLER: DurableObjectNamespace<worker.PollerObject>
      ON_CALL: DurableObjectNamespace<worker.OnCallObject>
      MONITORS: DurableObjectNamespace<worker.MonitorObject>
      DELIVERIES: DurableObjectNamespace<worker.DeliveryObject>
    }
    interface GlobalProps {
      mainModule: typeof import('../src/worker.ts')
    }
  }
}
