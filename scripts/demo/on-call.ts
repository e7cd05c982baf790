/** The demo's on-call loop: its deploys are changes, monitors watch it, and the fault is an incident with a brief. */
import type { Api } from '../server/api.ts'
import type { Simulation } from './model.ts'

const POLL_MS = 200
/** A slow machine starts with the investigation still under way. */
const PATIENCE_MS = 60_000

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
interface MonitorItem {
  readonly status: string
  readonly evaluatedAt: string | null
}

/** Tells of the changes, makes the monitors, and waits until what fires has its brief. Prints how far it came. */
export async function prepareOnCall(api: Api, simulation: Simulation): Promise<void> {
  for (const { kind, service, version, title, startedMs } of simulation.changes) {
    const startedAt = new Date(startedMs).toISOString()
    await api.post('/changes', {
      ...{ kind, service, title, startedAt, status: 'succeeded', environment: 'production' },
      ...(version === null ? {} : { version }),
    })
  }
  for (const monitor of MONITORS) await api.post('/monitors', monitor)
  console.log(await outcome(api))
}

async function outcome(api: Api): Promise<string> {
  let hasIncident = false
  for (const deadlineMs = Date.now() + PATIENCE_MS; Date.now() < deadlineMs; ) {
    const { incidents } = await api.get<{ incidents: readonly IncidentItem[] }>('/incidents')
    hasIncident = incidents.length > 0
    if (incidents[0]?.investigation.state === 'answered') return 'A monitor fired, and its incident has a brief.'
    if (!hasIncident && (await isQuiet(api))) return 'The demo has a fault that its monitors do not see: none fired.'
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return hasIncident
    ? 'A monitor fired, and its incident is still being investigated.'
    : 'No monitor has fired yet: they look every minute.'
}

/** Whether every monitor has looked, and none of them found anything. */
async function isQuiet(api: Api): Promise<boolean> {
  const { monitors } = await api.get<{ monitors: readonly MonitorItem[] }>('/monitors')
  return monitors.every(({ status, evaluatedAt }) => evaluatedAt !== null && status !== 'firing')
}

export const ONCALL_HINT = `Monitors watch the demo shop, and what fires is investigated before anybody asks:
  GET /v1/incidents, GET /v1/changes, GET /v1/monitors`
