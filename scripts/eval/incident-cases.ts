/** Reads the index of a folder of labelled incidents and each incident's records. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordArrays } from '../../src/agent/investigator/memory-source.ts'
import { readLogs, readMetrics, readSpans } from './otlp-files.ts'

export interface IncidentCase {
  readonly id: string
  readonly incidentStart: string
  readonly end: string
  readonly rootCause: { readonly service: string; readonly faultType: string }
}

export type SignalName = 'logs' | 'spans' | 'metrics'
export const ALL_SIGNALS: readonly SignalName[] = ['logs', 'spans', 'metrics']

/** Null when the folder or its index does not exist. */
export function readIndex(folder: string): IncidentCase[] | null {
  const path = join(folder, 'index.json')
  // The index is part of the evaluation data and has this outline.
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as IncidentCase[]) : null
}

/** The records of the wanted signals; a signal without a file has none. */
export function readCase(folder: string, id: string, signals: readonly SignalName[]): RecordArrays {
  const read = <T>(signal: SignalName, reader: (path: string) => T[]): T[] => {
    const path = join(folder, id, `${signal}.otlp.jsonl.gz`)
    return signals.includes(signal) && existsSync(path) ? reader(path) : []
  }
  return { logs: read('logs', readLogs), spans: read('spans', readSpans), metrics: read('metrics', readMetrics) }
}
