import { CreateNote } from './create-note.ts'
import { DeleteNote } from './delete-note.ts'
import { GetNote } from './get-note.ts'
import { ListNotes } from './list-notes.ts'
import { UpdateNote } from './update-note.ts'

export const noteOperations = [ListNotes, CreateNote, GetNote, UpdateNote, DeleteNote]
