/** Resources: incidents, threads and notes of a project as Markdown, by the addresses of uris.ts. */
import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server'
import type { Access } from '../auth/scope.ts'
import { isProblem } from '../contracts/domain-error.ts'
import { getPostmortem, listIncidents } from '../domain/oncall/incidents.ts'
import { getNote, listNotes } from '../domain/oncall/notes.ts'
import { listThreads } from '../domain/threads/list-threads.ts'
import { getThreadText } from '../domain/threads/read-thread.ts'
import { accessThread } from '../domain/threads/thread-scope.ts'
import { refusalOf } from '../http/domain-errors.ts'
import { logFailure } from '../log/log.ts'
import { DATA_NOTE } from './answer.ts'
import { threadMarkdown } from './thread-markdown.ts'
import { tokensAtMost } from './tokens.ts'
import { accessOf, type McpCall, messageOf } from './tool.ts'
import { RESOURCE_TEMPLATES, type ResourceKind, uriOf } from './uris.ts'

/** Of each kind, newest first: what a client shows to pick from. Everything else is found with tools. */
const LISTED_MAX = 20
const RESOURCE_TOKENS_MAX = 9_000
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface Listed {
  readonly id: string
  readonly title: string
}

interface Read {
  readonly call: McpCall
  readonly access: Access
  readonly id: string
}

interface Kind {
  readonly title: string
  readonly description: string
  readonly permission: 'incidents:read' | 'threads:read'
  /** Those of the project that the credential means without naming one. */
  readonly list: (
    call: McpCall,
    access: Access,
  ) => Promise<{ readonly projectId: string; readonly items: readonly Listed[] }>
  readonly read: (asked: Read) => Promise<string>
}

const KINDS: Readonly<Record<ResourceKind, Kind>> = {
  incident: {
    title: 'Incident',
    description: 'The draft of its postmortem: every sentence with the alert, change or look-up behind it.',
    permission: 'incidents:read',
    async list({ ctx }, access) {
      const scope = await access.project()
      const query = { state: null, severity: null, service: null, limit: LISTED_MAX, cursor: null }
      const { incidents } = await listIncidents({ ctx, scope, input: query })
      return { projectId: scope.projectId, items: incidents }
    },
    async read({ call: { ctx }, access, id }) {
      const { markdown } = await getPostmortem({ ctx, scope: await access.project(), input: { id } })
      return markdown
    },
  },
  thread: {
    title: 'Thread',
    description: 'Questions and answers of a conversation with the agent.',
    permission: 'threads:read',
    async list({ ctx }, access) {
      const scope = await access.project()
      const page = { limit: LISTED_MAX, cursor: undefined, status: undefined }
      const { threads } = await listThreads({ ctx, scope, input: page })
      return { projectId: scope.projectId, items: threads.map(({ id, title }) => ({ id, title: title ?? 'Thread' })) }
    },
    async read({ call: { ctx }, access, id }) {
      const scope = await accessThread(ctx, access, id, 'The thread')
      const text = await getThreadText(scope, { kind: 'thread', threadId: scope.id, tenants: scope.tenants })
      return text === null ? '' : threadMarkdown(text)
    },
  },
  note: {
    title: 'Note or runbook',
    description: 'What people of the organization wrote for the next incident.',
    permission: 'incidents:read',
    async list({ ctx }, access) {
      const scope = await access.project()
      const notes = await listNotes({ ctx, scope, input: { service: null } })
      return { projectId: scope.projectId, items: notes.slice(0, LISTED_MAX) }
    },
    async read({ call: { ctx }, access, id }) {
      const note = await getNote({ ctx, scope: await access.project(), input: { id, version: null } })
      return `# ${note.title}\n\n${note.text}`
    },
  },
}

export function registerResources(server: McpServer, call: McpCall): void {
  for (const name of Object.keys(KINDS) as ResourceKind[]) {
    const { title, description, permission, list, read } = KINDS[name]
    const accessTo = accessOf(call)
    const template = new ResourceTemplate(RESOURCE_TEMPLATES[name], {
      list: () => listed(name, call, () => list(call, accessTo({}, permission))),
    })
    server.registerResource(
      name,
      template,
      { title, description, mimeType: 'text/markdown' },
      async (uri, variables) => {
        const [projectId, id] = [String(variables.projectId), String(variables.id)]
        if (!UUID.test(projectId) || !UUID.test(id)) throw notHere(uri)
        try {
          const text = await read({ call, access: accessTo({ projectId }, permission), id: id.toLowerCase() })
          return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text: marked(text) }] }
        } catch (error) {
          throw protocolError(error, uri, call)
        }
      },
    )
  }
}

/** Nothing is listed where the credential may not see it, or names no single project. */
async function listed(name: ResourceKind, call: McpCall, list: () => ReturnType<Kind['list']>) {
  try {
    const { projectId, items } = await list()
    const resources = items.map(({ id, title }) => ({ uri: uriOf(name, projectId, id), name: `${name} ${id}`, title }))
    return { resources: resources.map((one) => ({ ...one, mimeType: 'text/markdown' })) }
  } catch (error) {
    if (isProblem(error, 'missing_permission') || isProblem(error, 'missing_context')) return { resources: [] }
    throw protocolError(error, null, call)
  }
}

/** The notice first; a text that is too long loses its end. */
function marked(text: string): string {
  const note = `> ${DATA_NOTE}\n\n`
  let kept = text
  while (tokensAtMost(kept) > RESOURCE_TOKENS_MAX) kept = kept.slice(0, Math.floor(kept.length * 0.8))
  return kept === text ? `${note}${text}` : `${note}${kept}\n\n[shortened: ${kept.length} of ${text.length} characters]`
}

function notHere(uri: URL | null): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such resource.', {
    ...(uri === null ? {} : { uri: uri.href }),
  })
}

function protocolError(error: unknown, uri: URL | null, call: McpCall): ProtocolError {
  if (error instanceof ProtocolError) return error
  const refusal = refusalOf(error)
  if (refusal?.code === 'NOT_FOUND') return notHere(uri)
  if (refusal !== null)
    return new ProtocolError(ProtocolErrorCode.InvalidRequest, `${refusal.code}: ${messageOf(refusal)}`)
  logFailure('mcp_resource_failed', error, { requestId: call.ctx.requestId })
  return new ProtocolError(
    ProtocolErrorCode.InternalError,
    'The resource could not be read because of an internal error.',
  )
}
