import { DurableObject } from 'cloudflare:workers'
import type { Bindings } from '../../env.ts'

/** One object per deployment: runs the sweepers in its alarm. */
export class ClockObject extends DurableObject<Bindings> {}
