/** Finds whose token it is, and which environments it sees. */
import { z } from 'zod'
import type { Outcome, PlatformResource, ResourcePage } from '../connector.ts'
import { failure, success } from '../failure.ts'
import type { PlatformApi } from '../platform-api.ts'
import { ask } from './api.ts'
import type { RailwayMetadata } from './metadata.ts'

const PAGE_SIZE = 100

const named = z.object({ id: z.string().min(1), name: z.string() })
const edges = <Node extends z.ZodType>(node: Node) => z.object({ edges: z.array(z.object({ node })) })
const project = named.extend({ environments: edges(named) })
type Project = z.infer<typeof project>

const PROJECT_FIELDS = 'id name environments { edges { node { id name } } }'
const PROJECTS = `query ($workspaceId: String, $first: Int, $after: String) {
  projects(workspaceId: $workspaceId, first: $first, after: $after) {
    edges { node { ${PROJECT_FIELDS} } }
    pageInfo { hasNextPage endCursor }
  }
}`
const projects = z.object({
  projects: edges(project).extend({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
  }),
})
const projectToken = z.object({ projectToken: z.object({ projectId: z.string(), environmentId: z.string() }) })
const PROJECT_TOKEN = 'query { projectToken { projectId environmentId } }'

export async function accountOf(api: PlatformApi, metadata: RailwayMetadata): Promise<Outcome<{ account: string }>> {
  if (metadata.token_type === 'account') {
    const me = z.object({ me: z.object({ id: z.string().min(1), name: z.string().nullish() }) })
    const found = await ask(api, 'query { me { id name } }', {}, me)
    return found.ok ? success({ account: found.value.me.name ?? found.value.me.id }) : found
  }
  if (metadata.token_type === 'project') {
    const found = await ask(api, PROJECT_TOKEN, {}, projectToken)
    return found.ok ? success({ account: `project ${found.value.projectToken.projectId}` }) : found
  }
  const schema = z.object({ apiToken: z.object({ workspaces: z.array(named) }) })
  const found = await ask(api, 'query { apiToken { workspaces { id name } } }', {}, schema)
  if (!found.ok) return found
  const { workspaces } = found.value.apiToken
  const { workspace_id: wanted } = metadata
  const own = wanted === undefined ? workspaces[0] : workspaces.find(({ id }) => id === wanted)
  return own
    ? success({ account: own.name })
    : failure('missing_scope', 'This Railway token does not belong to the workspace workspace_id.')
}

export async function environmentsPage(
  api: PlatformApi,
  metadata: RailwayMetadata,
  cursor: string | null,
): Promise<Outcome<ResourcePage>> {
  if (metadata.token_type === 'project') return ownEnvironment(api)
  const variables = { workspaceId: metadata.workspace_id ?? null, first: PAGE_SIZE, after: cursor }
  const page = await ask(api, PROJECTS, variables, projects)
  if (!page.ok) return page
  const { edges: found, pageInfo } = page.value.projects
  const resources = found.flatMap(({ node }) => resourcesOf(node, metadata))
  return success({ resources, nextCursor: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null })
}

async function ownEnvironment(api: PlatformApi): Promise<Outcome<ResourcePage>> {
  const own = await ask(api, PROJECT_TOKEN, {}, projectToken)
  if (!own.ok) return own
  const { projectId, environmentId } = own.value.projectToken
  const query = `query ($id: String!) { project(id: $id) { ${PROJECT_FIELDS} } }`
  const found = await ask(api, query, { id: projectId }, z.object({ project }))
  if (!found.ok) return found
  const resources = resourcesOf(found.value.project, { environment_ids: [environmentId] })
  return success({ resources, nextCursor: null })
}

function resourcesOf(
  { id: projectId, name, environments }: Project,
  { project_ids: ids = [], environment_ids: wanted = [] }: Pick<RailwayMetadata, 'project_ids' | 'environment_ids'>,
): PlatformResource[] {
  if (ids.length > 0 && !ids.includes(projectId)) return []
  return environments.edges
    .filter(({ node }) => wanted.length === 0 || wanted.includes(node.id))
    .map(({ node }) => ({ displayName: `${name} / ${node.name}`, config: { projectId, environmentId: node.id } }))
}
