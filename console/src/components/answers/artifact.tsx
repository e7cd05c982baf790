/** Artifacts of answers: charts, tables, log records, alerts, what has to be connected. Everything in them is text. */
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { Time } from '../time.tsx'
import { TimeChart } from '../time-chart.tsx'
import './artifact.css'
import { TableFrame } from '../table-frame.tsx'
import { type Fields, fieldsOf, lineOf, listOf, seriesOf, tableOf, textOf, unitFormat } from './data.ts'

export interface ArtifactProps {
  readonly name: string
  readonly data: unknown
  /** Draws a cell that is the id of a look-up; null leaves it as it is. */
  readonly onCitation?: Cite
}

type Cite = (id: string) => ComponentChildren | null

export function Artifact({ name, data, onCitation }: ArtifactProps) {
  switch (name) {
    case 'timeseries':
      return <Chart data={data} />
    case 'table':
      return <Table data={data} {...(onCitation ? { onCitation } : {})} />
    case 'log_detail':
      return <LogDetail data={fieldsOf(data)} />
    case 'alert_card':
      return <AlertCard data={fieldsOf(data)} />
    case 'integration_required':
      return <IntegrationRequired data={fieldsOf(data)} />
    default:
      return <Json value={data} />
  }
}

function Chart({ data }: { readonly data: unknown }) {
  const { title, unit, times, series } = useMemo(() => seriesOf(data), [data])
  const format = useMemo(() => unitFormat(unit), [unit])
  if (times.length === 0) return <p class="muted foreign">{title}: no values.</p>
  return <TimeChart title={title} times={times} series={series} formatValue={format} />
}

/** Beyond it, the rows are counted and left out: an answer names what it is about. */
const ROWS_MAX = 200

export function Table({ data, onCitation }: { readonly data: unknown; readonly onCitation?: Cite }) {
  const { title, columns, rows } = useMemo(() => tableOf(data), [data])
  return (
    <figure class="stack tight">
      <figcaption class="small">
        <strong class="foreign">{title}</strong>
      </figcaption>
      <TableFrame>
        <table>
          <thead>
            <tr>
              {columns.map(({ key, label }) => (
                <th key={key} class="foreign">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, ROWS_MAX).map((row, index) => (
              <tr key={index}>
                {columns.map(({ key }) => (
                  <td key={key} class="foreign">
                    {citedCell(row[key], onCitation) ?? <Cell value={row[key]} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {rows.length > ROWS_MAX && <p class="small muted">{rows.length - ROWS_MAX} further rows are not shown.</p>}
    </figure>
  )
}

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/

/** A cell that is the id of a look-up, or a list of such ids; null for all others. */
function citedCell(value: unknown, cite: Cite | undefined): ComponentChildren | null {
  if (cite === undefined) return null
  const drawn = (Array.isArray(value) ? value : [value]).map((one) => (typeof one === 'string' ? cite(one) : null))
  return drawn.length === 0 || drawn.includes(null) ? null : drawn
}

function Cell({ value }: { readonly value: unknown }) {
  if (typeof value === 'string' && ISO.test(value)) return <Time at={value} />
  if (Array.isArray(value)) return <>{value.map(lineOf).join(', ')}</>
  return <>{lineOf(value)}</>
}

function LogDetail({ data }: { readonly data: Fields }) {
  const context = fieldsOf(data['context'])
  const record = fieldsOf(data['record'])
  return (
    <figure class="stack tight log-detail">
      <ol class="lines">
        {listOf(context['before']).map((one, index) => (
          <LogLine key={`b${index}`} record={fieldsOf(one)} />
        ))}
        <LogLine record={record} isChosen />
        {listOf(context['after']).map((one, index) => (
          <LogLine key={`a${index}`} record={fieldsOf(one)} />
        ))}
      </ol>
      <FieldList fields={{ ...fieldsOf(record['attributes']), ...fieldsOf(record['resource']) }} />
    </figure>
  )
}

function LogLine({ record, isChosen = false }: { readonly record: Fields; readonly isChosen?: boolean }) {
  const time = textOf(record['time'])
  return (
    <li class={isChosen ? 'line chosen' : 'line'}>
      {ISO.test(time) && <Time at={time} />} <span class="foreign">{textOf(record['service'])}</span>{' '}
      <span class="foreign">{textOf(record['severity'])}</span> <code class="foreign">{textOf(record['body'])}</code>
    </li>
  )
}

/** Names and values, one row each. */
export function FieldList({ fields }: { readonly fields: Fields }) {
  const entries = Object.entries(fields)
  if (entries.length === 0) return null
  return (
    <dl class="field-list small">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt class="muted foreign">{name}</dt>
          <dd class="foreign mono">{lineOf(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function AlertCard({ data }: { readonly data: Fields }) {
  const since = textOf(data['since'])
  return (
    <div class="card stack tight">
      <p class="row">
        <span class="badge critical">{textOf(data['severity'])}</span>
        <strong class="foreign">{textOf(data['title'])}</strong>
        {ISO.test(since) && (
          <span class="small muted">
            since <Time at={since} />
          </span>
        )}
      </p>
      <p class="small foreign">{textOf(data['summary'])}</p>
    </div>
  )
}

function IntegrationRequired({ data }: { readonly data: Fields }) {
  return (
    <div class="card">
      <p class="foreign">{textOf(data['reason'])}</p>
      <p class="small muted foreign">{listOf(data['dataSourceTypes']).map(lineOf).join(', ')}</p>
    </div>
  )
}

/** Longer values are cut: this is a look into the machinery, not a place to read megabytes. */
const JSON_MAX = 20_000

export function Json({ value }: { readonly value: unknown }) {
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? '', [value])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus, or no keyboard can scroll it
    <pre class="json foreign" tabIndex={0}>
      {text.length > JSON_MAX ? `${text.slice(0, JSON_MAX)}\n… ${text.length - JSON_MAX} further characters` : text}
    </pre>
  )
}
