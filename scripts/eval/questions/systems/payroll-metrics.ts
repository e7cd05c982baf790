/** Metrics of the payroll office as exporters of Windows and of the host name them: counters that only rise, bytes, queues. */
import type { Random } from '../../../demo/random.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
}

export function sendPayrollMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  let printed = 0
  let requests = 0
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    const counter = { type: 'cumulative', timeMs, startMs, unit: '' } as const
    const isIn = (atMs: number) => atMs >= fromMs && atMs < timeMs
    for (const log of scribe.logs) {
      if (isIn(log.timeMs)) printed += Number(/printed, (\d+) sheets/.exec(log.message)?.[1] ?? 0)
    }
    for (const span of scribe.spans) if (span.service === 'PayPortal' && span.isEntry && isIn(span.endMs)) requests++
    scribe.point('PayslipPrint', { ...counter, name: 'print_sheets_total', value: printed })
    scribe.point('PayPortal', { ...counter, name: 'windows_iis_requests_total', value: requests })
    sendUse(source, timeMs)
    fromMs = timeMs
  })
}

/** Filings that wait to be sent again: more and more while they are rejected, then fewer. */
function waiting({ random, onsetMs, recoveryMs }: Source, timeMs: number): number {
  if (timeMs < onsetMs) return random.integer(0, 4)
  if (timeMs < recoveryMs) return Math.round((timeMs - onsetMs) / 15_000) + random.integer(0, 3)
  return Math.max(0, Math.round((recoveryMs - onsetMs) / 15_000 - (timeMs - recoveryMs) / 4000)) + random.integer(0, 3)
}

function sendUse(source: Source, timeMs: number): void {
  const { random, scribe } = source
  const gauge = { type: 'gauge', timeMs, unit: '' } as const
  for (const [service, megabytes, percent] of [
    ['PayPortal', 690, 21],
    ['Payroll.Api', 1180, 34],
    ['TaxFiling', 240, 8],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
    scribe.point(service, { ...gauge, name: 'windows_process_working_set_bytes', value: bytes })
    const cpu = percent + random.integer(-5, 14)
    scribe.point(service, { ...gauge, name: 'windows_process_cpu_percent', value: cpu })
  }
  const heap = Math.round(520e6 * (0.8 + 0.4 * random.next()))
  scribe.point('Payroll.Api', { ...gauge, name: 'dotnet_gc_heap_size_bytes', value: heap })
  scribe.point('Payroll.Api', { ...gauge, name: 'dotnet_threadpool_threads', value: random.integer(18, 41) })
  scribe.point('Payroll.Api', { ...gauge, name: 'mssql_connections', value: random.integer(22, 58) })
  scribe.point('PayPortal', { ...gauge, name: 'windows_iis_current_connections', value: random.integer(60, 170) })
  scribe.point('TaxFiling', { ...gauge, name: 'filings_waiting', value: waiting(source, timeMs) })
  scribe.point('cics-gateway', { ...gauge, name: 'cics_tasks_active', value: random.integer(3, 37) })
  scribe.point('PAYCALC', { ...gauge, name: 'job_queue_depth', value: random.integer(0, 12) })
  for (const [printer, sheets] of [
    ['PRN-01', 1900],
    ['PRN-02', 3100],
    ['PRN-03', 1400],
  ] as const) {
    const value = sheets + random.integer(-300, 300)
    scribe.point('PayslipPrint', { ...gauge, name: 'printer_paper_sheets', value, attributes: { printer } })
  }
}
