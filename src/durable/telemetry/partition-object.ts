import { DurableObject } from 'cloudflare:workers'
import type { Bindings } from '../../env.ts'

/** One object per telemetry partition (project x time x signal x shard). */
export class PartitionObject extends DurableObject<Bindings> {}
