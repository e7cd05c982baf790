/** What was sent to a destination, and how each attempt went. */
import type { Destination } from '@observability-agent/sdk'
import { Dialog } from '../../components/dialog.tsx'
import { Answer } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { useSetup } from './setup.ts'

/** A delivery is tried again by itself. */
const WATCH_MS = 5_000

export function Deliveries({
  destination,
  onClose,
}: {
  readonly destination: Destination
  readonly onClose: () => void
}) {
  const { query, attempt } = useSetup(
    `deliveries to ${destination.id}`,
    ({ client }, signal) => client.destinations.listDeliveries({ path: { destinationId: destination.id }, signal }),
    { watchMs: () => WATCH_MS },
  )
  const replay = (deliveryId: string) =>
    void attempt(({ client }) => client.deliveries.replay({ path: { deliveryId } }))
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
                    <button type="button" class="button small" onClick={() => replay(one.id)}>
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
