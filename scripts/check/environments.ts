/** Bindings are not inherited by environments: each must state all of them. */
import { readFileSync } from 'node:fs'
import { parse, type TomlTable } from 'smol-toml'

const { env, ...local } = parse(readFileSync('wrangler.toml', 'utf8'))

const isTable = (value: unknown): value is TomlTable =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

/** Names of settings, and of whatever is bound to a name, at any depth. */
function bindingsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(bindingsOf)
  if (!isTable(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'vars' && isTable(inner)) return Object.keys(inner)
    const isName = (key === 'binding' || key === 'name') && typeof inner === 'string' && /^[A-Z_]+$/.test(inner)
    return isName ? [inner] : bindingsOf(inner)
  })
}

const textOf = (section: unknown): string => bindingsOf(section).sort().join(', ')

const environments = isTable(env) ? env : {}
const expected = textOf(local)
const wrong = ['staging', 'production'].filter((name) => textOf(environments[name]) !== expected)
for (const name of wrong) {
  console.error(`wrangler.toml: ${name} has [${textOf(environments[name])}], local has [${expected}]`)
}
if (wrong.length > 0) process.exitCode = 1
else console.log(`environments: all three have the same ${bindingsOf(local).length} bindings and settings`)
