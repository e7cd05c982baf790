/** Decides which events a destination gets. */
import {
  type DeliveredEvent,
  type DestinationRules,
  MESSAGES_PER_HOUR_DEFAULT,
} from '../../contracts/delivery-protocol.ts'
import { SEVERITIES } from '../../contracts/oncall-protocol.ts'

export const ALL_EVENTS: DestinationRules = {
  severityMin: 'info',
  services: [],
  types: [],
  states: ['open', 'resolved'],
  messagesPerHourMax: MESSAGES_PER_HOUR_DEFAULT,
}

/** Absent fields stay as they are. */
export type RulesChange = { readonly [Name in keyof DestinationRules]?: DestinationRules[Name] | undefined }

/** Returns the rules with the fields of a change. Fields that the change does not name stay as they are. */
export const changedRules = (rules: DestinationRules, change: RulesChange = {}): DestinationRules => ({
  severityMin: change.severityMin ?? rules.severityMin,
  services: change.services ?? rules.services,
  types: change.types ?? rules.types,
  states: change.states ?? rules.states,
  messagesPerHourMax: change.messagesPerHourMax ?? rules.messagesPerHourMax,
})

/** Whether the event is for this destination. Events about the service itself pass every rule. */
export function isWanted(rules: DestinationRules, event: DeliveredEvent): boolean {
  if (event.type === 'destination_disabled' || event.type === 'test') return true
  if (rules.types.length > 0 && !rules.types.includes(event.type)) return false
  // A scheduled answer has neither severity nor services.
  if (event.type === 'scheduled_answer') return true
  if (SEVERITIES.indexOf(event.severity) > SEVERITIES.indexOf(rules.severityMin)) return false
  if (!rules.states.includes(event.state)) return false
  return rules.services.length === 0 || event.services.some((service) => rules.services.includes(service))
}
