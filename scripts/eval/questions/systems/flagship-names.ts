/** Names and numbers of the feature flags. */
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'sdk-gateway': '6.22.1', evaluator: '8.3.4', 'stream-hub': '4.11.0', 'flag-api': '15.2.3' },
  ...{ 'segment-service': '3.8.2', 'event-ingest': '1.41.0', 'webhook-sender': '2.9.1', 'relay-controller': '0.27.0' },
}
export const BIG = { customer: 'quillmart', segment: 'loyalty-members', keys: 6_204_118 }
export const REPLICA = 'flags-redis-replica-1'

/** Whose apps ask, what they pay for; the large ones several times. */
export const CUSTOMERS = [
  ...[
    { customer: 'northbank', plan: 'enterprise' },
    { customer: 'northbank', plan: 'enterprise' },
  ],
  ...[
    { customer: 'northbank', plan: 'enterprise' },
    { customer: 'quillmart', plan: 'enterprise' },
  ],
  ...[
    { customer: 'quillmart', plan: 'enterprise' },
    { customer: 'lumo-tv', plan: 'pro' },
  ],
  ...[
    { customer: 'lumo-tv', plan: 'pro' },
    { customer: 'hexagames', plan: 'pro' },
  ],
  ...[
    { customer: 'petpals', plan: 'starter' },
    { customer: 'trailhead', plan: 'starter' },
  ],
] as const
export const SDKS = ['react', 'react', 'react', 'ios', 'ios', 'android', 'android', 'android', 'node', 'go']
export const ENVIRONMENTS = ['production', 'production', 'production', 'production', 'staging']
export const FLAGS = [
  ...['new-checkout', 'new-checkout', 'new-checkout', 'dark-mode', 'dark-mode', 'free-shipping-banner'],
  ...['search-v2', 'search-v2', 'onboarding-tour', 'kill-switch-ads'],
]
export const EXPERIMENTS = ['checkout-cta', 'checkout-cta', 'checkout-cta', 'price-badge', 'price-badge', 'tour-length']
export const VARIANTS = ['control', 'control', 'treatment', 'treatment', 'holdout']
export const SEGMENTS = ['beta-testers', 'employees', 'churn-risk', 'vip', 'newsletter']
export const RELAYS = ['eu-1', 'eu-2', 'us-1', 'us-2', 'ap-1']
export const EXPOSURES = { 'messaging.system': 'kafka', 'messaging.destination.name': 'exposures' }
export const CHANGES = { 'messaging.system': 'kafka', 'messaging.destination.name': 'flag-changes' }

/** What is asked for, of whom, and up to which ticket of a hundred. */
export const VISITS = [
  ['POST /sdk/v2/evaluate', 'sdk-gateway', 34],
  ['POST /sdk/v2/events', 'sdk-gateway', 53],
  ['GET /sdk/v2/stream', 'sdk-gateway', 65],
  ['POST /v1/assignments', 'experiment-api', 76],
  ['GET /v1/experiments/{id}/results', 'experiment-api', 81],
  ['GET /api/flags', 'flag-api', 87],
  ['PATCH /api/flags/{key}', 'flag-api', 94],
  ['POST /api/segments', 'segment-service', 98],
  ['GET /api/segments/{id}', 'segment-service', 100],
] as const
