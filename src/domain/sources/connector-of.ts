import { connectorOf } from '../../connectors/catalogue.ts'
import { type Connector, DATA_SOURCE_TYPES } from '../../connectors/connector.ts'
import { notPossible } from '../../contracts/domain-error.ts'

/** Returns the connector of a provider, or null if the provider is not a platform or the source no longer exists. */
export async function connectorOfProvider(provider: string | undefined): Promise<Connector | null> {
  const type = DATA_SOURCE_TYPES.find((one) => one === provider)
  return type === undefined ? null : connectorOf(type)
}

/** Returns the connector of a provider. A provider that is not a platform has none: 422. */
export async function requireConnector(provider: string): Promise<Connector> {
  const connector = await connectorOfProvider(provider)
  if (!connector)
    throw notPossible(
      `${provider} is not a platform that can be connected. Create a log source with mode connectionless instead.`,
    )
  return connector
}
