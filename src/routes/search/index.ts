import { SearchMessages } from './search-messages.ts'
import { SearchThreads } from './search-threads.ts'

export const searchOperations = [SearchThreads, SearchMessages]
