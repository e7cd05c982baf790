/** What people and things of a country are called, and other names of countries than those that Intl has; by code. */
const NAMES = `
at austrian austrians
au australian australians
be belgian belgians
br brazilian brazilians
ca canadian canadians
ch swiss
cl chilean chileans
cn chinese
cz czech czechs czechia
de german germans
dk danish danes
ee estonian estonians
es spanish spaniards
fi finnish finns
fr french
gb british brits uk britain england
gr greek greeks
hr croatian croatians
hu hungarian hungarians
ie irish
il israeli israelis
in indian indians
it italian italians
jp japanese
kr korean koreans korea
lt lithuanian lithuanians
lu luxembourgish
lv latvian latvians
mx mexican mexicans
nl dutch holland
no norwegian norwegians
nz zealand
pl polish poles
pt portuguese
ro romanian romanians
rs serbian serbians
ru russian russians
se swedish swedes
si slovenian slovenians slovene
sk slovak slovaks
tr turkish turks turkey
ua ukrainian ukrainians
us american americans usa america
za african`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

const CODES: ReadonlyMap<string, string> = new Map(
  NAMES.flatMap(([code = '', ...names]) => names.map((name) => [name, code] as const)),
)

/** The code, in small letters, of the country that a word stands for; undefined of any other word. */
export function countryOf(word: string): string | undefined {
  return CODES.get(word)
}
