/** Where word goes, at which times questions are asked, and when alerts are kept quiet. */
import type { Destination, Schedule } from '@observability-agent/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { useWorkplace } from '../../api/context.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { ShownOnce } from '../../components/copy.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { type FieldSpec, Form, type FormValues } from '../../components/form.tsx'
import { Answer, sentenceOf } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { toast } from '../../components/toasts.tsx'
import { Resource } from './resource.tsx'
import { given, listed, useSetup } from './setup.ts'

export function Alerting() {
  return (
    <div class="stack">
      <Destinations />
      <Schedules />
      <Windows />
    </div>
  )
}

const KINDS = {
  webhook: 'Webhook (Standard Webhooks)',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  pagerduty: 'PagerDuty',
  opsgenie: 'Opsgenie',
  email: 'E-mail',
} as const
type Kind = keyof typeof KINDS

const SEVERITIES = ['critical', 'error', 'warning', 'info'] as const
type Severity = (typeof SEVERITIES)[number]
const severityOf = (text: string | undefined): Severity => SEVERITIES.find((one) => one === text) ?? 'warning'

const URL_FIELD: FieldSpec = { name: 'url', label: 'Address', placeholder: 'https://', charactersMax: 2_000 }
const REGION: FieldSpec = {
  name: 'region',
  label: 'Region',
  kind: 'choice',
  options: [
    { value: 'us', label: 'US' },
    { value: 'eu', label: 'EU' },
  ],
}
const TARGET_FIELDS: Readonly<Record<Kind, readonly FieldSpec[]>> = {
  webhook: [URL_FIELD],
  slack: [{ ...URL_FIELD, kind: 'secret', hint: 'The address of an incoming webhook of Slack.' }],
  teams: [{ ...URL_FIELD, kind: 'secret', hint: 'The address of a workflow of Teams.' }],
  pagerduty: [{ name: 'routingKey', label: 'Routing key', kind: 'secret' }, REGION],
  opsgenie: [{ name: 'apiKey', label: 'API key', kind: 'secret' }, REGION],
  email: [{ name: 'to', label: 'Recipients', hint: 'Addresses, with commas between them.' }],
}

type CreateTarget = Parameters<ReturnType<typeof useWorkplace>['client']['destinations']['create']>[0]['body']['target']

function targetOf(kind: Kind, values: FormValues): CreateTarget {
  const region = values['region'] === 'eu' ? 'eu' : 'us'
  switch (kind) {
    case 'webhook':
    case 'slack':
    case 'teams':
      return { kind, url: values['url'] ?? '' }
    case 'pagerduty':
      return { kind, routingKey: values['routingKey'] ?? '', region }
    case 'opsgenie':
      return { kind, apiKey: values['apiKey'] ?? '', region }
    case 'email':
      return { kind, to: listed(values['to']) }
  }
}

function Destinations() {
  const [log, setLog] = useState<Destination | null>(null)
  const { query, change } = useSetup('destinations', ({ client }, signal) => client.destinations.list({ signal }))
  const test = async (destination: Destination) => {
    try {
      await change(({ client }) => client.destinations.test({ path: { destinationId: destination.id } }))
      toast(`A test message to ${destination.name} is on its way.`)
    } catch (error) {
      toast(sentenceOf(error), 'failed')
    }
  }
  return (
    <>
      <Answer query={query} what="the destinations">
        {({ destinations }) => (
          <Resource
            title="Destinations"
            about="Incidents, their briefs and their ends are told here."
            items={destinations}
            keyOf={({ id }) => id}
            columns={[
              { label: 'Name', cell: ({ name }) => name },
              { label: 'Kind', cell: ({ kind }) => KINDS[kind] },
              { label: 'To', cell: ({ address }) => address },
              { label: 'From severity', cell: ({ rules }) => rules.severityMin },
              { label: 'State', cell: (one) => <DestinationState destination={one} /> },
            ]}
            empty="Nobody is told yet"
            add={{
              label: 'New destination',
              form: (close) => (
                <NewDestination
                  onCreate={(body) => change(({ client }) => client.destinations.create({ body }))}
                  onDone={close}
                />
              ),
            }}
            actions={(one) => (
              <>
                <button
                  type="button"
                  class="button small"
                  aria-label={`Test ${one.name}`}
                  onClick={() => void test(one)}
                >
                  Test
                </button>
                <button type="button" class="button small" onClick={() => setLog(one)}>
                  Deliveries
                </button>
                <button
                  type="button"
                  class="button small"
                  onClick={() =>
                    void change(({ client }) =>
                      client.destinations.update({ path: { destinationId: one.id }, body: { enabled: !one.enabled } }),
                    )
                  }
                >
                  {one.enabled ? 'Turn off' : 'Turn on'}
                </button>
                <Confirm
                  label="Delete"
                  of={one.name}
                  onConfirm={() =>
                    change(({ client }) => client.destinations.delete({ path: { destinationId: one.id } }))
                  }
                >
                  Messages that wait for it are dropped.
                </Confirm>
              </>
            )}
          />
        )}
      </Answer>
      {log && <Deliveries destination={log} onClose={() => setLog(null)} />}
    </>
  )
}

function DestinationState({ destination: { enabled, disabledReason } }: { readonly destination: Destination }) {
  if (enabled) return <span class="badge good">on</span>
  if (disabledReason === 'failing') return <span class="badge critical">turned off: it failed for days</span>
  if (disabledReason === 'gone') return <span class="badge critical">turned off: it no longer exists</span>
  return <span class="badge">off</span>
}

type CreateBody = Parameters<ReturnType<typeof useWorkplace>['client']['destinations']['create']>[0]['body']

interface NewDestinationProps {
  readonly onCreate: (body: CreateBody) => Promise<{ readonly secret: string | null }>
  readonly onDone: () => void
}

function NewDestination({ onCreate, onDone }: NewDestinationProps) {
  const [kind, setKind] = useState<Kind>('slack')
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <ShownOnce value={secret} what="the secret that signs the messages" />
  const create = async (values: FormValues) => {
    const made = await onCreate({
      name: values['name'] ?? '',
      target: targetOf(kind, values),
      rules: { severityMin: severityOf(values['severityMin']), services: listed(values['services']) },
    })
    if (made.secret === null) onDone()
    else setSecret(made.secret)
  }
  return (
    <div class="stack">
      <label class="field">
        Kind
        <select
          class="input"
          value={kind}
          // The options are the keys.
          onChange={(event) => setKind(event.currentTarget.value as Kind)}
        >
          {Object.entries(KINDS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Form
        key={kind}
        submit="Add"
        fields={[
          { name: 'name', label: 'Name', charactersMax: 100 },
          ...TARGET_FIELDS[kind],
          {
            name: 'severityMin',
            label: 'From severity',
            kind: 'choice',
            initial: 'warning',
            options: SEVERITIES.map((value) => ({ value, label: value })),
          },
          {
            name: 'services',
            label: 'Only these services',
            hint: 'Names, with commas between them. Without any, all services.',
            isOptional: true,
          },
        ]}
        onSubmit={create}
      />
    </div>
  )
}

function Deliveries({ destination, onClose }: { readonly destination: Destination; readonly onClose: () => void }) {
  const { client, project } = useWorkplace()
  const query = useQuery({
    queryKey: ['setup', project?.id ?? '', 'deliveries', destination.id],
    queryFn: ({ signal }) => client.destinations.listDeliveries({ path: { destinationId: destination.id }, signal }),
    refetchInterval: 5_000,
  })
  const replay = async (deliveryId: string) => {
    try {
      await client.deliveries.replay({ path: { deliveryId } })
      await query.refetch()
    } catch (error) {
      toast(sentenceOf(error), 'failed')
    }
  }
  return (
    <Dialog title={`Deliveries to ${destination.name}`} isOpen onClose={onClose} shape="drawer">
      <Answer query={query} what="the deliveries">
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <p>Nothing was sent yet.</p>
          ) : (
            <ul class="stack tight">
              {deliveries.map((one) => (
                <li key={one.id} class="card stack tight">
                  <span class="row">
                    <span
                      class={
                        one.state === 'delivered' ? 'badge good' : one.state === 'failed' ? 'badge critical' : 'badge'
                      }
                    >
                      {one.state}
                    </span>
                    <span>{one.type.replaceAll('_', ' ')}</span>
                    <Time at={one.createdAt} />
                  </span>
                  <span class="foreign">{one.title}</span>
                  {one.attempts.map((attempt) => (
                    <span key={attempt.at} class="small muted">
                      <Time at={attempt.at} />: {attempt.outcome.replaceAll('_', ' ')}
                      {attempt.status !== null && ` (${attempt.status})`}
                    </span>
                  ))}
                  {one.nextAttemptAt && (
                    <span class="small">
                      Next attempt <Time at={one.nextAttemptAt} />
                    </span>
                  )}
                  {one.settledAt !== null && (
                    <button type="button" class="button small" onClick={() => void replay(one.id)}>
                      Send again
                    </button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
    </Dialog>
  )
}

function Schedules() {
  const { query, change } = useSetup('schedules', ({ client }, signal) => client.schedules.list({ signal }))
  const fields: readonly FieldSpec[] = [
    { name: 'name', label: 'Name', charactersMax: 100 },
    { name: 'question', label: 'Question', kind: 'long', placeholder: 'What changed since yesterday?' },
    { name: 'cron', label: 'When', hint: 'Minute, hour, day, month, weekday: 0 9 * * 1-5', initial: '0 9 * * 1-5' },
    {
      name: 'timeZone',
      label: 'Time zone',
      initial: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  ]
  const toggle = ({ id, enabled }: Schedule) =>
    void change(({ client }) => client.schedules.update({ path: { scheduleId: id }, body: { enabled: !enabled } }))
  return (
    <Answer query={query} what="the schedules">
      {({ schedules }) => (
        <Resource
          title="Schedules"
          about="A question at a time; its answer goes to the destinations."
          items={schedules}
          keyOf={({ id }) => id}
          columns={[
            { label: 'Name', cell: ({ name }) => name },
            { label: 'Question', cell: ({ question }) => question },
            { label: 'When', cell: ({ timing }) => `${timing.cron} (${timing.timeZone})` },
            { label: 'Next', cell: ({ nextAt }) => (nextAt ? <Time at={nextAt} /> : '–') },
            { label: 'State', cell: ({ enabled }) => (enabled ? 'on' : 'off') },
          ]}
          empty="No schedule yet"
          add={{
            label: 'New schedule',
            form: (close) => (
              <Form
                fields={fields}
                submit="Add"
                onSubmit={async ({ name = '', question = '', cron = '', timeZone = '' }) => {
                  await change(({ client }) =>
                    client.schedules.create({ body: { name, question, timing: { cron, timeZone } } }),
                  )
                  close()
                }}
              />
            ),
          }}
          actions={(one) => (
            <>
              <button type="button" class="button small" onClick={() => toggle(one)}>
                {one.enabled ? 'Turn off' : 'Turn on'}
              </button>
              <Confirm
                label="Delete"
                of={one.name}
                onConfirm={() => change(({ client }) => client.schedules.delete({ path: { scheduleId: one.id } }))}
              >
                The question is not asked any more. Earlier answers stay.
              </Confirm>
            </>
          )}
        />
      )}
    </Answer>
  )
}

function Windows() {
  const { query, change } = useSetup('maintenance-windows', ({ client }, signal) =>
    client.maintenanceWindows.list({ signal }),
  )
  const fields: readonly FieldSpec[] = [
    { name: 'title', label: 'What is done', charactersMax: 200 },
    { name: 'startsAt', label: 'From (your time zone)', kind: 'time' },
    { name: 'endsAt', label: 'To', kind: 'time' },
    { name: 'services', label: 'Only these services', hint: 'Without any, all services.', isOptional: true },
  ]
  return (
    <Answer query={query} what="the maintenance windows">
      {({ maintenanceWindows }) => (
        <Resource
          title="Maintenance windows"
          about="Alerts of these services open no incident meanwhile."
          items={maintenanceWindows}
          keyOf={({ id }) => id}
          columns={[
            { label: 'What', cell: ({ title }) => title },
            { label: 'From', cell: ({ startsAt }) => <Time at={startsAt} /> },
            { label: 'To', cell: ({ endsAt }) => <Time at={endsAt} /> },
            { label: 'Services', cell: ({ services }) => services.join(', ') || 'all' },
            { label: 'Kept quiet', cell: ({ suppressed }) => suppressed },
          ]}
          empty="No maintenance is planned"
          add={{
            label: 'New maintenance window',
            form: (close) => (
              <Form
                fields={fields}
                submit="Add"
                onSubmit={async (values) => {
                  const at = (name: string) => new Date(given(values[name]) ?? 0).toISOString()
                  await change(({ client }) =>
                    client.maintenanceWindows.create({
                      body: {
                        title: values['title'] ?? '',
                        startsAt: at('startsAt'),
                        endsAt: at('endsAt'),
                        services: listed(values['services']),
                      },
                    }),
                  )
                  close()
                }}
              />
            ),
          }}
          actions={(one) => (
            <Confirm
              label="Delete"
              of={one.title}
              onConfirm={() => change(({ client }) => client.maintenanceWindows.delete({ path: { windowId: one.id } }))}
            >
              Alerts open incidents again at once.
            </Confirm>
          )}
        />
      )}
    </Answer>
  )
}
