/** Nouns that records are grouped by, told apart or restricted to: built-in fields and attributes of the project. */

import type { Catalogue, KnownKey } from '../grounding/catalogue.ts'
import { KEY_NAMES } from '../vocabulary/meanings.ts'
import { wordTable } from '../vocabulary/word-table.ts'
import { lemmaOf, type Word } from './words.ts'

export interface FieldChoice {
  readonly field: string
  readonly scope: 'builtin' | 'attribute' | 'resource'
  readonly signals: readonly ('logs' | 'spans')[]
}

const BUILTIN = wordTable<FieldChoice>({
  service: { field: 'service', scope: 'builtin', signals: ['logs', 'spans'] },
  component: { field: 'service', scope: 'builtin', signals: ['logs', 'spans'] },
  app: { field: 'service', scope: 'builtin', signals: ['logs', 'spans'] },
  application: { field: 'service', scope: 'builtin', signals: ['logs', 'spans'] },
  microservice: { field: 'service', scope: 'builtin', signals: ['logs', 'spans'] },
  endpoint: { field: 'operation', scope: 'builtin', signals: ['spans'] },
  operation: { field: 'operation', scope: 'builtin', signals: ['spans'] },
  route: { field: 'operation', scope: 'builtin', signals: ['spans'] },
  path: { field: 'operation', scope: 'builtin', signals: ['spans'] },
  url: { field: 'operation', scope: 'builtin', signals: ['spans'] },
  api: { field: 'operation', scope: 'builtin', signals: ['spans'] },
  page: { field: 'operation', scope: 'builtin', signals: ['spans'] },
  handler: { field: 'operation', scope: 'builtin', signals: ['spans'] },
  severity: { field: 'severity', scope: 'builtin', signals: ['logs'] },
  level: { field: 'severity', scope: 'builtin', signals: ['logs'] },
  'log level': { field: 'severity', scope: 'builtin', signals: ['logs'] },
  pattern: { field: 'pattern', scope: 'builtin', signals: ['logs'] },
  message: { field: 'pattern', scope: 'builtin', signals: ['logs'] },
  kind: { field: 'kind', scope: 'builtin', signals: ['spans'] },
})

/** "App version", "app platform": fields of an app, and no service. */
export function isOfApp(first: Pick<Word, 'lemma'>, second: Pick<Word, 'lemma'> | undefined): boolean {
  return /^(?:app|application) (?:version|build|platform|type)$/.test(`${first.lemma} ${second?.lemma}`)
}

/** What requests are called by where no attribute goes by that name: the actions of a controller, the tasks of a worker. */
const OPERATION: FieldChoice = { field: 'operation', scope: 'builtin', signals: ['spans'] }
const UNKEYED = wordTable<FieldChoice>({
  action: OPERATION,
  task: OPERATION,
  activity: OPERATION,
  rpc: OPERATION,
  procedure: OPERATION,
  mutation: OPERATION,
  'server action': OPERATION,
})

/** The field a noun stands for; of attributes the one that most records have. Null where the project has none. */
export function fieldOf(noun: string, catalogue: Catalogue): FieldChoice | null {
  const wanted = noun.split(' ').map(lemmaOf).join(' ')
  const own = OWN_FIRST.test(wanted) ? attributeField(noun, catalogue) : null
  const isOwn = own !== null && own.scope === 'attribute' && lastPart(own.field) === wanted
  if (isOwn) return own
  return BUILTIN[wanted] ?? attributeField(noun, catalogue) ?? UNKEYED[wanted] ?? null
}

/** Built-in nouns that a project may have a field of its own for: the apps that people listen with are no services. */
const OWN_FIRST = /^(?:app|application|component|page|kind|handler|api)$/

function lastPart(key: string): string {
  return key.toLowerCase().split(/[._-]/).at(-1) ?? ''
}

/** Returns the attribute that a noun means; null when the project has none. */
export function attributeField(noun: string, catalogue: Catalogue): FieldChoice | null {
  const keys = keysOf(noun, catalogue)
  const first = keys[0]
  if (first === undefined) return null
  const signals = catalogue.keys
    .filter(({ key, scope }) => key === first.key && scope === first.scope)
    .map(({ signal }) => signal)
  return { field: first.key, scope: first.scope, signals }
}

/** The attribute that a noun means on records of one signal; null where they carry none. */
export function fieldOfSignal(noun: string, signal: 'logs' | 'spans', catalogue: Catalogue): FieldChoice | null {
  return attributeField(noun, { ...catalogue, keys: catalogue.keys.filter((known) => known.signal === signal) })
}

/** The field requests have for a noun: log records may keep it under another key. */
export function spanField(noun: string, catalogue: Catalogue): FieldChoice | null {
  const own = keysOf(noun, catalogue).find(({ signal }) => signal === 'spans')
  return own === undefined ? null : { field: own.key, scope: own.scope, signals: ['spans'] }
}

/** Keys that go by a noun: the same name first, then names usual for it, then a last segment of that name. */
export function keysOf(noun: string, { keys }: Pick<Catalogue, 'keys'>): KnownKey[] {
  const plain = noun.toLowerCase().trim()
  const singular = plain.split(' ').map(lemmaOf).join(' ')
  // "Sales channels" of `sales.channel`: only the last word is in plural.
  const lastSingular = plain.replace(/\S+$/, (word) => lemmaOf(word))
  const wanted = new Set(
    [plain, singular, lastSingular].flatMap((form) => [
      form,
      form.replace(/ /g, '_'),
      form.replace(/ /g, '.'),
      form.replace(/ /g, ''),
    ]),
  )
  const usual = KEY_NAMES.filter(([asked]) => asked.includes(singular)).flatMap(([, names]) => names)
  const rank = ({ key }: KnownKey): number => {
    const lower = key.toLowerCase()
    if (wanted.has(lower)) return 0
    const place = usual.indexOf(lower)
    // "Platform" is `client.platform` rather than `os.type`: the noun itself goes before other names for it.
    if (place >= 0) return (lower.split(/[._-]/).some((part) => wanted.has(part)) ? 1 : 3.2) + place / 100
    const segments = key
      .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
      .toLowerCase()
      .split(/[._-]/)
    const last = segments.at(-1) ?? ''
    if (isNearlyNamed(singular, segments)) return 1.5
    if (wanted.has(lower.replace(/[._-]?(?:id|name|number|type|code|slug|key|title|label)$/, ''))) return 2
    // "Names" by themselves are those of no key in particular.
    if (segments.length > 1 && last !== 'name' && wanted.has(last)) return 3
    if (
      segments.length > 1 &&
      wanted.has(
        segments
          .slice(-2)
          .join('_')
          .replace(/_(?:id|name)$/, ''),
      )
    )
      return 3.5
    const tail = usual.find((name) => lower.endsWith(`.${name}`))
    return tail === undefined ? Number.POSITIVE_INFINITY : 4
  }
  const ranked = keys
    .map((known) => ({ known, rank: rank(known) }))
    .filter((one) => Number.isFinite(one.rank))
    .sort((a, b) => a.rank - b.rank || b.known.records - a.known.records)
  const found = OF_ANYTHING.test(singular) ? ranked.map(({ known }) => known) : widestFirst(ranked)
  if (!CUSTOMERS.test(singular)) return found
  // Where nobody else is told apart, the customers are the tenants.
  return found.length === 0 ? keysOf('tenant', { keys }) : tenantsFirst(found)
}

/** Nouns of which each system has many that have nothing in common. */
const OF_ANYTHING =
  /^(?:type|kind|name|id|status|state|code|reason|result|method|mode|level|class|key|value|format|source|target|operation|error|event|message|number|size|count)$/
/** Up to here a key goes by the noun itself, and not by another name for it. */
const NOUN_RANK_MAX = 3
const WIDER = 4

/** `region` of one service is no region of all, where the requests of the others carry `app.region`. */
function widestFirst(ranked: readonly { readonly known: KnownKey; readonly rank: number }[]): KnownKey[] {
  const wider = (['spans', 'logs'] as const).flatMap((signal) => {
    const own = ranked.filter(({ known, rank }) => known.signal === signal && rank <= NOUN_RANK_MAX)
    const [first] = own
    if (first === undefined) return []
    const widest = own.reduce((most, one) => (one.known.records > most.known.records ? one : most), first)
    return widest.known.records >= WIDER * first.known.records ? [widest.known] : []
  })
  return [...wider, ...ranked.map(({ known }) => known).filter((known) => !wider.includes(known))]
}

/** "Payment method" of `pay.method`: the last word as it is, the one before it in short. */
function isNearlyNamed(noun: string, segments: readonly string[]): boolean {
  const [first = '', last = '', more] = noun.split(' ')
  const [before = '', own = ''] = segments.slice(-2)
  if (more !== undefined || segments.length < 2 || own !== last || last === '' || before.length < 3) return false
  return first !== before && (first.startsWith(before) || (first.length >= 3 && before.startsWith(first)))
}

const CUSTOMERS = /^(?:customer|client)$/
const IS_OF_USERS = /(?:^|[._-])(?:end)?users?(?:[._-]|$)/i
const IS_OF_TENANTS = /^(?:tenant|organi[sz]ation|org|workspace|company)(?:[._-](?:id|name|slug))?$/i

/** Who tells tenants from their users sells to the tenants: those are the customers. */
function tenantsFirst(found: KnownKey[]): KnownKey[] {
  if (!IS_OF_USERS.test(found[0]?.key ?? '')) return found
  const isOfTenants = ({ key }: KnownKey): boolean => IS_OF_TENANTS.test(key)
  return [...found.filter(isOfTenants), ...found.filter((known) => !isOfTenants(known))]
}

/** What a key tells apart: the region of `store.region`, and the partition of `messaging.destination.partition.id`. */
export function nounOfKey(key: string): string {
  const parts = key.split(/[._-]/)
  const isName = parts.length > 1 && /^(?:id|key|name|no|number|code)$/i.test(parts.at(-1) ?? '')
  return parts.at(isName ? -2 : -1) ?? key
}

/** Names under which a body may state what a noun asks for. */
export function bodyNames(noun: string): string[] {
  const singular = noun.split(' ').map(lemmaOf).join(' ')
  const usual = KEY_NAMES.filter(([asked]) => asked.includes(singular)).flatMap(([, names]) => names)
  const own = [singular, `${singular}_id`, `${singular}id`, `${singular}.id`].map((name) => name.replace(/ /g, '_'))
  return [...new Set([...own, ...usual])].slice(0, 20)
}

/** Keys that the words name: their values may be meant by the words beside them. */
export function keysToLookUp(words: readonly string[], { catalogue }: { readonly catalogue: Catalogue }): KnownKey[] {
  const named = words.flatMap((word) => keysOf(word, catalogue))
  return named.filter(
    (known, index) =>
      named.findIndex((one) => one.key === known.key && one.scope === known.scope && one.signal === known.signal) ===
      index,
  )
}
