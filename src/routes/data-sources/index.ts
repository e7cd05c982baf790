import { CreateConnection } from './create-connection.ts'
import { CreateStream } from './create-stream.ts'
import { DeleteConnection } from './delete-connection.ts'
import { DeleteStream } from './delete-stream.ts'
import { GetConnection } from './get-connection.ts'
import { GetStream } from './get-stream.ts'
import { ListConnections } from './list-connections.ts'
import { ListResources } from './list-resources.ts'
import { ListStreams } from './list-streams.ts'
import { ListTypes } from './list-types.ts'
import { RetryStream } from './retry-stream.ts'
import { UpdateConnection } from './update-connection.ts'

export const dataSourceOperations = [
  ListTypes,
  ListConnections,
  CreateConnection,
  GetConnection,
  UpdateConnection,
  DeleteConnection,
  ListResources,
  ListStreams,
  CreateStream,
  GetStream,
  RetryStream,
  DeleteStream,
]
