/** The agent and telemetry of this deployment, created when the first run of an isolate needs them. */

import type { Agent } from '../../agent/contract.ts'
import { projectMcpServers } from '../../domain/mcp-servers/project-mcp-servers.ts'
import { projectChanges } from '../../domain/oncall/project-changes.ts'
import { projectQuiet } from '../../domain/oncall/project-quiet.ts'
import { isMasked } from '../../domain/organizations/agent-settings.ts'
import { projectConnections } from '../../domain/sources/ask-connection.ts'
import { projectSources } from '../../domain/sources/project-sources.ts'
import type { Bindings } from '../../env.ts'
import { logEvent, logFailure } from '../../log/log.ts'
import type { TelemetryProject } from '../../telemetry/index.ts'
import { backgroundContext } from '../../wiring/contexts.ts'
import { telemetryOf } from '../../wiring/telemetry-store.ts'
import type { AgentServices } from './agent-provider.ts'

let made: { readonly from: Bindings; readonly services: AgentServices } | null = null

export async function makeAgentServices(bindings: Bindings): Promise<AgentServices> {
  if (made?.from === bindings) return made.services
  const [{ createAgent }, { agentSettingsOf }, { unconfiguredAgent }] = await Promise.all([
    import('../../agent/index.ts'),
    import('../../agent/settings.ts'),
    import('../../agent/unconfigured-agent.ts'),
  ])
  const agent = ((): Agent => {
    try {
      return createAgent(agentSettingsOf(bindings), {
        // The runtime's fetch must be called bound.
        fetch: (...request) => fetch(...request),
        ai: bindings.AI,
        log: logEvent,
      })
    } catch (error) {
      logFailure('agent_settings_wrong', error)
      return unconfiguredAgent()
    }
  })()
  // What is left to do after a question keeps the object alive by itself.
  const ctx = () => backgroundContext(bindings, () => {})
  const services: AgentServices = {
    agent,
    // The embedded model sends nothing, so its runs skip this look-up.
    ...(agent.model.provider === 'embedded'
      ? {}
      : {
          isMasked: (organizationId: string) => isMasked({ ctx: ctx(), scope: { organizationId } }),
        }),
    connections: (project: TelemetryProject) => projectConnections({ ctx: ctx(), scope: project }),
    sources: (project: TelemetryProject) => projectSources({ ctx: ctx(), scope: project }),
    changes: (project: TelemetryProject) => projectChanges({ ctx: ctx(), scope: project }),
    quiet: (project: TelemetryProject) => projectQuiet({ ctx: ctx(), scope: project }),
    mcpServers: (project: TelemetryProject) => projectMcpServers({ ctx: ctx(), scope: project }),
    telemetry: telemetryOf(bindings),
  }
  made = { from: bindings, services }
  return services
}
