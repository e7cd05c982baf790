/** Events that the service creates itself: a test, a sample for a preview, the notice that a destination was disabled. */
import type { DeliveredEvent } from '../../contracts/delivery-protocol.ts'
import type { IncidentEvent, IncidentEventType } from '../../contracts/oncall-protocol.ts'
import type { DestinationRow } from '../../db/destinations.ts'

interface Of {
  readonly id: string
  readonly at: number
  readonly baseUrl: string
}

/** Returns the event that tells the other destinations of a project that this one was disabled, and why. */
export function disabledNotice(
  row: DestinationRow,
  reason: 'gone' | 'failing',
  { id, at, baseUrl }: Of,
): DeliveredEvent {
  const why = reason === 'gone' ? 'it answered that it is gone (410)' : 'it has accepted nothing for five days'
  return {
    id: `disabled:${id}`,
    incidentId: id,
    sequence: 0,
    type: 'destination_disabled',
    at,
    severity: 'warning',
    state: 'open',
    services: [],
    title: `“${row.name}” no longer receives anything`,
    headline: `The ${row.kind} destination “${row.name}” was disabled because ${why}.`,
    text: 'Check its address and credentials, test it, and enable it again. What was not delivered can be replayed from its log.',
    url: `${baseUrl}/v1/destinations/${row.id}`,
    threadId: null,
  }
}

/** Returns the event that a test of a destination sends. */
export const testEvent = ({ id, at, baseUrl }: Of): IncidentEvent => ({
  id: `test:${id}`,
  incidentId: id,
  sequence: 0,
  type: 'test',
  at,
  severity: 'info',
  state: 'open',
  services: ['checkout'],
  title: 'A test of this destination',
  headline: 'Somebody is testing this destination. Nothing is wrong.',
  text: 'Incidents of this project will look like this.',
  url: baseUrl,
  threadId: null,
})

const SAMPLE_HEADLINES: Readonly<Record<IncidentEventType, string>> = {
  opened: '2 alerts of checkout fire since 09:12 UTC.',
  brief: 'Requests of checkout fail because its connection pool to the orders database is exhausted.',
  follow_up: 'After 10 minutes it is still going on: 41 % of the requests of checkout fail.',
  resolved: 'The error ratio of checkout is back to its usual value since 09:47 UTC.',
  reopened: 'The alerts of checkout fire again.',
  scheduled_answer: 'Since yesterday: 3 deployments, one incident of checkout, no unusual errors now.',
  test: 'Somebody is testing this destination. Nothing is wrong.',
}

/** Returns an event like that of an incident, for previews. */
export const sampleEvent = (type: IncidentEventType, { id, at, baseUrl }: Of): IncidentEvent => ({
  ...testEvent({ id, at, baseUrl }),
  id: `sample:${id}`,
  sequence: 1,
  type,
  severity: 'critical',
  state: type === 'resolved' ? 'resolved' : 'open',
  services: ['checkout', 'orders'],
  title: 'Requests of checkout fail',
  headline: SAMPLE_HEADLINES[type],
  text: '**Since** 09:12 UTC\n\n**Evidence**\n\n- 1,204 of 2,911 requests of checkout failed\n- `could not get a connection within 5000 ms`: 1,198 lines, none before',
  url: `${baseUrl}/v1/incidents/${id}`,
})
