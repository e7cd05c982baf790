import { DeliveryOperation, defineDeliveryOperation } from '../../http/delivery-operation.ts'

const operation = defineDeliveryOperation('changes', {
  summary: 'Deliver changes',
  description:
    'For senders of deployments, releases, commits and feature flags, with an alert key as for `alerts.receive`, or in the path: `/changes/k/{key}/{source}`. Later deliveries about the same change update it.',
})

export class ReceiveChanges extends DeliveryOperation {
  readonly operation = operation
  protected readonly receives = 'changes'
}
