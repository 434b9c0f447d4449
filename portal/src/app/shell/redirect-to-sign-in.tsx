import { Navigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'

/** Redirects to the sign-in page, which returns to the requested path with its filters. */
export function RedirectToSignIn() {
  const path = useRouterState({ select: ({ location }) => location.pathname + location.searchStr })
  // The router's path changes before this component unmounts, so the requested path is kept in state.
  const [wanted] = useState(path)
  return <Navigate to="/sign-in" search={wanted === '/' ? {} : { next: wanted }} replace />
}
