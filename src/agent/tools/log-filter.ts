/** The filter that log tools share, and its words for the store and for people. */
import { z } from 'zod'
import { type Condition, type RecordFilter, severityName, type Work } from '../../telemetry/index.ts'

export const SEVERITIES = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
export type MinimumSeverity = (typeof SEVERITIES)[number]

export const logFilterInput = {
  services: z
    .array(z.string().min(1).max(256))
    .max(50)
    .describe('Only these services (service.name). Omit for all.')
    .optional(),
  severityAtLeast: z.enum(SEVERITIES).describe('Only records of this severity or worse.').optional(),
  text: z
    .string()
    .min(1)
    .max(500)
    .describe('Only records whose body has all these words (case-insensitive).')
    .optional(),
  textMode: z
    .enum(['all', 'any', 'phrase', 'substring'])
    .describe('How `text` matches: all words (default), any word, the exact phrase, or a substring.')
    .optional(),
  traceId: z.string().min(1).max(64).describe('Only records of this trace.').optional(),
  attributes: z
    .array(
      z.object({ key: z.string().min(1).max(256), value: z.union([z.string().max(500), z.number(), z.boolean()]) }),
    )
    .max(10)
    .describe('Only records whose attributes have these values.')
    .optional(),
}

export interface LogFilterInput {
  readonly services?: readonly string[] | undefined
  readonly severityAtLeast?: MinimumSeverity | undefined
  readonly text?: string | undefined
  readonly textMode?: 'all' | 'any' | 'phrase' | 'substring' | undefined
  readonly traceId?: string | undefined
  readonly attributes?: readonly { readonly key: string; readonly value: string | number | boolean }[] | undefined
}

/** First severity number of each range of the OpenTelemetry log data model. */
export function severityFloor(severity: MinimumSeverity): number {
  return SEVERITIES.indexOf(severity) * 4 + 1
}

/** Returns the store's filter of a tool's parameters. */
export function toRecordFilter(input: LogFilterInput): RecordFilter {
  const conditions: Condition[] = []
  const services = input.services ?? []
  if (services.length === 1 && services[0] !== undefined) {
    conditions.push({ field: { kind: 'builtin', name: 'service' }, op: 'eq', value: services[0] })
  } else if (services.length > 1) {
    conditions.push({ field: { kind: 'builtin', name: 'service' }, op: 'in', values: services })
  }
  if (input.severityAtLeast !== undefined) {
    conditions.push({
      field: { kind: 'builtin', name: 'severity' },
      op: 'gte',
      value: severityFloor(input.severityAtLeast),
    })
  }
  if (input.traceId !== undefined) {
    conditions.push({ field: { kind: 'builtin', name: 'trace_id' }, op: 'eq', value: input.traceId.toLowerCase() })
  }
  for (const { key, value } of input.attributes ?? []) {
    conditions.push({ field: { kind: 'attribute', key }, op: 'eq', value })
  }
  if (input.text === undefined) return { conditions }
  return { conditions, text: { mode: input.textMode ?? 'all', text: input.text } }
}

/** The filter as given, without what was left out, for the result. */
export function describeFilter(input: LogFilterInput): LogFilterInput {
  const { services, severityAtLeast, text, textMode, traceId, attributes } = input
  return Object.fromEntries(
    Object.entries({ services, severityAtLeast, text, textMode, traceId, attributes }).filter(
      ([, value]) => value !== undefined,
    ),
  )
}

/** Why an answer is not complete, when it is not. */
export function incompleteness(work: Work): { incomplete?: readonly string[] } {
  return work.partial.length === 0 ? {} : { incomplete: work.partial }
}

/** Returns the name of a severity; the sender's own text where the number says nothing. */
export function severityWord(severityNumber: number, severityText: string): string {
  const name = severityName(severityNumber)
  return name === 'unspecified' && severityText !== '' ? severityText.slice(0, 20) : name
}
