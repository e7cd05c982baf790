/**
 * The last check before a failure's message is stored, logged or returned. Some platforms repeat in an error what they
 * were sent, and connectors quote their words. So every secret that a connector was given is removed here, for all
 * connectors.
 */
import { z } from 'zod'
import type { Connector, ConnectorDeps, Delivery, Outcome } from './connector.ts'
import { jsonOf } from './json-text.ts'

const HIDDEN = '[hidden]'
/** Shorter values may be ordinary words; removing them would garble sentences. */
const SECRET_CHARACTERS_MIN = 6
/** A fragment of this length belongs to the secret; it is not a prefix that all secrets of a platform share. */
const CUT_CHARACTERS_MIN = 12
/** Tokens, as they appear in a header, that a connector received or derived from its credentials. */
const SCHEMES = /\b(bearer|basic|apikey|token|splunk)(["']?[ :=]+["']?)[\w+/=.~:-]{12,}/gi

/** Wraps a connector, so that its failures contain no credential, key or signing secret. */
export function discreet(connector: Connector): Connector {
  const { provision, deprovision, pull, query } = connector
  const hide = async <Value>(called: Promise<Outcome<Value>>, deps: ConnectorDeps, given: Given) => {
    const outcome = await called
    if (outcome.ok) return outcome
    return { ...outcome, message: withoutSecrets(outcome.message, secretsOf(connector, deps, given)) }
  }
  return {
    ...connector,
    validate: (deps, metadata) => hide(connector.validate(deps, metadata), deps, { metadata }),
    listResources: (deps, metadata, cursor) =>
      hide(connector.listResources(deps, metadata, cursor), deps, { metadata }),
    ...(provision ? { provision: (deps, input) => hide(provision(deps, input), deps, input) } : {}),
    ...(deprovision ? { deprovision: (deps, input) => hide(deprovision(deps, input), deps, input) } : {}),
    ...(pull ? { pull: (deps, input) => hide(pull(deps, input), deps, input) } : {}),
    ...(query ? { query: (deps, input) => hide(query(deps, input), deps, input) } : {}),
  }
}

interface Given {
  readonly metadata: unknown
  readonly delivery?: Delivery
}

export function withoutSecrets(message: string, secrets: readonly string[]): string {
  // Longest first, because one secret may contain another.
  const known = secrets.filter(({ length }) => length >= SECRET_CHARACTERS_MIN).sort((a, b) => b.length - a.length)
  const cleared = known.reduce((text, secret) => text.replaceAll(secret, HIDDEN), message)
  return withoutCutSecret(cleared, known).replace(SCHEMES, `$1$2${HIDDEN}`)
}

/** Quotes are cut at a fixed length, which may split a secret. A leading part of a secret is therefore removed too. */
function withoutCutSecret(text: string, secrets: readonly string[]): string {
  let cleared = text
  for (const secret of secrets) {
    const start = secret.length < CUT_CHARACTERS_MIN ? -1 : cleared.indexOf(secret.slice(0, CUT_CHARACTERS_MIN))
    if (start < 0) continue
    let end = start
    while (cleared[end] !== undefined && cleared[end] === secret[end - start]) end += 1
    cleared = cleared.slice(0, start) + HIDDEN + cleared.slice(end)
  }
  return cleared
}

function secretsOf(connector: Connector, deps: ConnectorDeps, { metadata, delivery }: Given): string[] {
  // Every connector's metadata schema is an object. If a schema has no shape, every text counts as secret.
  const { shape } = connector.metadata as unknown as { readonly shape?: Readonly<Record<string, z.ZodType>> }
  const fields = typeof metadata === 'object' && metadata !== null ? Object.entries(metadata) : []
  const sensitive = fields.filter(([name]) => shape?.[name] === undefined || isSensitive(shape[name]))
  const own = [delivery?.key, delivery?.signingSecret, deps.awsKey?.secretAccessKey, deps.awsKey?.sessionToken]
  return [...sensitive.flatMap(([, value]) => textsIn(value)), ...own.filter((text) => text !== undefined)]
}

function isSensitive(field: z.ZodType): boolean {
  const meta = z.globalRegistry.get(field) as { readonly sensitive?: boolean } | undefined
  if (meta?.sensitive !== undefined) return meta.sensitive
  const isWrapped = field instanceof z.ZodOptional || field instanceof z.ZodDefault || field instanceof z.ZodNullable
  // A wrapping schema contains one of the same type.
  return isWrapped && isSensitive(field.unwrap() as z.ZodType)
}

/** All texts within a value. JSON inside a text (a service account's file) is parsed too. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...(value.startsWith('{') ? textsIn(jsonOf(value)) : [])]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
