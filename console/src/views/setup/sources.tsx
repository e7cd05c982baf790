/** Sources of telemetry: platforms that are connected by their credentials, and senders that are given an address. */
import type { EndpointCard, LogSource, LogStream } from '@observability-agent/sdk'
import { useState } from 'preact/hooks'
import { Confirm } from '../../components/confirm.tsx'
import { Copy } from '../../components/copy.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Answer } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { Connect } from './connect-source.tsx'
import { Resource } from './resource.tsx'
import { useSetup } from './setup.ts'
import { DeliveryCheck } from './start.tsx'

export function Sources() {
  const [open, setOpen] = useState<LogSource | null>(null)
  const { query, change, attempt } = useSetup('log-sources', async ({ client }, signal) => {
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
                    void attempt(({ client }) =>
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

const STATUS: Readonly<Record<LogStream['status'], string>> = {
  pending: 'badge',
  provisioning: 'badge info',
  active: 'badge good',
  error: 'badge critical',
}

/** A stream that is being made changes by itself. */
const WATCH_MS = 3_000

function Streams({ source, onClose }: { readonly source: LogSource; readonly onClose: () => void }) {
  const { query, attempt } = useSetup(
    `log-streams of ${source.id}`,
    ({ client }, signal) => client.logStreams.list({ query: { logSourceId: source.id }, signal }),
    {
      watchMs: (data) =>
        data?.streams.some(({ status }) => status === 'pending' || status === 'provisioning') ? WATCH_MS : false,
    },
  )
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
                        void attempt(({ client }) => client.logStreams.retry({ path: { logStreamId: stream.id } }))
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
