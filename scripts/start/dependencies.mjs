/** Installs the dependencies where they are missing or older than the lockfile. Runs on Node 20 with nothing installed. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const MARKER = 'node_modules/.installed-lockfile'

/**
 * `npm install --no-save` takes the lockfile's versions and leaves the file alone, like `npm ci`; but `npm ci` refuses
 * a lockfile made where the optional packages of other platforms could not be read.
 */
const INSTALL = ['install', '--no-save', '--no-fund', '--no-audit', '--loglevel=error']

const NODE_MAJOR_MIN = 20

export function ensureDependencies() {
  if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
    console.error(`Node ${NODE_MAJOR_MIN} or newer is needed; this is ${process.version}.`)
    process.exit(1)
  }
  const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  if (existsSync(MARKER) && readFileSync(MARKER, 'utf8') === wanted) return
  console.log('Installing dependencies …')
  const result = spawnSync('npm', INSTALL, { stdio: 'inherit' })
  if (result.status !== 0) {
    console.error('The dependencies could not be installed; see the lines of npm above. Is the npm registry reachable?')
    process.exit(1)
  }
  writeFileSync(MARKER, wanted)
}
