/** The served OpenAPI document, made without a server. */
import { registerHooks } from 'node:module'

// The document needs no runtime; the Workers-only modules that its imports name are empty here.
registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith('cloudflare:')) return next(specifier, context)
    const stub =
      'export class DurableObject {}; export class WorkerEntrypoint {}; export class RpcTarget {}; export const env = {}'
    return { url: `data:text/javascript,${encodeURIComponent(stub)}`, shortCircuit: true }
  },
})

/** Returns the document as the service answers it under /v1/openapi.json. */
export async function builtDocument(): Promise<string> {
  const { openApiDocument } = await import('../../src/app.ts')
  return openApiDocument()
}
