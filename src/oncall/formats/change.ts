/** Makes a change of limited size from the fields that a format read. */
import {
  CHANGE_ATTRIBUTES_MAX,
  CHANGE_SERVICES_MAX,
  CHANGE_TITLE_CHARS_MAX,
  type ChangeInput,
  DEDUP_KEY_CHARS_MAX,
} from '../../contracts/oncall-protocol.ts'
import { labelsOf, SERVICE_CHARACTERS_MAX } from './labels.ts'
import { lineOf, urlOf } from './reading.ts'
import { timeOf } from './times.ts'

const NAME_CHARACTERS_MAX = 200
/** Of the key without its source's name, which is at most 24 characters. */
const KEY_CHARACTERS_MAX = DEDUP_KEY_CHARS_MAX - 25

export interface ChangeDraft {
  readonly kind: ChangeInput['kind']
  readonly services: readonly unknown[]
  readonly environment?: unknown
  readonly version?: unknown
  readonly author?: unknown
  readonly url?: unknown
  readonly title: unknown
  readonly startedAt?: unknown
  readonly endedAt?: unknown
  readonly status?: ChangeInput['status']
  readonly source: ChangeInput['source']
  /** The sender's id of the change. A later delivery with this id replaces the change. */
  readonly key?: unknown
  readonly attributes?: unknown
}

const orNull = (text: string): string | null => (text === '' ? null : text)

export function changeOf(draft: ChangeDraft, nowMs: number): ChangeInput {
  const services = draft.services.map((one) => lineOf(one, SERVICE_CHARACTERS_MAX)).filter((one) => one !== '')
  const startedAt = timeOf(draft.startedAt, nowMs) ?? nowMs
  const endedAt = timeOf(draft.endedAt, nowMs)
  const key = lineOf(draft.key, KEY_CHARACTERS_MAX)
  return {
    kind: draft.kind,
    services: [...new Set(services)].slice(0, CHANGE_SERVICES_MAX),
    environment: orNull(lineOf(draft.environment, NAME_CHARACTERS_MAX)),
    version: orNull(lineOf(draft.version, NAME_CHARACTERS_MAX)),
    author: orNull(lineOf(draft.author, NAME_CHARACTERS_MAX)),
    url: urlOf(draft.url),
    title: lineOf(draft.title, CHANGE_TITLE_CHARS_MAX) || 'Change without a title',
    startedAt,
    endedAt: endedAt === null ? null : Math.max(startedAt, endedAt),
    status: draft.status ?? null,
    source: draft.source,
    dedupKey: key === '' ? null : `${draft.source}:${key}`,
    attributes: Object.fromEntries(Object.entries(labelsOf(draft.attributes)).slice(0, CHANGE_ATTRIBUTES_MAX)),
  }
}
