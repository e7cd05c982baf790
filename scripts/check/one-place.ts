/** What may be said in one folder of src alone; imports are checked by dependency-cruiser. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PLACES = [
  {
    folder: 'src/db/',
    words: /\bD1(?:Database|DatabaseSession|PreparedStatement|Result)\b|\.prepare\(/,
    why: 'D1 is read and written there',
  },
  {
    folder: 'src/log/',
    words: /\bconsole\.(?:log|error|warn|info|debug)\b/,
    why: 'it keeps the messages of foreign errors out of the log',
  },
] as const

const problems = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name))
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return PLACES.flatMap(({ folder, words, why }) => {
      const found = file.startsWith(folder) ? null : words.exec(text)
      return found ? [`${file} says ${found[0]}: that belongs to ${folder}, as ${why}`] : []
    })
  })
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}
