/**
 * Tests assert: every `it` reaches an `expect` (or an `assert`), itself or through functions of the tests that it
 * calls. How long something takes is measured by benchmarks (bench/) and asserted nowhere; tests of growth compare two times of
 * one run.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from '@swc/core'

/** The tests of the service, and those of each package. */
const folders = [
  'test',
  ...readdirSync('packages')
    .map((name) => join('packages', name, 'test'))
    .filter((folder) => existsSync(folder)),
]
const files = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))

/** Methods that everything has: one of ours with such a name says nothing about a call of it. */
const EVERYWHERE = new Set(['then', 'map', 'filter', 'forEach', 'find', 'get', 'set', 'call', 'fetch', 'json', 'text'])

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

function* childrenOf(node: Node): Generator<Node> {
  for (const value of Object.values(node)) {
    if (isNode(value)) yield value
    else if (Array.isArray(value)) yield* value.filter(isNode)
  }
}

function* within(node: Node): Generator<Node> {
  yield node
  for (const child of childrenOf(node)) yield* within(child)
}

/** The identifier that a callee begins with: `expect` of `expect(x).not.toBe`, `it` of `it.each(rows)`. */
function rootOf(callee: unknown): string | null {
  if (!isNode(callee)) return null
  if (callee['type'] === 'Identifier') return String(callee['value'])
  if (callee['type'] === 'MemberExpression') return rootOf(callee['object'])
  if (callee['type'] === 'CallExpression') return rootOf(callee['callee'])
  return null
}

/** The last name of a callee: `assert` of `fc.assert`, `check` of `world.check`. */
function memberOf(callee: unknown): string | null {
  if (!isNode(callee) || callee['type'] !== 'MemberExpression' || !isNode(callee['property'])) return null
  return typeof callee['property']['value'] === 'string' ? callee['property']['value'] : null
}

interface Uses {
  /** Functions by name, called or passed on: `rows.forEach(check)`. */
  readonly names: Set<string>
  readonly methods: Set<string>
}

function usesOf(node: Node): Uses {
  const uses: Uses = { names: new Set(), methods: new Set() }
  const add = (callee: unknown): void => {
    const [root, member] = [rootOf(callee), memberOf(callee)]
    if (root !== null) uses.names.add(root)
    if (member !== null) uses.methods.add(member)
  }
  for (const one of within(node)) {
    if (one['type'] !== 'CallExpression' && one['type'] !== 'NewExpression') continue
    add(one['callee'])
    const passed = Array.isArray(one['arguments']) ? one['arguments'].filter(isNode) : []
    for (const { expression } of passed) if (isNode(expression) && expression['type'] === 'Identifier') add(expression)
  }
  return uses
}

interface Test extends Uses {
  readonly file: string
  readonly name: string
}

/** What functions use, by `file#name`, and methods of classes and object literals by `.name`. */
const functions = new Map<string, { readonly file: string; readonly uses: Uses }[]>()
const imported = new Map<string, string>()
const tests: Test[] = []
const FUNCTION = /^(?:ArrowFunctionExpression|FunctionExpression)$/
const textOf = (node: unknown): string | null =>
  isNode(node) && typeof node['value'] === 'string' ? node['value'] : null

function add(key: string, file: string, node: Node): void {
  functions.set(key, [...(functions.get(key) ?? []), { file, uses: usesOf(node) }])
}

function readDeclaration(node: Node, file: string): void {
  switch (node['type']) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      add(`${file}#${textOf(node['identifier'])}`, file, node)
      return
    case 'VariableDeclarator':
      add(`${file}#${textOf(node['id'])}`, file, node)
      return
    case 'ClassMethod':
    case 'MethodProperty':
      add(`.${textOf(node['key'])}`, file, node)
      return
    case 'KeyValueProperty':
      if (isNode(node['value']) && FUNCTION.test(String(node['value']['type'])))
        add(`.${textOf(node['key'])}`, file, node['value'])
      return
    case 'ImportDeclaration': {
      const from = textOf(node['source'])
      const specifiers = Array.isArray(node['specifiers']) ? node['specifiers'].filter(isNode) : []
      for (const { local, imported: original } of specifiers) {
        const name = textOf(local)
        if (from?.startsWith('.'))
          imported.set(`${file}#${name}`, `${normalize(join(dirname(file), from))}#${textOf(original) ?? name}`)
      }
    }
  }
}

function readTest(node: Node, file: string): void {
  if (node['type'] !== 'CallExpression' || !/^(?:it|test)$/.test(rootOf(node['callee']) ?? '')) return
  const given = (Array.isArray(node['arguments']) ? node['arguments'] : []).filter(isNode)
  const [title, ...rest] = given.map(({ expression }) => (isNode(expression) ? expression : {}))
  const body = rest.find((one) => FUNCTION.test(String(one['type'])))
  if (title !== undefined && body !== undefined) tests.push({ file, name: textOf(title) ?? '…', ...usesOf(body) })
}

for (const file of files) {
  // The parser's types know every kind of node; this looks at a handful by name.
  const module = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript' }) as unknown as Node
  for (const node of within(module)) {
    readDeclaration(node, file)
    readTest(node, file)
  }
}

const asserting = new Set<string>()
const isAsserting = ({ names, methods }: Uses, file: string): boolean =>
  names.has('expect') ||
  names.has('assert') ||
  methods.has('assert') ||
  [...methods].some((name) => asserting.has(`.${name}`) && !EVERYWHERE.has(name)) ||
  [...names].some((name) => asserting.has(`${file}#${name}`) || asserting.has(imported.get(`${file}#${name}`) ?? ''))
for (let before = -1; before !== asserting.size; ) {
  before = asserting.size
  for (const [key, all] of functions) if (all.some(({ uses, file }) => isAsserting(uses, file))) asserting.add(key)
}

const problems = tests
  .filter((test) => !isAsserting(test, test.file))
  .map(({ file, name }) => `${file}: "${name}" asserts nothing`)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
} else console.log(`tests: each of ${tests.length} asserts something`)
