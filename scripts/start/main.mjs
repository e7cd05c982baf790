/**
 * `npm start`. Runs on Node 20 with nothing installed: installs what is missing, then hands over to the Node of
 * node_modules, which the server needs.
 */
import { spawn } from 'node:child_process'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureDependencies } from './dependencies.mjs'

process.chdir(resolve(dirname(fileURLToPath(import.meta.url)), '..', '..'))
ensureDependencies()

const node = join('node_modules', '.bin', 'node')
const child = spawn(node, ['--import', 'tsx', join('scripts', 'start', 'run.ts')], { stdio: 'inherit' })

// A terminal sends Ctrl-C to the child as well; this process only stays until the child has cleaned up.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
})
