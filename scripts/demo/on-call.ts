/** The demo's on-call loop: its deploys are changes, monitors watch it, and the fault is an incident with a brief. */
import type { Api } from '../server/api.ts'
import type { Simulation } from './model.ts'

const POLL_MS = 200
/** A fault that users do not meet fires nothing; then the demo starts without an incident. */
const PATIENCE_MS = 20_000

const MONITORS = [
  {
    name: 'Customers meet errors',
    severity: 'critical',
    condition: {
      measure: { signal: 'requests', statistic: 'error_ratio', service: 'edge-proxy' },
      comparison: { kind: 'above', threshold: 0.05 },
      windowMinutes: 5,
      minimumCount: 50,
    },
    forMinutes: 0,
    recoverForMinutes: 5,
  },
  {
    name: 'Customers wait',
    severity: 'error',
    condition: {
      measure: { signal: 'requests', statistic: 'percentile', percentile: 95, service: 'edge-proxy' },
      comparison: { kind: 'above', threshold: 2_000 },
      windowMinutes: 5,
      minimumCount: 50,
    },
    forMinutes: 0,
    recoverForMinutes: 5,
  },
] as const

interface IncidentItem {
  readonly id: string
  readonly investigation: { readonly state: string }
}

/** Tells of the changes, makes the monitors, and waits until what fires has its brief. */
export async function prepareOnCall(api: Api, simulation: Simulation): Promise<void> {
  for (const { kind, service, version, title, startedMs } of simulation.changes) {
    const startedAt = new Date(startedMs).toISOString()
    await api.post('/changes', {
      ...{ kind, service, title, startedAt, status: 'succeeded', environment: 'production' },
      ...(version === null ? {} : { version }),
    })
  }
  for (const monitor of MONITORS) await api.post('/monitors', monitor)
  for (const deadlineMs = Date.now() + PATIENCE_MS; Date.now() < deadlineMs; ) {
    const { incidents } = await api.get<{ incidents: readonly IncidentItem[] }>('/incidents')
    const [incident] = incidents
    if (incident?.investigation.state === 'answered') {
      console.log('A monitor fired, and its incident has a brief.')
      return
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  console.log('No monitor fired within 20 s.')
}

export const ONCALL_HINT = `Before anybody asked, a monitor fired and was investigated:
  GET /v1/incidents, GET /v1/changes, GET /v1/monitors`
