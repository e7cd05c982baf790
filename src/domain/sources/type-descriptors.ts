/** Describes what can be connected, for GET /data-sources/types and /log-sources/providers. */
import { connectorOf } from '../../connectors/catalogue.ts'
import { setupSkillOf } from './connect-section.ts'
import { modesOf } from './log-sources.ts'
import { fieldDescriptors } from './metadata.ts'
import { DATA_SOURCE_TYPES, SENDER_PROVIDERS, senderName } from './providers.ts'

/** Describes every platform that can be connected: its fields and its setup instructions. */
export async function typeDescriptors() {
  const connectors = await Promise.all(DATA_SOURCE_TYPES.map(connectorOf))
  return connectors.map((connector) => ({
    id: connector.type,
    name: connector.name,
    metadataFields: fieldDescriptors(connector),
    setupSkill: setupSkillOf(connector),
  }))
}

/** Describes every provider of logs: platforms and senders, with the modes in which each can be used. */
export async function providerDescriptors() {
  const platforms = await Promise.all(
    DATA_SOURCE_TYPES.map(async (type) => {
      const connector = await connectorOf(type)
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
