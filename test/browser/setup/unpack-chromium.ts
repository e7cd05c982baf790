/** Fetches Chromium before the tests that need it: `npm test` does so while the processors have other work. */
import { chromium } from './chromium.ts'

chromium()
