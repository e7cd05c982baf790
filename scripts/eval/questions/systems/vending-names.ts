/** Names and numbers of the vending machines. */
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'edge-proxy': '2.8.4', 'vend-api': '11.4.0', 'card-auth': '3.9.2', 'token-vault': '1.12.1' },
  ...{ 'refund-desk': '5.0.7', 'refill-planner': '0.18.3', 'coin-counter': '4.2.0', 'driver-text': '1.3.3' },
  'modem-watch': '2.0.6',
}
export const FAILED_VENDS = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'vends.failed' }
export const LOW_SLOTS = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'slots.low' }
export const PRODUCTS = ['cola', 'cola', 'water', 'water', 'water', 'crisps', 'nuts', 'latte', 'sandwich'] as const
export const TOURS = ['north', 'north', 'harbour', 'ring', 'airport'] as const
export const SORTERS = ['S1', 'S2', 'S2', 'S3'] as const
const MODELS = ['snackmax', 'snackmax', 'coldbox', 'coldbox', 'brewmaster'] as const

/** At whose site the machines stand: account and how many machines of a hundred. */
const TENANTS = [
  ['railway', 34],
  ['uni', 56],
  ['airport', 74],
  ['clinic', 88],
  ['office-park', 96],
  ['ferry', 100],
] as const

/** What clients ask for, by whom it is answered, and up to which ticket of a hundred. */
export const VISITS = [
  ['POST /v2/vends', 'vend-api', 40],
  ['GET /v2/machines/{id}', 'vend-api', 53],
  ['POST /v2/machines/{id}/slots', 'vend-api', 61],
  ['GET /v2/prices', 'price-book', 76],
  ['GET /v2/prices/{sku}', 'price-book', 84],
  ['POST /v2/refunds', 'refund-desk', 92],
  ['GET /v2/refunds/{id}', 'refund-desk', 100],
] as const

export interface Machine {
  readonly machine: string
  readonly tenant: string
  readonly model: string
}

export function machines(
  random: { integer(low: number, high: number): number; pick<T>(items: readonly T[]): T },
  many: number,
): Machine[] {
  return Array.from({ length: many }, (_none, index) => {
    const ticket = random.integer(1, 100)
    const [tenant] = TENANTS.find(([, upTo]) => ticket <= upTo) ?? TENANTS[0]
    return { machine: `M-${4101 + 13 * index}`, tenant, model: random.pick<string>(MODELS) }
  })
}
