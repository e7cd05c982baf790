/** What somebody who is called at night asks of a demo incident, and what of the simulation makes an answer right. */
import type { FaultKind } from '../demo/faults.ts'
import type { Simulation } from '../demo/model.ts'
import type { Expectation } from './questions/expectation.ts'

export interface DemoQuestion {
  readonly name: string
  readonly ask: string
  readonly expect: Expectation
}

/** Words for what each fault does, and for what to look at then. */
const MECHANISMS: Readonly<Record<FaultKind, { readonly says: readonly string[]; readonly next: readonly string[] }>> =
  {
    slow_database: { says: ['store', 'quer', 'database'], next: ['store', 'quer', 'database'] },
    unhandled_exception: { says: ['exception', 'code', 'error'], next: ['stack', 'exception', 'roll'] },
    hang: { says: ['hang', 'not answer', 'silent', 'stuck'], next: ['restart', 'instances', 'thread dump', 'run'] },
    datastore_unreachable: {
      says: ['store', 'connect', 'network', 'database'],
      next: ['store', 'network', 'connect', 'database'],
    },
    certificate_expired: { says: ['certificate', 'credential', 'handshake'], next: ['certificate', 'credential'] },
    bad_deploy: { says: ['release', 'deploy', 'exception', 'version'], next: ['roll', 'version', 'release'] },
    connection_pool_exhausted: { says: ['pool', 'connection'], next: ['connection', 'pool'] },
    bad_configuration: {
      says: ['configuration', 'credential', 'outside', 'provider', 'reject'],
      next: ['configuration', 'credential', 'roll', 'outside'],
    },
    worker_starvation: {
      says: ['worker', 'thread', 'overload', 'requests than', 'processor', 'busy'],
      next: ['worker', 'instances', 'thread', 'profile', 'limit'],
    },
    memory_pressure: { says: ['memory', 'heap'], next: ['memory', 'heap'] },
    disk_full: { says: ['disk', 'space'], next: ['disk', 'space', 'volume'] },
    provider_throttled: { says: ['outside', 'throttl', 'limit', 'provider'], next: ['outside', 'limit', 'provider'] },
    packet_loss: { says: ['network', 'packet', 'reset'], next: ['network', 'packet'] },
    crash_loop: { says: ['memory', 'crash', 'restart'], next: ['memory', 'restart', 'heap'] },
    empty_data: { says: ['result', 'data', 'wrong', 'empty'], next: ['answers', 'data', 'compare'] },
    goes_quiet: { says: ['silent', 'quiet', 'stopped'], next: ['instances', 'run', 'restart'] },
  }

const START_TOLERANCE_S = 120
const SHARE_TOLERANCE = 0.08
const NOW_MS = 300_000

/** Null for a simulation without a fault. */
export function demoQuestions(simulation: Simulation): DemoQuestion[] | null {
  const { truth, services } = simulation
  if (truth === null) return null
  const { faultyService: name, startedAt } = truth
  const { says, next } = MECHANISMS[truth.faultKind as FaultKind] // the simulation names one of these kinds
  const first = { name, among: services.map((service) => service.name) }
  const time = { at: startedAt, toleranceS: START_TOLERANCE_S }
  const never = ['nothing broke', 'no incident']
  return [
    { name: 'what', ask: 'what broke?', expect: { first, time, never } },
    { name: 'why', ask: 'why?', expect: { says: [[...says]], never } },
    { name: 'since', ask: 'since when?', expect: { time, never } },
    {
      name: 'how bad',
      ask: 'how bad is it?',
      expect: { numbers: [howBad(simulation, Date.parse(startedAt))], never },
    },
    { name: 'now', ask: 'is it still going on?', expect: { verdict: { is: 'yes', sense: 'bad' }, never } },
    { name: 'next', ask: 'what should I do?', expect: { saysFirst: [[name], [...next]], never } },
  ]
}

/** Failed requests since the onset, or their share since then or in the last minutes, of any service. */
function howBad({ spans, services }: Simulation, onsetMs: number) {
  const endMs = spans.reduce((last, { startMs }) => Math.max(last, startMs), 0)
  const entries = spans.filter(({ kind }) => kind === 'server' || kind === 'consumer')
  const fair: number[] = []
  for (const group of [null, ...services.map(({ name }) => name)]) {
    const own = entries.filter(({ service }) => group === null || service === group)
    for (const fromMs of [onsetMs, endMs - NOW_MS]) {
      const within = own.filter(({ startMs }) => startMs >= fromMs)
      const failed = within.filter(({ isError }) => isError).length
      if (failed > 0) fair.push(failed, (100 * failed) / within.length)
    }
  }
  const [value = 0, ...also] = fair
  return { value, unit: 'any' as const, tolerance: SHARE_TOLERANCE, also }
}
