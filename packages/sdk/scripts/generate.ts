/**
 * Generates src/generated from the service's OpenAPI document, whose file is the argument: `npm run build:sdk` of the
 * repository. With `--check` it writes nothing and fails if the committed files differ, so that the SDK never lags
 * behind the document.
 */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'

const PACKAGE_DIR = resolve(import.meta.dirname, '..')
const COMMITTED_DIR = join(PACKAGE_DIR, 'src', 'generated')

async function generateInto(folder: string, document: string): Promise<void> {
  await createClient({
    input: document,
    output: {
      path: folder,
      entryFile: false,
      module: { extension: '.ts' },
      header: '// Generated from the OpenAPI document by `npm run build:sdk`. Do not edit.',
    },
    logs: { level: 'silent', file: false },
    plugins: [
      { name: '@hey-api/client-fetch', throwOnError: true, baseUrl: false },
      { name: '@hey-api/typescript', enums: false },
      {
        name: '@hey-api/sdk',
        auth: false,
        responseStyle: 'data',
        operations: { strategy: 'single', containerName: 'Operations', nesting: 'operationId' },
      },
    ],
  })
}

function filesOf(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

/** The names of files that are missing, too many or different. */
function differences(committed: Map<string, string>, generated: Map<string, string>): string[] {
  const names = new Set([...committed.keys(), ...generated.keys()])
  return [...names].filter((name) => committed.get(name) !== generated.get(name))
}

const [document = ''] = process.argv.slice(2)
const folder = mkdtempSync(join(PACKAGE_DIR, '.generated-'))
try {
  await generateInto(folder, document)
  if (process.argv.includes('--check')) {
    const drift = differences(filesOf(COMMITTED_DIR), filesOf(folder))
    if (drift.length > 0) {
      console.error(
        `sdk: src/generated differs from the OpenAPI document (${drift.join(', ')}). Run npm run build:sdk.`,
      )
      process.exitCode = 1
    } else console.log('sdk: generated code is that of the OpenAPI document')
  } else {
    rmSync(COMMITTED_DIR, { recursive: true, force: true })
    renameSync(folder, COMMITTED_DIR)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
