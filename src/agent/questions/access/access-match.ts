/** Conditions on requests, put to access lines. */
import type { StoredLog } from '../../../telemetry/index.ts'
import { isNegated, type PlanCondition } from '../plan/plan.ts'
import { type AccessLine, accessLineOf } from './access-line.ts'

/** Conditions that the line itself tells; the others are put to its record. */
const OF_LINE: ReadonlySet<PlanCondition['on']> = new Set(['status_code', 'outcome', 'operation', 'number'])

export interface AccessConditions {
  readonly ofLine: readonly PlanCondition[]
  readonly ofRecord: readonly PlanCondition[]
}

/** Divides conditions into those that the line tells and those of its record. */
export function accessConditions(conditions: readonly PlanCondition[]): AccessConditions {
  return {
    ofLine: conditions.filter(({ on }) => OF_LINE.has(on)),
    // A line's level says nothing about its request that its status does not.
    ofRecord: conditions.filter(({ on }) => !OF_LINE.has(on) && on !== 'severity'),
  }
}

/** Returns the request of a record where all conditions take it, otherwise null. */
export function accessMatch(conditions: readonly PlanCondition[]): (record: StoredLog) => AccessLine | null {
  const codes = conditions.filter((one) => one.on === 'status_code' && !isNegated(one))
  const routes = conditions.filter((one) => one.on === 'operation' && !isNegated(one))
  const others = conditions.filter((one) => !codes.includes(one) && !routes.includes(one))
  return ({ body, attributes }) => {
    const line = accessLineOf(body, attributes)
    if (line === null) return null
    if (codes.length > 0 && !codes.some((one) => fits(one, line))) return null
    if (routes.length > 0 && !routes.some((one) => fits(one, line))) return null
    return others.every((one) => fits(one, line) !== isNegated(one)) ? line : null
  }
}

/** Whether a line is of a condition, its negation aside. */
function fits(condition: PlanCondition, line: AccessLine): boolean {
  switch (condition.on) {
    case 'status_code':
      return line.status >= condition.from && line.status <= condition.to
    case 'outcome':
      return line.status >= 500 === (condition.is === 'failed')
    case 'operation':
      return condition.values.some((name) => isOnRoute(line, name))
    case 'number':
      return isInBound(condition, condition.key === 'duration' ? line.durationMs : line.bytes)
    default:
      return true
  }
}

function isInBound({ op, value }: Extract<PlanCondition, { on: 'number' }>, own: number | null): boolean {
  if (own === null) return false
  switch (op) {
    case 'gt':
      return own > value
    case 'gte':
      return own >= value
    case 'lt':
      return own < value
    case 'lte':
      return own <= value
  }
}

/** "POST", "/orders", "POST /orders/{id}": a path takes what lies under it, as a prefix of whole parts. */
function isOnRoute({ method, path }: AccessLine, name: string): boolean {
  const [, verb, route = ''] = /^(?:([A-Za-z]{3,10})(?: |$))?(\/.*)?$/.exec(name.trim()) ?? []
  if (verb === undefined && route === '') return false
  if (verb !== undefined && verb.toUpperCase() !== method) return false
  if (route === '') return true
  const asked = partsOf(route)
  const own = partsOf(path ?? '/')
  // The whole of a route that has parameters; otherwise all that lies under the path.
  if (asked.some((part) => /^[:{<*]/.test(part)) || verb !== undefined) if (asked.length !== own.length) return false
  return (
    asked.length <= own.length && asked.every((part, at) => /^[:{<*]/.test(part) || part === own[at]?.toLowerCase())
  )
}

function partsOf(path: string): string[] {
  return path
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '')
}
