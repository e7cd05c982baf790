/** Names and numbers of the laundry chain. */
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'web-gw': '1.31.2', 'order-api': '11.4.0', 'slot-planner': '2.2.7', 'quote-service': '3.5.1' },
  ...{ 'tag-service': '6.3.2', 'intake-worker': '4.0.9', 'wash-line': '0.44.1', 'sms-notify': '1.8.3' },
  ...{ 'courier-sync': '2.0.5' },
}
export const BAGS = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'bags.received' }
export const STATIONS = ['rtm-west', 'rtm-kralingen', 'utr-centrum', 'dhg-strand', 'lei-station'] as const
const STATION_TICKETS = [29, 50, 74, 90, 100] as const
const CLIENTS = ['ios', 'ios', 'android', 'android', 'web', 'terminal']
export const FABRICS = ['cotton', 'cotton', 'linen', 'wool', 'silk', 'denim'] as const
export const PROGRAMS = ['towels-75', 'sheets-60', 'sheets-60', 'wool-30', 'uniform-85'] as const

/** Whose laundry it is: account, plan, and how many customers of a hundred. */
const ACCOUNTS = [
  ['private', 'payg', 34],
  ['private', 'monthly', 55],
  ['hotel-linde', 'contract', 67],
  ['hotel-arkona', 'contract', 76],
  ['clinic-zuid', 'contract', 84],
  ['brasserie-lou', 'contract', 90],
  ['gym-volta', 'monthly', 96],
  ['spa-mira', 'monthly', 100],
] as const
export const BUSINESSES = ['hotel-linde', 'hotel-linde', 'hotel-arkona', 'clinic-zuid', 'brasserie-lou', 'spa-mira']

/** What clients ask for, by whom it is answered, and up to which ticket of a hundred. */
export const VISITS = [
  ['POST /v2/lockers/{id}/drop-off', 'locker-api', 17],
  ['POST /v2/lockers/{id}/collect', 'locker-api', 32],
  ['POST /v2/orders', 'order-api', 46],
  ['GET /v2/orders/{id}', 'order-api', 60],
  ['POST /v2/pickups/{id}/scan', 'order-api', 72],
  ['GET /v2/slots', 'slot-planner', 83],
  ['POST /v2/slots/{id}/hold', 'slot-planner', 90],
  ['POST /v2/quotes', 'quote-service', 100],
] as const

export interface Customer {
  readonly customer: string
  readonly account: string
  readonly plan: string
  readonly station: string
  readonly client: string
}

export function customers(
  random: { integer(low: number, high: number): number; pick<T>(items: readonly T[]): T },
  many: number,
): Customer[] {
  return Array.from({ length: many }, (_none, index) => {
    const ticket = random.integer(1, 100)
    const [account, plan] = ACCOUNTS.find(([, , upTo]) => ticket <= upTo) ?? ACCOUNTS[0]
    const place = random.integer(1, 100)
    const station = STATIONS[STATION_TICKETS.findIndex((upTo) => place <= upTo)] ?? STATIONS[0]
    return { customer: `c-${5200 + 13 * index}`, account, plan, station, client: random.pick(CLIENTS) }
  })
}
