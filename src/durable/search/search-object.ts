import { DurableObject } from 'cloudflare:workers'
import type { Bindings } from '../../env.ts'

/** One object per project: full-text index of its threads and messages. */
export class SearchObject extends DurableObject<Bindings> {}
