/**
 * `npm run ask -- "what broke?"`: `oas ask` on the service and with the credentials of `npm start`. Exit codes are those
 * of `oas`: 0 answered, 1 the run failed, 2 no server or no credentials, 64 wrong usage.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const REPOSITORY_DIR = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const HEALTH_TIMEOUT_MS = 5_000

const state = process.env.STATE_DIR
const file = resolve(REPOSITORY_DIR, state || '.local', 'credentials.json')
const words = process.argv.slice(2)

if (words.length === 0) end(64, 'Ask something: npm run ask -- "what broke?"')
if (!existsSync(file)) end(2, `There are no credentials yet (${file}). Run \`npm start\` first.`)
const { baseUrl, secretKey } = JSON.parse(readFileSync(file, 'utf8'))
if (!(await isHealthy(baseUrl))) end(2, `No server answers at ${baseUrl}. Run \`npm start\` in another terminal.`)

const node = join(REPOSITORY_DIR, 'node_modules', '.bin', 'node')
const cli = join(REPOSITORY_DIR, 'packages', 'cli', 'src', 'main.ts')
const place = state ? `STATE_DIR=${state} ` : ''
const child = spawn(node, ['--conditions=workspace-source', '--import', 'tsx', cli, 'ask', ...words], {
  cwd: REPOSITORY_DIR,
  stdio: 'inherit',
  env: {
    ...process.env,
    OAS_URL: baseUrl,
    OAS_TOKEN: secretKey,
    OAS_ASK_COMMAND: `${place}npm run --silent ask --`,
  },
})
// A terminal sends Ctrl-C to the child as well; this process only stays until the child has ended.
process.on('SIGINT', () => undefined)
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})

async function isHealthy(url) {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

function end(code, text) {
  console.error(text)
  process.exit(code)
}
