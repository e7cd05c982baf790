import { describe, expect, it } from 'vitest'
import {
  AZURE_EVENT_HUB_RULE_ID,
  AZURE_SUBSCRIPTION_ID,
  AZURE_TENANT_ID,
  AZURE_WORKSPACE_ID,
  createAzureMonitorFake,
} from './azure_monitor.ts'
import { describeFake, jsonRequest } from './fake-suite.ts'
import type { Metadata, PlatformFake } from './platform-fake.ts'

const arm = 'https://management.azure.com'
const armScope = `${arm}/.default`
const logScope = 'https://api.loganalytics.io/.default'

function tokenRequest(metadata: Metadata, scope = armScope, tenant = AZURE_TENANT_ID) {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: String(metadata['client_id']),
    client_secret: String(metadata['client_secret']),
    scope,
  })
  return new Request(`https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`, { method: 'POST', body })
}

async function authOf(fake: PlatformFake, scope = armScope, metadata = fake.credentials.good) {
  const answer = (await (await fake.fetch(tokenRequest(metadata, scope))).json()) as { access_token: string }
  return { authorization: `Bearer ${answer.access_token}` }
}

describeFake('azure_monitor', { create: () => createAzureMonitorFake(), prove: (metadata) => tokenRequest(metadata) })

const settings = 'providers/Microsoft.Insights/diagnosticSettings'
const version = 'api-version=2021-05-01-preview'

describe('azure_monitor fake', () => {
  it('pages resources by nextLink', async () => {
    const fake = createAzureMonitorFake()
    const auth = await authOf(fake)
    const seen: string[] = []
    let url: string | undefined = `${arm}/subscriptions/${AZURE_SUBSCRIPTION_ID}/resources?api-version=2021-04-01`
    while (url !== undefined) {
      const page = (await (await fake.fetch(jsonRequest('GET', url, auth))).json()) as {
        value: { id: string }[]
        nextLink?: string
      }
      seen.push(...page.value.map(({ id }) => id))
      url = page.nextLink
    }
    expect(seen).toEqual(fake.resources())
  })

  it('puts a setting twice as once, refuses a second one for the same hub, and deletes twice', async () => {
    const fake = createAzureMonitorFake()
    const auth = await authOf(fake)
    const properties = {
      eventHubAuthorizationRuleId: AZURE_EVENT_HUB_RULE_ID,
      logs: [{ categoryGroup: 'allLogs', enabled: true }],
    }
    const send = (method: string, name: string, body?: object) =>
      fake.fetch(jsonRequest(method, `${arm}${fake.resources()[0]}/${settings}/${name}?${version}`, auth, body))
    expect((await send('PUT', 'ours', { properties })).status).toBe(200)
    expect((await send('PUT', 'ours', { properties })).status).toBe(200)
    expect((await send('PUT', 'again', { properties })).status).toBe(409)
    expect((await send('PUT', 'none', { properties: { logs: properties.logs } })).status).toBe(400)
    expect(fake.destinations().map(({ isForeign }) => isForeign)).toEqual([true, false])
    expect((await send('DELETE', 'ours')).status).toBe(200)
    expect((await send('DELETE', 'ours')).status).toBe(204)
  })

  it('runs a query over a window, and tells a partial answer inside a 200', async () => {
    const fake = createAzureMonitorFake()
    fake.control.seedLogs([1, 2, 3].map((n) => ({ atMs: n * 1000, message: `m${n}` })))
    const auth = await authOf(fake, logScope)
    const url = `https://api.loganalytics.azure.com/v1/workspaces/${AZURE_WORKSPACE_ID}/query`
    const query =
      'AppTraces | where TimeGenerated > datetime(1970-01-01T00:00:01Z) | order by TimeGenerated asc | project TimeGenerated, Message'
    const body = { query, timespan: '1970-01-01T00:00:00Z/1970-01-01T00:00:02Z' }
    const rows = (await (await fake.fetch(jsonRequest('POST', url, auth, body))).json()) as {
      tables: { rows: unknown[][] }[]
    }
    expect(rows.tables[0]?.rows).toEqual([['1970-01-01T00:00:02.000Z', 'm2']])
    fake.state.isQueryPartial = true
    expect(await (await fake.fetch(jsonRequest('POST', url, auth, body))).json()).toHaveProperty(
      'error.code',
      'PartialError',
    )
    const wrong = await fake.fetch(jsonRequest('POST', url, auth, { query: 'Nothing | take 1' }))
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('SEM0100')])
  })

  it('refuses an unknown tenant, a wrong audience, a missing version, no role and another subscription', async () => {
    const fake = createAzureMonitorFake()
    expect((await fake.fetch(tokenRequest(fake.credentials.good, armScope, 'none'))).status).toBe(400)
    expect((await fake.fetch(tokenRequest(fake.credentials.good, 'openid'))).status).toBe(400)
    const url = `${arm}/subscriptions/${AZURE_SUBSCRIPTION_ID}`
    const statusOf = async (target: string, auth: Record<string, string>) =>
      (await fake.fetch(jsonRequest('GET', target, auth))).status
    const auth = await authOf(fake)
    expect(await statusOf(`${url}?api-version=2022-12-01`, auth)).toBe(200)
    expect(await statusOf(`${url}?api-version=2022-12-01`, await authOf(fake, logScope))).toBe(401)
    expect(await statusOf(url, auth)).toBe(400)
    expect(await statusOf(`${arm}/subscriptions/other?api-version=2022-12-01`, auth)).toBe(404)
    const weak = await authOf(fake, armScope, fake.credentials.underScoped ?? {})
    expect(await statusOf(`${url}?api-version=2022-12-01`, weak)).toBe(403)
  })
})
