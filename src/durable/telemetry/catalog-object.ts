import { DurableObject } from 'cloudflare:workers'
import type { Bindings } from '../../env.ts'

/** One object per project: which telemetry partitions exist. */
export class CatalogObject extends DurableObject<Bindings> {}
