/** Names of the warehouse: shops, zones, carriers, stations, articles. */
import type { Random } from '../../../demo/random.ts'

const SHOPS = ['kidsroom', 'velomarkt', 'gartenhof', 'teekiste', 'homely'] as const
export const ZONES = ['A', 'B', 'C', 'D', 'E'] as const
export const CARRIERS = ['swiftpost', 'parcelline', 'greenvan'] as const
export const STATIONS = ['PS-01', 'PS-02', 'PS-03', 'PS-04', 'PS-05', 'PS-06'] as const
export const REASONS = ['too small', 'damaged', 'changed mind', 'wrong article'] as const
const COUNTRIES = ['de', 'at', 'nl', 'dk'] as const
const COST_EUR = { swiftpost: 4.2, parcelline: 3.85, greenvan: 5.1 } as const
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'order-intake': '4.11.2', 'pick-planner': '8.0.5', 'packing-bench': '2.19.0', 'returns-desk': '1.44.1' },
  ...{ 'dock-board': '3.2.8', 'robot-ctl': '12.6.3', 'stock-db': '16.4', replenish: '0.9.17' },
}
export const HOSTS: Readonly<Record<string, string>> = {
  ...{
    'order-intake': 'hal-web-1',
    'label-hub': 'hal-web-2',
    'stock-service': 'hal-app-1',
    'pick-planner': 'hal-app-2',
  },
  ...{
    'packing-bench': 'hal-app-3',
    'returns-desk': 'hal-app-3',
    'dock-board': 'hal-app-4',
    'robot-ctl': 'hal-robo-1',
  },
  ...{ 'stock-db': 'hal-db-1', replenish: 'hal-batch-1' },
}
/** What is asked for, and up to which of a hundred. */
export const VISITS = [
  ['order', 30],
  ['pick', 58],
  ['confirm', 69],
  ['parcel', 86],
  ['return', 92],
  ['status', 97],
  ['truck', 100],
] as const
export type Visit = (typeof VISITS)[number][0]

export interface Job {
  readonly shop: string
  readonly zone: string
  readonly carrier: (typeof CARRIERS)[number]
  readonly station: string
  readonly country: string
  readonly priority: string
  readonly mode: string
  readonly who: string
  readonly sku: string
}

export function job(random: Random): Job {
  const mode = random.chance(0.55) ? 'robot' : 'person'
  const numbered = (most: number) => String(random.integer(1, most)).padStart(2, '0')
  const skewed = <T>(items: readonly T[]) =>
    random.chance(0.25) && items[0] !== undefined ? items[0] : random.pick(items)
  return {
    ...{ shop: skewed(SHOPS), zone: random.pick(ZONES), carrier: skewed(CARRIERS), station: random.pick(STATIONS) },
    ...{ country: skewed(COUNTRIES), priority: random.chance(0.24) ? 'express' : 'standard', mode },
    who: mode === 'robot' ? `robot R${numbered(16)}` : `picker H-${numbered(22)}`,
    sku: `A-${random.integer(10_000, 10_899)}`,
  }
}

export function labelCost(carrier: Job['carrier'], country: string): number {
  return Math.round(100 * (COST_EUR[carrier] + (country === 'de' ? 0 : 3.4))) / 100
}
