/**
 * Provides the agent to thread objects. The runtime constructs Durable Objects, so nothing can be passed to them; the
 * Worker's entry registers the agent once, at import.
 */
import type { ProjectChanges } from '../../agent/changes.ts'
import type { ProjectConnections } from '../../agent/connections.ts'
import type { Agent } from '../../agent/contract.ts'
import type { ProjectMcpServers } from '../../agent/mcp-servers.ts'
import type { ProjectQuiet } from '../../agent/quiet.ts'
import type { ProjectSources } from '../../agent/sources.ts'
import type { Bindings } from '../../env.ts'
import type { TelemetryProject, TelemetryStore } from '../../telemetry/index.ts'

export interface AgentServices {
  readonly agent: Agent
  readonly telemetry: TelemetryStore
  /** The project's connected platforms, if the deployment can query them. */
  connections?(project: TelemetryProject): ProjectConnections
  /** The sources that deliver to the project, if the deployment counts deliveries. */
  sources?(project: TelemetryProject): ProjectSources
  /** What people changed in the project, if the deployment keeps changes. */
  changes?(project: TelemetryProject): ProjectChanges
  /** What the project shows when nothing happens, if the deployment learns it. */
  quiet?(project: TelemetryProject): ProjectQuiet
  /** The MCP servers that the project connected, if the deployment can ask them. */
  mcpServers?(project: TelemetryProject): ProjectMcpServers
  /**
   * Returns whether this organization wants prompts to model providers masked; asked before each model request. Absent
   * when nothing leaves (the embedded model).
   */
  isMasked?(organizationId: string): Promise<boolean>
}

export type MakeAgentServices = (bindings: Bindings) => Promise<AgentServices>

let make: MakeAgentServices | null = null

export function provideAgent(factory: MakeAgentServices): void {
  make = factory
}

export async function agentServices(bindings: Bindings): Promise<AgentServices> {
  if (make === null) throw new Error('No agent was provided: the entry of the Worker calls provideAgent.')
  return make(bindings)
}
