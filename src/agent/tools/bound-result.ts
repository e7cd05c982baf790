/**
 * Keeps what a tool answers within what a step may store (64 KiB of JSON). Lists lose their tail first,
 * the longest list at each turn, then long texts are shortened; `cut` says what is missing.
 */

/** Below 64 KiB by room for the flags and ids around the result. */
export const RESULT_BYTES_MAX = 60 * 1024
/** Longer bodies are of no use to a reader of a list; log_detail shows one record alone. */
export const LIST_TEXT_CHARS_MAX = 2000

/** Returns the size of a value as JSON, in bytes. */
export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value) ?? '').byteLength
}

/** Whether a value takes no more bytes as JSON. They are counted only where the number of characters leaves it open. */
export function isWithin(value: unknown, bytesMax: number): boolean {
  const json = JSON.stringify(value) ?? ''
  if (json.length > bytesMax) return false
  return 3 * json.length <= bytesMax || new TextEncoder().encode(json).byteLength <= bytesMax
}

/** Cuts a text and says how many characters are missing. */
export function shorten(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  return `${text.slice(0, charsMax).replace(/[\uD800-\uDBFF]$/, '')}\u2026 [${text.length - charsMax} more characters]`
}

type JsonObject = { [key: string]: unknown }

/** A result that fits, with `cut` naming each shortened list as "path: kept of total". */
export function boundResult(result: unknown, bytesMax: number = RESULT_BYTES_MAX): unknown {
  if (isWithin(result, bytesMax)) return result
  const copy: unknown = structuredClone(result)
  const totals = new Map<string, { total: number; kept: number }>()
  // Each turn halves one list, so the number of turns is bounded by lists × log2(length); 200 is far above it.
  for (let turn = 0; turn < 200 && !isWithin(copy, bytesMax); turn++) {
    const largest = largestList(copy)
    if (largest === null) break
    const kept = Math.floor(largest.list.length / 2)
    const total = totals.get(largest.path)?.total ?? largest.list.length
    largest.list.length = kept
    totals.set(largest.path, { total, kept })
  }
  const cut = [...totals].map(([path, { total, kept }]) => `${path}: ${kept} of ${total}`)
  if (isObject(copy) && isWithin(copy, bytesMax)) return { ...copy, cut }
  return { cut: ['result: too large to keep'], text: shorten(JSON.stringify(copy), Math.floor(bytesMax / 4)) }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function largestList(root: unknown): { path: string; list: unknown[] } | null {
  let best: { path: string; list: unknown[]; bytes: number } | null = null
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      const bytes = JSON.stringify(value).length
      // A list of one holds its weight inside: look there instead.
      if (value.length > 1 && (best === null || bytes > best.bytes)) best = { path, list: value, bytes }
      for (const [index, item] of value.entries()) visit(item, `${path}[${index}]`)
    } else if (isObject(value)) {
      for (const [key, item] of Object.entries(value)) visit(item, path === '' ? key : `${path}.${key}`)
    }
  }
  visit(root, '')
  return best
}
