/** Log groups of the region. */
import { z } from 'zod'
import type { ConnectorDeps, Outcome } from '../connector.ts'
import { success } from '../failure.ts'
import { callLogs } from './aws-api.ts'
import type { AwsSession } from './session.ts'

const PAGE_SIZE = 50

const schema = z.object({
  logGroups: z.array(
    z.object({
      logGroupName: z.string().min(1),
      storedBytes: z.number().optional(),
      logGroupClass: z.string().optional(),
    }),
  ),
  nextToken: z.string().optional(),
})

export interface GroupPage {
  readonly groups: { readonly name: string; readonly bytes: number }[]
  readonly nextToken: string | null
}

/** Groups of the classes Infrequent Access and Delivery cannot be read by time, so the list leaves them out. */
export async function listGroups(
  deps: ConnectorDeps,
  session: AwsSession,
  prefix: string | undefined,
  nextToken: string | null,
): Promise<Outcome<GroupPage>> {
  const input = {
    limit: PAGE_SIZE,
    ...(prefix === undefined ? {} : { logGroupNamePrefix: prefix }),
    ...(nextToken === null ? {} : { nextToken }),
  }
  const page = await callLogs(deps, session, 'DescribeLogGroups', input, schema)
  if (!page.ok) return page
  const readable = page.value.logGroups.filter(({ logGroupClass = 'STANDARD' }) => logGroupClass === 'STANDARD')
  return success({
    groups: readable.map(({ logGroupName, storedBytes = 0 }) => ({ name: logGroupName, bytes: storedBytes })),
    nextToken: page.value.nextToken ?? null,
  })
}
