import { CreateLogSource } from './create-log-source.ts'
import { DeleteLogSource } from './delete-log-source.ts'
import { GetLogSource } from './get-log-source.ts'
import { ListLogSources } from './list-log-sources.ts'
import { ListProviders } from './list-providers.ts'
import { UpdateLogSource } from './update-log-source.ts'

export const logSourceOperations = [
  ListProviders,
  ListLogSources,
  CreateLogSource,
  GetLogSource,
  UpdateLogSource,
  DeleteLogSource,
]
