/**
 * Where a connection's calls may go: origins its own stored fields name, and hosts the platform's vendor owns. Never
 * made of a stream's config, of an answer, a cursor or a redirect of the platform, or of what a model wrote.
 */

export type AllowedHost =
  /** Scheme, host and port, as `https://api.vercel.com`. */
  | { readonly origin: string }
  /** Every https host below a domain of the vendor, on the usual port; the domain itself is not one of them. */
  | { readonly below: string }

/** The vendor's own hosts by their names, over https on the usual port. */
export const vendorHosts = (...names: readonly string[]): AllowedHost[] =>
  names.map((name) => ({ origin: `https://${name}` }))

export const belowVendor = (domain: string): AllowedHost => ({ below: domain })

/**
 * The origin of an address that a person gave, with a scheme or without (then https). An address that is none allows
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
