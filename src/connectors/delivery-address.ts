/** Addresses for platforms that accept an address but no headers. */
import type { Delivery } from './connector.ts'

/**
 * Puts the key into the address as user information. Senders turn it into an `Authorization` header, so it is not part
 * of the path.
 */
export function withUser({ url, key }: Pick<Delivery, 'url' | 'key'>): string {
  const address = new URL(url)
  address.username = 'intake'
  address.password = key
  return address.href
}
