/** Persisted: never reorder. The kinds and statuses of spans; segments hold a position in these lists. Add at the end. */
import type { SpanKind, SpanStatus } from '../model.ts'

export const SPAN_KINDS: readonly SpanKind[] = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer']
export const SPAN_STATUSES: readonly SpanStatus[] = ['unset', 'ok', 'error']
