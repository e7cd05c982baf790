/**
 * Generates the typed client of packages/sdk from the OpenAPI document as it is now: `npm run build:sdk`. With
 * `--check` it compares only.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { builtDocument } from './openapi-document.ts'

const file = resolve('.generated', 'openapi.json')
mkdirSync('.generated', { recursive: true })
writeFileSync(file, await builtDocument())
const generator = join('packages', 'sdk', 'scripts', 'generate.ts')
const generated = spawnSync(process.execPath, ['--import', 'tsx', generator, file, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exitCode = generated.status ?? 1
