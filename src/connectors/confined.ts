/**
 * Wraps a connector so that all its calls go through a client that knows where this connection may send its
 * credentials. The list is derived from the connection's metadata before the connector runs, so nothing the connector
 * reads later can widen it.
 */
import type { Connector, ConnectorDeps } from './connector.ts'

export function confined(connector: Connector): Connector {
  const { provision, deprovision, pull, query } = connector
  const limit = (deps: ConnectorDeps, metadata: unknown): ConnectorDeps => ({
    ...deps,
    http: deps.http.limitedTo(connector.hosts(metadata)),
  })
  return {
    ...connector,
    validate: (deps, metadata) => connector.validate(limit(deps, metadata), metadata),
    listResources: (deps, metadata, cursor) => connector.listResources(limit(deps, metadata), metadata, cursor),
    ...(provision ? { provision: (deps, input) => provision(limit(deps, input.metadata), input) } : {}),
    ...(deprovision ? { deprovision: (deps, input) => deprovision(limit(deps, input.metadata), input) } : {}),
    ...(pull ? { pull: (deps, input) => pull(limit(deps, input.metadata), input) } : {}),
    ...(query ? { query: (deps, input) => query(limit(deps, input.metadata), input) } : {}),
  }
}
