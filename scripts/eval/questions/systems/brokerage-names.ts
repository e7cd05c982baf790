/** What the stock-trading app is made of: hosts, versions, shares and their venues, routes. */
export const HOSTS: Readonly<Record<string, readonly string[]>> = {
  ...{ 'trade-gate': ['fra-vm-01', 'fra-vm-02'], 'order-desk': ['fra-vm-11', 'fra-vm-12'] },
  ...{ 'risk-check': ['fra-vm-13'], 'cash-ledger': ['fra-vm-14'], 'fix-gateway': ['fra-vm-21'] },
  ...{ 'quote-feed': ['fra-vm-22'], 'eod-settle': ['fra-vm-31'] },
  ...{ 'portfolio-api': ['portfolio-api-1'], 'trade-notifier': ['trade-notifier-1'] },
}
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'trade-gate': '9.4.0', 'order-desk': '5.22.1', 'risk-check': '1.8.3', 'fix-gateway': '2.6.5' },
  ...{ 'cash-ledger': '2.9.4', 'trade-notifier': '0.13.2', 'quote-feed': '4.0.11', 'eod-settle': '1.1.7' },
}
export const PLATFORMS = ['ios', 'ios', 'ios', 'android', 'android', 'web']
export const TIERS = ['basic', 'basic', 'basic', 'plus', 'plus', 'pro']
export const SIDES = ['buy', 'buy', 'buy', 'sell', 'sell']
export const ORDER_TYPES = ['market', 'market', 'limit', 'limit', 'limit', 'stop']
/** Where a share is traded, and about what it costs. */
export const SHARES = [
  ['SAP', 'NORDX', 214],
  ['ASML', 'NORDX', 688],
  ['NOKIA', 'NORDX', 4],
  ['VOLV', 'NORDX', 27],
  ['TSLA', 'ALPHA', 248],
  ['NVDA', 'ALPHA', 131],
  ['NVDA', 'ALPHA', 131],
  ['NOW', 'ALPHA', 902],
  ['LOW', 'ALPHA', 233],
  ['VOD', 'LSQ', 1],
  ['ALL', 'LSQ', 189],
] as const
export const ACK_MS: Readonly<Record<string, number>> = { NORDX: 48, ALPHA: 36, LSQ: 92 }
export const TOPIC = { 'messaging.system': 'kafka', 'messaging.destination.name': 'order.events' }
export const TOO_LOW = 'MsgSeqNum too low, expecting 184233 but received'

/** Where a request goes, and up to which ticket of a hundred. */
export const VISITS = [
  ['GET', '/v1/quotes/{symbol}', 30],
  ['GET', '/v1/portfolio', 50],
  ['GET', '/v1/watchlists', 57],
  ['POST', '/v1/orders', 80],
  ['DELETE', '/v1/orders/{id}', 85],
  ['POST', '/v1/deposits', 90],
  ['POST', '/v1/withdrawals', 94],
  ['POST', '/v1/login', 100],
] as const

export interface Visit {
  readonly route: string
  readonly symbol: string
  readonly venue: string
  readonly price: number
  readonly side: string
  readonly type: string
  readonly order: string
}
