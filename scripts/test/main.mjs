/**
 * `npm test`: all the set-up, then every check. Runs on Node 20 with nothing installed; what it starts runs on the
 * Node of node_modules. Prints `N passed, N failed` last.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runChecks } from '../check/run-checks.mjs'
import { ensureDependencies } from '../start/dependencies.mjs'
import { runSuite } from './run-suite.mjs'

/**
 * Stages come one after another; the lanes of a stage run at the same time, each with one suite after another. Servers
 * that are killed are waited for most of the time, and so is the one that Chromium shows: together they fill two cores.
 * What Chromium is measured by runs alone.
 */
const STAGES = [
  [['test:unit']],
  [['test:browser:budgets']],
  [['test:e2e:kill', 'test:e2e:shared'], ['test:browser:views']],
]

// Suites run in process groups of their own, which end when this process exits.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

ensureDependencies()
mkdirSync('.generated', { recursive: true })
// A hundred megabytes come over the network while both cores have work. Where they do not come, the browser's tests say why.
const browser = spawn(join('node_modules', '.bin', 'tsx'), ['test/browser/setup/unpack-chromium.ts'], {
  stdio: 'ignore',
})
const browserUnpacked = new Promise((resolve) => {
  browser.once('exit', resolve)
  browser.once('error', resolve)
})
process.once('exit', () => browser.kill())
let { passed, failed } = { passed: 0, failed: 0 }
const count = (one) => {
  passed += one.passed
  failed += one.failed
}

// Each step fails on its own account, so that one run shows everything that is wrong.
console.log('\n> build:assets')
const { status } = spawnSync('npm', ['run', '--silent', 'build:assets'], { stdio: 'inherit' })
if (status !== 0) count({ passed: 0, failed: 1 })
count(await runChecks())
for (const lanes of STAGES) {
  // apt does one thing at a time, and end-to-end tests ask it for packages too.
  if (!lanes.flat().includes('test:unit')) await browserUnpacked
  const run = async (scripts, at) => {
    for (const script of scripts) {
      const since = performance.now()
      // What one lane says is told when a suite of it ends, so that it does not stand amid the lines of the other.
      count(await runSuite(script, { isHeld: at > 0 }))
      console.log(`${script}: ${Math.round((performance.now() - since) / 1000)} s`)
    }
  }
  await Promise.all(lanes.map(run))
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
