/** Rows of notes and runbooks; earlier versions are kept. */
import { NOTE_VERSIONS_MAX, NOTES_MAX, type NoteInput, type NoteView } from '../../contracts/incident-protocol.ts'

export type NoteRefusal = 'not_found' | 'other_version'

export class NoteStore {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  add(id: string, input: NoteInput, by: string, nowMs: number): NoteView | 'full' {
    const known = this.find(id, null)
    if (known !== null) return known
    const { n } = this.#sql.exec<{ n: number }>('select count(*) as n from note').one()
    if (n >= NOTES_MAX) return 'full'
    const note: NoteView = { ...input, id, version: 1, updatedBy: by, createdAt: nowMs, updatedAt: nowMs }
    this.#put(note)
    return note
  }

  /** `version`: the one it is based on; null: whichever is the last. */
  update(
    id: string,
    input: Partial<NoteInput>,
    { by, version, nowMs }: { readonly by: string; readonly version: number | null; readonly nowMs: number },
  ): NoteView | NoteRefusal {
    const known = this.find(id, null)
    if (known === null) return 'not_found'
    if (version !== null && version !== known.version) return 'other_version'
    const note: NoteView = { ...known, ...input, version: known.version + 1, updatedBy: by, updatedAt: nowMs }
    this.#put(note)
    this.#sql.exec('delete from note_version where note_id = ? and version <= ?', id, note.version - NOTE_VERSIONS_MAX)
    return note
  }

  remove(id: string): boolean {
    this.#sql.exec('delete from note_version where note_id = ?', id)
    return this.#sql.exec('delete from note where id = ? returning 1', id).toArray().length > 0
  }

  /** `version`: null for the last one. */
  find(id: string, version: number | null): NoteView | null {
    const rows =
      version === null
        ? this.#sql.exec<{ record: string }>('select record from note where id = ?', id)
        : this.#sql.exec<{ record: string }>(
            'select record from note_version where note_id = ? and version = ?',
            id,
            version,
          )
    const row = rows.toArray()[0]
    return row === undefined ? null : noteOf(row)
  }

  /** Of this service and of the whole project; null: all. In the order of their making. */
  list(service: string | null): NoteView[] {
    return this.#sql
      .exec<{ record: string }>(
        'select record from note where ?1 is null or service is null or service = ?1 order by id',
        service,
      )
      .toArray()
      .map(noteOf)
  }

  #put(note: NoteView): void {
    const record = JSON.stringify(note)
    this.#sql.exec(
      'insert or replace into note (id, kind, service, version, record) values (?, ?, ?, ?, ?)',
      note.id,
      note.kind,
      note.service,
      note.version,
      record,
    )
    this.#sql.exec(
      'insert into note_version (note_id, version, record) values (?, ?, ?)',
      note.id,
      note.version,
      record,
    )
  }
}

// Only this class writes these rows.
const noteOf = ({ record }: { record: string }): NoteView => JSON.parse(record) as NoteView
