/** The console's build: files with hashed names below /console/assets, one page, nothing from another host. */
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  // JSX becomes calls of Preact; libraries that import React get Preact's own layer of that name (package.json).
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { conditions: ['workspace-source', ...defaultClientConditions], dedupe: ['preact'] },
  build: {
    outDir: '../.generated/console',
    emptyOutDir: true,
    target: 'es2022',
    manifest: 'manifest.json',
    // Every file is a request that may be refused by the policy if it were inlined as a data URL of a script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // `use client` is for servers that render; there is none here.
      onLog: (level, log, write) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : write(level, log)),
    },
  },
})
