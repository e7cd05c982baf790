/**
 * Guards against internal addresses (SSRF) in URLs that a user entered. The URL parser has already normalised every
 * spelling of an IPv4 address (decimal, octal, hex, short). This module judges the address, names that mean something
 * inside a network, and names that resolve to internal addresses.
 */
import ipaddr from 'ipaddr.js'

export type GuardVerdict = { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly reason: string }

export interface GuardOptions {
  /** Allows plain http. Only for tests of self-hosted platforms on a local deployment. */
  readonly isHttpAllowed?: boolean
  /** Also allows this machine, over http: destinations of a local deployment whose owner opened this. */
  readonly isThisMachineAllowed?: boolean
  /**
   * Returns the addresses of a name, or null when they cannot be determined. If it is absent, only the name is judged.
   */
  readonly resolve?: (host: string) => Promise<readonly string[] | null>
}

/** Names outside the public DNS, and names of the clouds' metadata services. */
const INTERNAL_SUFFIXES = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'private',
  'home.arpa',
  'in-addr.arpa',
  'ip6.arpa',
  'test',
  'invalid',
  'example',
  'onion',
  'svc',
  'cluster.local',
] as const

/** Public services that resolve a name to whatever address is written in it. */
const ADDRESS_ECHO_SUFFIXES = [
  'nip.io',
  'sslip.io',
  'xip.io',
  'localtest.me',
  'lvh.me',
  'vcap.me',
  'lacolhost.com',
] as const

const PORTS_REFUSED: ReadonlySet<string> = new Set([
  '22',
  '23',
  '25',
  '110',
  '143',
  '465',
  '587',
  '993',
  '995',
  '3306',
  '5432',
  '6379',
  '11211',
  '27017',
])

const refused = (reason: string): GuardVerdict => ({ ok: false, reason })

export async function guardUrl(text: string, options: GuardOptions = {}): Promise<GuardVerdict> {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return refused('it is not a URL')
  }
  if (options.isThisMachineAllowed === true && isThisMachine(url)) return { ok: true, url }
  const isHttp = url.protocol === 'http:' && options.isHttpAllowed === true
  if (url.protocol !== 'https:' && !isHttp) return refused('only https is allowed')
  if (url.username !== '' || url.password !== '') return refused('it carries credentials')
  if (PORTS_REFUSED.has(url.port)) return refused(`port ${url.port} is not a web server's`)
  const host = url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  const reason = reasonAgainstHost(host) ?? (await reasonAgainstAddresses(host, options))
  return reason === null ? { ok: true, url } : refused(reason)
}

function isThisMachine({ protocol, hostname, username, password }: URL): boolean {
  const isPlain = (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
  return isPlain && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Returns why the address is refused, or null when it is allowed. */
function reasonAgainstHost(host: string): string | null {
  if (host === '') return 'it has no host'
  if (ipaddr.isValid(host)) return reasonAgainstAddress(host)
  // It has a zone index, or it resembles an address without being one.
  if (host.includes(':') || host.includes('%')) return 'its address is malformed'
  if (!host.includes('.')) return 'its host is a name of a local network'
  if (INTERNAL_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))) return 'its host is internal'
  if (ADDRESS_ECHO_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))) {
    return 'its host resolves to the address in its name'
  }
  return null
}

/** Allows only addresses that are routed on the public Internet. */
function reasonAgainstAddress(text: string): string | null {
  const address = ipaddr.process(text)
  if (address.kind() === 'ipv4') return address.range() === 'unicast' ? null : 'its address is internal or reserved'
  // process() has unmapped ::ffff:a.b.c.d. The other forms that contain an IPv4 address (NAT64, 6to4, Teredo, the
  // deprecated compatible form) have ranges of their own. They are refused, like everything that is not plain unicast.
  if (address.range() !== 'unicast') return 'its address is internal or reserved'
  const [first = 0] = (address as ipaddr.IPv6).parts
  // Only 2000::/3 is assigned as global unicast; the library also calls the rest unicast.
  return (first & 0xe000) === 0x2000 ? null : 'its address is internal or reserved'
}

async function reasonAgainstAddresses(host: string, { resolve }: GuardOptions): Promise<string | null> {
  if (!resolve || ipaddr.isValid(host)) return null
  const addresses = await resolve(host)
  if (addresses === null) return null
  if (addresses.length === 0) return 'its host does not resolve'
  return addresses.some((address) => !ipaddr.isValid(address) || reasonAgainstAddress(address) !== null)
    ? 'its host resolves to an internal address'
    : null
}
