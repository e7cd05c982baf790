/** Monitors: what they watch, whether they fire, and what a new one would have done over the last days. */
import type { Monitor, MonitorDefinition, MonitorPreview } from '@observability-agent/sdk'
import { useState } from 'preact/hooks'
import { Confirm } from '../../components/confirm.tsx'
import { type FieldSpec, Form, type FormValues } from '../../components/form.tsx'
import { Answer, sentenceOf } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { toast } from '../../components/toasts.tsx'
import { conditionOf, conditionText, MEASURES } from './monitor-condition.ts'
import { Resource } from './resource.tsx'
import { useSetup } from './setup.ts'

const STATUS: Readonly<Record<Monitor['status'], string>> = {
  ok: 'badge good',
  pending: 'badge warning',
  firing: 'badge critical',
  no_data: 'badge warning',
  paused: 'badge',
}

const SEVERITIES = ['critical', 'error', 'warning', 'info'] as const

export function Monitors() {
  const { query, change } = useSetup('monitors', ({ client }, signal) => client.monitors.list({ signal }))
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
            add={{ label: 'New monitor', form: (close) => <NewMonitor onDone={close} /> }}
            actions={(monitor) => (
              <>
                <button
                  type="button"
                  class="button small"
                  onClick={() =>
                    void change(({ client }) => {
                      const at = { path: { monitorId: monitor.id } }
                      return monitor.status === 'paused' ? client.monitors.resume(at) : client.monitors.pause(at)
                    }).catch((error: unknown) => toast(sentenceOf(error), 'failed'))
                  }
                >
                  {monitor.status === 'paused' ? 'Go on' : 'Pause'}
                </button>
                <Confirm
                  label="Delete"
                  of={monitor.name}
                  onConfirm={() => change(({ client }) => client.monitors.delete({ path: { monitorId: monitor.id } }))}
                >
                  It fires no more. Incidents that it opened stay.
                </Confirm>
              </>
            )}
          />
        )}
      </Answer>
      <Templates />
    </div>
  )
}

const FIELDS: readonly FieldSpec[] = [
  { name: 'name', label: 'Name', charactersMax: 100 },
  { name: 'measure', label: 'What is watched', kind: 'choice', options: MEASURES },
  { name: 'service', label: 'Service', isOptional: true, hint: 'Without one, all services.' },
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

function NewMonitor({ onDone }: { readonly onDone: () => void }) {
  const { change } = useSetup('monitors', ({ client }, signal) => client.monitors.list({ signal }))
  const [preview, setPreview] = useState<{ readonly of: FormValues; readonly is: MonitorPreview } | null>(null)
  const look = async (values: FormValues) => {
    const { preview: is } = await change(({ client }) =>
      client.monitors.preview({ body: { ...definitionOf(values), days: PREVIEW_DAYS } }),
    )
    setPreview({ of: values, is })
  }
  const create = async () => {
    if (preview === null) return
    try {
      await change(({ client }) => client.monitors.create({ body: definitionOf(preview.of) }))
      onDone()
    } catch (error) {
      toast(sentenceOf(error), 'failed')
    }
  }
  return (
    <div class="stack">
      <Form fields={FIELDS} submit="Look at the last seven days" onSubmit={look} />
      {preview && (
        <section class="card stack tight" aria-label="Preview" aria-live="polite">
          <PreviewText preview={preview.is} />
          <button type="button" class="button primary" onClick={() => void create()}>
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

function Templates() {
  const { query, change } = useSetup('monitor-templates', ({ client }, signal) =>
    client.monitors.listTemplates({ signal }),
  )
  const monitors = useSetup('monitors', ({ client }, signal) => client.monitors.list({ signal }))
  const use = (body: MonitorDefinition) =>
    void monitors
      .change(({ client }) => client.monitors.create({ body }))
      .then(() => change(async () => undefined))
      .then(() => toast(`The monitor ${body.name} was made.`))
      .catch((error: unknown) => toast(sentenceOf(error), 'failed'))
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
