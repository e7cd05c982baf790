/** What every view has: the session, the person's projects, the project in view and its client. */
import type { Client, Identity, Project } from '@observability-agent/sdk'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Session } from './session.ts'

/** The person who is signed in; other kinds of credentials have no sessions. */
export type Person = Extract<Identity, { credentialType: 'user' }>

export interface Workplace {
  readonly session: Session
  readonly person: Person
  readonly projects: readonly Project[]
  /** The project in view; null for a person who has none yet. */
  readonly project: Project | null
  readonly client: Client
}

const WorkplaceContext = createContext<Workplace | null>(null)

export const WorkplaceProvider = WorkplaceContext.Provider

export function useWorkplace(): Workplace {
  const workplace = useContext(WorkplaceContext)
  if (workplace === null) throw new Error('This component is used outside of the signed-in part of the console.')
  return workplace
}

export const useClient = (): Client => useWorkplace().client
