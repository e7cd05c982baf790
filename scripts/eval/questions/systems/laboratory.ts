/**
 * A clinical laboratory on Kubernetes, told by semantic conventions: practices order, samples arrive, analysers measure,
 * doctors validate, results are reported and billed. The numbers of samples have outgrown the last partition of the table
 * of results, so `result-store` stores no results of new samples, still so at the end. A release of `refrange-api`, a
 * restart of `report-builder`, refused orders, haemolysed samples, busy faxes and held items are harmless.
 */
import type { World } from '../records.ts'
import { Laboratory, SERVICES } from './laboratory-core.ts'
import { sendLaboratoryMetrics } from './laboratory-metrics.ts'
import { sendDeskWork, sendLines, sendOrders } from './laboratory-work.ts'
import { eachArrival } from './scribe.ts'

export function laboratory(endMs: number): World {
  const system = new Laboratory(endMs)
  const range = { fromMs: system.startMs, toMs: endMs - 2000, meanMs: 2500 }
  eachArrival(range, system.random, (timeMs) => system.result(timeMs))
  sendOrders(system)
  sendDeskWork(system)
  sendLines(system)
  sendLaboratoryMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, silentMs: silent } = system
  const world = system.world({ name: 'laboratory', services: SERVICES, marks: { onset, release, restart, silent } })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names: Record<string, string> = {
    ...{ ...world.names, storeLine: bodyOf('no partition of relation'), engineLine: bodyOf('message parked') },
    ...{ haemolysedLine: bodyOf('haemolysed'), driverLine: bodyOf('checksum wrong') },
  }
  return { ...world, names }
}
