/**
 * Creates all stubs of a project's Durable Objects. It turns the project's region into a location hint and, if the
 * deployment promises residency, puts the object into its jurisdiction. Both take effect when an object is first
 * created, so every stub of a project must come from here.
 */
import type { PlacedProject } from '../contracts/oncall-protocol.ts'
import type { Region } from '../contracts/region.ts'
import type { Settings } from '../env.ts'

/** Where Cloudflare is asked to place the objects of a project's region. */
export const REGION_LOCATION_HINTS: Readonly<Record<Region, DurableObjectLocationHint>> = {
  'us-east-1': 'enam',
  'us-east-2': 'enam',
  'us-west-1': 'wnam',
  'us-west-2': 'wnam',
  'eu-central-1': 'weur',
  'eu-central-2': 'weur',
  'eu-north-1': 'weur',
  'eu-south-1': 'weur',
  'eu-south-2': 'weur',
  'eu-west-1': 'weur',
  'eu-west-2': 'weur',
  'eu-west-3': 'weur',
}

export type Jurisdiction = Settings['JURISDICTION']

export interface Placement {
  /** Name of one of the project's objects; the scope in it keeps names of two projects apart. */
  readonly name: (part: string) => string
  readonly stub: <T extends Rpc.DurableObjectBranded | undefined>(
    namespace: DurableObjectNamespace<T>,
    name: string,
  ) => DurableObjectStub<T>
}

/** `jurisdiction` is '' where there is none: the local runtime refuses to make any. */
export function placement(project: PlacedProject, jurisdiction: Jurisdiction = ''): Placement {
  const hints: Readonly<Record<string, DurableObjectLocationHint>> = REGION_LOCATION_HINTS
  const locationHint = hints[project.region]
  const options = locationHint === undefined ? {} : { locationHint }
  return {
    name: (part) => `${project.organizationId}/${project.projectId}/${part}`,
    stub: (namespace, name) => {
      // The types of the runtime lag behind its jurisdictions ('us' came in 2026-06); an unknown one throws at once.
      const within = jurisdiction === '' ? namespace : namespace.jurisdiction(jurisdiction as DurableObjectJurisdiction)
      return within.get(within.idFromName(name), options)
    },
  }
}
