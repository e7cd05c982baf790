import { authorization, type Exchange } from './exchange.ts'

/** The keys of one platform. They are made up, unmistakable in a log, and of no length a real key has. */
export type PlantedKeys = {
  good: string
  bad: string
  revoked: string
  underScoped: string
  all: readonly string[]
}

export function plantedKeys(prefix: string): PlantedKeys {
  const of = (kind: string) => `${prefix}planted_${kind}_${kind.length}c7e1f90b2`
  const keys = { good: of('good'), bad: of('bad'), revoked: of('revoked'), underScoped: of('underscoped') }
  return { ...keys, all: Object.values(keys) }
}

export type KeyRules = {
  /** How the key travels; `Authorization: Bearer` when left out. */
  keyOf?: (exchange: Exchange) => string | null
  unauthorized: (exchange: Exchange, key: string | null) => Response
  forbidden: (exchange: Exchange) => Response
  /** What the under-scoped key may do all the same. */
  isOpenToUnderScoped?: (exchange: Exchange) => boolean
}

/** Refuses every key but the good one, and the under-scoped one where it may not go. */
export function keyGate(keys: PlantedKeys, rules: KeyRules): (exchange: Exchange) => Response | null {
  return (exchange) => {
    const key = rules.keyOf ? rules.keyOf(exchange) : authorization(exchange, 'bearer')
    if (key === keys.good) return null
    if (key !== keys.underScoped) return rules.unauthorized(exchange, key)
    return rules.isOpenToUnderScoped?.(exchange) ? null : rules.forbidden(exchange)
  }
}
