/** Runs the checks of this repository, a few side by side: most of them wait for one core. Needs no more than Node 20. */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Scripts of package.json; the slowest first, so that none is left running alone at the end. */
const CHECKS = [
  'check:unused',
  'check:types',
  'check:bundle',
  'check:openapi',
  'check:sdk',
  'check:layers',
  'check:migrations',
  'check:tests',
  'check:format',
  'check:verbs',
  'check:docs',
  'check:console',
  'check:environments',
]

/** Runs all of them, whatever becomes of each. Prints what each says when it ends, and returns how many did not pass. */
export async function runChecks() {
  const waiting = [...CHECKS]
  let failed = 0
  const work = async () => {
    for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) {
      const { isPassed, output, seconds } = await run(script)
      process.stdout.write(`\n> ${script} (${seconds} s)\n${output}`)
      if (isPassed) continue
      failed += 1
      console.error(`${script} failed`)
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
  return { passed: CHECKS.length - failed, failed }
}

function run(script) {
  const since = performance.now()
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve) => {
    const end = (isPassed) => resolve({ isPassed, output, seconds: ((performance.now() - since) / 1000).toFixed(1) })
    child.once('error', (error) => {
      output += `npm could not be started: ${error.message}\n`
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })
}
