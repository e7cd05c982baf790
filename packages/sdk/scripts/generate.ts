/**
 * Generates src/generated from the service's OpenAPI document, whose file is the argument, and the document's examples
 * as calls for the tests: `npm run build:sdk` of the repository. With `--check` it writes nothing and fails if the committed files differ, so that the SDK never lags
 * behind the document.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import { examplesModule, type OpenApiDocument } from './examples.ts'

const PACKAGE_DIR = resolve(import.meta.dirname, '..')
/** Folders of generated files: their place while they are made, and in the package. */
const FOLDERS = { client: join(PACKAGE_DIR, 'src', 'generated'), examples: join(PACKAGE_DIR, 'test', 'generated') }
const HEADER = '// Generated from the OpenAPI document by `npm run build:sdk`. Do not edit.'

async function generateInto(folder: string, document: string): Promise<void> {
  await createClient({
    input: document,
    output: {
      path: join(folder, 'client'),
      entryFile: false,
      module: { extension: '.ts' },
      header: HEADER,
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
  // The service's own document.
  const parsed = JSON.parse(readFileSync(document, 'utf8')) as OpenApiDocument
  mkdirSync(join(folder, 'examples'))
  writeFileSync(join(folder, 'examples', 'examples.gen.ts'), examplesModule(parsed, HEADER))
}

function filesOf(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map()
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
  for (const [name, place] of Object.entries(FOLDERS)) {
    const made = join(folder, name)
    if (!process.argv.includes('--check')) {
      rmSync(place, { recursive: true, force: true })
      renameSync(made, place)
      continue
    }
    const drift = differences(filesOf(place), filesOf(made))
    if (drift.length === 0) continue
    console.error(`sdk: ${drift.join(', ')} differs from the OpenAPI document. Run npm run build:sdk.`)
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
