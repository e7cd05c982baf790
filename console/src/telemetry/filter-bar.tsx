/** Words to look for, a least severity, and the conditions in force as chips that can be taken away. */
import type { TelemetryFilter } from '@observability-agent/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useShortcut } from '../app/shortcuts.tsx'
import { type FilterSearch, filterText, replaceFilter, SEVERITIES, withFilter, withoutFilter } from './filters.ts'
import { typedFilter } from './typed-filter.ts'

export interface FilterBarProps {
  readonly search: FilterSearch
  readonly onChange: (search: FilterSearch) => void
  /** Logs and spans have words; metrics have none. */
  readonly hasWords?: boolean
  /** Logs have severities; spans have none. */
  readonly hasSeverity?: boolean
}

export function FilterBar({ search, onChange, hasWords = true, hasSeverity = false }: FilterBarProps) {
  const filters = search.filters ?? []
  const change = (next: readonly TelemetryFilter[]) =>
    onChange({ ...(search.q ? { q: search.q } : {}), ...(next.length > 0 ? { filters: next } : {}) })
  return (
    <div class="stack tight">
      <div class="row">
        {hasWords && (
          <Words
            text={search.q ?? ''}
            onChange={(q) => onChange({ ...(q ? { q } : {}), ...(filters.length > 0 ? { filters } : {}) })}
          />
        )}
        {hasSeverity && <LeastSeverity filters={filters} onChange={change} />}
        <AddFilter onAdd={(filter) => change(withFilter(filters, filter))} />
      </div>
      {filters.length > 0 && (
        <ul class="row" aria-label="Conditions">
          {filters.map((filter) => (
            <li key={JSON.stringify(filter)} class="badge chip">
              <span class="foreign">{filterText(filter)}</span>
              <button
                type="button"
                class="chip-remove"
                aria-label={`Remove the condition ${filterText(filter)}`}
                onClick={() => change(withoutFilter(filters, filter))}
              >
                ✕
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Words({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => setTyped(text), [text])
  useShortcut('/', 'Search in this view', () => input.current?.focus())
  return (
    <form
      class="words"
      onSubmit={(event) => {
        event.preventDefault()
        onChange(typed.trim())
      }}
    >
      <input
        ref={input}
        class="input"
        type="search"
        maxLength={500}
        placeholder="Words, or a phrase in double quotes"
        aria-label="Words to look for"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <button type="submit" class="button">
        Search
      </button>
    </form>
  )
}

interface LeastSeverityProps {
  readonly filters: readonly TelemetryFilter[]
  readonly onChange: (filters: readonly TelemetryFilter[]) => void
}

function LeastSeverity({ filters, onChange }: LeastSeverityProps) {
  const at = { field: 'severity', op: 'gte' } as const
  const current = filters.find(({ field, op }) => field === at.field && op === at.op)
  const value = current && 'value' in current ? String(current.value) : ''
  return (
    <label class="row small">
      Severity
      <select
        class="input fit"
        value={value}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          onChange(replaceFilter(filters, at, chosen === '' ? null : { ...at, value: chosen }))
        }}
      >
        <option value="">any</option>
        {SEVERITIES.map((severity) => (
          <option key={severity} value={severity}>
            {severity} and above
          </option>
        ))}
      </select>
    </label>
  )
}

function AddFilter({ onAdd }: { readonly onAdd: (filter: TelemetryFilter) => void }) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const add = (event: Event) => {
    event.preventDefault()
    const filter = typedFilter(typed)
    setWrong(filter === null)
    if (filter === null) return
    onAdd(filter)
    setTyped('')
  }
  return (
    <form class="words" onSubmit={add}>
      <input
        class="input"
        maxLength={600}
        placeholder="http.route = /cart"
        aria-label="A condition: name, sign (= != ~ > >= < <=), value"
        aria-invalid={isWrong}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setWrong(false)
        }}
      />
      <button type="submit" class="button">
        Add
      </button>
      {isWrong && (
        <span class="small" role="alert">
          Write a name, a sign and a value: <code>http.route = /cart</code>
        </span>
      )}
    </form>
  )
}
