/** Names and numbers of the lift company. */
import type { Values } from '../records.ts'

export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'portal-api': '6.11.3', 'tech-api': '9.2.0', 'lift-ingest': '4.8.1', 'alarm-desk': '3.1.5' },
  ...{ 'voice-bridge': '2.6.2', 'callout-planner': '7.0.4', 'billing-run': '12.3.0', 'registry-sync': '1.4.9' },
}
export const ALARMS = { 'messaging.system': 'kafka', 'messaging.destination.name': 'lift.alarms' }
export const FAULTS = { 'messaging.system': 'kafka', 'messaging.destination.name': 'lift.faults' }
/** Who carries the calls of a region, and how long one takes to be set up. */
export const CARRIERS: Readonly<Record<string, readonly [string, number]>> = {
  ...{ north: ['telvox', 1700], west: ['telvox', 1700], south: ['ringnet', 2300], east: ['ringnet', 2300] },
}
export const DEPOTS: Readonly<Record<string, string>> = {
  ...{ north: 'depot-bremen', west: 'depot-essen', south: 'depot-ulm', east: 'depot-leipzig' },
}
export const PARTS = ['door-roller', 'door-roller', 'button-kit', 'brake-pad', 'encoder', 'rope-12mm'] as const
const MODELS = ['hydra-4', 'hydra-4', 'gearless-7', 'gearless-7', 'gearless-7', 'panorama-2'] as const
const FIRMWARES = ['5.2.0', '5.2.0', '5.2.0', '5.1.4'] as const
const TIERS = ['basic', 'basic', 'plus', 'plus', 'full'] as const

/** Whose houses the lifts are in: up to which ticket of a hundred, and the regions. */
const OWNERS = [
  ['nordbau', 27, ['north', 'north', 'west']],
  ['city-homes', 49, ['west', 'west', 'south']],
  ['casa-verde', 66, ['south', 'east']],
  ['klinikum', 80, ['north', 'south', 'east']],
  ['plaza-malls', 92, ['west', 'east']],
  ['altstadt-eg', 100, ['south']],
] as const

/** What house managers ask for, and up to which ticket of a hundred. */
export const PORTAL_VISITS = [
  ['GET /v1/lifts', 24],
  ['GET /v1/lifts/{id}', 45],
  ['POST /v1/fault-reports', 67],
  ['GET /v1/certificates/{lift}', 81],
  ['GET /v1/invoices', 93],
  ['POST /v1/logins', 100],
] as const

/** What the technicians' app asks for, and up to which ticket of a hundred. */
export const APP_VISITS = [
  ['GET /v1/jobs', 33],
  ['POST /v1/jobs/{id}/arrive', 49],
  ['POST /v1/jobs/{id}/finish', 63],
  ['POST /v1/parts/orders', 77],
  ['POST /v1/inspections', 89],
  ['POST /v1/jobs/{id}/call', 100],
] as const

export interface Lift {
  readonly lift: string
  readonly tenant: string
  readonly region: string
  readonly model: string
  readonly firmware: string
  readonly tier: string
}

export function lifts(
  random: { integer(low: number, high: number): number; pick<T>(items: readonly T[]): T },
  many: number,
): Lift[] {
  return Array.from({ length: many }, (_none, index) => {
    const ticket = random.integer(1, 100)
    const [tenant, , regions] = OWNERS.find(([, upTo]) => ticket <= upTo) ?? OWNERS[0]
    return {
      ...{ lift: `L-${2003 + 17 * index}`, tenant, region: random.pick<string>(regions) },
      ...{ model: random.pick<string>(MODELS), firmware: random.pick<string>(FIRMWARES) },
      tier: random.pick<string>(TIERS),
    }
  })
}

export function attributesOf({ lift, tenant, region, model, tier }: Lift): Values {
  return { 'tenant.id': tenant, 'lift.id': lift, 'lift.model': model, 'contract.tier': tier, region }
}
