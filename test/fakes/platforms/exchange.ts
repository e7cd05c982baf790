/** One request inside a fake: read once, then looked at from every side without awaiting. */
export type Exchange = {
  readonly method: string
  readonly url: URL
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly bodyBytes: Uint8Array
  readonly bodyText: string
  /** The parts of the path that the route's pattern names, percent-decoded. */
  params: Readonly<Record<string, string>>
  readonly nowMs: number
}

export type Handler = (exchange: Exchange) => Response | Promise<Response>

/** `pattern` holds literal text, `{name}` for one segment and `{name*}` for the rest of the path. */
export type Route = { method: string; pattern: string; handle: Handler }

type CompiledRoute = Route & { expression: RegExp; names: string[] }

export async function readExchange(request: Request, nowMs: number): Promise<Exchange> {
  const url = new URL(request.url)
  const bodyBytes = new Uint8Array(await request.arrayBuffer())
  return {
    method: request.method,
    url,
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    bodyBytes,
    bodyText: new TextDecoder().decode(bodyBytes),
    params: {},
    nowMs,
  }
}

function compile(route: Route): CompiledRoute {
  const names: string[] = []
  const source = route.pattern.replace(
    /\{([a-zA-Z]+)(\*?)\}|[.*+?^$()|[\]\\]/g,
    (token, name?: string, star?: string) => {
      if (name === undefined) return `\\${token}`
      names.push(name)
      // A colon ends a segment, because Google puts verbs behind one.
      return star === '*' ? '(.+)' : '([^/:]+)'
    },
  )
  return { ...route, names, expression: new RegExp(`^${source}$`) }
}

export type RouteTable = {
  /** The handler with its parameters, or why there is none. */
  find(method: string, path: string): { handle: Handler; params: Record<string, string> } | 'no_path' | 'no_method'
}

export function createRouteTable(routes: readonly Route[]): RouteTable {
  const compiled = routes.map(compile)
  return {
    find(method, path) {
      let isPathKnown = false
      for (const route of compiled) {
        const match = route.expression.exec(path)
        if (match === null) continue
        isPathKnown = true
        if (route.method !== method) continue
        const params: Record<string, string> = {}
        route.names.forEach((name, index) => {
          params[name] = decodeURIComponent(match[index + 1] ?? '')
        })
        return { handle: route.handle, params }
      }
      return isPathKnown ? 'no_method' : 'no_path'
    },
  }
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
}

export function text(body: string, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } })
}

/** An answer without a body; 204 and 304 must not carry one. */
export function empty(status = 204, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers })
}

/** The body as JSON, or `undefined` when it is not JSON. */
export function parseJson(exchange: Exchange): unknown {
  try {
    return JSON.parse(exchange.bodyText)
  } catch {
    return undefined
  }
}

/** The token of `Authorization: <scheme> <token>`, or null when the header is absent or of another scheme. */
export function authorization(exchange: Exchange, scheme: string): string | null {
  const header = exchange.headers.get('authorization')
  const [given, ...rest] = (header ?? '').split(' ')
  return given?.toLowerCase() === scheme.toLowerCase() && rest.length > 0 ? rest.join(' ') : null
}

/** User and password of HTTP Basic, or null. */
export function basicCredentials(exchange: Exchange): { user: string; password: string } | null {
  const encoded = authorization(exchange, 'basic')
  if (encoded === null) return null
  try {
    const decoded = atob(encoded)
    const colon = decoded.indexOf(':')
    return colon < 0 ? null : { user: decoded.slice(0, colon), password: decoded.slice(colon + 1) }
  } catch {
    return null
  }
}

/** An integer query parameter; absent gives the fallback, and anything else than an integer within bounds gives null. */
export function integerQuery(
  exchange: Exchange,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number | null {
  const given = exchange.query.get(name)
  if (given === null) return fallback
  const value = Number(given)
  return /^-?\d+$/.test(given) && value >= min && value <= max ? value : null
}

/** The header of a 429, or none. */
export function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}
