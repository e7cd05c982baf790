import { DurableObject } from 'cloudflare:workers'
import type { Bindings } from '../../env.ts'

/** One object per thread: its messages, runs, steps, stream events and outbox (architecture.md, The run of a message). */
export class ThreadObject extends DurableObject<Bindings> {}
