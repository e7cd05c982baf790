/** Supabase: reads the logs of a project with SQL from the Management API. Its log drains are set up by hand. */
import { z } from 'zod'
import type { Connector, ConnectorDeps, Outcome } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { vendorHosts } from '../outbound/allowed-hosts.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { pullLogs, queryLogs } from './logs.ts'
import { type SupabaseMetadata, type SupabaseStream, supabaseMetadata, supabaseStream } from './metadata.ts'
import { setupSkill } from './setup-skill.ts'
import { runSql } from './sql.ts'

/** Most projects that one query reads; Supabase allows about two calls a second. */
const QUERY_PROJECTS_MAX = 5

const project = z.object({ ref: z.string().min(1), name: z.string(), organization_slug: z.string().optional() })
type Project = z.infer<typeof project>

function supabaseApi(deps: ConnectorDeps, metadata: SupabaseMetadata): PlatformApi {
  const headers = { authorization: `Bearer ${metadata.access_token}` }
  return { http: deps.http, name: 'Supabase', baseUrl: 'https://api.supabase.com', headers }
}

async function projectsOf(api: PlatformApi, { project_ref: wanted }: SupabaseMetadata): Promise<Outcome<Project[]>> {
  const listed = await read(api, { path: '/v1/projects' }, z.array(project))
  if (!listed.ok) return listed
  return success(listed.value.filter(({ ref }) => wanted === undefined || ref === wanted))
}

export const supabase: Connector<SupabaseMetadata, SupabaseStream> = {
  type: 'supabase',
  name: 'Supabase',
  metadata: supabaseMetadata,
  streamConfig: supabaseStream,
  setupSkill,
  mode: 'pull',
  hosts: () => vendorHosts('api.supabase.com'),

  async validate(deps, metadata) {
    const api = supabaseApi(deps, metadata)
    const projects = await projectsOf(api, metadata)
    if (!projects.ok) return projects
    const first = projects.value[0]
    if (!first) {
      return metadata.project_ref === undefined
        ? success({ account: 'Supabase' })
        : failure('not_found', 'This Supabase token has no access to a project with this project_ref.')
    }
    // Only a request shows whether logs may be read. A paused project may fail in other ways.
    const nowMs = deps.now()
    const probe = await runSql(api, first.ref, 'select id from logs limit 1', nowMs - 60_000, nowMs)
    if (!probe.ok && probe.kind === 'missing_scope') return probe
    return success({ account: first.organization_slug ?? first.name })
  },

  async listResources(deps, metadata) {
    const projects = await projectsOf(supabaseApi(deps, metadata), metadata)
    if (!projects.ok) return projects
    const resources = projects.value.map(({ ref, name }) => ({ displayName: name, config: { projectRef: ref } }))
    return success({ resources, nextCursor: null })
  },

  pull: (deps, input) => pullLogs(supabaseApi(deps, input.metadata), input),

  async query(deps, { metadata, query }) {
    const api = supabaseApi(deps, metadata)
    const projects = await projectsOf(api, metadata)
    if (!projects.ok) return projects
    const refs = projects.value.slice(0, QUERY_PROJECTS_MAX).map(({ ref }) => ref)
    const outcome = await queryLogs(api, metadata, refs, query)
    if (!outcome.ok) return outcome
    const isTruncated = outcome.value.isTruncated || projects.value.length > refs.length
    return success({ ...outcome.value, isTruncated })
  },
}
