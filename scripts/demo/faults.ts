/**
 * The faults: what each one does to requests that reach the faulty service, what the service says by itself, and how its
 * gauges move. Nobody downstream of this file knows which service is faulty; callers only see failures and delays.
 */
import type { LineTemplate, ServiceDefinition, Severity, SimulatedChange, Values } from './model.ts'
import type { Random } from './random.ts'
import type { Phrase } from './wording.ts'
import { WORDINGS } from './wording.ts'

/** How a call ended badly, as its caller sees it. A number is an HTTP status. */
export type Failure = 'timeout' | 'refused' | 'reset' | 'certificate' | 'malformed' | number

export interface Disruption {
  readonly addedMs: number
  readonly lines: readonly LineTemplate[]
  /** What the caller gets in place of an answer. */
  readonly failure: Failure | null
  /** The request never gets to the service's own code: no line and no server span. */
  readonly isUnreached: boolean
}

export interface Gauges {
  readonly cpu: number
  readonly memory: number
  readonly pool: number
}
const NORMAL_GAUGES: Gauges = { cpu: 1, memory: 1, pool: 1 }

export interface Fault {
  readonly kind: FaultKind
  readonly service: string
  readonly startMs: number
  disrupt(timeMs: number, random: Random): Disruption | null
  /** Lines the service writes without a request, in time order. */
  readonly announcements: readonly { readonly timeMs: number; readonly line: LineTemplate }[]
  /** The service's own periodic lines stop. */
  readonly isSilent: boolean
  readonly gauges: Gauges
  /** What somebody changed and so caused it. */
  readonly change: Pick<SimulatedChange, 'kind' | 'version' | 'title'> | null
}

interface Setting {
  readonly service: ServiceDefinition
  readonly startMs: number
  readonly endMs: number
  readonly random: Random
}
type FaultParts = Pick<Fault, 'disrupt'> & Partial<Pick<Fault, 'announcements' | 'isSilent' | 'gauges' | 'change'>>

const POOL_SIZE = 20

function spoken(service: ServiceDefinition, severity: Severity, phrase: Phrase, values: Values = {}): LineTemplate {
  const said = WORDINGS[service.runtime][phrase]
  return { severity, text: said.text, logger: said.logger, values }
}

function broken(parts: Partial<Disruption>): Disruption {
  return { addedMs: 0, lines: [], failure: null, isUnreached: false, ...parts }
}

/** One line about every `everyMs` from the start to the end. */
function repeated(setting: Setting, everyMs: number, line: () => LineTemplate): Fault['announcements'] {
  const lines: { timeMs: number; line: LineTemplate }[] = []
  let timeMs = setting.startMs + setting.random.waiting(everyMs / 4)
  while (timeMs < setting.endMs) {
    lines.push({ timeMs, line: line() })
    timeMs += everyMs * (0.6 + 0.8 * setting.random.next())
  }
  return lines
}

function once(setting: Setting, afterMs: number, line: LineTemplate) {
  return { timeMs: setting.startMs + afterMs, line }
}

function nextVersion(version: string): string {
  const [major, minor] = version.split('.')
  return `${major}.${Number(minor ?? 0) + 1}.0`
}

const KINDS = {
  slow_database: ({ service, random }: Setting): FaultParts => ({
    disrupt: (_timeMs, draw) => {
      if (!draw.chance(0.8)) return null
      const addedMs = draw.logNormal(3200, 0.35)
      const line = spoken(service, 'WARN', 'slowQuery', {
        ms: Math.round(addedMs),
        table: random.pick(['lines', 'entries']),
      })
      return broken({ addedMs, lines: [line] })
    },
    gauges: { cpu: 0.8, memory: 1, pool: 3 },
  }),
  unhandled_exception: ({ service }: Setting): FaultParts => ({
    disrupt: (_timeMs, draw) =>
      draw.chance(0.65) ? broken({ failure: 500, lines: [spoken(service, 'ERROR', 'exception')] }) : null,
  }),
  datastore_unreachable: ({ service }: Setting): FaultParts => ({
    disrupt: (_timeMs, draw) =>
      draw.chance(0.9) ? broken({ addedMs: 4, failure: 500, lines: [spoken(service, 'ERROR', 'storeDown')] }) : null,
    gauges: { cpu: 0.7, memory: 1, pool: 0 },
  }),
  connection_pool_exhausted: (setting: Setting): FaultParts => ({
    disrupt: (_timeMs, draw) => {
      if (!draw.chance(0.75)) return null
      const waitMs = draw.pick([3000, 3000, 5000])
      const lines = draw.chance(0.5)
        ? [spoken(setting.service, 'ERROR', 'poolExhausted', { waitMs, pool: POOL_SIZE })]
        : []
      return broken({ addedMs: waitMs, failure: 503, lines })
    },
    announcements: repeated(setting, 20_000, () => spoken(setting.service, 'WARN', 'poolWaiting', { pool: POOL_SIZE })),
    gauges: { cpu: 0.8, memory: 1, pool: 8 },
  }),
  memory_pressure: (setting: Setting): FaultParts => ({
    disrupt: (_timeMs, draw) => {
      if (!draw.chance(0.7)) return null
      const fails = draw.chance(0.25)
      const addedMs = draw.logNormal(2400, 0.4)
      if (fails) return broken({ addedMs, failure: 500, lines: [spoken(setting.service, 'ERROR', 'outOfMemory')] })
      return broken({ addedMs })
    },
    announcements: repeated(setting, 6_000, () =>
      spoken(setting.service, 'WARN', 'memoryPause', { ms: Math.round(setting.random.logNormal(2100, 0.3)) }),
    ),
    gauges: { cpu: 2.6, memory: 3.1, pool: 1 },
  }),
  bad_deploy: (setting: Setting): FaultParts => {
    const version = nextVersion(setting.service.version)
    const startMs = setting.random.integer(2100, 6400)
    const field = setting.random.pick(['taxRegion', 'unitPriceNet', 'channelCode', 'bundleOf'])
    return {
      disrupt: (timeMs, draw) =>
        timeMs > setting.startMs + startMs && draw.chance(0.6)
          ? broken({
              failure: draw.chance(0.7) ? 500 : 422,
              lines: [spoken(setting.service, 'ERROR', 'schemaMismatch', { field })],
            })
          : null,
      announcements: [
        once(setting, 0, spoken(setting.service, 'INFO', 'stopping')),
        once(setting, startMs, spoken(setting.service, 'INFO', 'started', { version, startMs })),
      ],
      change: { kind: 'deployment', version, title: `${setting.service.name} ${version} to production` },
    }
  },
  bad_configuration: (setting: Setting): FaultParts => ({
    disrupt: (timeMs, draw) =>
      timeMs > setting.startMs + 800 && draw.chance(0.85)
        ? broken({ addedMs: 120, failure: 502, lines: [spoken(setting.service, 'ERROR', 'rejectedByProvider')] })
        : null,
    announcements: [
      once(
        setting,
        0,
        spoken(setting.service, 'INFO', 'configReloaded', { revision: setting.random.integer(118, 164) }),
      ),
    ],
    change: { kind: 'configuration', version: null, title: `configuration of ${setting.service.name}` },
  }),
  hang: (): FaultParts => ({
    disrupt: () => broken({ failure: 'timeout', isUnreached: true }),
    isSilent: true,
    gauges: { cpu: 0.05, memory: 1, pool: 1 },
  }),
  certificate_expired: ({ service }: Setting): FaultParts => ({
    disrupt: (_timeMs, draw) =>
      broken({
        failure: 'certificate',
        isUnreached: true,
        // Servers log a failed handshake only now and then: most runtimes keep it below their default level.
        lines: draw.chance(0.3) ? [spoken(service, 'WARN', 'handshakeFailed')] : [],
      }),
    gauges: { cpu: 0.4, memory: 1, pool: 0.2 },
  }),
  disk_full: ({ service }: Setting): FaultParts => ({
    disrupt: (_timeMs, draw) =>
      draw.chance(0.7) ? broken({ addedMs: 15, failure: 500, lines: [spoken(service, 'ERROR', 'diskFull')] }) : null,
  }),
  worker_starvation: (setting: Setting): FaultParts => ({
    disrupt: (_timeMs, draw) => {
      if (draw.chance(0.7)) return broken({ failure: 'timeout', isUnreached: true })
      return broken({ addedMs: draw.logNormal(900, 0.4) })
    },
    announcements: repeated(setting, 15_000, () => spoken(setting.service, 'WARN', 'workersBusy')),
    gauges: { cpu: 0.3, memory: 1.3, pool: 1.5 },
  }),
  provider_throttled: ({ service }: Setting): FaultParts => ({
    disrupt: (_timeMs, draw) =>
      draw.chance(0.8)
        ? broken({ addedMs: draw.logNormal(700, 0.3), failure: 503, lines: [spoken(service, 'WARN', 'throttled')] })
        : null,
  }),
  empty_data: (setting: Setting): FaultParts => ({
    disrupt: (_timeMs, draw) => (draw.chance(0.85) ? broken({ failure: 'malformed' }) : null),
    announcements: [
      once(setting, 0, spoken(setting.service, 'WARN', 'emptyData')),
      ...repeated(setting, 240_000, () => spoken(setting.service, 'WARN', 'emptyData')),
    ],
    gauges: { cpu: 0.6, memory: 0.8, pool: 1 },
  }),
  packet_loss: ({ service }: Setting): FaultParts => ({
    disrupt: (_timeMs, draw) => {
      if (draw.chance(0.35)) return broken({ failure: 'reset', lines: [spoken(service, 'WARN', 'packetLoss')] })
      if (draw.chance(0.5)) return broken({ failure: 'timeout', isUnreached: true })
      return broken({ addedMs: draw.logNormal(400, 0.5) })
    },
  }),
  crash_loop: (setting: Setting): FaultParts => ({
    disrupt: (timeMs, draw) => {
      // Up for the first 9 s of each half minute after a restart, crashing on the way.
      const phaseMs = (timeMs - setting.startMs) % 30_000
      if (phaseMs > 9000 || timeMs - setting.startMs < 2000) return broken({ failure: 'refused', isUnreached: true })
      return draw.chance(0.3)
        ? broken({ failure: 'reset', lines: [spoken(setting.service, 'FATAL', 'outOfMemory')] })
        : null
    },
    announcements: repeated(setting, 30_000, () =>
      spoken(setting.service, 'INFO', 'started', {
        version: setting.service.version,
        startMs: setting.random.integer(2100, 6400),
      }),
    ),
    gauges: { cpu: 1.4, memory: 2.6, pool: 0.3 },
  }),
  // Its callers live on without it, from a cache or a default, and say nothing: only its own activity is missing.
  goes_quiet: (): FaultParts => ({
    disrupt: () => broken({ isUnreached: true }),
    isSilent: true,
    gauges: { cpu: 0.05, memory: 1, pool: 0.2 },
  }),
} as const satisfies Record<string, (setting: Setting) => FaultParts>

export type FaultKind = keyof typeof KINDS

/** The order is the order of seeds: neighbouring seeds differ in kind, and loud and quiet faults alternate. */
export const FAULT_KINDS: readonly FaultKind[] = [
  'slow_database',
  'unhandled_exception',
  'hang',
  'datastore_unreachable',
  'certificate_expired',
  'bad_deploy',
  'connection_pool_exhausted',
  'bad_configuration',
  'worker_starvation',
  'memory_pressure',
  'disk_full',
  'provider_throttled',
  'packet_loss',
  'crash_loop',
  'empty_data',
  'goes_quiet',
]

const NEEDS_DATASTORE: readonly FaultKind[] = ['slow_database', 'datastore_unreachable', 'connection_pool_exhausted']
const NEEDS_PROVIDER: readonly FaultKind[] = ['bad_configuration', 'provider_throttled']

export function canSuffer(service: ServiceDefinition, kind: FaultKind): boolean {
  if (NEEDS_DATASTORE.includes(kind)) return service.datastore !== null
  if (NEEDS_PROVIDER.includes(kind)) return service.provider !== null
  return true
}

export function makeFault(kind: FaultKind, setting: Setting): Fault {
  const parts = KINDS[kind](setting)
  return {
    kind,
    service: setting.service.name,
    startMs: setting.startMs,
    disrupt: parts.disrupt,
    announcements: parts.announcements ?? [],
    isSilent: parts.isSilent ?? false,
    gauges: parts.gauges ?? NORMAL_GAUGES,
    change: parts.change ?? null,
  }
}
