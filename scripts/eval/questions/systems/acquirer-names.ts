/** Names and numbers of the payment service provider. */
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'pay-edge': '1.27.3', 'payment-api': '12.4.1', 'card-gateway': '5.9.0', 'threeds-server': '3.2.6' },
  ...{ 'token-vault': '2.15.0', 'webhook-sender': '6.1.2', 'ledger-book': '8.0.3', 'settlement-exporter': '1.9.4' },
}
/** Merchants, the large ones several times. */
export const MERCHANTS = [
  ...['greenmarket', 'greenmarket', 'greenmarket', 'greenmarket', 'greenmarket', 'tastybox', 'tastybox', 'tastybox'],
  ...['nordkraft', 'nordkraft', 'hotel-lumi', 'hotel-lumi', 'pixelwear', 'pixelwear', 'bluebike', 'cinema-one'],
]
export const NETWORKS = [
  ...['visa', 'visa', 'visa', 'visa', 'visa', 'visa', 'mastercard', 'mastercard', 'mastercard', 'mastercard'],
  ...['mastercard', 'amex', 'amex', 'jcb'],
]
export const CHANNELS = ['ecom', 'ecom', 'ecom', 'ecom', 'pos', 'pos', 'recurring', 'recurring', 'moto']
/** What the second route does not take. */
export const ONLY_PRIMARY = ['recurring', 'moto']
export const COUNTRIES = ['de', 'de', 'de', 'de', 'at', 'at', 'nl', 'nl', 'se']
export const DECLINES = ['insufficient funds', 'insufficient funds', 'insufficient funds', 'wrong cvc', 'card blocked']
export const AGENTS = ['sdk-java/5.2', 'sdk-java/5.2', 'sdk-node/7.0', 'sdk-node/7.0', 'sdk-php/3.9']
export const EVENT = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'merchant.events' }
