/** Monitors: what they watch, whether they fire, and what a new one would have done over the last days. */
import type { Client, Monitor, MonitorDefinition, MonitorPreview } from '@observability-agent/sdk'
import { useState } from 'preact/hooks'
import { useWorkplace } from '../../api/context.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { type FieldSpec, Form, type FormValues } from '../../components/form.tsx'
import { Answer } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { conditionOf, conditionText, MEASURES } from './monitor-condition.ts'
import { Resource } from './resource.tsx'
import { attempted, useSetup } from './setup.ts'

const STATUS: Readonly<Record<Monitor['status'], string>> = {
  ok: 'badge good',
  pending: 'badge warning',
  firing: 'badge critical',
  no_data: 'badge warning',
  paused: 'badge',
}

const SEVERITIES = ['critical', 'error', 'warning', 'info'] as const

export function Monitors() {
  const { query, change, attempt } = useSetup('monitors', ({ client }, signal) => client.monitors.list({ signal }))
  const create = (body: MonitorBody) => change(({ client }) => client.monitors.create({ body }))
  return (
    <div class="stack">
      <Answer query={query} what="the monitors">
        {({ monitors }) => (
          <Resource
            title="Monitors"
            about="Each is evaluated every minute. One that fires opens an incident, which is investigated at once."
            items={monitors}
            keyOf={({ id }) => id}
            columns={[
              { label: 'Name', cell: ({ name }) => name },
              {
                label: 'State',
                cell: ({ status, statusSince }) => (
                  <span class="row">
                    <span class={STATUS[status]}>{status.replaceAll('_', ' ')}</span>
                    <span class="small muted">
                      since <Time at={statusSince} as="ago" />
                    </span>
                  </span>
                ),
              },
              { label: 'Fires when', cell: ({ condition }) => conditionText(condition) },
              { label: 'Value', cell: ({ value }) => (value === null ? '–' : Number(value.toPrecision(4))) },
              { label: 'Severity', cell: ({ severity }) => severity },
            ]}
            empty="No monitor yet"
            add={{ label: 'New monitor', form: (close) => <NewMonitor onCreate={create} onDone={close} /> }}
            actions={(monitor) => (
              <>
                <button
                  type="button"
                  class="button small"
                  onClick={() =>
                    void attempt(({ client }) => {
                      const at = { path: { monitorId: monitor.id } }
                      return monitor.status === 'paused' ? client.monitors.resume(at) : client.monitors.pause(at)
                    })
                  }
                >
                  {monitor.status === 'paused' ? 'Go on' : 'Pause'}
                </button>
                <Confirm
                  label="Delete"
                  of={monitor.name}
                  onConfirm={() => change(({ client }) => client.monitors.delete({ path: { monitorId: monitor.id } }))}
                >
                  It no longer fires. Incidents that it opened stay.
                </Confirm>
              </>
            )}
          />
        )}
      </Answer>
      <Templates onCreate={create} />
    </div>
  )
}

const FIELDS: readonly FieldSpec[] = [
  { name: 'name', label: 'Name', charactersMax: 100 },
  { name: 'measure', label: 'What is watched', kind: 'choice', options: MEASURES },
  { name: 'service', label: 'Service', isOptional: true, hint: 'Leave it empty for all services.' },
  {
    name: 'metric',
    label: 'Metric, or text of the lines',
    isOptional: true,
    hint: 'The metric for "average of a metric", the words for "log lines".',
  },
  {
    name: 'comparison',
    label: 'Fires when it is',
    kind: 'choice',
    options: [
      { value: 'above', label: 'above the threshold' },
      { value: 'below', label: 'below the threshold' },
      { value: 'absent', label: 'absent' },
      { value: 'unusual', label: 'unlike the same hours of earlier days' },
    ],
  },
  { name: 'threshold', label: 'Threshold', kind: 'number', isOptional: true, hint: 'A share is between 0 and 1.' },
  { name: 'forMinutes', label: 'For how many minutes', kind: 'number', initial: 2 },
  {
    name: 'severity',
    label: 'Severity',
    kind: 'choice',
    initial: 'error',
    options: SEVERITIES.map((value) => ({ value, label: value })),
  },
]

function definitionOf(values: FormValues) {
  return {
    name: values['name'] ?? '',
    severity: SEVERITIES.find((one) => one === values['severity']) ?? 'error',
    condition: conditionOf(values),
    forMinutes: Number(values['forMinutes'] ?? 0),
  }
}

const PREVIEW_DAYS = 7

type MonitorBody = Parameters<Client['monitors']['create']>[0]['body']

interface CreatesMonitor {
  readonly onCreate: (body: MonitorBody) => Promise<unknown>
}

function NewMonitor({ onCreate, onDone }: CreatesMonitor & { readonly onDone: () => void }) {
  const { client } = useWorkplace()
  const [preview, setPreview] = useState<{ readonly of: FormValues; readonly is: MonitorPreview } | null>(null)
  const look = async (values: FormValues) => {
    const { preview: is } = await client.monitors.preview({ body: { ...definitionOf(values), days: PREVIEW_DAYS } })
    setPreview({ of: values, is })
  }
  return (
    <div class="stack">
      <Form fields={FIELDS} submit="Look at the last seven days" onSubmit={look} />
      {preview && (
        <section class="card stack tight" aria-label="Preview" aria-live="polite">
          <PreviewText preview={preview.is} />
          <button
            type="button"
            class="button primary"
            onClick={() => void attempted(onCreate(definitionOf(preview.of)).then(onDone))}
          >
            Make this monitor
          </button>
        </section>
      )}
    </div>
  )
}

function PreviewText({ preview }: { readonly preview: MonitorPreview }) {
  const { firings, firingMinutes, noDataMinutes, transitions, partial } = preview
  return (
    <>
      <p>
        It would have fired <strong>{firings === 1 ? 'once' : `${firings} times`}</strong> since{' '}
        <Time at={preview.from} />, {firingMinutes} minutes in all
        {noDataMinutes > 0 && `, and had no data for ${noDataMinutes} minutes`}.
      </p>
      {partial.length > 0 && <p class="small">Not all of the time could be read.</p>}
      <ul class="small">
        {transitions
          .filter(({ to }) => to === 'firing')
          .slice(-5)
          .map(({ at }) => (
            <li key={at}>
              <Time at={at} />
            </li>
          ))}
      </ul>
    </>
  )
}

function Templates({ onCreate }: CreatesMonitor) {
  const { query, attempt } = useSetup('monitor-templates', ({ client }, signal) =>
    client.monitors.listTemplates({ signal }),
  )
  // A template that is in use is no longer suggested.
  const use = (body: MonitorDefinition) => void attempt(() => onCreate(body), `The monitor ${body.name} was made.`)
  return (
    <Answer query={query} what="the suggestions">
      {({ templates }) =>
        templates.length === 0 ? null : (
          <section class="stack tight" aria-label="Suggested monitors">
            <h2>Suggested for this project</h2>
            <ul class="cards">
              {templates.slice(0, 12).map(({ id, title, reason, monitor }) => (
                <li key={id} class="card stack tight">
                  <strong class="foreign">{title}</strong>
                  <span class="small foreign">{reason}</span>
                  <button type="button" class="button small" onClick={() => use(monitor)}>
                    Make this monitor
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Answer>
  )
}
