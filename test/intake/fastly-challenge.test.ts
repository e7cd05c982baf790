import { exports } from 'cloudflare:workers'
import { expect, it } from 'vitest'

it("the host answers Fastly's challenge that it accepts logs", async () => {
  const answer = await exports.default.fetch('https://service.test/.well-known/fastly/logging/challenge')
  expect(answer.status).toBe(200)
  expect((await answer.text()).split('\n')).toContain('*')
})
