import { CreateDestination } from './create-destination.ts'
import { DeleteDestination } from './delete-destination.ts'
import { GetDestination } from './get-destination.ts'
import { ListDeliveries } from './list-deliveries.ts'
import { ListDestinations } from './list-destinations.ts'
import { PreviewMessage } from './preview-message.ts'
import { ReplayDelivery } from './replay-delivery.ts'
import { RotateSecret } from './rotate-secret.ts'
import { TestDestination } from './test-destination.ts'
import { UpdateDestination } from './update-destination.ts'

export const destinationOperations = [
  ListDestinations,
  CreateDestination,
  GetDestination,
  UpdateDestination,
  DeleteDestination,
  RotateSecret,
  TestDestination,
  PreviewMessage,
  ListDeliveries,
  ReplayDelivery,
]
