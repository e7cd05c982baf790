/** The agent and the telemetry of this deployment, made when the first run of an isolate needs them. */
import { backgroundContext } from '../../domain/background-context.ts'
import { projectConnections } from '../../domain/sources/ask-connection.ts'
import { type Bindings, settingsOf } from '../../env.ts'
import type { TelemetryProject } from '../../telemetry/port.ts'
import { createEmbeddedTelemetryStore } from '../telemetry/embedded-store.ts'
import type { AgentServices } from './agent-provider.ts'

let made: { readonly from: Bindings; readonly services: AgentServices } | null = null

export async function makeAgentServices(bindings: Bindings): Promise<AgentServices> {
  if (made?.from === bindings) return made.services
  const [{ createAgent }, { agentSettingsOf }] = await Promise.all([
    import('../../agent/index.ts'),
    import('../../agent/settings.ts'),
  ])
  const agent = createAgent(agentSettingsOf(bindings), {
    // Unbound, the runtime's fetch refuses to be called.
    fetch: (...request) => fetch(...request),
    ai: bindings['AI'],
    log: (event, detail) => console.error(JSON.stringify({ event, ...detail })),
  })
  const services = {
    agent,
    // What is left to do after a question keeps the object alive by itself.
    connections: (project: TelemetryProject) =>
      projectConnections(
        backgroundContext(bindings, () => {}),
        project,
      ),
    telemetry: createEmbeddedTelemetryStore({ namespaces: bindings, jurisdiction: settingsOf(bindings).JURISDICTION }),
  }
  made = { from: bindings, services }
  return services
}
