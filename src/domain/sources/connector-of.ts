import { connectorOf } from '../../connectors/catalogue.ts'
import { type Connector, DATA_SOURCE_TYPES } from '../../connectors/connector.ts'
import { notPossible } from '../../contracts/domain-error.ts'

/** The connector of a provider, null where it is no platform or the source has gone. */
export async function connectorOfProvider(provider: string | undefined): Promise<Connector | null> {
  const type = DATA_SOURCE_TYPES.find((one) => one === provider)
  return type === undefined ? null : connectorOf(type)
}

/** The connector of a provider; a provider that is no platform has none (422: the mode lacks it). */
export async function requireConnector(provider: string): Promise<Connector> {
  const connector = await connectorOfProvider(provider)
  if (!connector) throw notPossible(`${provider} is not a platform that can be connected.`)
  return connector
}
