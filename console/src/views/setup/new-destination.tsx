/** A new destination: its kind decides what has to be known of it. */
import { useState } from 'preact/hooks'
import type { useWorkplace } from '../../api/context.tsx'
import { ShownOnce } from '../../components/copy.tsx'
import { type FieldSpec, Form, type FormValues } from '../../components/form.tsx'
import { listed } from './form-values.ts'

export const DESTINATION_KINDS = {
  webhook: 'Webhook (Standard Webhooks)',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  pagerduty: 'PagerDuty',
  opsgenie: 'Opsgenie',
  email: 'E-mail',
} as const
type Kind = keyof typeof DESTINATION_KINDS

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
  email: [{ name: 'to', label: 'Recipients', hint: 'Addresses, separated by commas.' }],
}

type CreateBody = Parameters<ReturnType<typeof useWorkplace>['client']['destinations']['create']>[0]['body']

function targetOf(kind: Kind, values: FormValues): CreateBody['target'] {
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

interface NewDestinationProps {
  readonly onCreate: (body: CreateBody) => Promise<{ readonly secret: string | null }>
  readonly onDone: () => void
}

export function NewDestination({ onCreate, onDone }: NewDestinationProps) {
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
          {Object.entries(DESTINATION_KINDS).map(([value, label]) => (
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
            hint: 'Names, separated by commas. Leave it empty for all services.',
            isOptional: true,
          },
        ]}
        onSubmit={create}
      />
    </div>
  )
}
