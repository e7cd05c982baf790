/** What can be connected, as GET /data-sources/types and /log-sources/providers show it. */
import { connectedTypes } from '../../connectors/catalogue.ts'
import { setupSkillOf } from './connect-section.ts'
import { requireConnector } from './connector-of.ts'
import { modesOf } from './log-sources.ts'
import { fieldDescriptors } from './metadata.ts'
import { SENDER_PROVIDERS, senderName } from './providers.ts'

export async function typeDescriptors() {
  const connectors = await Promise.all(connectedTypes().map(requireConnector))
  return connectors.map((connector) => ({
    id: connector.type,
    name: connector.name,
    metadataFields: fieldDescriptors(connector),
    setupSkill: setupSkillOf(connector),
  }))
}

export async function providerDescriptors() {
  const platforms = await Promise.all(
    connectedTypes().map(async (type) => {
      const connector = await requireConnector(type)
      const modes = await modesOf(type)
      const metadataFields = modes.includes('managed') ? fieldDescriptors(connector) : []
      return { id: type, name: connector.name, modes, metadataFields, setupSkill: connector.setupSkill }
    }),
  )
  const senders = SENDER_PROVIDERS.map((id) => ({
    id,
    name: senderName(id),
    modes: ['connectionless' as const],
    metadataFields: [],
    setupSkill: null,
  }))
  return [...platforms, ...senders]
}
