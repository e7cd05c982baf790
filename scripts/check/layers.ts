/**
 * Layers point one way: routes, queues and agent tools -> domain -> db, durable, telemetry, connectors. This reads
 * every import of src/ and refuses the ones that point back, and what routes must never touch.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

interface Rule {
  readonly from: RegExp
  readonly notTo: RegExp
  readonly why: string
}

const RULES: readonly Rule[] = [
  {
    from: /^src\/routes\//,
    notTo: /^(drizzle-orm|cloudflare:workers)|^src\/(durable|db|queues|connectors)\//,
    why: 'routes call domain verbs',
  },
  { from: /^src\/domain\//, notTo: /^src\/routes\//, why: 'domain does not know routes' },
  {
    from: /^src\/(telemetry|intake|billing|connectors)\//,
    notTo: /^src\/(routes|queues)\//,
    why: 'lower layers do not know their callers',
  },
  { from: /^src\/telemetry\//, notTo: /^src\/(domain|agent|intake)\//, why: 'telemetry stands alone' },
  {
    from: /^src\/agent\/investigator\//,
    notTo: /^src\/(durable|db|routes|queues)\//,
    why: 'the investigator is plain analysis over its source',
  },
  { from: /^src\/auth\//, notTo: /^src\/(routes|durable|queues)\//, why: 'auth is below everything that uses it' },
]

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
}

/** What only the repositories of src/db may say: everything else of D1 goes through their functions. */
const PERSISTENCE = /\bD1(?:Database|DatabaseSession|PreparedStatement|Result)\b|\.prepare\(|from 'drizzle-/

const problems: string[] = []
for (const file of sourceFiles('src')) {
  const persistence = file.startsWith('src/db/') ? null : PERSISTENCE.exec(readFileSync(file, 'utf8'))
  if (persistence) problems.push(`${file} says ${persistence[0]}: src/db is where D1 is read and written`)
  for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const target = specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier
    for (const rule of RULES) {
      if (rule.from.test(file) && rule.notTo.test(target)) problems.push(`${file} imports ${target}: ${rule.why}`)
    }
  }
}
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
} else {
  console.log('layers: every import points the right way')
}
