/**
 * `npm run docs:answers`: asks every question of docs/answers.md again, over the demo's first incident, and writes the
 * answers into the page. Headings, questions and prose before the first heading stay as they are.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { withShortMarks } from '../../src/contracts/citations.ts'
import { blocksOf, Conversation } from '../../test/agent/ask.ts'
import { storeWithSignals } from '../../test/agent/demo-logs.ts'
import { rememberingStore } from '../../test/agent/remembering-store.ts'
import { SHOP_SERVICES } from '../demo/shop-services.ts'
import { simulate } from '../demo/simulate.ts'

const PAGE = 'docs/answers.md'
const END_MS = Date.parse('2026-11-20T08:48:11Z')
/** Sections that are one thread: later questions lean on earlier ones. In all others each question has its own. */
const THREADS = new Set(['What broke', 'Follow-ups'])
const VERSIONS = new Map(SHOP_SERVICES.map(({ name, version }) => [name, version]))
const QUESTION = /^> \*\*(.+)\*\*$/

interface Section {
  readonly heading: string
  readonly questions: string[]
}

/** The text before the first section, and the questions of each. */
function sectionsOf(page: string): { readonly head: string; readonly sections: readonly Section[] } {
  const at = page.indexOf('\n## ') + 1
  const sections: Section[] = []
  for (const line of page.slice(at).split('\n')) {
    if (line.startsWith('## ')) sections.push({ heading: line.slice(3), questions: [] })
    const question = QUESTION.exec(line)?.[1]
    if (question !== undefined) sections.at(-1)?.questions.push(question)
  }
  return { head: page.slice(0, at), sections }
}

/** The page with the answers that the embedded model gives now. */
async function pageWithAnswers(page: string): Promise<string> {
  const simulation = simulate({ seed: 1, endMs: END_MS, durationMinutes: 54 })
  const store = rememberingStore(await storeWithSignals(simulation, ['logs', 'spans', 'metrics'], VERSIONS))
  const { head, sections } = sectionsOf(page)
  const parts: string[] = [head.trimEnd()]
  for (const { heading, questions } of sections) {
    parts.push(`## ${heading}`)
    let talk = new Conversation(store)
    for (const question of questions) {
      if (!THREADS.has(heading)) talk = new Conversation(store)
      parts.push(`> **${question}**`, await answerTo(talk, question))
    }
  }
  return `${parts.join('\n\n')}\n`
}

async function answerTo(talk: Conversation, question: string): Promise<string> {
  const answered = await talk.ask(question, END_MS)
  const { blocks } = withShortMarks(blocksOf(talk, answered))
  const texts = blocks.flatMap((block) => (block.type === 'message' ? [block.message] : []))
  return texts.join('\n\n').trim()
}

writeFileSync(PAGE, await pageWithAnswers(readFileSync(PAGE, 'utf8')))
