import { v7 } from 'uuid'

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/

/** The caller's request id where it is a plain name, a new one otherwise. */
export function requestIdFor(given: string | null): string {
  return given !== null && ACCEPTED.test(given) ? given : v7()
}
