/** Text as an SQL literal. wrangler's command line takes no parameters, so values are quoted here and nowhere else. */
export function sqlText(value: string | null): string {
  if (value === null) return 'null'
  if (value.includes('\0')) throw new Error('A value with a NUL character cannot be stored.')
  return `'${value.replaceAll("'", "''")}'`
}
