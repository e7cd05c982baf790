import { DurableObject } from 'cloudflare:workers'
import type { Bindings } from '../../env.ts'

/** One object per pulled stream: reads a platform on an alarm. */
export class PollerObject extends DurableObject<Bindings> {}
