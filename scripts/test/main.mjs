/**
 * `npm test`: all the set-up, then every check. Runs on Node 20 with nothing installed; what it starts runs on the
 * Node of node_modules. Prints `N passed, N failed` last.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { runChecks } from '../check/run-checks.mjs'
import { ensureDependencies } from '../start/dependencies.mjs'

const SUITES = [
  { script: 'test:unit', report: '.generated/test-unit.json' },
  { script: 'test:e2e', report: '.generated/test-e2e.json' },
  { script: 'test:browser', report: '.generated/test-browser.json' },
]

ensureDependencies()
mkdirSync('.generated', { recursive: true })
let { passed, failed } = { passed: 0, failed: 0 }
const count = (one) => {
  passed += one.passed
  failed += one.failed
}

// Each step fails on its own account, so that one run shows everything that is wrong.
if (npmRun('build:assets', []) !== 0) count({ passed: 0, failed: 1 })
count(await runChecks())
for (const { script, report } of SUITES) {
  rmSync(report, { force: true })
  const since = performance.now()
  const status = npmRun(script, ['--', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
  const counts = countsOf(report)
  // A suite that broke before it could count is a failure too.
  count({ passed: counts.passed, failed: status === 0 ? counts.failed : Math.max(1, counts.failed) })
  console.log(`${script}: ${Math.round((performance.now() - since) / 1000)} s`)
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function npmRun(script, args) {
  console.log(`\n> ${script}`)
  const result = spawnSync('npm', ['run', '--silent', script, ...args], { stdio: 'inherit' })
  if (result.status !== 0) console.error(`${script} failed`)
  return result.status ?? 1
}

function countsOf(report) {
  if (!existsSync(report)) return { passed: 0, failed: 0 }
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
  return { passed: numPassedTests, failed: numFailedTests }
}
