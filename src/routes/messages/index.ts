import { AppendMessage } from './append-message.ts'
import { ListMessages } from './list-messages.ts'

export const messageOperations = [ListMessages, AppendMessage]
