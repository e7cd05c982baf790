/**
 * Builds dist/oas.js: one file with everything in it, so that the command starts at once and installs nothing else.
 */
import { resolve } from 'node:path'
import { build } from 'esbuild'

const PACKAGE_DIR = resolve(import.meta.dirname, '..')

await build({
  entryPoints: [resolve(PACKAGE_DIR, 'src', 'main.ts')],
  outfile: resolve(PACKAGE_DIR, 'dist', 'oas.js'),
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.12',
  conditions: ['workspace-source'],
  // Commander is CommonJS and asks for Node's modules by `require`.
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire as createRequireOfNode } from 'node:module'; const require = createRequireOfNode(import.meta.url);",
  },
  legalComments: 'eof',
})
