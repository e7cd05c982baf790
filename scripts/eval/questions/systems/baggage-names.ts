/** Names and numbers of the baggage handling. */
import type { Values } from '../records.ts'

const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'bag-gateway': '1.26.1', 'checkin-drop': '5.14.0', 'sort-controller': '11.2.3', 'typeb-handler': '2.9.6' },
  ...{ 'bag-recon': '4.4.1', 'lostbag-desk': '1.18.2', 'screening-gw': '7.0.5', 'billing-job': '0.21.0' },
}
export function versionOf(service: string, isBeforeRelease: boolean): string {
  if (service === 'track-api') return isBeforeRelease ? '3.8.4' : '3.9.0'
  return VERSIONS[service] ?? '1.0.0'
}
/** By semantic conventions; the others' spans have no kinds and nothing of HTTP. */
export const WITH_KINDS = ['checkin-drop', 'track-api', 'bag-recon', 'lostbag-desk']
export const WITH_ATTRIBUTES = ['checkin-drop', 'track-api', 'lostbag-desk', 'billing-job']

const AIRLINES = ['nordair', 'nordair', 'nordair', 'nordair', 'skylink', 'skylink', 'skylink', 'baltavia', 'baltavia']
export const ALL_AIRLINES = [...AIRLINES, 'oroflug']
const PREFIXES: Readonly<Record<string, string>> = { nordair: 'ND', skylink: 'SL', baltavia: 'BV', oroflug: 'OF' }
const CHANNELS = ['desk', 'desk', 'desk', 'desk', 'kiosk', 'kiosk', 'kiosk', 'kiosk', 'kiosk', 'curbside']
const KINDS = ['standard', 'standard', 'standard', 'standard', 'standard', 'standard', 'transfer', 'oversize']
export const CLAIM_KINDS = ['delayed', 'delayed', 'delayed', 'damaged', 'damaged', 'pilfered']
export const BELTS = ['L1', 'L2', 'L3', 'L4']
export const HALLS = { north: 18, south: 14, transfer: 9 } as const

export interface Bag {
  readonly tag: string
  readonly airline: string
  readonly flight: string
  readonly terminal: string
  readonly kind: string
  readonly channel: string
  readonly kg: number
}

export function bagOf(
  random: { pick<T>(items: readonly T[]): T; integer(low: number, high: number): number },
  tag: string,
): Bag {
  const airline = random.pick(ALL_AIRLINES)
  return {
    ...{ tag, airline, flight: `${PREFIXES[airline]}${random.integer(210, 224)}` },
    ...{ terminal: airline === 'nordair' || airline === 'oroflug' ? 'T1' : 'T2', kind: random.pick(KINDS) },
    ...{ channel: random.pick(CHANNELS), kg: random.integer(8, 31) },
  }
}

export const onSpan = ({ tag, airline, flight, terminal, kind }: Bag): Values => ({
  ...{ 'bag.tag': tag, 'airline.name': airline, 'flight.number': flight, 'airport.terminal': terminal },
  'bag.kind': kind,
})

const HOSTS = ['bhs-web-1', 'bhs-app-1', 'bhs-app-2', 'bhs-ctl-1', 'bhs-msg-1', 'bhs-app-1', 'bhs-app-2']
export const placeOf = (index: number): Values => ({
  ...{ 'host.name': HOSTS[index] ?? 'bhs-ctl-1', 'deployment.environment.name': 'production' },
})
