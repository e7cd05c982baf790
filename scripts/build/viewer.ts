/** Puts the API reference viewer under .generated/assets/docs, so that /docs needs no other host. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const viewer = dirname(require.resolve('swagger-ui-dist/package.json'))
const target = join('.generated', 'assets', 'docs')

export function buildViewer(): void {
  mkdirSync(target, { recursive: true })
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']) {
    copyFileSync(join(viewer, file), join(target, file))
  }
  writeFileSync(
    join(target, 'start.js'),
    `window.ui = SwaggerUIBundle({ url: '/v1/openapi.json', dom_id: '#viewer', deepLinking: true, tryItOutEnabled: false })\n`,
  )
  writeFileSync(
    join(target, 'index.html'),
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Observability Agent Service API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<main id="viewer"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`,
  )
}
