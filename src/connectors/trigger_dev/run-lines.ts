/** Turns a finished run into lines: what it logged, and how it ended. */
import { LINE_DEFAULTS, type Line, timeOf, timeOfNanos } from '../reading/line.ts'
import type { TriggerEvent, TriggerRun } from './api.ts'

const FAILED: ReadonlySet<string> = new Set(['FAILED', 'CRASHED', 'SYSTEM_FAILURE', 'TIMED_OUT', 'EXPIRED'])
export const FAILED_STATUSES: readonly string[] = [...FAILED]

export function linesOfRun(run: TriggerRun, events: readonly TriggerEvent[]): Line[] {
  const lines = events.flatMap((event, index) => lineOfEvent(run, event, index) ?? [])
  const isError = ({ severityText }: Line) => severityText === 'ERROR'
  const isTold = lines.length > 0 && (!FAILED.has(run.status) || lines.some(isError))
  return isTold ? lines : [...lines, ...endOf(run)]
}

const attributesOf = (run: TriggerRun) => ({
  'trigger.run_id': run.id,
  'trigger.status': run.status,
  ...(run.version ? { 'service.version': run.version } : {}),
})

function lineOfEvent(run: TriggerRun, event: TriggerEvent, index: number): Line | null {
  const time = timeOfNanos(String(event.startTime))
  if (time === null) return null
  const attempt = event.attemptNumber ? { 'trigger.attempt': event.attemptNumber } : {}
  return {
    ...LINE_DEFAULTS,
    id: `${run.id}/${event.spanId}/${index}`,
    time,
    body: event.message,
    severityText: event.isError ? 'ERROR' : (event.level ?? ''),
    service: run.taskIdentifier,
    environment: run.env?.name ?? '',
    spanId: event.spanId,
    attributes: { ...attributesOf(run), ...attempt },
  }
}

function endOf(run: TriggerRun): Line[] {
  const time = timeOf(run.finishedAt ?? run.createdAt)
  if (time === null) return []
  const took = run.durationMs ? ` after ${run.durationMs} ms` : ''
  const isFailed = FAILED.has(run.status)
  return [
    {
      ...LINE_DEFAULTS,
      id: `${run.id}/${run.status}`,
      time,
      body: `${run.taskIdentifier} ${run.status.toLowerCase().replaceAll('_', ' ')}${took}`,
      severityText: isFailed ? 'ERROR' : run.status === 'CANCELED' ? 'WARN' : 'INFO',
      service: run.taskIdentifier,
      environment: run.env?.name ?? '',
      eventName: 'trigger.run',
      attributes: attributesOf(run),
    },
  ]
}
