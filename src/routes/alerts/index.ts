import { ExplainAlerts } from './explain-alerts.ts'
import { ListAlertSenders } from './list-alert-senders.ts'
import { ReceiveAlerts } from './receive-alerts.ts'
import { ReceiveChanges } from './receive-changes.ts'

/** `explain` comes before the senders, because the first matching path is used. */
export const alertOperations = [ExplainAlerts, ReceiveAlerts, ReceiveChanges, ListAlertSenders]
