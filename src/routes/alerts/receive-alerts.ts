import { DeliveryOperation, defineDeliveryOperation } from '../../http/delivery-operation.ts'

const operation = defineDeliveryOperation('alerts', {
  summary: 'Deliver alerts',
  description:
    'For senders of alerts, with an alert key as the bearer, in one of the other headers of the intake, as the password of basic authentication, or in the path: `/alerts/k/{key}/{source}`. The body is what the sender produces (`alertSenders.list` says how to set up each sender). If the key has a signing secret, the signature is checked. A repeated alert is added to the open one; a resolved one closes it. At most 8 MiB and 10,000 alerts.',
})

export class ReceiveAlerts extends DeliveryOperation {
  readonly operation = operation
  protected readonly receives = 'alerts'
}
