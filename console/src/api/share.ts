/** Opening a link to an incident: its credential goes from the address to a cookie that scripts cannot read. */
import { ApiError } from '@observability-agent/sdk'

/** Taken out of the address, and not traded yet: an attempt that did not reach the service can be repeated. */
let taken = ''

/**
 * Takes the credential out of the address, so that neither a copied address nor the history of this tab holds it, and
 * opens the link with it. An address without one was opened before, and its cookie is asked. Throws `ApiError` for a
 * link that does not work.
 */
export async function openShare(): Promise<true> {
  const { hash, pathname, search } = window.location
  if (hash !== '') {
    taken = hash.slice(1)
    window.history.replaceState(window.history.state, '', pathname + search)
  }
  if (taken === '') return true
  const response = await fetch('/oauth/share', { method: 'POST', headers: { authorization: `Bearer ${taken}` } })
  if (!response.ok) throw new ApiError(response.status, await bodyOf(response), response.headers)
  taken = ''
  return true
}

/** What the service says of a refusal; something else answered where it is no JSON. */
async function bodyOf(response: Response) {
  try {
    return (await response.json()) as { readonly message: string } // src/http/errors.ts writes it
  } catch {
    return { message: `The server answered ${response.status}.` }
  }
}
