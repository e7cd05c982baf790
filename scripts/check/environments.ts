/** Bindings are not inherited by environments: each must state all of them. */
import { readFileSync } from 'node:fs'

const text = readFileSync('wrangler.toml', 'utf8')

function bindingsOf(section: string): string[] {
  const lines = section.split('\n')
  return lines
    .map((line) => /^(?:binding|name) = "([A-Z_]+)"|^([A-Z_]+) = /.exec(line))
    .flatMap((match) => match?.[1] ?? match?.[2] ?? [])
    .sort()
}

const [local = '', staging = '', production = ''] = text.split(/^\[env\.(?:staging|production)\]$/m)
const expected = bindingsOf(local).join(', ')
const wrong = Object.entries({ staging, production }).filter(
  ([, section]) => bindingsOf(section).join(', ') !== expected,
)
for (const [name, section] of wrong) {
  console.error(`wrangler.toml: ${name} has [${bindingsOf(section).join(', ')}], local has [${expected}]`)
}
if (wrong.length > 0) process.exitCode = 1
else console.log(`environments: all three have the same ${bindingsOf(local).length} bindings and settings`)
