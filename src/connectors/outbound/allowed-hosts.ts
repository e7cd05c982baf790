/**
 * Where a connection's calls may go: origins that its own stored fields name, and hosts of the platform's vendor. These
 * are never derived from a stream's config, from the platform's answers, cursors and redirects, or from text that a
 * model wrote.
 */

export type AllowedHost =
  /** Scheme, host and port, as `https://api.vercel.com`. */
  | { readonly origin: string }
  /** Every https host below a domain of the vendor, on the default port, but not the domain itself. */
  | { readonly below: string }

/** Hosts of the vendor, by name, over https on the default port. */
export const vendorHosts = (...names: readonly string[]): AllowedHost[] =>
  names.map((name) => ({ origin: `https://${name}` }))

export const belowVendor = (domain: string): AllowedHost => ({ below: domain })

/**
 * The origin of an address that a person entered, with a scheme or without one (then https). A malformed address allows
 * nothing.
 */
export function givenHosts(...addresses: readonly (string | undefined)[]): AllowedHost[] {
  return addresses.flatMap((address) => {
    if (address === undefined) return []
    const text = /^https?:\/\//i.test(address) ? address : `https://${address}`
    return URL.canParse(text) ? [{ origin: new URL(text).origin }] : []
  })
}

export function isAllowed(url: URL, allowed: readonly AllowedHost[]): boolean {
  return allowed.some((one) =>
    'origin' in one ? url.origin === one.origin : url.origin === `https://${url.hostname}` && isBelow(url, one.below),
  )
}

/** `api.vendor.com` is below `vendor.com`; `evilvendor.com` and `.vendor.com` are not. */
function isBelow({ hostname }: URL, domain: string): boolean {
  return hostname.length > domain.length + 1 && hostname.endsWith(`.${domain}`)
}
