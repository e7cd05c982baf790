import { DeliveryDoor, defineDoor } from '../../http/delivery-door.ts'

const operation = defineDoor('changes', {
  summary: 'Deliver changes',
  description:
    'For senders of deployments, releases, commits and feature flags, with an alert key as for `alerts.receive`, or in the path: `/changes/k/{key}/{source}`. Later deliveries about the same change update it.',
})

export class ReceiveChanges extends DeliveryDoor {
  readonly operation = operation
  protected readonly door = 'changes'
}
