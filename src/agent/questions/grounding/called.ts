/** What services call that sends nothing itself, as the spans of those who call name it: stores, brokers, hosts outside. */

import { lemmaOf } from '../reader/words.ts'
import { type TechnologyKind, technologyIn, technologyOf } from '../vocabulary/technologies.ts'
import type { Catalogue, KnownKey, KnownValues } from './catalogue.ts'

/** Keys that name the product, and keys that name who is called. */
const OF_PRODUCT = /^(?:db\.system(?:\.name)?|messaging\.system)$/i
const OF_PEER = /^(?:peer\.(?:service|hostname|address)|server\.address|net\.peer\.name|http\.host|url\.domain)$/i

export type CalledKind = 'store' | 'database' | 'cache' | 'broker' | 'outside' | 'any'

/** Values of one key that mean what was asked for. */
export interface CalledThing {
  readonly key: string
  readonly scope: KnownValues['scope']
  readonly values: readonly string[]
}

/** The keys of spans by which what is called goes. */
export function calledKeys({ keys }: Catalogue): KnownKey[] {
  return keys.filter(({ key, signal }) => signal === 'spans' && (OF_PRODUCT.test(key) || OF_PEER.test(key)))
}

/** What a kind means: all stores, all brokers, all hosts outside of the project. */
export function calledOfKind(kind: CalledKind, values: readonly KnownValues[], catalogue: Catalogue): CalledThing[] {
  const isOfKind = (value: string): boolean => {
    const known = technologyIn(value.toLowerCase())?.kind ?? null
    return kind === 'any' || KINDS[kind].includes(known)
  }
  return spanValues(values).flatMap(({ key, scope, values: own }) => {
    const all = own.map(({ value }) => value)
    const isOfHosts = OF_PEER.test(key)
    if (isOfHosts !== (kind === 'outside') && kind !== 'any') return []
    const isMessaging = /^messaging/i.test(key)
    const isStored = kind === 'any' || isMessaging === (kind === 'broker')
    const meant = isOfHosts ? all.filter((value) => isOutside(value, catalogue)) : isStored ? all.filter(isOfKind) : []
    return meant.length === 0 ? [] : [{ key, scope, values: meant.slice(0, 50) }]
  })
}

const KINDS: Readonly<Record<Exclude<CalledKind, 'any'>, readonly (TechnologyKind | null)[]>> = {
  store: ['database', 'cache', 'search', null],
  database: ['database', 'search', null],
  cache: ['cache'],
  broker: ['broker', null],
  outside: [],
}

/** What words name: a product under any of its names, or a host outside by a part of its name. */
export function calledBy(
  words: readonly string[],
  values: readonly KnownValues[],
  catalogue: Catalogue,
): CalledThing[] {
  const name = words.join(' ')
  const technology = technologyOf(name) ?? technologyOf(words.join(''))
  // "Ringnet" of `carrier.name` as well as of a host: requests carry it, and tell more than the calls.
  const isCarried = values.some(
    (one) =>
      !OF_PEER.test(one.key) &&
      !OF_PRODUCT.test(one.key) &&
      one.values.some(({ value }) => value.toLowerCase() === name),
  )
  return spanValues(values).flatMap(({ key, scope, values: own }) => {
    const all = own.map(({ value }) => value)
    const meant = OF_PEER.test(key)
      ? all.filter((value) => !isCarried && isOutside(value, catalogue) && isHostCalled(value.toLowerCase(), words))
      : all.filter((value) => {
          const said = value.toLowerCase()
          return said === name || (technology !== null && technologyIn(said) === technology)
        })
    return meant.length === 0 ? [] : [{ key, scope, values: meant.slice(0, 50) }]
  })
}

function spanValues(values: readonly KnownValues[]): KnownValues[] {
  return values.filter(({ key, signal }) => signal === 'spans' && (OF_PRODUCT.test(key) || OF_PEER.test(key)))
}

/** Parts of host names that say nothing of whose they are. */
const NO_NAME =
  /^(?:api|www|com|net|org|io|dev|cloud|local|internal|svc|cluster|example|gateway|prod|production|eu|us|app|web|db|host|server|service|de|co|uk)$/
const PART_LENGTH_MIN = 3

/** "Clearmed" and "object storage" of `edi.clearmed.example` and `objects.storage.example`. */
function isHostCalled(host: string, words: readonly string[]): boolean {
  const labels = host
    .split(/[.:/]/)
    .flatMap((label) => [label, ...label.split(/[-_]/)])
    .map(lemmaOf)
  const own = words.map(lemmaOf)
  const isTelling = own.some((word) => word.length >= PART_LENGTH_MIN && !NO_NAME.test(word))
  return host === words.join(' ') || (isTelling && own.every((word) => labels.includes(word)))
}

/** A host that is neither a service of the project nor an address or name of its own network. */
export function isOutside(
  value: string,
  { services }: { readonly services: readonly { readonly name: string }[] },
): boolean {
  const host = value.split(/[/:]/)[0] ?? ''
  const isOwn = services.some(({ name }) => name === value || name === host || host.startsWith(`${name}.`))
  return (
    !isOwn &&
    /^[\w-]+(?:\.[\w-]+){1,5}$/.test(host) &&
    !/\.(?:svc|local|internal|lan|localdomain)$|\.svc\./.test(host) &&
    !/^[\d.]+$/.test(host)
  )
}
