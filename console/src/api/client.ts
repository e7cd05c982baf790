/** The API as the console calls it: the SDK in the browser's session. There is no other way to the service. */
import { type Client, createClient } from '@observability-agent/sdk'
import { CSRF_HEADER, type Session } from './session.ts'

/** One client per project in view. Calls that name no project get this one. */
export function apiClient(session: Session, projectId: string | undefined): Client {
  return createClient({
    baseUrl: window.location.origin,
    token: '',
    source: 'web',
    projectId,
    fetch: (request) => {
      const headers = new Headers(request.headers)
      // The session's cookie is the credential.
      headers.delete('authorization')
      // Questions may be repeated without one; an answer stored for each would be of no use to anybody.
      if (isQuestion(request)) headers.delete('idempotency-key')
      headers.set(CSRF_HEADER, session.csrfToken)
      return fetch(new Request(request, { headers, credentials: 'same-origin' }))
    },
  })
}

/** Operations that only read and take their question in a body. */
const isQuestion = ({ url }: Request): boolean =>
  /\/v1\/(?:logs|traces|metrics)\/(?:query|volume|stats|patterns|fields)$/.test(new URL(url).pathname)
