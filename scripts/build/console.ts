/**
 * Builds the console into .generated/assets/console, where nothing of it was changed since the last build leaves that
 * as it is. The new files are put in place at once, so that a server that serves them never finds half of them.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const SOURCE_DIR = 'console'
/** What the build is made of. */
const INPUTS = [SOURCE_DIR, join('packages', 'sdk', 'src'), 'package-lock.json']
/** What is served below /console. */
export const CONSOLE_DIR = join('.generated', 'assets', 'console')
/** The chunks of each view, for the check of their sizes. Nobody needs to be served it. */
export const CONSOLE_MANIFEST = join('.generated', 'console-manifest.json')
const STAMP = join('.generated', 'console-build')

function filesOf(path: string): string[] {
  if (!existsSync(path)) return []
  const entries = readdirSync(path, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
}

function inputsDigest(): string {
  const digest = createHash('sha256')
  const files = INPUTS.flatMap((path) => (path.endsWith('.json') ? [path] : filesOf(path)))
  for (const file of files.sort()) digest.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return digest.digest('hex')
}

export async function buildConsole(): Promise<void> {
  const digest = inputsDigest()
  const isBuilt = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest && existsSync(CONSOLE_DIR)
  if (isBuilt) return
  // Loaded when it is needed: most starts build nothing.
  const { build } = await import('vite')
  mkdirSync(join('.generated', 'assets'), { recursive: true })
  const folder = mkdtempSync(join('.generated', 'console-'))
  try {
    await build({
      configFile: join(SOURCE_DIR, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: join('..', folder) },
    })
    renameSync(join(folder, 'manifest.json'), CONSOLE_MANIFEST)
    rmSync(CONSOLE_DIR, { recursive: true, force: true })
    renameSync(folder, CONSOLE_DIR)
    writeFileSync(STAMP, digest)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
