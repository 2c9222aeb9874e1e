import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { noteError } from './lib/note-error.ts'
import { queries } from './lib/queries.ts'
import { routes } from './routes.tsx'

const router = createBrowserRouter(routes)

/** Client state needs no provider: jotai's default store is the page's. */
export const App = () => (
  <QueryClientProvider client={queries}>
    <RouterProvider router={router} onError={noteError} />
  </QueryClientProvider>
)
