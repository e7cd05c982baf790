/**
 * The Worker in one file, made once for servers that are started again and again. `wrangler dev` bundles it at each start,
 * which takes two cores three seconds; a test that kills its server ten times waits for that ten times.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { REPOSITORY_DIR } from './places.ts'
import { NODE, toolEnvironment, WRANGLER } from './wrangler.ts'

const FOLDER = join(REPOSITORY_DIR, '.generated', 'worker')
const DEFAULT_ENTRY = 'src/worker.ts'
/** Beside the modules that were bundled: they decide which modules and how. */
const SETTINGS = ['wrangler.toml', 'package-lock.json', 'tsconfig.json']
/** A bundle nobody starts any more. A server that runs has read its own. */
const OLD_MS = 60 * 60_000

/** What a bundle was made of. A file is told by its size and the time it was written. */
interface Built {
  /** Absolute path of the bundle. */
  readonly file: string
  /** File relative to the repository → what it was. */
  readonly inputs: Readonly<Record<string, string>>
}

/**
 * Path of the bundle of an entry; made anew where a file that it consists of has changed since.
 * @param entry relative to the repository.
 * @throws Error with what wrangler says where the Worker cannot be bundled.
 */
export async function builtWorker(entry: string = DEFAULT_ENTRY): Promise<string> {
  const record = join(FOLDER, `${entry.replaceAll(/[^\w.-]/g, '-')}.json`)
  const last = lastBuilt(record)
  if (last !== null && Object.entries(last.inputs).every(([path, was]) => stateOf(path) === was)) return last.file
  const built = await build(entry)
  // Several processes may do so at once: each writes a folder of its own, and the last one is the next one's.
  const written = join(FOLDER, `${process.pid}.json.new`)
  writeFileSync(written, JSON.stringify(built))
  renameSync(written, record)
  return built.file
}

function lastBuilt(record: string): Built | null {
  try {
    const built: Built = JSON.parse(readFileSync(record, 'utf8'))
    return stateOf(built.file) === null ? null : built
  } catch {
    return null
  }
}

async function build(entry: string): Promise<Built> {
  mkdirSync(FOLDER, { recursive: true })
  removeOld()
  const folder = mkdtempSync(join(FOLDER, 'built-'))
  const metafile = join(folder, 'inputs.json')
  const options = ['deploy', entry, '--dry-run', '--minify', '--outdir', folder, '--metafile', metafile]
  await promisify(execFile)(NODE, [WRANGLER, ...options], { cwd: REPOSITORY_DIR, env: toolEnvironment() })
  const { inputs, outputs }: { inputs: object; outputs: object } = JSON.parse(readFileSync(metafile, 'utf8'))
  const name = Object.keys(outputs).find((path) => path.endsWith('.js'))
  if (name === undefined) throw new Error(`wrangler made no bundle of ${entry}`)
  const paths = [...Object.keys(inputs).filter((path) => stateOf(path) !== null), ...SETTINGS]
  return {
    file: join(folder, name.split('/').at(-1) ?? name),
    inputs: Object.fromEntries(paths.map((path) => [path, stateOf(path) ?? ''])),
  }
}

/** null where there is no such file, as of a module that only the bundler knows. */
function stateOf(path: string): string | null {
  const stats = statSync(join(path.startsWith('/') ? '' : REPOSITORY_DIR, path), { throwIfNoEntry: false })
  return stats?.isFile() ? `${stats.size} ${stats.mtimeMs}` : null
}

function removeOld(): void {
  for (const name of readdirSync(FOLDER)) {
    const folder = join(FOLDER, name)
    const writtenMs = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (name.startsWith('built-') && Date.now() - writtenMs > OLD_MS) rmSync(folder, { recursive: true, force: true })
  }
}
