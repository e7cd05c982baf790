/** A model provider behind an injected fetch: answers a script of responses and keeps what it was sent. */
export interface SeenRequest {
  readonly url: string
  readonly headers: Headers
  // The request body of a provider's protocol; tests look at the parts they are about.
  readonly body: Record<string, unknown>
}
export type Scripted = (request: SeenRequest) => Response | Promise<Response>

export class ProviderFake {
  readonly seen: SeenRequest[] = []
  readonly #script: Scripted[]

  constructor(script: readonly Scripted[]) {
    this.#script = [...script]
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const seen = { url: request.url, headers: request.headers, body: (await request.json()) as Record<string, unknown> }
    this.seen.push(seen)
    const next = this.#script.shift()
    if (next === undefined) throw new Error('The script of the fake provider is over.')
    return next(seen)
  }
}

/** A server-sent event stream; `cut` drops the connection after the last event. */
export function eventStream(events: readonly string[], options: { readonly cut?: 'clean' | 'error' } = {}): Response {
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const encoder = new TextEncoder()
      for (const event of events) {
        // Split inside events: chunks of a network know nothing of their borders.
        const bytes = encoder.encode(event)
        const middle = Math.floor(bytes.length / 2)
        controller.enqueue(bytes.slice(0, middle))
        await Promise.resolve()
        controller.enqueue(bytes.slice(middle))
      }
      if (options.cut === 'error') controller.error(new TypeError('network connection lost'))
      else controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

export function errorResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers })
}
