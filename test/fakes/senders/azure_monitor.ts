/**
 * Azure diagnostic records, as a forwarder behind an Event Hub posts them. Azure itself has no HTTPS push, so the
 * envelope's outside (an array of envelopes, or one) is the forwarder's choice; both are here.
 */
import { gzipped, iso, postJson, type SeededLog, type SentRequest } from './sender.ts'

const LEVELS = { debug: 'Verbose', info: 'Informational', warn: 'Warning', error: 'Error' } as const
export const AZURE_RESOURCE_ID =
  '/SUBSCRIPTIONS/33333333-3333-4333-8333-333333333333/RESOURCEGROUPS/SHOP/PROVIDERS/MICROSOFT.WEB/SITES/SHOP-API'

export function azureRecord(log: SeededLog, timeField: 'time' | 'timeStamp' = 'time'): Record<string, unknown> {
  return {
    [timeField]: iso(log.atMs),
    resourceId: AZURE_RESOURCE_ID,
    tenantId: '11111111-1111-4111-8111-111111111111',
    operationName: 'Microsoft.Web/sites/log',
    operationVersion: '1.0',
    category: 'AppServiceConsoleLogs',
    resultType: log.level === 'error' ? 'Failed' : 'Success',
    resultDescription: log.message,
    durationMs: 12,
    callerIpAddress: '203.0.113.7',
    correlationId: '9b3c5c6a-0000-4000-8000-000000000001',
    level: LEVELS[log.level ?? 'info'],
    location: 'westeurope',
    properties: {
      message: log.message,
      ...(log.traceId === undefined ? {} : { operation_Id: log.traceId }),
      ...log.attributes,
    },
  }
}

export type AzureOptions = {
  shape?: 'envelope' | 'envelopes' | 'bare'
  headers?: Record<string, string>
  isGzipped?: boolean
}

export function azureForwarder(
  logs: readonly SeededLog[],
  { shape = 'envelope', headers = {}, isGzipped = false }: AzureOptions = {},
): SentRequest {
  const records = logs.map((log, index) => azureRecord(log, index % 2 === 0 ? 'time' : 'timeStamp'))
  const body =
    shape === 'envelope'
      ? { records }
      : shape === 'envelopes'
        ? records.map((record) => ({ records: [record] }))
        : records
  const sent = postJson(body, headers)
  return isGzipped ? gzipped(sent) : sent
}
