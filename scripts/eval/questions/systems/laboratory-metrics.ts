/** Metrics of the laboratory by semantic conventions: durations, memory, processors, restarts, queues, open work. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 50_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const LIMIT = 2_700_000

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
  readonly restartMs: number
  /** The highest accession number that results had up to a time. */
  numberAt(timeMs: number): number
}

export function sendLaboratoryMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendQueues(source, timeMs)
    sendWork(source, { fromMs, toMs: timeMs })
    for (const service of ['practice-gateway', 'validation-desk', 'result-store'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, restartMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['order-intake', 512, 0.16],
    ['result-engine', 236, 0.24],
    ['refrange-api', 148, 0.05],
    ['result-store', 384, 0.21],
    ['validation-desk', 290, 0.12],
    ['report-builder', 705, 0.33],
    ['lab-billing', 64, 0.03],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    const cpu = Math.round((share + random.integer(-2, 7) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    const restarts = service === 'report-builder' && timeMs > restartMs ? 1 : 0
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value: restarts })
  }
  const pool = { name: 'db.client.connection.count', unit: '{connection}', value: random.integer(5, 17) }
  scribe.point('result-store', { ...gauge, ...pool, attributes: { 'db.client.connection.state': 'used' } })
}

/** What waits in the queues: results that could not be stored are parked and stay there. */
function sendQueues({ random, scribe }: Source, timeMs: number): void {
  const depth = { type: 'gauge', timeMs, name: 'messaging.queue.depth', unit: '{message}' } as const
  const parked = scribe.logs.filter(
    ({ service, severity, timeMs: at }) => service === 'result-engine' && severity === 'ERROR' && at <= timeMs,
  ).length
  for (const [service, queue, value] of [
    ['result-engine', 'analyser.results', random.integer(0, 9)],
    ['result-engine', 'analyser.results.parked', parked],
    ['report-builder', 'results.released', random.integer(0, 5)],
  ] as const)
    scribe.point(service, { ...depth, value, attributes: { 'messaging.destination.name': queue } })
}

/** Numbers that are left, samples on the way, results that wait for a doctor: fewer, as no new ones come in. */
function sendWork(source: Source, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): void {
  const { random, scribe, onsetMs } = source
  const gauge = { type: 'gauge', timeMs: toMs } as const
  const free = Math.max(0, LIMIT - source.numberAt(toMs))
  scribe.point('result-store', { ...gauge, name: 'results.partition.free', unit: '{number}', value: free })
  const minutes = Math.max(0, (toMs - onsetMs) / 60_000)
  for (const [section, open] of [
    ['chemistry', 212],
    ['haematology', 131],
    ['coagulation', 58],
    ['serology', 84],
  ] as const) {
    const value = Math.round(open * Math.max(0.2, 1 - 0.027 * minutes)) + random.integer(-4, 4)
    const pending = { name: 'validations.pending', unit: '{result}', value, attributes: { 'lab.section': section } }
    scribe.point('validation-desk', { ...gauge, ...pending })
  }
  const arrived = scribe.logs.filter(
    ({ service, message, timeMs: at }) =>
      service === 'order-intake' && message === 'sample arrived' && at >= fromMs && at < toMs,
  )
  const counter = { name: 'samples.arrived', unit: '{sample}', type: 'delta', timeMs: toMs, startMs: fromMs } as const
  scribe.point('order-intake', { ...counter, value: arrived.length })
  const fridge = 4.4 + random.integer(-6, 8) / 10
  const celsius = { name: 'fridge.temperature', unit: 'Cel', value: Math.round(fridge * 10) / 10 }
  scribe.point('order-intake', { ...gauge, ...celsius, attributes: { fridge: 'reception' } })
}
