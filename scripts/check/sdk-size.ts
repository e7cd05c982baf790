/** The size of what a program that asks takes from the SDK, minified and compressed: `npm run check:sdk`. */
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const GZIP_BYTES_MAX = 25_000

const built = await build({
  stdin: { contents: `export { ask, createClient } from './packages/sdk/src/index.ts'`, resolveDir: '.' },
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  write: false,
})
const [script] = built.outputFiles
if (script === undefined) throw new Error('esbuild wrote nothing')
const gzipBytes = gzipSync(script.contents).byteLength
console.log(`sdk: ${script.contents.byteLength} bytes for ask and every operation, ${gzipBytes} compressed`)
if (gzipBytes > GZIP_BYTES_MAX) {
  console.error(`sdk: larger than ${GZIP_BYTES_MAX} bytes compressed`)
  process.exitCode = 1
}
