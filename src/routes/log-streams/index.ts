import { CreateLogStream } from './create-log-stream.ts'
import { DeleteLogStream } from './delete-log-stream.ts'
import { GetLogStream } from './get-log-stream.ts'
import { ListLogStreams } from './list-log-streams.ts'
import { RetryLogStream } from './retry-log-stream.ts'
import { UpdateLogStream } from './update-log-stream.ts'

export const logStreamOperations = [
  ListLogStreams,
  CreateLogStream,
  GetLogStream,
  UpdateLogStream,
  RetryLogStream,
  DeleteLogStream,
]
