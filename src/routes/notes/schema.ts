import { z } from 'zod'
import { NOTE_BYTES_MAX, NOTE_KINDS, type NoteView } from '../../contracts/incident-protocol.ts'
import { dateTime, iso, text, textOrNull } from '../../http/parameters.ts'

export const noteBody = {
  kind: z.enum(NOTE_KINDS),
  title: text(1, 200),
  service: z.union([text(1, 200), z.null()]).describe('null: of the whole project.'),
  url: z
    .union([z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).max(2_000), z.null()])
    .describe('Where the runbook is kept.'),
  text: text(1, NOTE_BYTES_MAX).describe('Markdown, at most 64 KiB.'),
}

const noteShape = {
  id: z.uuid(),
  kind: z.enum(NOTE_KINDS),
  title: z.string(),
  service: textOrNull,
  url: textOrNull,
  version: z.number().int(),
  updatedBy: z.string(),
  createdAt: dateTime,
  updatedAt: dateTime,
}
export const noteItem = z.object(noteShape).openapi('NoteItem')
export const note = z.object({ ...noteShape, text: z.string() }).openapi('Note')

export const NOTE_ITEM_EXAMPLE = {
  id: '019b2c47-d1ee-7c3a-9d52-3f1f6f0c1a55',
  kind: 'runbook' as const,
  title: 'orders-db is slow',
  service: 'orders',
  url: 'https://wiki.example.test/orders-db',
  version: 3,
  updatedBy: 'user user_0123456789abcdefghjkmnpq',
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
}
export const NOTE_EXAMPLE = { ...NOTE_ITEM_EXAMPLE, text: '1. Look for locks: `select * from pg_locks`.' }

export const NOTE_BODY_EXAMPLE = {
  kind: 'runbook' as const,
  title: 'orders-db is slow',
  service: 'orders',
  text: '1. Look for locks: `select * from pg_locks`.',
}

export function noteItemOf({ text: _, ...view }: NoteView) {
  return { ...view, createdAt: iso(view.createdAt), updatedAt: iso(view.updatedAt) }
}

export function noteOf(view: NoteView) {
  return { ...noteItemOf(view), text: view.text }
}
