import type { Api } from '../../scripts/server/api.ts'

/** A log record as the API shows it. */
export interface StoredLog {
  readonly body: string
  readonly severity: string
  readonly service: string
  readonly resource: Readonly<Record<string, unknown>>
  readonly attributes: Readonly<Record<string, unknown>>
}

const PATIENCE_MS = 60_000

/** Logs of a service once that many are stored: what a sender sends in the background has no end to wait for. */
export async function storedLogs(api: Api, service: string, count: number): Promise<StoredLog[]> {
  const deadlineMs = Date.now() + PATIENCE_MS
  for (;;) {
    const filters = [{ field: 'service', op: 'eq', value: service }]
    const { logs } = await api.post<{ logs: StoredLog[] }>('/logs/query', { filters, sort: 'oldest' })
    if (logs.length >= count || Date.now() > deadlineMs) return logs
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}
