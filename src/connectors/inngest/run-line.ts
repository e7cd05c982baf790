/** Turns a finished run into a line. */
import { bodyText, LINE_DEFAULTS, type Line, lineMs, timeOf } from '../reading/line.ts'
import type { InngestRun } from './api.ts'

const SEVERITIES: Readonly<Record<string, string>> = { Failed: 'error', Cancelled: 'warn', Completed: 'info' }

/** Null if the run has not finished. */
export function lineOfRun(run: InngestRun, event: string): Line | null {
  const time = timeOf(run.ended_at)
  const severityText = SEVERITIES[run.status]
  if (time === null || severityText === undefined) return null
  const started = timeOf(run.run_started_at)
  const line: Line = {
    ...LINE_DEFAULTS,
    id: `${run.run_id}/${run.status}`,
    time,
    body: messageOf(run),
    severityText,
    service: run.function_id,
    eventName: 'inngest.run',
    attributes: { 'inngest.run_id': run.run_id, 'inngest.event': event, 'inngest.status': run.status },
  }
  if (started === null) return line
  const durationMs = lineMs(line) - lineMs({ ...line, time: started })
  return { ...line, attributes: { ...line.attributes, 'inngest.duration_ms': durationMs } }
}

function messageOf({ output, status, function_id }: InngestRun): string {
  if (typeof output === 'object' && output !== null && 'message' in output && typeof output.message === 'string')
    return output.message
  if (output === null || output === undefined || output === '') return `${function_id} ${status.toLowerCase()}`
  return bodyText(output)
}
