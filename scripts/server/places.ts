/** Where local state lives. Every command that starts a server takes its own place, so that none disturbs another. */
import { join, resolve } from 'node:path'

export const REPOSITORY_DIR = resolve(import.meta.dirname, '..', '..')

export interface Places {
  /** D1 and Durable Object storage, wrangler's `--persist-to`. */
  readonly persistDir: string
  /** Credentials, the truth of the demo, the server's log. */
  readonly localDir: string
}

/**
 * The places of a state directory; without one those of `npm start`: `.wrangler/state` and `.local`.
 * @param stateDir relative to the repository, or absolute.
 */
export function placesOf(stateDir: string | undefined): Places {
  if (stateDir === undefined || stateDir === '') {
    return { persistDir: join(REPOSITORY_DIR, '.wrangler', 'state'), localDir: join(REPOSITORY_DIR, '.local') }
  }
  const base = resolve(REPOSITORY_DIR, stateDir)
  return { persistDir: join(base, 'state'), localDir: base }
}
