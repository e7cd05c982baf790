import { ExplainAlerts } from './explain-alerts.ts'
import { ListAlertSenders } from './list-alert-senders.ts'
import { ReceiveAlerts } from './receive-alerts.ts'
import { ReceiveChanges } from './receive-changes.ts'

/** `explain` stands before the sources: the first path that fits is taken. */
export const alertOperations = [ExplainAlerts, ReceiveAlerts, ReceiveChanges, ListAlertSenders]
