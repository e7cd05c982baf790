/** Puts the API reference viewer under .generated/assets/docs, so that /docs needs no other host. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const viewer = dirname(require.resolve('swagger-ui-dist/package.json'))
const target = join('.generated', 'assets', 'docs')

export function buildViewer(): void {
  mkdirSync(target, { recursive: true })
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']) {
    writeChanged(join(target, file), readFileSync(join(viewer, file)))
  }
  writeChanged(
    join(target, 'start.js'),
    `window.ui = SwaggerUIBundle({ url: '/v1/openapi.json', dom_id: '#viewer', deepLinking: true, tryItOutEnabled: false })\n`,
  )
  writeChanged(
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

/** A file that is as it was stays untouched: servers of this checkout reload for what changes, and drop their requests. */
function writeChanged(path: string, content: string | Buffer): void {
  const bytes = Buffer.from(content)
  if (existsSync(path) && readFileSync(path).equals(bytes)) return
  writeFileSync(path, bytes)
}
