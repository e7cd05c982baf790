import { z } from 'zod'
import { secretField } from '../fields.ts'

const guid = (description: string) => z.guid().meta({ description })

export const azureMonitorMetadata = z.strictObject({
  tenant_id: guid('Directory (tenant) ID of Microsoft Entra.'),
  client_id: guid('Application (client) ID of the app registration.'),
  client_secret: secretField('Value (not the ID) of a client secret of that app.'),
  subscription_id: guid('ID of the subscription whose resources are offered.'),
  workspace_id: guid('Workspace ID of the Log Analytics workspace that collects the logs.').optional(),
})
export type AzureMonitorMetadata = z.infer<typeof azureMonitorMetadata>

export const azureMonitorStream = z.strictObject({
  resource_id: z
    .string()
    .regex(/^\/subscriptions\/[\w./() -]+$/)
    .max(1024)
    .meta({ description: 'Resource ID; its rows are read.' }),
  table: z
    .string()
    .regex(/^\w{1,128}$/)
    .meta({ description: 'Workspace table that holds those rows.' }),
})
export type AzureMonitorStream = z.infer<typeof azureMonitorStream>
