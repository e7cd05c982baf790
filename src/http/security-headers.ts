/**
 * Headers that tell a browser not to guess the type of an answer, put it into a frame, pass its address on, store it if
 * it contains personal data, or load it over plain HTTP.
 */

/** For JSON, text and streams: a browser that shows one loads and runs nothing. */
const CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'"

/**
 * For the viewer at /docs: only its own files and the document, no inline script, no other host. Its icons are data
 * URLs.
 */
const VIEWER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A year. Subdomains are not included, because they are not ours to decide about. */
const TRANSPORT_POLICY = 'max-age=31536000'

const isViewer = (path: string): boolean => path === '/docs' || path.startsWith('/docs/')
/** The same for everybody, and requested often. */
const isPublic = (path: string): boolean => isViewer(path) || path === '/v1/openapi.json'

/** Sets the headers that the answer does not set itself: the pages of sign-in have a stricter policy. */
export function setSecurityHeaders(headers: Headers, request: Request): void {
  const { pathname, protocol } = new URL(request.url)
  headers.set('x-content-type-options', 'nosniff')
  headers.set('x-frame-options', 'DENY')
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'no-referrer')
  if (!headers.has('content-security-policy'))
    headers.set('content-security-policy', isViewer(pathname) ? VIEWER_POLICY : CONTENT_POLICY)
  if (protocol === 'https:') headers.set('strict-transport-security', TRANSPORT_POLICY)
  const isCredentialed = request.headers.has('authorization') || !isPublic(pathname)
  const kept = headers.get('cache-control')
  if (isCredentialed && !kept?.includes('no-store'))
    headers.set('cache-control', kept?.includes('no-transform') ? 'no-store, no-transform' : 'no-store')
}
