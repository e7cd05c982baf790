/** Sources of telemetry: platforms that are connected by their credentials, and senders that are given an address. */
import type { EndpointCard, FieldDescriptor, LogSource, LogStream } from '@observability-agent/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { useWorkplace } from '../../api/context.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { Copy } from '../../components/copy.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { type FieldSpec, Form, type FormValues, YES } from '../../components/form.tsx'
import { Markdown } from '../../components/markdown.tsx'
import { Answer } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { Resource } from './resource.tsx'
import { given, listed, useSetup } from './setup.ts'
import { DeliveryCheck } from './start.tsx'

export function Sources() {
  const [open, setOpen] = useState<LogSource | null>(null)
  const { query, change } = useSetup('log-sources', async ({ client }, signal) => {
    const [{ logSources }, { providers }] = await Promise.all([
      client.logSources.list({ signal }),
      client.logSources.listProviders({ signal }),
    ])
    return { logSources, providers }
  })
  return (
    <div class="stack">
      <DeliveryCheck />
      <Answer query={query} what="the sources">
        {({ logSources, providers }) => (
          <Resource
            title="Sources"
            about="Where telemetry comes from. A platform is set up by us with a credential of yours; a sender of your own gets an address to send to."
            items={logSources}
            keyOf={({ id }) => id}
            columns={[
              { label: 'Name', cell: ({ name }) => name },
              {
                label: 'Provider',
                cell: ({ provider }) => providers.find(({ id }) => id === provider)?.name ?? provider,
              },
              { label: 'Set up', cell: ({ mode }) => (mode === 'managed' ? 'by us' : 'by yourself') },
              { label: 'Streams', cell: ({ streamCount }) => streamCount },
              { label: 'State', cell: ({ enabled }) => (enabled ? 'on' : 'paused') },
              { label: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
            ]}
            empty="No source is connected yet"
            add={{
              label: 'Connect a source',
              form: (close) => (
                <Connect
                  providers={providers}
                  onConnect={async (body) => {
                    await change(({ client }) => client.logSources.create({ body }))
                    close()
                  }}
                />
              ),
            }}
            actions={(source) => (
              <>
                <button type="button" class="button small" onClick={() => setOpen(source)}>
                  Streams
                </button>
                <button
                  type="button"
                  class="button small"
                  onClick={() =>
                    void change(({ client }) =>
                      client.logSources.update({
                        path: { logSourceId: source.id },
                        body: { enabled: !source.enabled },
                      }),
                    )
                  }
                >
                  {source.enabled ? 'Pause' : 'Go on'}
                </button>
                <Confirm
                  label="Disconnect"
                  of={source.name}
                  onConfirm={() =>
                    change(({ client }) => client.logSources.delete({ path: { logSourceId: source.id } }))
                  }
                >
                  Its streams end, and what we set up on the platform is removed. Telemetry that arrived stays.
                </Confirm>
              </>
            )}
          />
        )}
      </Answer>
      {open && <Streams source={open} onClose={() => setOpen(null)} />}
    </div>
  )
}

type Providers = readonly {
  readonly id: string
  readonly name: string
  readonly modes: readonly ('managed' | 'connectionless')[]
  readonly metadataFields: readonly FieldDescriptor[]
  readonly setupSkill: string | null
}[]

type CreateBody = Parameters<ReturnType<typeof useWorkplace>['client']['logSources']['create']>[0]['body']

interface ConnectProps {
  readonly providers: Providers
  readonly onConnect: (body: CreateBody) => Promise<unknown>
}

function Connect({ providers, onConnect }: ConnectProps) {
  const [id, setId] = useState('')
  const [mode, setMode] = useState<'managed' | 'connectionless' | ''>('')
  const provider = providers.find((one) => one.id === id)
  const chosen = mode || provider?.modes[0] || 'connectionless'
  return (
    <div class="stack">
      <label class="field">
        Provider
        <select
          class="input"
          value={id}
          onChange={(event) => {
            setId(event.currentTarget.value)
            setMode('')
          }}
        >
          <option value="">Choose …</option>
          {providers.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      {provider && provider.modes.length > 1 && (
        <label class="field">
          Who sets it up
          <select
            class="input"
            value={chosen}
            onChange={(event) => setMode(provider.modes.find((one) => one === event.currentTarget.value) ?? '')}
          >
            {provider.modes.map((one) => (
              <option key={one} value={one}>
                {one === 'managed' ? 'We do, with a credential of the platform' : 'I do, with an address to send to'}
              </option>
            ))}
          </select>
        </label>
      )}
      {provider?.setupSkill && (
        <details>
          <summary>How to</summary>
          <Markdown text={provider.setupSkill} />
        </details>
      )}
      {provider && (
        <Form
          key={`${provider.id}${chosen}`}
          fields={chosen === 'managed' ? provider.metadataFields.map(fieldOf) : []}
          submit="Connect"
          onSubmit={(values) =>
            onConnect({
              // The list of providers is the API's own.
              provider: provider.id as CreateBody['provider'],
              mode: chosen,
              ...(chosen === 'managed' ? { metadata: metadataOf(provider.metadataFields, values) } : {}),
            })
          }
        />
      )}
    </div>
  )
}

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

/** A field that a platform wants, as a field of a form. */
function fieldOf({ name, type, required, sensitive, description, values }: FieldDescriptor): FieldSpec {
  const kind = values
    ? 'choice'
    : type === 'boolean'
      ? 'check'
      : sensitive
        ? 'secret'
        : type === 'number'
          ? 'number'
          : 'text'
  const label = wordsOf(name)
  return {
    name,
    label: label.charAt(0).toUpperCase() + label.slice(1),
    kind,
    isOptional: !required,
    charactersMax: 20_000,
    ...(description ? { hint: description } : {}),
    ...(values ? { options: values.map((value) => ({ value, label: value })) } : {}),
  }
}

function metadataOf(fields: readonly FieldDescriptor[], values: FormValues): Record<string, unknown> {
  const entries = fields.flatMap(({ name, type, required }): [string, unknown][] => {
    const text = given(values[name])
    if (type === 'boolean') return [[name, values[name] === YES]]
    if (text === undefined) return required ? [[name, '']] : []
    if (type === 'number' || type === 'integer') return [[name, Number(text)]]
    return [[name, type === 'array' ? listed(text) : text]]
  })
  return Object.fromEntries(entries)
}

const STATUS: Readonly<Record<LogStream['status'], string>> = {
  pending: 'badge',
  provisioning: 'badge info',
  active: 'badge good',
  error: 'badge critical',
}

/** A stream that is being made changes by itself. */
const WATCH_MS = 3_000

function Streams({ source, onClose }: { readonly source: LogSource; readonly onClose: () => void }) {
  const { client, project } = useWorkplace()
  const query = useQuery({
    queryKey: ['setup', project?.id ?? '', 'log-streams', source.id],
    queryFn: ({ signal }) => client.logStreams.list({ query: { logSourceId: source.id }, signal }),
    refetchInterval: (state) =>
      state.state.data?.streams.some(({ status }) => status === 'pending' || status === 'provisioning')
        ? WATCH_MS
        : false,
  })
  return (
    <Dialog title={`Streams of ${source.name}`} isOpen onClose={onClose} shape="drawer">
      <Answer query={query} what="the streams">
        {({ streams }) =>
          streams.length === 0 ? (
            <p>There is no stream yet. New resources of a platform are found every ten minutes.</p>
          ) : (
            <ul class="stack">
              {streams.map((stream) => (
                <li key={stream.id} class="card stack tight">
                  <span class="row">
                    <strong class="foreign">{stream.displayName}</strong>
                    <span class={STATUS[stream.status]}>{stream.status}</span>
                    {!stream.enabled && <span class="badge warning">paused</span>}
                  </span>
                  {stream.errorMessage && <p class="foreign">{stream.errorMessage}</p>}
                  {stream.status === 'error' && (
                    <button
                      type="button"
                      class="button small"
                      onClick={() =>
                        void client.logStreams.retry({ path: { logStreamId: stream.id } }).then(() => query.refetch())
                      }
                    >
                      Try again
                    </button>
                  )}
                  {stream.endpointCards.map((card) => (
                    <Card key={`${card.label}${card.url}${card.host}`} card={card} />
                  ))}
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
    </Dialog>
  )
}

export function Card({ card }: { readonly card: EndpointCard }) {
  const address = card.url ?? `${card.host ?? ''}${card.port ? `:${card.port}` : ''}`
  return (
    <div class="stack tight">
      {card.label && <strong>{card.label}</strong>}
      {card.description && <span class="small">{card.description}</span>}
      <Copy text={address} what={card.label ?? 'the address'} />
      {card.extraCredential && (
        <>
          <span class="small">
            {card.extraCredential.label}
            {card.extraCredential.description && `: ${card.extraCredential.description}`}
          </span>
          <Copy text={card.extraCredential.value} what={card.extraCredential.label} />
        </>
      )}
    </div>
  )
}
