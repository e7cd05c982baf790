/**
 * Endpoint cards: exactly the values that a sender's settings need. They are built only here, from the base URL of the
 * deployment. If a sender can set a header, the key is sent there and not in the URL, because every hop logs URLs.
 */
import { ENDPOINT_TARGETS, type EndpointTarget } from './endpoint-targets.ts'
import type { LogProvider } from './providers.ts'

export interface EndpointCard {
  readonly kind: 'url'
  readonly label: string
  readonly url: string
  readonly description?: string
}

/**
 * Returns the cards of a provider, the preferred one first. A card whose URL contains no key names the header and its
 * value.
 */
export function endpointCards(provider: LogProvider, baseUrl: string, key: string): EndpointCard[] {
  return ENDPOINT_TARGETS[provider].map((target) => cardOf(target, baseUrl, key))
}

function cardOf({ label, path, keyIn, description }: EndpointTarget, baseUrl: string, key: string): EndpointCard {
  const base = keyIn === 'url' ? deliveryUrl(baseUrl, key) : `${baseUrl}/intake`
  const filled = (text: string) => text.replaceAll('{key}', key).replaceAll('{host}', new URL(baseUrl).host)
  return {
    kind: 'url',
    label,
    url: base + filled(path),
    ...(description === undefined ? {} : { description: filled(description) }),
  }
}

/** For senders that cannot set a header, and for platforms that are configured through their API. */
export const deliveryUrl = (baseUrl: string, key: string): string => `${baseUrl}/intake/k/${key}`
