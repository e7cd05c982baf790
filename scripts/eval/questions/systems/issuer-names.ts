/** Names and numbers of the card back end of the bank. */
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'card-edge': '2.19.1', 'auth-engine': '8.4.0', 'hsm-broker': '1.12.6', 'hold-ledger': '5.3.2' },
  ...{ 'card-issuing': '4.27.0', 'settlement-batcher': '3.9.8', 'push-notifier': '0.31.4', 'embosser-bridge': '1.5.0' },
}
export const PRODUCTS = ['classic', 'gold', 'virtual', 'business']
const OWNED = ['classic', 'classic', 'classic', 'classic', 'classic', 'gold', 'gold', 'virtual', 'virtual', 'business']
const OF_SCHEMES = ['visa', 'visa', 'visa', 'mastercard', 'mastercard']
const PLATFORMS = ['ios', 'ios', 'ios', 'android', 'android', 'android', 'android', 'web']
export const CHANNELS = [
  ...[
    'contactless',
    'contactless',
    'contactless',
    'contactless',
    'contactless',
    'ecom',
    'ecom',
    'ecom',
    'chip',
    'chip',
  ],
  'atm',
]
export const COUNTRIES = ['de', 'de', 'de', 'de', 'de', 'de', 'nl', 'nl', 'fr', 'it']
export const DECLINES = [
  ['51', 'insufficient funds'],
  ['51', 'insufficient funds'],
  ['51', 'insufficient funds'],
  ['51', 'insufficient funds'],
  ['54', 'card expired'],
  ['61', 'limit exceeded'],
] as const
export const WALLETS = ['apple-pay', 'apple-pay', 'google-pay', 'google-pay', 'google-pay', 'garmin-pay']
export const EVENT = { 'messaging.system': 'kafka', 'messaging.destination.name': 'clearing' }

/** What schemes and the app ask for, and up to which ticket of a hundred. */
export const VISITS = [
  ['POST /v2/authorizations', 'auth-engine', 52],
  ['GET /v2/cards/{id}', 'card-issuing', 64],
  ['POST /v2/tokens', 'wallet-tokens', 73],
  ['POST /v2/cards', 'card-issuing', 82],
  ['POST /v2/cards/{id}/freeze', 'card-issuing', 87],
  ['GET /v2/holds', 'hold-ledger', 94],
  ['POST /v2/reversals', 'hold-ledger', 100],
] as const

export interface Holder {
  readonly customer: string
  readonly card: string
  readonly product: string
  readonly scheme: string
  readonly platform: string
}

/** Who has a card: each always with the same product, scheme and program. */
export function holders(pick: <T>(items: readonly T[]) => T, many: number): Holder[] {
  return Array.from({ length: many }, (_none, index) => ({
    ...{ customer: `C-${31_204 + 17 * index}`, card: `card-${7_003_118 + 41 * index}`, product: pick(OWNED) },
    ...{ scheme: pick(OF_SCHEMES), platform: pick(PLATFORMS) },
  }))
}
