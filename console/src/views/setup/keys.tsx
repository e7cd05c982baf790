/** Keys: those that senders use, those that deliver alerts, and those that programs ask with. */
import type { AlertSender } from '@observability-agent/sdk'
import { useState } from 'preact/hooks'
import { Confirm } from '../../components/confirm.tsx'
import { ShownOnce } from '../../components/copy.tsx'
import { Form, type FormValues } from '../../components/form.tsx'
import { Answer } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { given } from './form-values.ts'
import { Resource } from './resource.tsx'
import { useSetup } from './setup.ts'

interface AnyKey {
  readonly id: string
  readonly name: string
  readonly lastUsedAt: string | null
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly deactivatedAt?: string | null
}

const COLUMNS = [
  { label: 'Name', cell: (key: AnyKey) => key.name },
  { label: 'State', cell: (key: AnyKey) => <State value={key} /> },
  { label: 'Last used', cell: ({ lastUsedAt }: AnyKey) => (lastUsedAt ? <Time at={lastUsedAt} as="ago" /> : 'never') },
  { label: 'Made', cell: ({ createdAt }: AnyKey) => <Time at={createdAt} /> },
]

function State({ value: { deactivatedAt, expiresAt } }: { readonly value: AnyKey }) {
  if (deactivatedAt) return <span class="badge">deactivated</span>
  if (expiresAt === null) return <span class="badge good">active</span>
  return Date.parse(expiresAt) < Date.now() ? (
    <span class="badge warning">expired</span>
  ) : (
    <span>
      until <Time at={expiresAt} />
    </span>
  )
}

const NAME = { name: 'name', label: 'Name', hint: 'What uses it, such as "collector in eu-1".', charactersMax: 100 }

export function Keys() {
  return (
    <div class="stack">
      <IntakeKeys />
      <AlertKeys />
      <SecretKeys />
    </div>
  )
}

/** A form that ends in showing a credential once. */
function Creator({
  fields = [],
  what,
  create,
}: {
  readonly fields?: Parameters<typeof Form>[0]['fields']
  readonly what: string
  readonly create: (values: FormValues) => Promise<string>
}) {
  const [value, setValue] = useState<string | null>(null)
  if (value !== null) return <ShownOnce value={value} what={what} />
  return (
    <Form
      fields={[NAME, ...fields]}
      submit="Make the key"
      onSubmit={async (values) => setValue(await create(values))}
    />
  )
}

function IntakeKeys() {
  const { query, change } = useSetup('public-keys', ({ client }, signal) => client.publicKeys.list({ signal }))
  return (
    <Answer query={query} what="the intake keys">
      {({ publicKeys }) => (
        <Resource
          title="Intake keys"
          about="Senders put one into their header or address. It can only deliver telemetry to this project."
          items={publicKeys}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          empty="No intake key yet"
          add={{
            label: 'New intake key',
            form: () => (
              <Creator
                what="the intake key"
                create={async ({ name = '' }) => {
                  const made = await change(({ client }) => client.publicKeys.create({ body: { name } }))
                  return made.publicKey.value
                }}
              />
            ),
          }}
          actions={(key) =>
            key.deactivatedAt === null && (
              <Confirm
                label="Deactivate"
                of={`the key ${key.name}`}
                onConfirm={() =>
                  change(({ client }) => client.publicKeys.deactivate({ path: { publicKeyId: key.id } }))
                }
              >
                Senders that use it are refused within a minute. This cannot be undone.
              </Confirm>
            )
          }
        />
      )}
    </Answer>
  )
}

function AlertKeys() {
  const { query, change, workplace } = useSetup('alert-keys', async ({ client }, signal) => {
    const [{ alertKeys }, { senders }] = await Promise.all([
      client.alertKeys.list({ signal }),
      client.alertSenders.list({ signal }),
    ])
    return { alertKeys, senders }
  })
  const fields = (senders: readonly AlertSender[]) => [
    {
      name: 'source',
      label: 'Sender',
      kind: 'choice' as const,
      options: [{ value: '', label: 'any' }, ...senders.map(({ source, name }) => ({ value: source, label: name }))],
      isOptional: true,
    },
    {
      name: 'signingSecret',
      label: 'Signing secret',
      hint: 'If it is set, every delivery must be signed with it.',
      kind: 'secret' as const,
      isOptional: true,
    },
  ]
  return (
    <Answer query={query} what="the alert keys">
      {({ alertKeys, senders }) => (
        <Resource
          title="Alert keys"
          about="Alertmanager, Grafana, GitHub and others deliver alerts and changes with one. Each opens or joins an incident."
          items={alertKeys}
          keyOf={({ id }) => id}
          columns={[
            ...COLUMNS.slice(0, 1),
            { label: 'Sender', cell: ({ source }) => source ?? 'any' },
            { label: 'Signed', cell: ({ hasSigningSecret }) => (hasSigningSecret ? 'yes' : 'no') },
            ...COLUMNS.slice(1),
          ]}
          empty="No alert key yet"
          add={{
            label: 'New alert key',
            form: () => (
              <Creator
                what="the alert key"
                fields={fields(senders)}
                create={async ({ name = '', source, signingSecret }) => {
                  const known = senders.find((one) => one.source === source)
                  const secret = given(signingSecret)
                  const body = {
                    name,
                    ...(known ? { source: known.source } : {}),
                    ...(secret ? { signingSecret: secret } : {}),
                  }
                  const made = await change(() => workplace.client.alertKeys.create({ body }))
                  return made.alertKey.value
                }}
              />
            ),
          }}
          actions={(key) =>
            key.deactivatedAt === null && (
              <Confirm
                label="Deactivate"
                of={`the key ${key.name}`}
                onConfirm={() => change(({ client }) => client.alertKeys.deactivate({ path: { alertKeyId: key.id } }))}
              >
                Alerts and changes delivered with it are refused within a minute.
              </Confirm>
            )
          }
        />
      )}
    </Answer>
  )
}

function SecretKeys() {
  const { query, change } = useSetup('secret-keys', ({ client, project }, signal) =>
    client.secretKeys.list({ query: { organizationId: project?.organizationId ?? '' }, signal }),
  )
  return (
    <Answer query={query} what="the API keys">
      {({ secretKeys }) => (
        <Resource
          title="API keys"
          about="Programs use one to ask, read and set up on behalf of the organization. Admins create them."
          items={secretKeys}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          empty="No API key yet"
          add={{
            label: 'New API key',
            form: () => (
              <Creator
                what="the API key"
                create={async ({ name = '' }) => {
                  const made = await change(({ client, project }) =>
                    client.secretKeys.create({ body: { name, organizationId: project?.organizationId ?? '' } }),
                  )
                  return made.secretKey.value
                }}
              />
            ),
          }}
          actions={(key) => (
            <Confirm
              label="Delete"
              of={`the key ${key.name}`}
              onConfirm={() => change(({ client }) => client.secretKeys.delete({ path: { secretKeyId: key.id } }))}
            >
              Programs that use it are refused at once.
            </Confirm>
          )}
        />
      )}
    </Answer>
  )
}
