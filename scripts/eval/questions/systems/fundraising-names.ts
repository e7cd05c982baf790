/** Names, versions and formats of the fundraising platform. */
import type { Values } from '../records.ts'
import {
  klogLine,
  logfmt,
  numberedJson,
  pinoRequest,
  pipeLine,
  pythonLine,
  springLine,
  structlogJson,
  tracingLine,
  zapJson,
} from './formats.ts'

export const FORMATS = {
  'giving-gateway': pinoRequest,
  'campaign-api': structlogJson,
  'donation-service': springLine,
  'fraud-screen': zapJson,
  'pay-connector': logfmt,
  'match-funds': tracingLine,
  'receipt-maker': pythonLine,
  'thankyou-mailer': numberedJson,
  'recurring-runner': klogLine,
  'payout-batch': pipeLine,
}
export const SERVICES = Object.keys(FORMATS)
/** Everything that these write stands in the text of the line. */
export const TEXT_ONLY = ['donation-service', 'receipt-maker', 'payout-batch']
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'giving-gateway': '3.22.0', 'donation-service': '7.4.1', 'fraud-screen': '2.15.3', 'pay-connector': '4.0.9' },
  ...{ 'match-funds': '1.6.2', 'receipt-maker': '0.31.0', 'thankyou-mailer': '2.3.8', 'recurring-runner': '1.11.5' },
  'payout-batch': '1.2.7',
}
export const OLD_CAMPAIGN_API = '8.3.2'
export const NEW_CAMPAIGN_API = '8.4.0'

/** Campaigns and the charity each of them belongs to. */
export const CAMPAIGNS = [
  ['clean-wells', 'brightwater'],
  ['clean-wells', 'brightwater'],
  ['clean-wells', 'brightwater'],
  ['winter-meals', 'table-for-all'],
  ['winter-meals', 'table-for-all'],
  ['old-paws', 'haven-tails'],
  ['old-paws', 'haven-tails'],
  ['flood-relief', 'open-hands'],
  ['night-school', 'open-hands'],
] as const
export const COUNTRIES = ['de', 'de', 'de', 'at', 'ch', 'nl', 'nl']
export const CHANNELS = ['web', 'web', 'app', 'app', 'widget']
export const METHODS = ['card', 'card', 'card', 'sepa', 'paypal', 'paypal']
export const EMPLOYERS = ['nordbank', 'nordbank', 'kessler-ag', 'lumen']
export const AMOUNTS = [10, 10, 20, 25, 25, 50, 50, 75, 100, 250]

const FRAUD_PODS = ['q7rt2', 'm4xzc', 'w9hbn']

/** Which pod of `fraud-screen` answers a trace. */
export function fraudPod(traceId: string): number {
  return traceId === '' ? 0 : Number.parseInt(traceId.slice(-1), 16) % FRAUD_PODS.length
}

export function instanceOf(
  service: string,
  traceId: string,
  { isReleased, isRestarted }: { readonly isReleased: boolean; readonly isRestarted: boolean },
): string {
  if (service === 'fraud-screen') return `fraud-screen-58b7d9c66f-${FRAUD_PODS[fraudPod(traceId)]}`
  if (service === 'campaign-api') return isReleased ? 'campaign-api-6c9d5b7f84-lp2vd' : 'campaign-api-7b4f8c9d65-x8k5s'
  if (service === 'thankyou-mailer') return `thankyou-mailer-84c6f7b9d-${isRestarted ? 'zt6jn' : 'bd3wq'}`
  return `${service}-6f8d4b9c77-${service.length}kfx`
}

export function resourceOf(service: string, index: number): (instance: string) => Values {
  return (instance) => ({
    ...{ 'k8s.namespace.name': 'giving', 'k8s.deployment.name': service, 'k8s.pod.name': instance },
    ...{ 'k8s.node.name': `node-eu-${(index % 4) + 1}`, 'k8s.cluster.name': 'charity-prod' },
  })
}
