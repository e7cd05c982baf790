/**
 * Layers point one way (docs/architecture.md, Folders): a folder imports from itself and from lines above its own, and
 * nothing imports in a circle. Types count like values. A rule that needs an exception gets it here, with its reason.
 */

/** From the bottom to the top; folders of one line do not know each other. */
const LAYERS = [
  ['contracts', 'bytes', 'crypto', 'work-pace.ts', 'keep-compiled.ts', 'median.ts'],
  ['log', 'fair-queue.ts'],
  ['telemetry', 'billing'],
  ['db'],
  ['env.ts'],
  ['auth', 'connectors', 'agent'],
  ['intake', 'oncall'],
  ['domain'],
  ['wiring'],
  ['durable', 'queues', 'http'],
  ['routes', 'oauth', 'webhooks', 'mcp'],
  ['app.ts'],
  ['worker.ts'],
]

const place = (name) => (name.endsWith('.ts') ? `${name.replace('.', '\\.')}$` : `${name}/`)
const within = (names) => `^src/(${names.map(place).join('|')})`

const layerRules = LAYERS.flatMap((layer, at) =>
  layer.flatMap((name) => {
    const notBelow = LAYERS.slice(at)
      .flat()
      .filter((other) => other !== name)
    // The topmost has nothing above or beside it.
    if (notBelow.length === 0) return []
    return {
      name: `${name}-looks-down`,
      comment: `src/${name} imports only what lies below it`,
      severity: 'error',
      from: { path: within([name]) },
      to: { path: within(notBelow) },
    }
  }),
)

const forbidden = [
  {
    name: 'no-circular',
    comment: 'what imports each other can only be understood, tested and changed together',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'every-folder-has-a-layer',
    comment: 'a new folder of src gets its line in LAYERS',
    severity: 'error',
    from: { path: '^src/', pathNot: within(LAYERS.flat()) },
    to: {},
  },
  {
    name: 'drizzle-in-db-alone',
    comment: 'src/db is where D1 is read and written',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/db/' },
    to: { path: 'drizzle-orm' },
  },
  {
    name: 'routes-call-verbs',
    comment: 'an operation decides the right and calls a verb; how things are stored or reached is not its business',
    severity: 'error',
    from: { path: '^src/routes/' },
    to: { path: '^src/(db|intake|oncall|connectors|wiring|env\\.ts)|cloudflare:workers' },
  },
  {
    name: 'routes-act-in-the-scope-of-a-caller',
    comment: 'a system scope is for work that no caller asked for',
    severity: 'error',
    from: { path: '^src/routes/' },
    to: { path: '^src/domain/system-scope\\.ts' },
  },
  {
    name: 'telemetry-has-one-entry',
    comment: 'the package is used through src/telemetry/index.ts',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/(telemetry|durable/telemetry|wiring)/' },
    to: { path: '^src/telemetry/', pathNot: '^src/telemetry/index\\.ts$' },
  },
  {
    name: 'wiring-takes-the-store-alone',
    comment: 'it puts the store together and needs its class and the protocol of its objects; all else is at the entry',
    severity: 'error',
    from: { path: '^src/wiring/' },
    to: { path: '^src/telemetry/', pathNot: '^src/telemetry/(index|embedded/(store|messages))\\.ts$' },
  },
  {
    name: 'agent-and-connectors-have-no-storage',
    comment: 'they read through the telemetry port and through connections that are passed in',
    severity: 'error',
    from: { path: '^src/(agent|connectors)/' },
    to: { path: '^src/(db|env\\.ts|billing)' },
  },
  {
    name: 'contracts-import-no-service',
    comment: 'both sides of a call read it, whatever they are made of',
    severity: 'error',
    from: { path: '^src/contracts/' },
    to: { path: '^src/', pathNot: '^src/contracts/' },
  },
  {
    name: 'investigator-is-plain-analysis',
    comment: 'it works over its source, in tests and evaluations as in the service',
    severity: 'error',
    from: { path: '^src/agent/investigator/' },
    to: { path: '^src/agent/(embedded|models|prompt|tools|masking)/' },
  },
  {
    name: 'only-entry-and-wiring-know-bindings',
    comment: 'verbs get ports; who has bindings can reach everything',
    severity: 'error',
    from: { path: '^src/(domain|queues)/' },
    to: { path: '^src/wiring/' },
  },
  ...layerRules,
]

export default {
  forbidden,
  options: {
    // The compiler of TypeScript 7 has no API that the tool could use; swc reads the syntax, types included.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.js'] },
  },
}
