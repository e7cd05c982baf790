import { Hono } from 'hono'
import type { Bindings } from './env.ts'

export const app = new Hono<{ Bindings: Bindings }>()
app.get('/healthz', (context) => context.json({ status: 'ok' }))
