/** Loads what every view needs: session, person, projects; and chooses the project in view. */
import { ApiError, type Project } from '@observability-agent/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'preact/hooks'
import { apiClient } from '../api/client.ts'
import type { Person, Workplace } from '../api/context.tsx'
import { loadSession, type Session } from '../api/session.ts'

const LAST_PROJECT = 'oas.project'

interface Loaded {
  readonly session: Session
  readonly person: Person
  readonly projects: readonly Project[]
}

/** Returns null if nobody is signed in. */
async function load(): Promise<Loaded | null> {
  const session = await loadSession()
  if (session === null) return null
  const client = apiClient(session, undefined)
  const person = await client.me.get()
  if (person.credentialType !== 'user') throw new Error('The session belongs to no person.')
  const lists = await Promise.all(
    person.organizations.map(({ id }) => client.projects.list({ query: { organizationId: id } })),
  )
  return { session, person, projects: lists.flatMap(({ projects }) => projects) }
}

/** `wanted`: the project that the address names. */
export function useWorkplaceQuery() {
  return useQuery({ queryKey: ['workplace'], queryFn: load, staleTime: 300_000 })
}

/** The project that the address names, that of last time, or the first. */
function chosen(projects: readonly Project[], wanted: string | undefined): Project | null {
  const byId = (id: string | null | undefined) => projects.find((project) => project.id === id)
  if (wanted !== undefined) return byId(wanted) ?? null
  return byId(localStorage.getItem(LAST_PROJECT)) ?? projects.at(-1) ?? null
}

/** Throws a 404 if the address names a project that is not among the person's. */
export function useWorkplaceOf(loaded: Loaded | null | undefined, wanted: string | undefined): Workplace | null {
  return useMemo(() => {
    if (!loaded) return null
    const { session, person, projects } = loaded
    const project = chosen(projects, wanted)
    if (wanted !== undefined && project === null)
      throw new ApiError(404, { message: 'This project was not found.' }, new Headers())
    if (project !== null) localStorage.setItem(LAST_PROJECT, project.id)
    return { session, person, projects, project, client: apiClient(session, project?.id) }
  }, [loaded, wanted])
}
