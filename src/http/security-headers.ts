/**
 * Headers that tell a browser not to guess the type of an answer, put it into a frame, pass its address on, store it if
 * it contains personal data, or load it over plain HTTP.
 */

/** Where browsers say what the policy of the console stopped. */
export const POLICY_REPORT_PATH = '/console/policy-reports'

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

/**
 * For the console at /console: its own files and calls, nothing inline, no other host. Its charts and maps are drawn by
 * script. A page that tried to write markup into itself would be stopped by the last rule.
 */
const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  `report-uri ${POLICY_REPORT_PATH}`,
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** The console asks for no camera, place or other device. */
const CONSOLE_PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/** A year. Subdomains are not included, because they are not ours to decide about. */
const TRANSPORT_POLICY = 'max-age=31536000'

const isConsole = (path: string): boolean => path.startsWith('/console/')
const isViewer = (path: string): boolean => path === '/docs' || path.startsWith('/docs/')
/** The same for everybody, and requested often. */
const isPublic = (path: string): boolean => isViewer(path) || isConsole(path) || path === '/v1/openapi.json'

function policyOf(path: string): string {
  if (isConsole(path)) return CONSOLE_POLICY
  return isViewer(path) ? VIEWER_POLICY : CONTENT_POLICY
}

/** Sets the headers that the answer does not set itself: the pages of sign-in have a stricter policy. */
export function setSecurityHeaders(headers: Headers, request: Request): void {
  const { pathname, protocol } = new URL(request.url)
  headers.set('x-content-type-options', 'nosniff')
  headers.set('x-frame-options', 'DENY')
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'no-referrer')
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', policyOf(pathname))
  if (isConsole(pathname)) {
    headers.set('cross-origin-opener-policy', 'same-origin')
    headers.set('cross-origin-resource-policy', 'same-origin')
    headers.set('permissions-policy', CONSOLE_PERMISSIONS)
  }
  if (protocol === 'https:') headers.set('strict-transport-security', TRANSPORT_POLICY)
  const isCredentialed = request.headers.has('authorization') || !isPublic(pathname)
  const kept = headers.get('cache-control')
  if (isCredentialed && !kept?.includes('no-store'))
    headers.set('cache-control', kept?.includes('no-transform') ? 'no-store, no-transform' : 'no-store')
}
