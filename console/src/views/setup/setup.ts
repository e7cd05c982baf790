/** What the pages of Setup share: their queries, and asking again after a change. */
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useWorkplace, type Workplace } from '../../api/context.tsx'

/**
 * A list of the project or its organization. `read` gets what every view has. Returns the query and a function that
 * makes a change and then reads the list again.
 */
export function useSetup<Data>(name: string, read: (workplace: Workplace, signal: AbortSignal) => Promise<Data>) {
  const workplace = useWorkplace()
  const queries = useQueryClient()
  const queryKey: QueryKey = ['setup', workplace.project?.id ?? '', name]
  const query = useQuery({ queryKey, queryFn: ({ signal }) => read(workplace, signal) })
  const change = async <Result>(make: (workplace: Workplace) => Promise<Result>): Promise<Result> => {
    const result = await make(workplace)
    await queries.invalidateQueries({ queryKey })
    return result
  }
  return { query, change, workplace }
}

/** Empty fields of a form are left out of a request. */
export const given = (text: string | undefined): string | undefined => (text?.trim() ? text.trim() : undefined)

/** `a, b` as a list. */
export const listed = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
