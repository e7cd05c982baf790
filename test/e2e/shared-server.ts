/**
 * One started server for all end-to-end tests that leave it as it is: the start of a server takes longer than most of
 * them. Each test file has a tenant of its own, so that files run side by side. A file that kills its server, sets it
 * up in its own way or reads its log starts one with `createWorkbench`.
 */
import type { TestProject } from 'vitest/node'
import type { OrganizationCredentials } from '../../scripts/server/organization.ts'
import { createWorkbench } from '../../scripts/server/workbench.ts'

/** A new test file adds its name: all organizations are made at once, before the server starts. */
const TENANTS = [
  'ask',
  'ask without telemetry',
  'debian senders',
  'doctor',
  'grafana',
  'mcp 1',
  'mcp 2',
  'mcp 3',
  'packages',
  'senders',
] as const
export type TenantName = (typeof TENANTS)[number]

interface SharedServer {
  readonly baseUrl: string
  readonly tenants: Readonly<Record<string, OrganizationCredentials>>
}

declare module 'vitest' {
  export interface ProvidedContext {
    sharedServer: SharedServer
  }
}

/** Vitest calls this once, before all files (vitest.e2e.config.ts), and what it returns after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const bench = await createWorkbench({ name: 'e2e-shared', organizations: TENANTS.length })
  const server = await bench.start()
  const tenants = Object.fromEntries(
    TENANTS.flatMap((name, at) => {
      const credentials = bench.organizations[at]
      return credentials === undefined ? [] : [[name, credentials]]
    }),
  )
  project.provide('sharedServer', { baseUrl: server.baseUrl, tenants })
  return async () => {
    await server.stop()
    bench.remove()
  }
}
