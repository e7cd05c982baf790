import { CreateThread } from './create-thread.ts'
import { DeleteThread } from './delete-thread.ts'
import { ForkThread } from './fork-thread.ts'
import { GetThread } from './get-thread.ts'
import { GetThreadStatus } from './get-thread-status.ts'
import { ListThreads } from './list-threads.ts'
import { StopThread } from './stop-thread.ts'
import { StreamThread } from './stream-thread.ts'
import { UpdateThread } from './update-thread.ts'

export const threadOperations = [
  ListThreads,
  CreateThread,
  GetThread,
  UpdateThread,
  DeleteThread,
  GetThreadStatus,
  StopThread,
  ForkThread,
  StreamThread,
]
