/** Names and numbers of the seed bank. */
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ portal: '2.9.1', 'accession-catalog': '5.6.0', 'permit-office': '3.3.2', 'vault-inventory': '7.1.4' },
  ...{ 'label-press': '1.12.0', 'pack-worker': '4.0.7', 'germination-bench': '0.8.3', 'cold-watch': '2.2.0' },
  'field-notes': '1.5.9',
}
export const APPROVED = { 'messaging.system': 'aws_sqs', 'messaging.destination.name': 'orders-approved' }
const VAULTS = ['nordvik', 'nordvik', 'puglia', 'kilimo'] as const
export const CHAMBERS = ['C1', 'C2', 'C3', 'C4'] as const
export const FREEZERS = ['F1', 'F2', 'F3', 'F4', 'F5', 'F6'] as const
export const COUNTRIES = ['NO', 'PT', 'KE', 'IN', 'BR', 'DE'] as const
export const PERMIT_KINDS = [
  'phytosanitary',
  'phytosanitary',
  'phytosanitary',
  'transfer',
  'transfer',
  'cites',
] as const
const CHANNELS = ['web', 'web', 'web', 'api', 'api', 'counter', 'partner']

/** Who orders and deposits seeds: institute and up to which curator of a hundred. */
const INSTITUTES = [
  ['ricelab', 34],
  ['uni-lisboa', 55],
  ['alpine-trust', 72],
  ['dryland', 85],
  ['heritage-veg', 94],
  ['oakforest', 100],
] as const

/** What clients ask for, by whom it is answered, and up to which ticket of a hundred. */
export const VISITS = [
  ['GET /v1/accessions', 'accession-catalog', 19],
  ['GET /v1/accessions/{id}', 'accession-catalog', 31],
  ['POST /v1/permits', 'permit-office', 40],
  ['GET /v1/permits/{id}', 'permit-office', 47],
  ['POST /v1/orders', 'order-desk', 61],
  ['DELETE /v1/orders/{id}', 'order-desk', 65],
  ['POST /v1/orders/{id}/approve', 'order-desk', 74],
  ['POST /v1/orders/{id}/ship', 'order-desk', 82],
  ['POST /v1/deposits', 'vault-inventory', 92],
  ['POST /v1/labels', 'label-press', 100],
] as const

export interface Curator {
  readonly curator: string
  readonly institute: string
  readonly vault: string
  readonly channel: string
}

export function curators(
  random: { integer(low: number, high: number): number; pick<T>(items: readonly T[]): T },
  many: number,
): Curator[] {
  return Array.from({ length: many }, (_none, index) => {
    const ticket = random.integer(1, 100)
    const [institute] = INSTITUTES.find(([, upTo]) => ticket <= upTo) ?? INSTITUTES[0]
    return {
      ...{ curator: `cu-${4200 + 13 * index}`, institute },
      ...{ vault: random.pick<string>(VAULTS), channel: random.pick(CHANNELS) },
    }
  })
}
