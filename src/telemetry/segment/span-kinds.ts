/** Kinds and statuses of spans by the numbers stored for them: new ones are added at the end only. */
import type { SpanKind, SpanStatus } from '../model.ts'

export const SPAN_KINDS: readonly SpanKind[] = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer']
export const SPAN_STATUSES: readonly SpanStatus[] = ['unset', 'ok', 'error']
