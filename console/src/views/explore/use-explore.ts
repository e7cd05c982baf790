/** What the views of Explore share: their address as one range of time and one set of conditions, and how it changes. */
import { useNavigate } from '@tanstack/react-router'
import { useWorkplace } from '../../api/context.tsx'
import type { TimeRangeSearch } from '../../app/time-range.ts'
import type { FilterSearch } from '../../telemetry/filters.ts'
import { useTimeRange } from '../../telemetry/use-time-range.ts'
import type { Scope } from './queries.ts'

/** Replaces parts of a view's address; a part that is undefined leaves it. */
export type Change<Search> = (change: { readonly [Key in keyof Search]?: Search[Key] | undefined }) => void

/** `search`: the view's address, as its route has checked it. */
export function useExplore<Search extends TimeRangeSearch & FilterSearch>(
  to: '/logs' | '/traces' | '/metrics' | '/services',
  search: Search,
) {
  const { client, project } = useWorkplace()
  const navigate = useNavigate()
  const range = useTimeRange(search)
  const replace = (next: object) =>
    void navigate({
      to,
      search: (before) => Object.fromEntries(Object.entries({ ...before, ...next }).filter(([, v]) => v !== undefined)),
    })
  const change: Change<Search> = replace
  const filter: FilterSearch = {
    ...(search.q ? { q: search.q } : {}),
    ...(search.filters ? { filters: search.filters } : {}),
  }
  const scope: Scope = { client, projectId: project?.id ?? '', range, filter }
  return {
    scope,
    change,
    setFilter: ({ q, filters }: FilterSearch) => replace({ q, filters }),
    setRange: ({ from, to: until }: TimeRangeSearch) => replace({ from, to: until }),
  }
}
