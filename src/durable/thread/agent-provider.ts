/**
 * Where thread objects get their agent from. The runtime constructs Durable Objects, so what they work with cannot be
 * passed in: the Worker's entry states it once, at import.
 */
import type { ProjectConnections } from '../../agent/connections.ts'
import type { Agent } from '../../agent/contract.ts'
import type { ProjectSources } from '../../agent/sources.ts'
import type { Bindings } from '../../env.ts'
import type { TelemetryProject, TelemetryStore } from '../../telemetry/port.ts'

export interface AgentServices {
  readonly agent: Agent
  readonly telemetry: TelemetryStore
  /** The project's connected platforms, where the deployment can ask them. */
  connections?(project: TelemetryProject): ProjectConnections
  /** What delivers to the project, where the deployment counts deliveries. */
  sources?(project: TelemetryProject): ProjectSources
  /**
   * Whether this organization wants prompts to model providers masked, asked before each model call; absent where
   * nothing leaves (the embedded model).
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
