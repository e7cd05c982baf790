import type { IncidentEvent } from '../../src/contracts/oncall-protocol.ts'

export const incidentEvent = (change: Partial<IncidentEvent> = {}): IncidentEvent => ({
  id: 'event-1',
  incidentId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a58',
  sequence: 1,
  type: 'opened',
  at: Date.UTC(2026, 0, 31, 10),
  severity: 'critical',
  state: 'open',
  services: ['checkout'],
  title: 'Requests of checkout fail',
  headline: 'The pool of connections is exhausted.',
  text: '**Evidence**\n\n- 1,204 of 2,911 requests failed',
  url: 'https://service.test/v1/incidents/1',
  threadId: null,
  ...change,
})
