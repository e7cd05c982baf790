/**
 * The size of what is deployed, and what of it runs when an isolate starts: `npm run check:bundle`. Cloudflare's free
 * plan takes 3 MB compressed; the engine of own redaction rules is loaded when the first of them is used.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const GZIP_BYTES_MAX = 3_000_000

// `npm run check` has built them; wrangler refuses to build without the folder.
if (!existsSync(join('.generated', 'assets')))
  spawnSync('npm', ['run', '--silent', 'build:assets'], { stdio: 'inherit' })
const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
try {
  const built = spawnSync('wrangler', ['deploy', '--dry-run', '--outdir', folder, '--env', 'production'], {
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(`wrangler could not build the Worker:\n${built.stderr}`)
  const script = readFileSync(join(folder, 'worker.js'))
  const gzipBytes = gzipSync(script).byteLength
  const problems = [
    ...(gzipBytes > GZIP_BYTES_MAX ? [`it is larger than ${GZIP_BYTES_MAX} bytes compressed`] : []),
    // The bundler wraps what is only imported on demand into a function.
    ...(/"node_modules\/re2js\/[^"]*"\(\) \{/.test(script.toString()) ? [] : ['re2js runs at every start']),
  ]
  console.log(`bundle: ${script.byteLength} bytes, ${gzipBytes} compressed`)
  for (const problem of problems) console.error(`bundle: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}
