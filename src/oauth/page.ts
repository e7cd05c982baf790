/** The few pages that people see: plain HTML, no script, nothing from another host. */
import { html } from 'hono/html'

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:10vh auto;padding:0 1rem;color:#1a1a1a}
h1{font-size:1.4rem}input{font:inherit;padding:.5rem;width:12rem;letter-spacing:.1em}
button{font:inherit;padding:.5rem 1.2rem;margin-right:.5rem;border:1px solid #888;border-radius:.3rem;background:#fff}
button.primary{background:#0b5cad;border-color:#0b5cad;color:#fff}code{background:#f2f2f2;padding:.1rem .3rem}
@media(prefers-color-scheme:dark){body{background:#161616;color:#eee}button{background:#222;color:#eee}code{background:#333}}`

type Html = ReturnType<typeof html>

/**
 * Returns an HTML page that is never cached or framed, and in which no script runs. `formTarget`: where the answer to
 * its form may send the browser, besides our own pages.
 */
export async function page(title: string, content: Html, status = 200, formTarget = ''): Promise<Response> {
  const text = await html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${content}</main></body></html>`
  return new Response(String(text), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // This prevents clickjacking, the typical attack on an approval page.
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${formTarget}; frame-ancestors 'none'; base-uri 'none'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  })
}
