/** The embedded TelemetryStore over this deployment's Durable Objects. */
import { type Bindings, settingsOf } from '../env.ts'
import type { CatalogRpc, PartitionRpc } from '../telemetry/embedded/messages.ts'
import { EmbeddedTelemetryStore } from '../telemetry/embedded/store.ts'
import type { TelemetryStore } from '../telemetry/index.ts'
import { type Jurisdiction, placement } from './placement.ts'

export interface EmbeddedStoreDeps {
  readonly namespaces: Pick<Bindings, 'PARTITION' | 'CATALOG'>
  readonly jurisdiction?: Jurisdiction
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

export function createEmbeddedTelemetryStore({
  namespaces,
  jurisdiction = '',
  now = () => Date.now(),
}: EmbeddedStoreDeps): TelemetryStore {
  // A Durable Object stub is unusable after an exception, so each call makes a new one. The casts drop the runtime's
  // mapped RPC types, which nest too deeply for attribute values; the objects implement these interfaces.
  return new EmbeddedTelemetryStore(
    {
      catalog: (project) => {
        const place = placement(project, jurisdiction)
        return place.stub(namespaces.CATALOG, place.name('catalog')) as unknown as CatalogRpc
      },
      partition: (project, number) => {
        const place = placement(project, jurisdiction)
        return place.stub(namespaces.PARTITION, place.name(`partition/${number}`)) as unknown as PartitionRpc
      },
    },
    now,
  )
}

/** The telemetry store of this deployment. */
export function telemetryOf(bindings: Bindings): TelemetryStore {
  return createEmbeddedTelemetryStore({ namespaces: bindings, jurisdiction: settingsOf(bindings).JURISDICTION })
}
