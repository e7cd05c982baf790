import { GetRedaction } from './get-redaction.ts'
import { UpdateRedaction } from './update-redaction.ts'

export const redactionOperations = [GetRedaction, UpdateRedaction]
