/** `npm run check`: everything that needs no running service. One check alone: `npm run check:types`. */
import { spawnSync } from 'node:child_process'
import { runChecks } from './run-checks.mjs'

// The Worker's assets are part of what is checked; they are built once.
const built = spawnSync('npm', ['run', '--silent', 'build:assets'], { stdio: 'inherit' })
const { failed } = await runChecks()
process.exitCode = failed === 0 && built.status === 0 ? 0 : 1
