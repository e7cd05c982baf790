/** What the parts of the wind farms share: moments, the session with the brokers of the farms, telegrams that came in. */
import { seededRandom } from '../../../demo/random.ts'
import { SystemByConventions } from './conventions.ts'
import { Scribe } from './scribe.ts'
import {
  bareLogging,
  envoyAccess,
  nlogJson,
  otpLine,
  pekkoLine,
  quayLine,
  sasLog,
  symfonyLine,
  tinylogLines,
  tslogLine,
} from './windfarm-formats.ts'
import { ASKED, FARMS, type Farm, VERSIONS } from './windfarm-names.ts'

export const MINUTE_MS = 60_000
const LENGTH_MS = 84 * MINUTE_MS
const FORMATS = {
  'ops-gateway': envoyAccess,
  'fleet-api': tslogLine,
  'turbine-link': otpLine,
  'wind-forecast': bareLogging,
  'bid-desk': nlogJson,
  settlement: sasLog,
  'curtail-desk': pekkoLine,
  'work-orders': symfonyLine,
  'alarm-desk': tinylogLines,
  'boat-watch': quayLine,
}
export const SERVICES = Object.keys(FORMATS)
const WITH_ATTRIBUTES = ['ops-gateway', 'fleet-api', 'bid-desk', 'work-orders', 'alarm-desk']
/** Their collector reads no level from the text. */
const WITHOUT_SEVERITY = ['ops-gateway', 'settlement']
const DOUBLED = ['ops-gateway', 'fleet-api']

interface Range {
  readonly fromMs: number
  readonly toMs: number
}

export class WindFarmBase extends SystemByConventions {
  readonly scribe: Scribe
  readonly restartMs: number
  readonly releaseMs: number
  readonly settingMs: number
  readonly onsetMs: number
  readonly darkMs: number
  readonly recoveryMs: number
  /** When another client has the session of the farms on land. */
  readonly gaps: Range[] = []
  /** When the last telegrams of each farm were taken, oldest first. */
  readonly taken = new Map<string, number[]>()
  #number = 0

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(83, 'windfarm'))
    this.restartMs = endMs - 66 * MINUTE_MS + 41_000
    this.releaseMs = endMs - 52 * MINUTE_MS + 17_000
    this.settingMs = endMs - 46 * MINUTE_MS + 5000
    this.onsetMs = endMs - 41 * MINUTE_MS + 23_000
    this.darkMs = endMs - 31 * MINUTE_MS + 48_000
    this.recoveryMs = endMs - 13 * MINUTE_MS + 12_000
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: !WITHOUT_SEVERITY.includes(name) },
      hasAttributes: WITH_ATTRIBUTES.includes(name),
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (traceId: string) =>
        DOUBLED.includes(name) && Number.parseInt(traceId.slice(-1) || '0', 16) % 2 === 1 ? `${name}-1` : `${name}-0`,
      resource: () => ({ 'host.name': `gale-${(index % 4) + 1}`, 'deployment.environment.name': 'production' }),
    }))
    this.scribe = new Scribe(setups, this.random)
    // The other client comes back at once, this one waits some seconds before it does.
    for (let at = this.onsetMs; at < this.recoveryMs; ) {
      const toMs = Math.min(this.recoveryMs, at + this.random.integer(8000, 15_000))
      this.gaps.push({ fromMs: at, toMs })
      at = toMs + this.random.integer(2000, 4500)
    }
  }

  #version(name: string, timeMs: number): string {
    if (name === 'bid-desk') return timeMs < this.releaseMs ? '4.1.2' : '4.2.0'
    return VERSIONS[name] ?? '1.0.0'
  }

  next(): number {
    return ++this.#number
  }

  farm(): Farm {
    const found = FARMS[this.random.pick(ASKED)]
    if (found === undefined) throw new Error('no such farm')
    return found
  }

  turbine({ prefix, turbines }: Farm): string {
    return `${prefix}-${String(this.random.integer(1, turbines)).padStart(2, '0')}`
  }

  /** How long a farm's broker has no session with us; 0 when there is one. */
  missingMs({ kind }: Farm, timeMs: number): number {
    if (kind === 'offshore') return 0
    const gap = this.gaps.find(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs)
    return gap === undefined ? 0 : gap.toMs - timeMs
  }

  /** How old the newest telegram of a farm is, in whole seconds. */
  ageS({ name }: Farm, timeMs: number): number {
    const newest = this.taken.get(name)?.findLast((at) => at <= timeMs) ?? this.startMs
    return Math.floor((timeMs - newest) / 1000)
  }

  megawatts({ megawatts, rise }: Farm, timeMs: number): number {
    const progress = (timeMs - this.startMs) / (this.endMs - this.startMs)
    return Math.round((megawatts + rise * progress) * (0.98 + 0.04 * this.random.next()) * 10) / 10
  }
}
