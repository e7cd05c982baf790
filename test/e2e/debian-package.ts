/**
 * Debian packages for tests, unpacked into a folder of their own: nothing is installed, nothing on the machine changes,
 * and no root is needed. apt says what a package needs beyond what is here; where there is no apt, or no archive to be
 * reached, the answer is the reason, and the test is skipped with it.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type Unpacked =
  | {
      readonly ok: true
      /** Where its file of this name is, as the end of its path. */
      file(ending: string): string
      /** For its programs: where their libraries are. */
      readonly env: NodeJS.ProcessEnv
    }
  | { readonly ok: false; readonly reason: string }

/** Beyond this an archive is taken for unreachable: a run must not wait for it. */
const PATIENCE_MS = 30_000

/** `patienceMs`: longer for packages of a hundred megabytes. */
export function unpackDebian(folder: string, packages: readonly string[], patienceMs = PATIENCE_MS): Unpacked {
  const run = (command: string, args: readonly string[], cwd?: string): { ok: boolean; output: string } => {
    const done = spawnSync(command, args, { encoding: 'utf8', timeout: patienceMs, ...(cwd ? { cwd } : {}) })
    return { ok: done.status === 0, output: done.status === null ? String(done.error) : `${done.stdout}${done.stderr}` }
  }
  const missing = (reason: string): Unpacked => ({ ok: false, reason: `${packages.join(', ')}: ${reason}` })
  if (!run('dpkg', ['--version']).ok) return missing('this is no Debian')
  const args = ['--simulate', '--no-install-recommends', 'install', ...packages]
  // Images of containers come without lists, or with old ones; only root may fetch them.
  const again = <Done extends { ok: boolean }>(work: () => Done): Done => {
    const first = work()
    return first.ok || !run('apt-get', ['update']).ok ? first : work()
  }
  const plan = again(() => run('apt-get', args))
  if (!plan.ok) return missing('apt knows no such package')
  // New packages only: one that is installed in another version serves as it is.
  const needed = [...plan.output.matchAll(/^Inst (\S+) \(/gm)].map(([, name = '']) => name)
  mkdirSync(folder, { recursive: true })
  const wanted = ['download', ...new Set([...packages, ...needed])]
  if (!again(() => run('apt-get', wanted, folder)).ok) return missing('not to be had')
  const root = join(folder, 'root')
  for (const archive of readdirSync(folder).filter((name) => name.endsWith('.deb'))) {
    if (!run('dpkg', ['-x', archive, root], folder).ok) return missing(`${archive} cannot be unpacked`)
  }
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path))
  const libraries = new Set(files.filter((path) => /\.so(?:\.|$)/.test(path)).map(dirname))
  return {
    ok: true,
    file: (ending) => files.find((path) => path.endsWith(ending)) ?? ending,
    env: { ...process.env, LD_LIBRARY_PATH: [...libraries].join(':') },
  }
}
