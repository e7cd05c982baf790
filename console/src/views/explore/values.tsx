/** All values of a record, with buttons that make a condition of one. */
import type { LogRecord, Span, TelemetryFilter } from '@observability-agent/sdk'
import { fieldLabel } from '../../telemetry/filters.ts'

export interface FieldValue {
  readonly field: string
  readonly value: unknown
}

const entriesOf = (name: 'attributes' | 'resource', values: Readonly<Record<string, unknown>>): FieldValue[] =>
  Object.entries(values).map(([key, value]) => ({ field: `${name}[${key}]`, value }))

/** The record's own values first, then those of what sent it. */
export function valuesOf(record: LogRecord | Span): FieldValue[] {
  const common = [
    { field: 'service', value: record.service },
    { field: 'environment', value: record.environment },
    { field: 'scope', value: record.scope },
    { field: 'trace_id', value: record.traceId },
    { field: 'span_id', value: record.spanId },
  ].filter(({ value }) => value !== null && value !== '')
  return [...entriesOf('attributes', record.attributes), ...common, ...entriesOf('resource', record.resource)]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

export interface ValuesProps {
  readonly label: string
  readonly values: readonly FieldValue[]
  readonly onFilter?: (filter: TelemetryFilter) => void
}

export function Values({ label, values, onFilter }: ValuesProps) {
  return (
    <dl class="values small" aria-label={label}>
      {values.map(({ field, value }) => (
        <div key={field}>
          <dt class="foreign">{fieldLabel(field)}</dt>
          <dd class="mono foreign">{textOf(value)}</dd>
          {onFilter && isScalar(value) ? (
            <dd class="row">
              <button
                type="button"
                class="button small quiet"
                aria-label={`Only where ${fieldLabel(field)} is this`}
                onClick={() => onFilter({ field, op: 'eq', value })}
              >
                =
              </button>
              <button
                type="button"
                class="button small quiet"
                aria-label={`Only where ${fieldLabel(field)} is not this`}
                onClick={() => onFilter({ field, op: 'neq', value })}
              >
                ≠
              </button>
            </dd>
          ) : (
            <dd />
          )}
        </div>
      ))}
    </dl>
  )
}
