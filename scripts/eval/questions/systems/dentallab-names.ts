/** Names and numbers of the dental laboratory. */
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'lab-gateway': '1.19.2', 'case-desk': '8.4.0', 'scan-vault': '2.8.3', 'design-worker': '3.6.1' },
  ...{ 'material-store': '5.0.7', 'price-book': '0.22.1', 'mill-link': '7.1.0', 'courier-desk': '2.2.0' },
  'furnace-watch': '1.0.4',
}
export const WANTED = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'designs.wanted' }
const SITES = ['ulm', 'graz', 'basel', 'trier'] as const
const SITE_TICKETS = [36, 61, 88, 100] as const
const CHANNELS = ['portal', 'portal', 'portal', 'scanner', 'scanner', 'api', 'phone']
export const SCANNERS = ['trios5', 'trios5', 'primescan', 'itero', 'medit'] as const
export const MATERIALS = ['zirconia', 'zirconia', 'zirconia', 'emax', 'pmma', 'titanium'] as const
export const WORKS = ['crown', 'crown', 'crown', 'bridge', 'veneer', 'inlay', 'splint'] as const
export const SHADES = ['A1', 'A2', 'A2', 'A3', 'B1', 'C2'] as const
export const MILLS = ['M1', 'M2', 'M3', 'M4', 'M5'] as const
/** What the bad signature calls files that it takes for infected. */
export const FALSE_HIT = 'Stl.Trojan.Mesh-27832 FOUND'

/** Who sends cases: chains of practices, and how many practices of a hundred. */
const TENANTS = [
  ['solo', 30],
  ['smilehaus', 55],
  ['dentalia', 73],
  ['zahnwerk', 87],
  ['uni-dental', 95],
  ['bright-teeth', 100],
] as const

/** What clients ask for, by whom it is answered, and up to which ticket of a hundred. */
export const VISITS = [
  ['GET /v1/cases', 'case-desk', 15],
  ['GET /v1/cases/{id}', 'case-desk', 27],
  ['POST /v1/cases', 'case-desk', 44],
  ['DELETE /v1/cases/{id}', 'case-desk', 49],
  ['POST /v1/scans', 'scan-intake', 66],
  ['GET /v1/scans/{id}/preview', 'scan-intake', 78],
  ['POST /v1/quotes', 'price-book', 89],
  ['GET /v1/materials', 'material-store', 100],
] as const

export interface Practice {
  readonly practice: string
  readonly tenant: string
  readonly site: string
  readonly channel: string
}

export function practices(
  random: { integer(low: number, high: number): number; pick<T>(items: readonly T[]): T },
  many: number,
): Practice[] {
  return Array.from({ length: many }, (_none, index) => {
    const ticket = random.integer(1, 100)
    const [tenant] = TENANTS.find(([, upTo]) => ticket <= upTo) ?? TENANTS[0]
    const place = random.integer(1, 100)
    const site = SITES[SITE_TICKETS.findIndex((upTo) => place <= upTo)] ?? SITES[0]
    return { practice: `pr-${4200 + 13 * index}`, tenant, site, channel: random.pick(CHANNELS) }
  })
}
