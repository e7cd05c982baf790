/** Two-word names of log sources: easy to say, unique in their project. */
const ADJECTIVES =
  'amber brisk calm clear cool deep eager early fair fast fresh gentle glad golden grand green happy keen kind light lively loud lucky mellow merry mild misty neat noble open plain polite proud quick quiet rapid ready red royal sandy sharp shiny silent silver smart smooth snowy soft solid spry steady still strong sunny sweet swift tidy tiny vivid warm wild wise young'.split(
    ' ',
  )
const NOUNS =
  'acorn anchor badger beacon birch bison brook canyon cedar cliff comet coral crane creek delta dune eagle elm ember falcon fern finch fjord flint forest fox garnet glacier grove harbor hawk hazel heron island ivy jasper juniper kestrel lagoon lark lemon lily lynx maple marsh meadow mesa moss oak ocean olive orchid osprey otter owl pebble pine plover pond poplar quartz raven reef ridge river robin sage salmon shore sparrow spruce stone summit swan thistle tiger trail tulip valley walnut willow wren'.split(
    ' ',
  )

/**
 * `attempt` 0 gives two words. Later attempts add a number, so that a project with many sources still finds a free
 * name.
 */
export function mnemonic(random: () => number, attempt: number): string {
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? 'stone'
  const name = `${pick(ADJECTIVES)}-${pick(NOUNS)}`
  return attempt < 3 ? name : `${name}-${Math.floor(random() * 10_000)}`
}
