import { ListChanges } from './list-changes.ts'
import { RecordChange } from './record-change.ts'

export const changeOperations = [RecordChange, ListChanges]
