/**
 * Generates the typed client of packages/sdk from the OpenAPI document as it is now: `npm run build:sdk`. With
 * `--check` it compares only.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { builtDocument } from './openapi-document.ts'

// A file of its own: the check of the document may run beside this one.
const file = resolve('.generated', 'openapi-sdk.json')
mkdirSync('.generated', { recursive: true })
writeFileSync(file, await builtDocument())
const generator = join('packages', 'sdk', 'scripts', 'generate.ts')
const generated = spawnSync(process.execPath, ['--import', 'tsx', generator, file, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exitCode = generated.status ?? 1
