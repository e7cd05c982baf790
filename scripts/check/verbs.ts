/**
 * Verbs have one signature: what another folder calls in src/domain takes one call of `ctx`, `scope` and `input`
 * (src/domain/context.ts). Lookups that come before the right is decided are named `find…`; what is given an `Access`
 * makes a scope; wiring makes ports out of pieces and is not looked at.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Files whose functions are parts of any verb rather than verbs, with the reason. */
const PARTS: Readonly<Record<string, string>> = {
  'src/domain/outbox.ts': 'consumers settle the row of the message they were given',
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name))
  .filter((file) => file.endsWith('.ts'))
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))

/** Name and parameters of each exported function whose first parameter is a context. */
function positional(text: string): Map<string, string> {
  const found = text.matchAll(
    /^export (?:async function|function|const) (\w+)(?: = (?:async )?)?(?:<[^>]*>)?\(\s*ctx: ([^)]*)/gm,
  )
  return new Map([...found].map(([, name = '', parameters = '']) => [name, parameters]))
}

/** What a file uses of another one: named imports, and members of a namespace import. */
function usedOf(text: string): { readonly from: string; readonly names: readonly string[] }[] {
  const imports = text.matchAll(/^import (?:\{([^}]*)\}|\* as (\w+)) from '(\.[^']+)'/gm)
  return [...imports].map(([, named, namespace, from = '']) => ({
    from,
    names:
      named === undefined
        ? [...text.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)\\(`, 'g'))].map(([, name = '']) => name)
        : named.split(',').map((name) => name.trim().split(' as ')[0] ?? ''),
  }))
}

const problems = new Set<string>()
for (const [file, text] of texts) {
  if (file.startsWith('src/domain/') || file.startsWith('src/wiring/')) continue
  for (const { from, names } of usedOf(text)) {
    const target = normalize(join(dirname(file), from))
    if (!target.startsWith('src/domain/') || target in PARTS) continue
    const functions = positional(texts.get(target) ?? '')
    for (const name of names) {
      const parameters = functions.get(name)
      if (parameters === undefined || name.startsWith('find') || parameters.includes('access: Access')) continue
      problems.add(`${target}: ${name} takes (ctx, …), and ${file} calls it: a verb takes { ctx, scope, input }`)
    }
  }
}
if (problems.size > 0) {
  console.error([...problems].join('\n'))
  process.exitCode = 1
} else console.log('verbs: every verb takes { ctx, scope, input }')
