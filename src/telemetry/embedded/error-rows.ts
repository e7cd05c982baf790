/** Finds the rows of a segment that are failed spans. Decides once per value of the attributes, not once per row. */
import { isGrpcError, isHttpError, isOwnError } from '../aggregates/span-facts.ts'
import { GRPC_STATUS_KEY, HTTP_STATUS_KEYS, OWN_STATUS_KEYS, STATUS_KEYS } from '../aggregates/status-keys.ts'
import type { AttributeValue } from '../model.ts'
import type { AttributeColumn, AttributeColumns } from '../segment/attributes.ts'
import { SPAN_STATUSES } from '../segment/span-kinds.ts'
import type { SpanSegment } from '../segment/span-segment.ts'

const ERROR_STATUS = SPAN_STATUSES.indexOf('error')
/** The meaning of a row's code: no value, a value that is no failure, or a failure. */
const NO_VALUE = 0
const NO_FAILURE = 1
const FAILURE = 2

type Status = (row: number) => number
/** Whether a value means a failure. Null if it is no status. */
type IsFailure = (value: AttributeValue) => boolean | null

/** Opens each of the columns that `errorTest` reads, in steps that may pause in between. */
export function errorColumns(segment: SpanSegment): (() => unknown)[] {
  return [() => segment.statuses(), ...STATUS_KEYS.map((key) => () => columnOf(segment.attributes(), key))]
}

/** Decides for which rows `isErrorSpan` holds. */
export function errorTest(segment: SpanSegment): (row: number) => boolean {
  const attributes = segment.attributes()
  const statusOf = (key: string, isFailure: IsFailure) => meaningsOf(columnOf(attributes, key), isFailure)
  const [current, older] = HTTP_STATUS_KEYS
  const http = statusOf(current, isHttpError)
  const olderHttp = statusOf(older, isHttpError)
  const eitherHttp =
    http === null || olderHttp === null ? (http ?? olderHttp) : (row: number) => http(row) || olderHttp(row)
  const stated = [eitherHttp, statusOf(GRPC_STATUS_KEY, isGrpcError)].filter((status) => status !== null)
  const own = OWN_STATUS_KEYS.map((key) => statusOf(key, isOwnError)).filter((status) => status !== null)
  const statuses = segment.statuses()
  if (stated.length === 0 && own.length === 0) return (row) => statuses[row] === ERROR_STATUS
  return (row) => statuses[row] === ERROR_STATUS || isFailed(row, stated, own)
}

/** Statuses under a sender's own keys are used only if there is none under a key of the conventions. */
function isFailed(row: number, stated: readonly Status[], own: readonly Status[]): boolean {
  let isStated = false
  for (const status of stated) {
    const meaning = status(row)
    if (meaning === FAILURE) return true
    if (meaning !== NO_VALUE) isStated = true
  }
  if (isStated) return false
  for (const status of own) {
    const meaning = status(row)
    if (meaning !== NO_VALUE) return meaning === FAILURE
  }
  return false
}

/** The column of an attribute; undefined where no row has it. */
export function columnOf(attributes: AttributeColumns, key: string): AttributeColumn | undefined {
  return attributes.hasOverflow || attributes.keys.includes(key) ? attributes.column(key) : undefined
}

function meaningsOf(column: AttributeColumn | undefined, isFailure: IsFailure): Status | null {
  if (column === undefined) return null
  const { values, codes } = column
  const meanings = values.map((value) => {
    const isFailed = value === null ? null : isFailure(value)
    return isFailed === null ? NO_VALUE : isFailed ? FAILURE : NO_FAILURE
  })
  return (row) => meanings[(codes[row] ?? 0) - 1] ?? NO_VALUE
}
