/** How every script starts wrangler: on the Node of node_modules, quiet, and without looking anything up on the network. */
import { delimiter, join } from 'node:path'
import { REPOSITORY_DIR } from './places.ts'

export const NODE = join(REPOSITORY_DIR, 'node_modules', '.bin', 'node')
export const WRANGLER = join(REPOSITORY_DIR, 'node_modules', 'wrangler', 'bin', 'wrangler.js')

/** The environment of a child process that runs the tools of node_modules. */
export function toolEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const bin = join(REPOSITORY_DIR, 'node_modules', '.bin')
  return {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    // wrangler asks questions in a terminal only; here nobody would answer.
    CI: '1',
    ...extra,
  }
}
