/** Who builds what on the farm, and how its services are set up. */
import { eventLogfmt, ownJson, runnerLine, scriptLine } from './buildfarm-formats.ts'
import { accessLine } from './formats.ts'

export const FORMATS = {
  gate: accessLine,
  hookd: eventLogfmt,
  conductor: ownJson,
  runq: eventLogfmt,
  'runner-agent': runnerLine,
  cachebox: eventLogfmt,
  'artifact-store': ownJson,
  'checks-out': ownJson,
  meterd: eventLogfmt,
  mirrord: scriptLine,
}
export const SERVICES = Object.keys(FORMATS)
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ gate: '1.27.2', hookd: '0.31.0', conductor: '8.4.1', runq: '3.2.0', 'runner-agent': '5.17.3' },
  ...{ cachebox: '1.9.6', 'artifact-store': '4.0.12', meterd: '0.7.5', mirrord: '2.1.1' },
}
/** Under which name each sender writes the code of an answer; a status of the span itself is set by two of them only. */
export const STATUS_KEYS: Readonly<Record<string, string>> = {
  ...{ hookd: 'http_code', conductor: 'resp_code', cachebox: 'status', 'artifact-store': 'code' },
  'checks-out': 'reply.status',
}
export const WITH_SPAN_STATUS: readonly string[] = ['conductor', 'checks-out']

export interface Repo {
  readonly org: string
  readonly repo: string
  readonly forge: string
  readonly plan: string
  readonly volume: string
  readonly share: number
}
const repo = (org: string, name: string, forge: string, plan: string, volume: string, share: number): Repo => ({
  ...{ org, repo: `${org}/${name}`, forge, plan, volume, share },
})
/** The shares add up to a hundred. */
export const REPOS: readonly Repo[] = [
  repo('brightloop', 'app', 'github', 'team', 'vol-2', 19),
  repo('brightloop', 'infra', 'github', 'team', 'vol-2', 9),
  repo('quarry', 'engine', 'gitlab', 'enterprise', 'vol-2', 14),
  repo('quarry', 'assets', 'gitlab', 'enterprise', 'vol-2', 6),
  repo('acorn', 'web', 'github', 'team', 'vol-1', 17),
  repo('acorn', 'api', 'github', 'team', 'vol-1', 11),
  repo('nimbus', 'core', 'gitea', 'enterprise', 'vol-3', 11),
  repo('tinyhat', 'game', 'github', 'free', 'vol-3', 7),
  repo('solo-kit', 'blog', 'gitlab', 'free', 'vol-1', 6),
]
export const BRANCHES = ['main', 'main', 'develop', 'fix/502-on-login', 'feat/dark-mode', 'fix/timeout-handling']
export const TITLES = [
  'bump lodash to 4.17.21',
  'handle timeout errors in the retry loop',
  'fix failed login page',
  'add release notes',
  'remove dead code',
  'show a warning when the disk is full',
  'refactor the billing form',
  'docs: how to deploy',
  'revert "cache warmup"',
  'make tests less flaky',
]
/** A job's name, the pool that runs it, how long it usually takes (in seconds), up to which ticket of a hundred. */
export const JOBS = [
  ['test', 'linux-small', 74, 34],
  ['build', 'linux-large', 118, 63],
  ['lint', 'linux-small', 31, 81],
  ['e2e', 'linux-large', 176, 92],
  ['ios', 'mac', 205, 100],
] as const
export const POOLS: Readonly<Record<string, { readonly runners: number; readonly waitS: number }>> = {
  'linux-small': { runners: 24, waitS: 4 },
  'linux-large': { runners: 18, waitS: 9 },
  mac: { runners: 4, waitS: 38 },
}

export interface Job {
  readonly id: string
  readonly pipeline: string
  readonly name: string
  readonly pool: string
  readonly medianS: number
  readonly repo: Repo
}
