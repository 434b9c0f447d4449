import { Navigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'

/** To the sign-in page, and from there back to where somebody wanted to go. */
export function ToSignIn() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // Held as it was: the router knows of the new place before this one has gone.
  const [wanted] = useState(path)
  return <Navigate to="/sign-in" search={wanted === '/' ? {} : { next: wanted }} replace />
}
