import { v7 } from 'uuid'

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/

/** Returns the caller's request id if it is a plain name, otherwise a new one. */
export function requestIdFor(given: string | null): string {
  return given !== null && ACCEPTED.test(given) ? given : v7()
}
