/** Reads the index of a folder of labelled incidents and each incident's records. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { RecordArrays } from '../../src/agent/investigator/memory-source.ts'
import type { LogRecord } from '../../src/telemetry/model.ts'
import { readLogs, readMetrics, readSpans } from './otlp-files.ts'

export type SignalName = 'logs' | 'spans' | 'metrics'
export const ALL_SIGNALS: readonly SignalName[] = ['logs', 'spans', 'metrics']
/** Log events of deployments and scalings, where a set has them apart from its logs. */
export const CHANGES_FILE = 'changes.otlp.jsonl.gz'

const time = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'is not a time in ISO 8601')
/** Writers of the sets add counts of records and more; only what is read here is checked. */
const incidentCase = z.object({
  id: z.string().min(1),
  /** When the fault began; of a window without a fault, the moment somebody asks about. */
  incidentStart: time,
  end: time,
  /** A window without a fault has the service '' and the fault type 'none'. */
  rootCause: z.object({ service: z.string(), faultType: z.string() }),
})
export type IncidentCase = z.infer<typeof incidentCase>

/**
 * Null when the folder or its index does not exist.
 * @throws Error naming the file and the first entry that is not as expected.
 */
export function readIndex(folder: string): IncidentCase[] | null {
  const path = join(folder, 'index.json')
  if (!existsSync(path)) return null
  const parsed = z.array(incidentCase).safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`${path}: entry ${issue?.path.join('.') ?? '?'}: ${issue?.message ?? 'is not as expected'}`)
}

export function signalPath(folder: string, id: string, signal: SignalName): string {
  return join(folder, id, `${signal}.otlp.jsonl.gz`)
}

/** The signals the case has files of. */
export function signalsOf(folder: string, id: string): SignalName[] {
  return ALL_SIGNALS.filter((signal) => existsSync(signalPath(folder, id, signal)))
}

/** The records of the wanted signals; a signal without a file has none. */
export function readCase(folder: string, id: string, signals: readonly SignalName[]): RecordArrays {
  const read = <T>(signal: SignalName, reader: (path: string) => T[]): T[] => {
    const path = signalPath(folder, id, signal)
    return signals.includes(signal) && existsSync(path) ? reader(path) : []
  }
  return { logs: read('logs', readLogs), spans: read('spans', readSpans), metrics: read('metrics', readMetrics) }
}

/** The log events of deployments and scalings of a case; none where the set has no such file. */
export function readChanges(folder: string, id: string): LogRecord[] {
  const path = join(folder, id, CHANGES_FILE)
  return existsSync(path) ? readLogs(path) : []
}
