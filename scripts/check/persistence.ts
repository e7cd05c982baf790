/** D1 is read and written in src/db alone: nobody else names its types or prepares a statement. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PERSISTENCE = /\bD1(?:Database|DatabaseSession|PreparedStatement|Result)\b|\.prepare\(/

const problems = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name))
  .filter((file) => file.endsWith('.ts') && !file.startsWith('src/db/'))
  .flatMap((file) => {
    const found = PERSISTENCE.exec(readFileSync(file, 'utf8'))
    return found ? [`${file} says ${found[0]}: src/db is where D1 is read and written`] : []
  })
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}
