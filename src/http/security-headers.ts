/**
 * Headers that tell a browser how to treat an answer: not to guess its type, not to frame it, not to pass on its
 * address, not to store it if it contains personal data, and to load it only over HTTPS.
 */

/** Where browsers report violations of the console's policy. */
export const POLICY_REPORT_PATH = '/console/policy-reports'

/** For JSON, text and streams: a browser that shows one must load and run nothing. */
const CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** For pages: only their own files and calls, nothing inline, no other host. Icons may be data URLs. */
const PAGE_RULES = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]

/** For the viewer at /docs. */
const VIEWER_POLICY = PAGE_RULES.join('; ')

/**
 * For the console at /console. Scripts draw its charts and maps. The last rules stop a page that tries to write markup
 * into itself.
 */
const CONSOLE_POLICY = [
  ...PAGE_RULES,
  `report-uri ${POLICY_REPORT_PATH}`,
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** The console needs no camera, location or other device. */
const CONSOLE_PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/** A year. Subdomains are not included, because other people may own them. */
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
