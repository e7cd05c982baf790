/**
 * Tests in Chromium against a server with the demo, which all files share (test/browser/setup). One file at a time: the
 * browser and the server need both cores.
 */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'browser',
    environment: 'node',
    include: ['test/browser/*.test.ts'],
    globalSetup: ['test/browser/setup/demo-server.ts'],
    fileParallelism: false,
    // Some tests visit every view; on a busy machine that takes minutes.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // Other suites run beside these, and a page can be held up. What fails twice is broken; a second try is reported.
    retry: 1,
  },
})
