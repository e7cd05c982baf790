/** The client: every operation of the service under its operationId, and what streams need. */
import { createConfig, createClient as createGeneratedClient } from './generated/client/index.ts'
import { Operations } from './generated/sdk.gen.ts'
import type { Connection } from './streams.ts'
import { apiBaseOf, type ClientOptions, createTransport, throwRefusals } from './transport.ts'

/** `client.threads.create(…)` is the operation `threads.create`. */
export interface Client extends Operations {
  readonly connection: Connection
}

/**
 * Creates a client of one deployment. It opens no connection and keeps no state but its options.
 *
 * ```ts
 * const client = createClient({ baseUrl: 'https://api.example.com', token: process.env.OAS_TOKEN })
 * const { threads } = await client.threads.list({ query: { limit: 10 } })
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const send = createTransport(options)
  const apiUrl = apiBaseOf(options.baseUrl)
  const generated = createGeneratedClient(
    createConfig({
      baseUrl: apiUrl,
      throwOnError: true,
      fetch: async (request) => throwRefusals(await send(request as Request)),
    }),
  )
  return Object.assign(new Operations({ client: generated }), { connection: { apiUrl, send } })
}
