/** Amazon CloudWatch Logs: reads log groups with FilterLogEvents; the agent queries them with Logs Insights. */
import type { Connector, ConnectorDeps, Outcome } from '../connector.ts'
import { success } from '../failure.ts'
import { vendorHosts } from '../outbound/allowed-hosts.ts'
import { hostOf } from './aws-api.ts'
import { mayRead, pull } from './events.ts'
import { listGroups } from './groups.ts'
import { query } from './insights.ts'
import { type CloudWatchMetadata, type CloudWatchStream, cloudWatchMetadata, cloudWatchStream } from './metadata.ts'
import { callerOf, refusesOthers, sessionOf } from './session.ts'
import { cloudWatchSetupSkill } from './setup-skill.ts'

async function validate(
  deps: ConnectorDeps,
  metadata: CloudWatchMetadata,
): Promise<Outcome<{ readonly account: string }>> {
  const session = await sessionOf(deps, metadata)
  if (!session.ok) return session
  const bound = await refusesOthers(deps, metadata)
  if (!bound.ok) return bound
  const caller = await callerOf(deps, session.value)
  if (!caller.ok) return caller
  const listed = await listGroups(deps, session.value, metadata.log_group_prefix, null)
  if (!listed.ok) return listed
  const [first] = listed.value.groups
  const readable = first ? await mayRead(deps, session.value, first.name) : success(null)
  return readable.ok ? success({ account: caller.value }) : readable
}

async function listResources(deps: ConnectorDeps, metadata: CloudWatchMetadata, cursor: string | null) {
  const session = await sessionOf(deps, metadata)
  if (!session.ok) return session
  const page = await listGroups(deps, session.value, metadata.log_group_prefix, cursor)
  if (!page.ok) return page
  return success({
    resources: page.value.groups.map(({ name }) => ({ displayName: name, config: { logGroupName: name } })),
    nextCursor: page.value.nextToken,
  })
}

export const cloudwatch: Connector<CloudWatchMetadata, CloudWatchStream> = {
  type: 'cloudwatch',
  name: 'Amazon CloudWatch',
  metadata: cloudWatchMetadata,
  streamConfig: cloudWatchStream,
  setupSkill: cloudWatchSetupSkill,
  mode: 'pull',
  hosts: ({ region }) => vendorHosts(hostOf('sts', region), hostOf('logs', region)),
  validate,
  listResources,
  pull,
  query,
}
