/** Azure Monitor: reads Log Analytics with KQL and lists resources with Resource Manager. */
import { z } from 'zod'
import type { Connector, ConnectorDeps, Outcome, PlatformAnswer, PlatformQuery, PullInput } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { kqlRefusal } from '../native-query.ts'
import { vendorHosts } from '../outbound/allowed-hosts.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { answerOfLines, answerOfObjects } from '../reading/answer.ts'
import type { Line } from '../reading/line.ts'
import { pulledLines, timePage } from '../reading/time-page.ts'
import { apiOf, NAME } from './api.ts'
import {
  type AzureMonitorMetadata,
  type AzureMonitorStream,
  azureMonitorMetadata,
  azureMonitorStream,
} from './metadata.ts'
import { lineOfRow } from './row.ts'
import { azureMonitorSetupSkill } from './setup-skill.ts'

const ROWS = 2000
const ROWS_MAX = 20_000
const RESOURCES_VERSION = '2021-04-01'

const subscriptionSchema = z.looseObject({ subscriptionId: z.string(), displayName: z.string() })
const resourcesSchema = z.object({
  value: z.array(z.looseObject({ id: z.string(), name: z.string(), type: z.string() })),
  nextLink: z.string().nullish(),
})
const workspacesSchema = z.object({
  value: z.array(z.looseObject({ name: z.string(), properties: z.looseObject({ customerId: z.string() }) })),
})
const tablesSchema = z.looseObject({
  tables: z
    .array(
      z.looseObject({
        columns: z.array(z.looseObject({ name: z.string() })),
        rows: z.array(z.array(z.unknown())),
      }),
    )
    .min(1),
})

/**
 * The table that a type of resource writes to: its resource-specific one if there is one, else the older common table.
 */
const TABLES: Readonly<Record<string, string>> = {
  'microsoft.web/sites': 'AppServiceConsoleLogs',
  'microsoft.insights/components': 'AppTraces',
  'microsoft.containerservice/managedclusters': 'ContainerLogV2',
  'microsoft.app/containerapps': 'ContainerAppConsoleLogs_CL',
  'microsoft.compute/virtualmachines': 'Syslog',
}
const TABLE_COMMON = 'AzureDiagnostics'

async function validate(
  deps: ConnectorDeps,
  metadata: AzureMonitorMetadata,
): Promise<Outcome<{ readonly account: string }>> {
  const arm = await apiOf(deps, metadata, 'arm')
  if (!arm.ok) return arm
  const path = `/subscriptions/${metadata.subscription_id}`
  const subscription = await read(arm.value, { path, query: { 'api-version': '2022-12-01' } }, subscriptionSchema)
  if (!subscription.ok) return subscription
  const rows = await runKql(deps, metadata, `${TABLE_COMMON} | take 1`, {
    fromMs: deps.now() - 60_000,
    toMs: deps.now(),
  })
  // A workspace without rows in that table answers that the table is unknown. The workspace is still valid.
  if (!rows.ok && rows.kind !== 'bad_config') return rows
  return success({ account: subscription.value.displayName })
}

async function listResources(deps: ConnectorDeps, metadata: AzureMonitorMetadata, cursor: string | null) {
  const arm = await apiOf(deps, metadata, 'arm')
  if (!arm.ok) return arm
  const first = {
    path: `/subscriptions/${metadata.subscription_id}/resources`,
    query: { 'api-version': RESOURCES_VERSION },
  }
  if (cursor !== null && !cursor.startsWith(`${arm.value.baseUrl}/`))
    return failure('bad_config', 'The cursor does not belong to this list.')
  const page = await read(arm.value, cursor === null ? first : { path: cursor }, resourcesSchema)
  if (!page.ok) return page
  const { value, nextLink } = page.value
  return success({
    resources: value.map(({ id, name, type }) => ({
      displayName: name,
      config: { resource_id: id, table: TABLES[type.toLowerCase()] ?? TABLE_COMMON },
    })),
    nextCursor: nextLink ?? null,
  })
}

/** The workspace of the connection, or the first one of the subscription. */
async function workspaceOf(deps: ConnectorDeps, metadata: AzureMonitorMetadata): Promise<Outcome<string>> {
  if (metadata.workspace_id !== undefined) return success(metadata.workspace_id)
  const arm = await apiOf(deps, metadata, 'arm')
  if (!arm.ok) return arm
  const path = `/subscriptions/${metadata.subscription_id}/providers/Microsoft.OperationalInsights/workspaces`
  const found = await read(arm.value, { path, query: { 'api-version': '2023-09-01' } }, workspacesSchema)
  if (!found.ok) return found
  const [first] = found.value.value
  return first === undefined
    ? failure('not_found', 'The subscription has no Log Analytics workspace. Create one and send diagnostics to it.')
    : success(first.properties.customerId)
}

interface Window {
  readonly fromMs: number
  readonly toMs: number
}
type Row = Record<string, unknown>

async function runKql(
  deps: ConnectorDeps,
  metadata: AzureMonitorMetadata,
  query: string,
  window: Window,
): Promise<Outcome<Row[]>> {
  const workspace = await workspaceOf(deps, metadata)
  if (!workspace.ok) return workspace
  const api = await apiOf(deps, metadata, 'logs')
  return api.ok ? askWorkspace(api.value, workspace.value, query, window) : api
}

async function askWorkspace(api: PlatformApi, workspace: string, query: string, { fromMs, toMs }: Window) {
  const timespan = `${new Date(fromMs).toISOString()}/${new Date(toMs).toISOString()}`
  const call = {
    method: 'POST',
    path: `/v1/workspaces/${encodeURIComponent(workspace)}/query`,
    json: { query, timespan },
    isRepeatable: true,
  } as const
  const found = await read(api, call, tablesSchema)
  if (!found.ok) return found
  // An answer with an `error` beside its tables is incomplete. To treat it as complete would lose lines.
  if (found.value['error'] !== undefined) return failure('vendor_error', 'Azure returned only part of the answer.')
  const [table] = found.value.tables
  return success(
    (table?.rows ?? []).map((row) => Object.fromEntries((table?.columns ?? []).map(({ name }, i) => [name, row[i]]))),
  )
}

/** A string literal of KQL. */
const literal = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
const timeLiteral = (ms: number): string => `datetime(${new Date(ms).toISOString()})`

function linesOf(rows: readonly Row[]): Line[] {
  return rows.flatMap((row) => lineOfRow(row) ?? [])
}

async function pull(deps: ConnectorDeps, input: PullInput<AzureMonitorMetadata, AzureMonitorStream>) {
  const { resource_id, table } = input.config
  const page = timePage(input, ROWS, ROWS_MAX)
  const between = `TimeGenerated >= ${timeLiteral(page.fromMs)} and TimeGenerated < ${timeLiteral(page.toMs)}`
  const kql = `${table} | where ${between} | where _ResourceId =~ ${literal(resource_id)} | order by TimeGenerated asc | take ${page.limit}`
  const rows = await runKql(deps, input.metadata, kql, page)
  if (!rows.ok) return rows
  return success(pulledLines('azure_monitor', page, linesOf(rows.value), rows.value.length >= page.limit))
}

const ASKED = { logs: 'AppTraces', events: 'AzureDiagnostics', issues: 'AppExceptions' } as const

/** Runs a query. A native query is KQL. Words are searched in the messages of Application Insights. */
async function query(
  deps: ConnectorDeps,
  { metadata, query }: { readonly metadata: AzureMonitorMetadata; readonly query: PlatformQuery },
): Promise<Outcome<PlatformAnswer>> {
  if (query.isNative) {
    const refusal = kqlRefusal(NAME, query.text)
    if (refusal !== null) return refusal
    const rows = await runKql(deps, metadata, query.text, query)
    return rows.ok ? success(answerOfObjects(rows.value, query.limit)) : rows
  }
  if (query.signal === 'metrics' || query.signal === 'traces')
    return failure('bad_config', `Azure Monitor needs a KQL query (isNative) for ${query.signal}.`)
  const words = query.text.trim()
  const column =
    query.signal === 'issues' ? 'OuterMessage' : query.signal === 'events' ? 'ResultDescription' : 'Message'
  const where = words === '' ? '' : ` | where ${column} contains ${literal(words)}`
  const end = `TimeGenerated < ${timeLiteral(query.toMs)}`
  const kql = `${ASKED[query.signal]} | where ${end}${where} | order by TimeGenerated desc | take ${query.limit}`
  const rows = await runKql(deps, metadata, kql, query)
  return rows.ok ? success(answerOfLines(linesOf(rows.value), query.limit)) : rows
}

export const azureMonitor: Connector<AzureMonitorMetadata, AzureMonitorStream> = {
  type: 'azure_monitor',
  name: NAME,
  metadata: azureMonitorMetadata,
  streamConfig: azureMonitorStream,
  setupSkill: azureMonitorSetupSkill,
  mode: 'pull',
  hosts: () => vendorHosts('login.microsoftonline.com', 'management.azure.com', 'api.loganalytics.azure.com'),
  validate,
  listResources,
  pull,
  query,
}
