/**
 * Stubs of the service's Durable Objects, by the interfaces that their classes serve (src/contracts/object-rpc.ts). The
 * casts drop the runtime's mapped types: each class states that it implements the very interface named here.
 */
import type {
  ClockRpc,
  DeliveryRpc,
  MonitorRpc,
  OnCallRpc,
  OrganizationRpc,
  PollerRpc,
  SearchRpc,
} from '../contracts/object-rpc.ts'
import { objectNameOf } from '../contracts/thread-ids.ts'
import type { ObjectPorts, PlacedProject, ThreadStub } from '../domain/context.ts'
import { type Bindings, settingsOf } from '../env.ts'
import type { CatalogRpc } from '../telemetry/embedded/messages.ts'
import { placement } from './placement.ts'

const CLOCK_NAME = 'clock'

export function clockOf({ CLOCK }: Pick<Bindings, 'CLOCK'>): ClockRpc {
  return CLOCK.getByName(CLOCK_NAME) as unknown as ClockRpc
}

export function organizationObject({ ORGANIZATION }: Pick<Bindings, 'ORGANIZATION'>, name: string): OrganizationRpc {
  return ORGANIZATION.getByName(name) as unknown as OrganizationRpc
}

export function objectPorts(bindings: Bindings): ObjectPorts {
  const { JURISDICTION } = settingsOf(bindings)
  return {
    thread: (id, region = '') => {
      const place = placement({ organizationId: '', projectId: '', region }, JURISDICTION)
      return place.stub(bindings.THREAD, objectNameOf(id)) as unknown as ThreadStub
    },
    search: (project) => {
      const place = placement(project, JURISDICTION)
      return place.stub(bindings.SEARCH, place.name('search')) as unknown as SearchRpc
    },
    onCall: (project) => {
      const place = placement(project, JURISDICTION)
      return place.stub(bindings.ON_CALL, place.name('on-call')) as unknown as OnCallRpc
    },
    monitors: (project) => {
      const place = placement(project, JURISDICTION)
      return place.stub(bindings.MONITORS, place.name('monitors')) as unknown as MonitorRpc
    },
    deliveries: (project) => {
      const place = placement(project, JURISDICTION)
      return place.stub(bindings.DELIVERIES, place.name('deliveries')) as unknown as DeliveryRpc
    },
    organization: (organizationId) => organizationObject(bindings, organizationId),
    poller: (streamId) => bindings.POLLER.getByName(streamId) as unknown as PollerRpc,
  }
}

export function catalogObject(bindings: Bindings, project: PlacedProject): CatalogRpc {
  const place = placement(project, settingsOf(bindings).JURISDICTION)
  return place.stub(bindings.CATALOG, place.name('catalog')) as unknown as CatalogRpc
}
