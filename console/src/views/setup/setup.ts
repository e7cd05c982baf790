/** What the pages of Setup share: their queries, asking again after a change, and saying what failed. */
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useWorkplace, type Workplace } from '../../api/context.tsx'
import { sentenceOf } from '../../components/states.tsx'
import { toast } from '../../components/toasts.tsx'

export interface SetupOptions<Data> {
  /** After how many milliseconds the list is read again by itself; never by default. */
  readonly watchMs?: (data: Data | undefined) => number | false
}

/**
 * A list of the project or its organization. `read` gets what every view has. Returns the query and two functions that
 * make a change and then read the list again: `change` throws what failed, for forms and dialogs, which say it
 * themselves; `attempt` is for buttons that have no other place for it.
 */
export function useSetup<Data>(
  name: string,
  read: (workplace: Workplace, signal: AbortSignal) => Promise<Data>,
  { watchMs }: SetupOptions<Data> = {},
) {
  const workplace = useWorkplace()
  const queries = useQueryClient()
  const queryKey: QueryKey = ['setup', workplace.project?.id ?? '', name]
  const query = useQuery<Data>({
    queryKey,
    queryFn: ({ signal }) => read(workplace, signal),
    ...(watchMs ? { refetchInterval: ({ state }) => watchMs(state.data) } : {}),
  })
  const change = async <Result>(make: (workplace: Workplace) => Promise<Result>): Promise<Result> => {
    const result = await make(workplace)
    await queries.invalidateQueries({ queryKey })
    return result
  }
  const attempt = (make: (workplace: Workplace) => Promise<unknown>, done?: string): Promise<void> =>
    attempted(change(make), done)
  return { query, change, attempt, workplace }
}

/** Waits for what a button began, and says how it went: `done` if it succeeded, why not if it failed. Never throws. */
export async function attempted(work: Promise<unknown>, done?: string): Promise<void> {
  try {
    await work
    if (done !== undefined) toast(done)
  } catch (error) {
    toast(sentenceOf(error), 'failed')
  }
}
