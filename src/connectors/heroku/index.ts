/** Heroku: log drains of Cedar apps, telemetry drains of Fir apps. */
import { z } from 'zod'
import type { Connector, ConnectorDeps, Outcome } from '../connector.ts'
import { success } from '../failure.ts'
import { belowVendor, vendorHosts } from '../outbound/allowed-hosts.ts'
import { answer, read, unexpectedShape } from '../platform-api.ts'
import { herokuApi } from './api.ts'
import { provisionDrain, removeDrain } from './drain.ts'
import { type HerokuMetadata, type HerokuStream, herokuMetadata, herokuStream } from './metadata.ts'
import { queryLogs } from './recent-logs.ts'
import { setupSkill } from './setup-skill.ts'

const FIRST_RANGE = 'id ..; max=200'
const account = z.object({ id: z.string().min(1), email: z.string() })
const app = z.object({ id: z.string().min(1), name: z.string() })
type App = z.infer<typeof app>

/** Pages are ranges: while there is a next range, a response header names it. */
async function appsPage(
  deps: ConnectorDeps,
  metadata: HerokuMetadata,
  cursor: string | null,
): Promise<Outcome<{ apps: App[]; nextCursor: string | null }>> {
  const page = await answer(herokuApi(deps, metadata), { path: '/apps', headers: { range: cursor ?? FIRST_RANGE } })
  if (!page.ok) return page
  const apps = z.array(app).safeParse(page.value.json())
  if (!apps.success) return unexpectedShape('Heroku')
  const wanted = metadata.app_names ?? []
  return success({
    apps: apps.data.filter(({ name }) => wanted.length === 0 || wanted.includes(name)),
    nextCursor: page.value.status === 206 ? page.value.headers.get('next-range') : null,
  })
}

export const heroku: Connector<HerokuMetadata, HerokuStream> = {
  type: 'heroku',
  name: 'Heroku',
  metadata: herokuMetadata,
  streamConfig: herokuStream,
  setupSkill,
  mode: 'push',
  // Heroku names the host of a log session; it is below heroku.com. The token is not sent there.
  hosts: () => [...vendorHosts('api.heroku.com'), belowVendor('heroku.com')],

  async validate(deps, metadata) {
    const found = await read(herokuApi(deps, metadata), { path: '/account' }, account)
    return found.ok ? success({ account: found.value.email }) : found
  },

  async listResources(deps, metadata, cursor) {
    const page = await appsPage(deps, metadata, cursor)
    if (!page.ok) return page
    const resources = page.value.apps.map(({ id, name }) => ({ displayName: name, config: { appId: id } }))
    return success({ resources, nextCursor: page.value.nextCursor })
  },

  provision: (deps, input) => provisionDrain(herokuApi(deps, input.metadata), input),
  deprovision: (deps, { metadata, remote }) => removeDrain(herokuApi(deps, metadata), remote),

  async query(deps, { metadata, query }) {
    const page = await appsPage(deps, metadata, null)
    return page.ok ? queryLogs(herokuApi(deps, metadata), page.value.apps, query) : page
  },
}
