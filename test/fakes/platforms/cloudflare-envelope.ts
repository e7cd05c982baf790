import { type Exchange, integerQuery, json } from './exchange.ts'

export function ok(result: unknown): Response {
  return json({ success: true, errors: [], messages: [], result })
}

export function refusal(status: number, code: number, message: string, headers: Record<string, string> = {}): Response {
  return json({ success: false, errors: [{ code, message }], messages: [], result: null }, status, headers)
}

/** The second shape of refusals, which the observability calls use for bodies they cannot read. */
export function invalidBody(issues: readonly { message: string; path: PropertyKey[] }[]): Response {
  const shown = issues.map(({ message, path }) => ({ message, path: path.map(String) }))
  return json({ success: false, error: { name: 'ZodError', issues: shown } }, 400)
}

export function paged(exchange: Exchange, all: readonly unknown[], sizeName: string, sizeMax: number): Response {
  const page = integerQuery(exchange, 'page', 1, 1, 1_000_000)
  const size = integerQuery(exchange, sizeName, 20, 1, sizeMax)
  if (page === null || size === null) return refusal(400, 1004, `Invalid ${sizeName} or page`)
  const result = all.slice((page - 1) * size, page * size)
  const totals = { count: result.length, total_count: all.length, total_pages: Math.ceil(all.length / size) }
  return json({ success: true, errors: [], messages: [], result, result_info: { page, per_page: size, ...totals } })
}
