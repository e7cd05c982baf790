/** The client package of the 1.x line, which speaks 2025-11-25 and opens sessions where a server has them. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, it } from 'vitest'
import { MCP_TOOLS } from '../../src/mcp/tools/index.ts'
import { addTenant } from '../support/tenants.ts'
import { MCP_URL, workerFetch } from './clients.ts'

it('lists and calls tools without a session', async () => {
  const { secretKey, projectId } = await addTenant()
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${secretKey}` }
  const transport = new StreamableHTTPClientTransport(new URL(MCP_URL), {
    fetch: workerFetch,
    requestInit: { headers },
  })
  await client.connect(transport)
  expect(transport.protocolVersion).toBe('2025-11-25')
  expect(transport.sessionId).toBeUndefined()
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(MCP_TOOLS.map(({ name }) => name))
  const { structuredContent } = await client.callTool({ name: 'get_context', arguments: { projectId } })
  expect(structuredContent).toMatchObject({ organizations: [{ projects: [{ id: projectId }] }] })
  await client.close()
})
