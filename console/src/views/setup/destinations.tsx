/** Where incidents are told. */
import type { Destination } from '@observability-agent/sdk'
import { useState } from 'preact/hooks'
import { Confirm } from '../../components/confirm.tsx'
import { Answer } from '../../components/states.tsx'
import { Deliveries } from './deliveries.tsx'
import { DESTINATION_KINDS, NewDestination } from './new-destination.tsx'
import { Resource } from './resource.tsx'
import { useSetup } from './setup.ts'

export function Destinations() {
  const [log, setLog] = useState<Destination | null>(null)
  const { query, change, attempt } = useSetup('destinations', ({ client }, signal) =>
    client.destinations.list({ signal }),
  )
  const test = ({ id, name }: Destination) =>
    void attempt(
      ({ client }) => client.destinations.test({ path: { destinationId: id } }),
      `A test message to ${name} is on its way.`,
    )
  const toggle = ({ id, enabled }: Destination) =>
    void attempt(({ client }) =>
      client.destinations.update({ path: { destinationId: id }, body: { enabled: !enabled } }),
    )
  return (
    <>
      <Answer query={query} what="the destinations">
        {({ destinations }) => (
          <Resource
            title="Destinations"
            about="Incidents are reported here: when they open, their briefs, and when they end."
            items={destinations}
            keyOf={({ id }) => id}
            columns={[
              { label: 'Name', cell: ({ name }) => name },
              { label: 'Kind', cell: ({ kind }) => DESTINATION_KINDS[kind] },
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
                <button type="button" class="button small" aria-label={`Test ${one.name}`} onClick={() => test(one)}>
                  Test
                </button>
                <button type="button" class="button small" onClick={() => setLog(one)}>
                  Deliveries
                </button>
                <button type="button" class="button small" onClick={() => toggle(one)}>
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
