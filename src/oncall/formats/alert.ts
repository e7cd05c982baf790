/** Makes a normalised alert of limited size from the fields that a format read. */
import {
  ALERT_DESCRIPTION_CHARS_MAX,
  ALERT_LINKS_MAX,
  ALERT_RAW_BYTES_MAX,
  ALERT_TITLE_CHARS_MAX,
  type AlertSource,
  DEDUP_KEY_CHARS_MAX,
  type NormalizedAlert,
  type Severity,
} from '../../contracts/oncall-protocol.ts'
import { entitiesOf, SERVICE_CHARACTERS_MAX, serviceOf } from './labels.ts'
import { lineOf, textOf, urlOf } from './reading.ts'
import { timeOf } from './times.ts'

const QUERY_CHARACTERS_MAX = 4000
const LINK_TITLE_CHARACTERS_MAX = 80
/** Of the key without its source's name, which is at most 24 characters. */
const KEY_CHARACTERS_MAX = DEDUP_KEY_CHARS_MAX - 25
const encoder = new TextEncoder()

export interface AlertDraft {
  readonly source: AlertSource
  /** The sender's id of the alert, which does not change while the alert lasts. */
  readonly key: unknown
  readonly isResolved: boolean
  readonly severity: Severity
  readonly title: unknown
  readonly description?: unknown
  /** The service, if the sender has a field for it; otherwise it is read from the labels. */
  readonly service?: unknown
  readonly entities?: readonly string[]
  readonly startedAt?: unknown
  readonly endedAt?: unknown
  readonly query?: unknown
  readonly links?: readonly (readonly [title: string, url: unknown])[]
  readonly labels: Readonly<Record<string, string>>
  readonly raw: unknown
}

export function alertOf(draft: AlertDraft, nowMs: number): NormalizedAlert {
  const { source, isResolved, severity, labels } = draft
  const title = lineOf(draft.title, ALERT_TITLE_CHARS_MAX) || 'Alert without a title'
  const startedAt = timeOf(draft.startedAt, nowMs) ?? nowMs
  const endedAt = isResolved ? Math.max(startedAt, timeOf(draft.endedAt, nowMs) ?? nowMs) : null
  const service = lineOf(draft.service, SERVICE_CHARACTERS_MAX)
  const query = textOf(draft.query, QUERY_CHARACTERS_MAX)
  return {
    source,
    dedupKey: keyOf(source, draft.key, title),
    status: isResolved ? 'resolved' : 'firing',
    severity,
    title,
    description: textOf(draft.description, ALERT_DESCRIPTION_CHARS_MAX),
    service: service === '' ? serviceOf(labels) : service,
    entities: entitiesOf(labels, ...(draft.entities ?? [])),
    startedAt,
    endedAt,
    query: query === '' ? null : query,
    links: linksOf(draft.links ?? []),
    labels,
    raw: rawOf(draft.raw),
  }
}

/** Makes a key that no other source can have. Without an id, alerts with the same title are the same alert. */
function keyOf(source: string, key: unknown, title: string): string {
  return `${source}:${lineOf(key, KEY_CHARACTERS_MAX) || title.slice(0, KEY_CHARACTERS_MAX)}`
}

function linksOf(pairs: readonly (readonly [string, unknown])[]): { title: string; url: string }[] {
  const links: { title: string; url: string }[] = []
  for (const [title, value] of pairs) {
    const url = urlOf(value)
    if (url === null || links.length >= ALERT_LINKS_MAX || links.some((link) => link.url === url)) continue
    links.push({ title: lineOf(title, LINK_TITLE_CHARACTERS_MAX) || 'Link', url })
  }
  return links
}

/** Returns the alert's own JSON, or its first 16 KiB. */
function rawOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  let cut = text.slice(0, ALERT_RAW_BYTES_MAX).toWellFormed()
  // A character beyond ASCII takes up to three bytes, so a third of the limit always fits.
  if (encoder.encode(cut).byteLength > ALERT_RAW_BYTES_MAX) cut = cut.slice(0, Math.floor(ALERT_RAW_BYTES_MAX / 3))
  return cut.toWellFormed()
}
