/** Elasticsearch _bulk: an action line, followed by a document unless the action is `delete`. */
import { linesOf, RECORDS_MAX, requireSparse } from '../density.ts'
import { type DecodeInput, type IntakeFormat, type LogDraft, refused } from './format.ts'
import { isObject, parse, textOf } from './json-bodies.ts'
import { type Attributes, draftOfObject, type FieldNames, USUAL_NAMES } from './object-draft.ts'

/**
 * The format of one request.
 *
 * @param defaultIndex the index from the path, for documents that name none
 * @param onItems receives the outcome of each action, which the answer lists
 */
export function bulkFormat(
  defaultIndex?: string,
  onItems: (items: readonly BulkItem[]) => void = () => undefined,
): IntakeFormat {
  return {
    id: 'elastic_bulk',
    name: 'Elasticsearch _bulk',
    decode: (input) => {
      const bulk = decodeBulk(input, defaultIndex)
      if (!bulk.ok) return refused(bulk.reason)
      onItems(bulk.items)
      const drafts: LogDraft[] = []
      for (const { draft } of bulk.items) if (draft) drafts.push(draft)
      const bad = bulk.items.length - drafts.length
      const rejected = bad > 0 ? { rejected: { 'an item is not a document to create or index': bad } } : {}
      return { ok: true, drafts, ...rejected }
    },
  }
}

/** The outcome of one action, in request order. A null draft was refused, with the reason. */
export interface BulkItem {
  readonly action: string
  readonly index: string
  readonly id: string | null
  readonly draft: LogDraft | null
  readonly reason: string
}

type BulkResult =
  | { readonly ok: true; readonly items: readonly BulkItem[] }
  | { readonly ok: false; readonly reason: string }

/** Field names of the Elastic Common Schema. */
const ECS: FieldNames = {
  ...USUAL_NAMES,
  time: ['@timestamp', ...USUAL_NAMES.time],
  message: ['message', 'event.original', ...USUAL_NAMES.message],
  service: ['service.name', 'service', 'container.name', 'kubernetes.container.name'],
}

export const elastic: IntakeFormat = bulkFormat()

function decodeBulk({ bytes }: Pick<DecodeInput, 'bytes'>, defaultIndex = 'logs'): BulkResult {
  const text = textOf(bytes)
  requireSparse(text)
  const lines = linesOf(text, 2 * RECORDS_MAX + 1)
  const items: BulkItem[] = []
  let head: BulkHead | null = null
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? ''
    if (line.trim() === '') continue
    // Shippers repeat the same action before every document.
    if (head?.line !== line) head = headOf(line, defaultIndex)
    if (head === null) return { ok: false, reason: 'Malformed action/metadata line' }
    const { action, index, id } = head
    if (action === 'delete') {
      items.push({ action, index, id, draft: null, reason: 'logs cannot be deleted' })
      continue
    }
    i += 1
    const document = parse(lines[i] ?? '')
    const isLog = isObject(document) && action !== 'update'
    const reason = isObject(document) ? 'logs cannot be updated' : 'failed to parse the document'
    items.push({ action, index, id, draft: isLog ? draftOf(document, index) : null, reason })
  }
  return { ok: true, items }
}

interface BulkHead {
  readonly line: string
  readonly action: string
  readonly index: string
  readonly id: string | null
}

const ACTIONS = new Set(['create', 'index', 'update', 'delete'])

function headOf(line: string, defaultIndex: string): BulkHead | null {
  const head = parse(line)
  const [action = '', meta] = isObject(head) ? (Object.entries(head)[0] ?? []) : []
  if (!ACTIONS.has(action)) return null
  const index = isObject(meta) && typeof meta._index === 'string' ? meta._index : defaultIndex
  return { line, action, index, id: isObject(meta) && typeof meta._id === 'string' ? meta._id : null }
}

function draftOf(document: { readonly [key: string]: unknown }, index: string): LogDraft {
  const draft = draftOfObject(document, ECS)
  const resource: Attributes = {}
  const attributes: Attributes = {}
  for (const key in draft.attributes) {
    const value = draft.attributes[key] ?? null
    if (isOfResource(key)) resource[key] = value
    else attributes[key] = value
  }
  attributes['elasticsearch.index'] = index
  draft.resource = resource
  draft.attributes = attributes
  return draft
}

const RESOURCE_FIELDS = new Set(['host', 'cloud', 'container', 'kubernetes', 'agent', 'orchestrator'])

function isOfResource(key: string): boolean {
  const dot = key.indexOf('.')
  return dot > 0 && RESOURCE_FIELDS.has(key.slice(0, dot))
}
