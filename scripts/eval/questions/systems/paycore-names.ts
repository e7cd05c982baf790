/** Names and numbers of the payment processor. */
import type { Values } from '../records.ts'

const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'front-gateway': '2.31.0', 'payment-intents': '9.6.2', 'network-connector': '4.12.1', ledger: '7.3.0' },
  ...{ payouts: '3.0.8', 'webhook-dispatcher': '5.5.1', 'merchant-dashboard': '11.2.0', 'settlement-job': '1.17.3' },
  'receipt-mailer': '2.4.0',
}
export function versionOf(name: string, isBeforeRelease: boolean): string {
  if (name === 'fraud-check') return isBeforeRelease ? '3.13.4' : '3.14.0'
  return VERSIONS[name] ?? '1.0.0'
}
/** Merchants, the large ones several times. */
export const MERCHANTS = [
  ...['tallowbook', 'tallowbook', 'tallowbook', 'tallowbook', 'tallowbook', 'ferrybird', 'ferrybird', 'ferrybird'],
  ...['ferrybird', 'brightloom', 'brightloom', 'brightloom', 'kiosk24', 'kiosk24', 'pedalhaus', 'pedalhaus'],
  ...['saltmarsh', 'omnigreen'],
]
/** The endpoint of one merchant answers badly now and then, all the time. */
export const SHAKY = 'pedalhaus'
export const NETWORKS = ['northcard', 'northcard', 'northcard', 'solapay', 'solapay', 'solapay', 'axio', 'axio']
export const COUNTRIES = ['de', 'de', 'de', 'fr', 'fr', 'nl', 'nl', 'pl']
export const BANKS = ['harborbank', 'harborbank', 'unitas', 'unitas', 'linden']
export const DECLINES = ['insufficient funds', 'insufficient funds', 'insufficient funds', 'card expired', 'wrong pin']
/** Where a service runs: a machine of its own or a container. */
export function placeOf(name: string, index: number): Values {
  const isContained = index % 2 === 1
  return {
    'host.name': `pp-vm-${(index % 4) + 1}`,
    'deployment.environment.name': 'prod',
    ...(isContained ? { 'container.name': `${name}_1` } : {}),
  }
}
export const WITH_ATTRIBUTES = ['payment-intents', 'fraud-check', 'ledger', 'payouts', 'merchant-dashboard']
/** The others write spans without kinds, with the older key of the status. */
export const WITH_KINDS = ['front-gateway', 'payment-intents', 'ledger', 'merchant-dashboard']
