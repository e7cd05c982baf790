import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { render } from 'preact'
import { queryClient } from './app/query-client.ts'
import { applyTheme } from './app/theme.ts'
import { router } from './router.tsx'
import './styles/tokens.css'
import './styles/base.css'
import './styles/shell.css'

applyTheme()
const root = document.getElementById('root')
if (root !== null) {
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
    root,
  )
}
