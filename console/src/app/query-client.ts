/** How answers of the API are kept: shown at once when they are known, asked for again when they may have changed. */
import { ApiError } from '@observability-agent/sdk'
import { QueryClient } from '@tanstack/react-query'

/** Going back and forth between views asks nothing anew within this time. */
const FRESH_MS = 15_000

export const queryClient = new QueryClient({
  defaultOptions: {
    // The SDK repeats what is worth repeating, and knows after how long.
    queries: { staleTime: FRESH_MS, retry: false, refetchOnWindowFocus: (query) => !isFinal(query.state.error) },
    mutations: { retry: false },
  },
})

/** Asking again does not help: the session, the right or the thing itself is missing. */
const isFinal = (error: unknown): boolean => error instanceof ApiError && [401, 403, 404].includes(error.status)
