import { json, retryAfter } from './exchange.ts'

const STATUS_OF_HTTP: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

/** google.rpc.Status as JSON; 409 is two statuses, so that one is named by the caller. */
export function refuse(code: number, message: string, status = STATUS_OF_HTTP[code], seconds?: number): Response {
  return json({ error: { code, message, status, details: [] } }, code, retryAfter(seconds))
}
