/**
 * Where the view of an incident reads the telemetry of its window: a member from the project, with the operations that
 * everybody may call; the reader of a link from what the link shows, and from nothing else.
 */
import type { Client, Incident } from '@observability-agent/sdk'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** An incident as the view draws it; its thread is for members alone. */
export type ShownIncident = Omit<Incident, 'threadId'>

export interface RequestRow {
  readonly service: string
  readonly operation: string | null
  readonly start: string
  readonly requests: number
  readonly errors: number
  readonly durationMs: { readonly p50: number; readonly p90: number; readonly p99: number }
}

export interface CountedSeries {
  readonly key: Readonly<Record<string, string | null>>
  /** Start of the interval (ISO 8601), count. */
  readonly points: readonly (readonly (string | number)[])[]
}

export interface ServiceCall {
  readonly caller: string
  readonly callee: string
  readonly calls: number
  readonly errors: number
}

export interface ComparedPattern {
  readonly id: string
  readonly template: string
  readonly severity: string
  readonly count: number
  readonly comparedCount?: number | undefined
  readonly example: { readonly body: string }
}

export interface BeforeAndSince<Row> {
  readonly before: readonly Row[]
  readonly since: readonly Row[]
}

export interface IncidentSource {
  /** Distinguishes what is kept of it. */
  readonly id: string
  /** True for the reader of a link: nothing leads to other views. */
  readonly isShared: boolean
  requests(incident: ShownIncident, signal: AbortSignal): Promise<readonly RequestRow[]>
  logErrors(incident: ShownIncident, signal: AbortSignal): Promise<readonly CountedSeries[]>
  calls(incident: ShownIncident, signal: AbortSignal): Promise<BeforeAndSince<ServiceCall>>
  spans(incident: ShownIncident, service: string, signal: AbortSignal): Promise<BeforeAndSince<RequestRow>>
  patterns(incident: ShownIncident, service: string, signal: AbortSignal): Promise<readonly ComparedPattern[]>
}

const IncidentSourceContext = createContext<IncidentSource | null>(null)

export const IncidentSourceProvider = IncidentSourceContext.Provider

export function useIncidentSource(): IncidentSource {
  const source = useContext(IncidentSourceContext)
  if (source === null) throw new Error('This component is used outside of an incident.')
  return source
}

/** Points of a line of a chart: a pixel or two each. */
const POINTS = 90
const OPERATIONS_MAX = 30
const PATTERNS_MAX = 15

const intervalOf = ({ window: { from, to } }: ShownIncident): number =>
  Math.max(10, Math.ceil((Date.parse(to) - Date.parse(from)) / 1000 / POINTS / 10) * 10)

const ofServices = ({ window }: ShownIncident) => ({ field: 'service', op: 'in' as const, values: window.services })

export function memberSource(client: Client, projectId: string): IncidentSource {
  return {
    id: projectId,
    isShared: false,
    async requests(incident, signal) {
      const { from, to } = incident.window
      // What a service received, not what it asked of others.
      const received = { field: 'kind', op: 'in' as const, values: ['server', 'consumer'] }
      const filters = [ofServices(incident), received]
      const body = { from, to, filters, groupBy: ['service' as const], intervalSeconds: intervalOf(incident) }
      return (await client.traces.stats({ body, signal })).rows
    },
    async logErrors(incident, signal) {
      const { from, to } = incident.window
      const bad = { field: 'severity', op: 'in' as const, values: ['warn', 'error', 'fatal'] }
      const filters = [ofServices(incident), bad]
      const body = { from, to, filters, groupBy: ['service'], intervalSeconds: intervalOf(incident) }
      return (await client.logs.volume({ body, signal })).series
    },
    async calls({ window: { from, onset, to } }, signal) {
      const [before, since] = await Promise.all([
        client.dependencies.list({ query: { from, to: onset }, signal }),
        client.dependencies.list({ query: { from: onset, to }, signal }),
      ])
      return { before: before.dependencies, since: since.dependencies }
    },
    async spans({ window: { from, onset, to } }, service, signal) {
      const within = async (start: string, end: string) => {
        const filters = [{ field: 'service', op: 'eq' as const, value: service }]
        const groupBy = ['service' as const, 'operation' as const]
        const body = { from: start, to: end, filters, groupBy, groupsMax: OPERATIONS_MAX }
        return (await client.traces.stats({ body, signal })).rows
      }
      const [before, since] = await Promise.all([within(from, onset), within(onset, to)])
      return { before, since }
    },
    async patterns({ window: { from, onset, to } }, service, signal) {
      const filters = [{ field: 'service', op: 'eq' as const, value: service }]
      const body = { from: onset, to, compareWith: { from, to: onset }, filters, limit: PATTERNS_MAX }
      return (await client.logs.patterns({ body, signal })).patterns
    },
  }
}

interface SharedTelemetry {
  readonly requests: readonly RequestRow[]
  readonly logErrors: readonly CountedSeries[]
  readonly calls: BeforeAndSince<ServiceCall>
}

export function sharedSource(client: Client, shareId: string): IncidentSource {
  const path = { shareId }
  let kept: Promise<SharedTelemetry> | null = null
  // One answer holds all three; what failed is asked for again.
  const telemetry = (): Promise<SharedTelemetry> => {
    const read = kept ?? client.sharedIncidents.getTelemetry({ path })
    kept = read
    read.catch(() => {
      kept = null
    })
    return read
  }
  const evidence = (service: string, evidenceSignal: 'spans' | 'logs', signal: AbortSignal) =>
    client.sharedIncidents.getEvidence({ path, query: { service, signal: evidenceSignal }, signal })
  return {
    id: shareId,
    isShared: true,
    requests: async () => (await telemetry()).requests,
    logErrors: async () => (await telemetry()).logErrors,
    calls: async () => (await telemetry()).calls,
    spans: async (_, service, signal) => (await evidence(service, 'spans', signal)).spans ?? { before: [], since: [] },
    patterns: async (_, service, signal) => (await evidence(service, 'logs', signal)).patterns ?? [],
  }
}
