/** Which values the matching records have, and how often. A value is a condition at the press of a button. */
import type { TelemetryFilter } from '@observability-agent/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { Answer } from '../../../components/states.tsx'
import { type FilterSearch, fieldLabel, withFilter } from '../../../telemetry/filters.ts'
import { countText } from '../../../telemetry/units.ts'
import { fieldValues, type Scope } from '../queries.ts'

export interface FacetsProps {
  readonly scope: Scope
  readonly signal: 'logs' | 'spans'
  readonly onFilter: (filter: FilterSearch) => void
}

/** These are asked most, so they are open at first. */
const OPEN_AT_FIRST = new Set(['service', 'severity', 'status'])
const BUILTIN = { logs: ['service', 'severity', 'environment'], spans: ['service', 'name', 'kind', 'status'] } as const

export function Facets({ scope, signal, onFilter }: FacetsProps) {
  const query = useQuery(fieldValues(scope, signal))
  const add = (filter: TelemetryFilter) =>
    onFilter({ ...scope.filter, filters: withFilter(scope.filter.filters ?? [], filter) })
  return (
    <section class="facets" aria-label="Fields and their values">
      {BUILTIN[signal].map((field) => (
        <Facet key={field} scope={scope} signal={signal} field={field} onAdd={add} />
      ))}
      <Answer query={query} what="the fields">
        {({ values }) => (
          <>
            {values
              .filter(({ value }) => value.includes('['))
              .map(({ value, count }) => (
                <Facet key={value} scope={scope} signal={signal} field={value} count={count} onAdd={add} />
              ))}
          </>
        )}
      </Answer>
    </section>
  )
}

interface FacetProps {
  readonly scope: Scope
  readonly signal: 'logs' | 'spans'
  readonly field: string
  readonly count?: number
  readonly onAdd: (filter: TelemetryFilter) => void
}

function Facet({ scope, signal, field, count, onAdd }: FacetProps) {
  const [isOpen, setOpen] = useState(OPEN_AT_FIRST.has(field))
  return (
    <details class="facet" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="small">
        <strong class="foreign">{fieldLabel(field)}</strong>{' '}
        {count !== undefined && <span class="muted">{countText(count)}</span>}
      </summary>
      {isOpen && <Values scope={scope} signal={signal} field={field} onAdd={onAdd} />}
    </details>
  )
}

function Values({ scope, signal, field, onAdd }: Omit<FacetProps, 'count'>) {
  const query = useQuery(fieldValues(scope, signal, field))
  return (
    <Answer query={query} what="the values">
      {({ values }) =>
        values.length === 0 ? (
          <p class="small muted">No record has it.</p>
        ) : (
          values.map(({ value, count }) => (
            <button
              key={value}
              type="button"
              class="facet-value"
              title={`Only where ${fieldLabel(field)} is this`}
              onClick={() => onAdd({ field, op: 'eq', value })}
            >
              <span class="foreign">{value === '' ? '(empty)' : value}</span>
              <span class="muted">{countText(count)}</span>
            </button>
          ))
        )
      }
    </Answer>
  )
}
