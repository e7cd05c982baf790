import { z } from 'zod'
import type { ConnectorDeps, Outcome } from '../connector.ts'
import { success } from '../failure.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import type { RenderMetadata } from './metadata.ts'

/** Most services or log lines on one page. */
export const PAGE_SIZE = 100

export function renderApi(deps: ConnectorDeps, metadata: RenderMetadata): PlatformApi {
  const headers = { authorization: `Bearer ${metadata.api_key}` }
  return { http: deps.http, name: 'Render', baseUrl: 'https://api.render.com/v1', headers }
}

export const service = z.object({
  id: z.string().min(1),
  name: z.string(),
  serviceDetails: z.object({ region: z.string().optional() }).nullish(),
})
export type Service = z.infer<typeof service>
const services = z.array(z.object({ service, cursor: z.string() }))

/** Reads one page. A page that is not full is the last one. */
export async function servicesPage(
  api: PlatformApi,
  ownerId: string,
  cursor: string | null,
): Promise<Outcome<{ services: Service[]; nextCursor: string | null }>> {
  const query = { ownerId, limit: PAGE_SIZE, cursor: cursor ?? undefined }
  const page = await read(api, { path: '/services', query }, services)
  if (!page.ok) return page
  const nextCursor = page.value.length < PAGE_SIZE ? null : (page.value.at(-1)?.cursor ?? null)
  return success({ services: page.value.map((one) => one.service), nextCursor })
}
