/** What people changed: deployments, releases, flags, configurations, scalings, migrations. */
import { z } from 'zod'
import { CHANGE_KINDS, type ChangeView } from '../../contracts/oncall-protocol.ts'
import type { AgentTool } from '../contract.ts'
import { shorten } from './bound-result.ts'
import { ToolInputError } from './define-tool.ts'
import { describeWindow, isoOf, resolveWindow, windowInput } from './window.ts'

const ROWS_MAX = 100
const TEXT_CHARS_MAX = 300

const input = z.strictObject({
  ...windowInput,
  service: z.string().min(1).max(256).describe('Only changes of this service.').optional(),
  kind: z.enum(CHANGE_KINDS).optional(),
  text: z.string().min(1).max(200).describe('Words of the title, version or author, all of them.').optional(),
})

export interface ChangeRow {
  readonly id: string
  readonly at: string
  readonly endedAt: string | null
  readonly kind: string
  readonly services: readonly string[]
  readonly title: string
  readonly version: string | null
  readonly author: string | null
  readonly status: string | null
  readonly url: string | null
  readonly source: string
  /** All that told of it; left out by earlier releases. */
  readonly sources?: readonly string[]
}

export interface QueryChangesResult {
  readonly window: { readonly from: string; readonly to: string; readonly basis: string }
  /** Newest first. */
  readonly changes: readonly ChangeRow[]
  readonly incomplete?: readonly string[]
}

export const queryChangesTool: AgentTool<z.infer<typeof input>> = {
  name: 'query_changes',
  description:
    'What was changed in a window: deployments, releases, commits, feature flags, configurations, scalings, migrations, with service, version, author and link, newest first. Use it for "what was deployed?", "who changed X?", and to see whether a change fits the onset of trouble.',
  input,
  readOnly: true,
  async run({ ctx, input }) {
    if (ctx.changes === undefined) throw new ToolInputError('This deployment keeps no changes.')
    const window = await resolveWindow(ctx, input)
    const { service = null, kind = null, text = null } = input
    const { fromMs, toMs } = window
    const found = await ctx.changes.list({ fromMs, toMs, service, kind, text, limit: ROWS_MAX })
    const changes = found.changes.map(changeRow)
    const result: QueryChangesResult = {
      window: describeWindow(window),
      changes,
      ...(found.isTruncated ? { incomplete: [`only the newest ${changes.length} changes are listed`] } : {}),
    }
    if (changes.length === 0) return { result }
    const rows = changes.map((row) => ({
      ...row,
      services: row.services.join(', '),
      sources: (row.sources ?? [row.source]).join(', '),
    }))
    return {
      result,
      artifacts: [{ name: 'table', data: { id: 'changes', title: 'Changes', columns: COLUMNS, rows } }],
    }
  },
}

/** Titles, names and links are texts of others: bounded here, shown as text by whoever words them. */
export function changeRow(change: ChangeView): ChangeRow {
  const { id, kind, services, title, version, author, status, url, source, sources, startedAt, endedAt } = change
  return {
    id,
    at: isoOf(startedAt),
    endedAt: endedAt === null ? null : isoOf(endedAt),
    kind,
    services: services.slice(0, 20),
    title: shorten(title, TEXT_CHARS_MAX),
    version: version === null ? null : shorten(version, 100),
    author: author === null ? null : shorten(author, 100),
    status,
    url,
    source,
    sources: sources ?? [source],
  }
}

const COLUMNS = [
  { key: 'at', label: 'At' },
  { key: 'kind', label: 'Kind' },
  { key: 'services', label: 'Services' },
  { key: 'title', label: 'Change' },
  { key: 'version', label: 'Version' },
  { key: 'author', label: 'By' },
  { key: 'status', label: 'Status' },
  { key: 'sources', label: 'Told by' },
  { key: 'url', label: 'Link' },
]
